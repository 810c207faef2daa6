"""How good predicted labels are, one a document or several: accuracy and F1."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.labels import INDICATOR, Labels, sorted_classes

Floats = NDArray[np.float64]


def accuracy(true: Any, predicted: Any) -> float:
    """Return the share of documents whose labels are exactly the true ones."""
    wanted, given = _tables(true, predicted)
    return float((wanted == given).all(axis=1).mean())


def micro_f1(true: Any, predicted: Any) -> float:
    """Return 2·TP/(2·TP + FP + FN) over all pairs of a document and a label; the accuracy if each has one.

    0 where there are no such pairs, as no label is true or predicted.
    """
    found, both = _counted(true, predicted)
    return float(found.sum() / max(both.sum(), 1.0))


def macro_f1(true: Any, predicted: Any) -> float:
    """Return the mean of the F1 of each label, so that rare ones count as much as frequent ones.

    Labels that are neither true nor predicted anywhere are left out; F1 is 0 where nothing is right.
    """
    found, both = _counted(true, predicted)
    occurring = both > 0
    return float((found[occurring] / both[occurring]).mean()) if occurring.any() else 0.0


def _counted(true: Any, predicted: Any) -> tuple[Floats, Floats]:
    """Return 2·TP and 2·TP + FP + FN of each label (n_classes,)."""
    wanted, given = _tables(true, predicted)
    found = 2.0 * (wanted & given).sum(axis=0)
    return found, wanted.sum(axis=0) + given.sum(axis=0, dtype=np.float64)


def _tables(true: Any, predicted: Any) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return both as tables (n_docs, n_classes) over the same classes."""
    wanted, given = Labels.read(true), Labels.read(predicted)
    if len(wanted) != len(given) or not len(wanted):
        raise ParameterError(
            f"true and predicted labels must be of the same documents, at least one, "
            f"got {len(wanted)} and {len(given)}"
        )
    if INDICATOR in {wanted.form, given.form} and (
        wanted.form != given.form or wanted.members.shape != given.members.shape
    ):
        raise ParameterError("two arrays of several labels must have the same classes; give equal shapes")
    classes = sorted_classes({*wanted.classes.tolist(), *given.classes.tolist()})
    return _spread(wanted, classes), _spread(given, classes)


def _spread(labels: Labels, classes: list[Any]) -> NDArray[np.bool_]:
    table = np.zeros((len(labels), len(classes)), dtype=np.bool_)
    table[:, [classes.index(label) for label in labels.classes.tolist()]] = labels.members
    return table
