"""What documents are labelled with, one label each or several, as a table of documents and classes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError

Members = NDArray[np.bool_]

ONE, SEVERAL, INDICATOR = "one", "several", "indicator"


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """The classes in increasing order (n_classes,), and which document is in which (n, n_classes).

    form: ONE, a sequence of labels; SEVERAL, a sequence of tuples, lists or sets of labels; INDICATOR, an
    array or sparse matrix (n, n_classes) of zeros and ones, whose classes are the numbers of its columns.
    """

    classes: NDArray[Any]
    members: Members
    form: str

    @classmethod
    def read(cls, y: Any) -> Labels:
        """Take labels in any of the three forms."""
        if hasattr(y, "toarray") or getattr(y, "ndim", 1) > 1:
            return _indicator(y)
        rows = list(y)
        several = [isinstance(row, tuple | list | set | frozenset) for row in rows]
        if any(several):
            if not all(several):
                raise ParameterError("labels must be all one a document or all several, got some of each")
            return cls(*_table([tuple(row) for row in rows]), SEVERAL)
        classes, members = _table([(row,) for row in rows])
        return cls(classes, members, ONE)

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.members)

    @property
    def codes(self) -> NDArray[np.intp]:
        """Return the place among the classes (n,) of the first label of each document."""
        return np.asarray(self.members.argmax(axis=1))

    def written(self, members: Members) -> Any:
        """Write a table (m, n_classes) in the form that these labels have: an array, or a list of tuples."""
        if self.form == ONE:
            return self.classes[members.argmax(axis=1)]
        if self.form == INDICATOR:
            return members.astype(np.int64)
        return [tuple(self.classes[row].tolist()) for row in members]


def labels_for(y: Any, n_docs: int) -> Labels:
    """Read labels that must be as many as the documents."""
    labels = Labels.read(y)
    if len(labels) != n_docs:
        raise ParameterError(f"y must have a label for each of the {n_docs} documents, got {len(labels)}")
    return labels


def _indicator(y: Any) -> Labels:
    table = np.asarray(y.toarray() if hasattr(y, "toarray") else y)
    if table.ndim != 2 or not np.isin(table, (0, 1)).all():  # noqa: PLR2004  # documents, classes
        raise ParameterError(
            f"an array of several labels must have a row a document and a column a class, of zeros and ones, "
            f"got the shape {table.shape}"
        )
    return Labels(np.arange(table.shape[1]), table.astype(np.bool_), INDICATOR)


def _table(rows: list[tuple[Any, ...]]) -> tuple[NDArray[Any], Members]:
    """Return the classes (n_classes,) of rows of labels, and the table (n, n_classes)."""
    found = {label for row in rows for label in row}
    for label in found:
        if label is None or label != label:  # noqa: PLR0124  # a number that is not one
            raise ParameterError(f"every document needs a label, got {label!r}; leave the others out")
    classes = sorted_classes(found)
    places = {label: place for place, label in enumerate(classes)}
    members = np.zeros((len(rows), len(classes)), dtype=np.bool_)
    for number, row in enumerate(rows):
        members[number, [places[label] for label in row]] = True
    return np.array(classes), members


def sorted_classes(found: Iterable[Any]) -> list[Any]:
    """Return labels in increasing order."""
    try:
        return sorted(found)
    except TypeError as error:
        raise ParameterError("labels must be all texts or all numbers, got some of each") from error
