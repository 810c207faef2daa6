"""One support vector machine a class against the rest, over features or over similarities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.svm import SVC, LinearSVC

from ilk.errors import ParameterError
from ilk.kernels.selection import features_size
from ilk.labels import ONE, Labels, Members

Floats = NDArray[np.float64]

TWO = 2
MOST_ITERATIONS = 10_000
MOST_SEEDS = 1 << 32
"""That scikit-learn knows."""

LIGHT = 1 << 29
"""Bytes of features and of their weights that nobody minds, whatever the similarities would take."""

BYTES_A_NUMBER, BYTES_A_FEATURE = 8, 12


@dataclass(frozen=True, slots=True, eq=False)
class Machines:
    """Fitted machines, one a class, or one for two classes of which a document has one.

    explicit: whether documents are features (m, n_features) or similarities (m, n) with the labelled ones.
    scale: the mean K(d,d) of the labelled documents, by which every kernel is divided.
    """

    machines: tuple[Any, ...]
    explicit: bool
    scale: float

    def decisions(self, documents: Any) -> Floats:
        """Return how far (m, n_machines) documents are on the side of each class; above 0 is in it."""
        scaled = _scaled(documents, self.scale, self.explicit)
        return np.column_stack([machine.decision_function(scaled) for machine in self.machines])


def train_machines(
    documents: Any, labels: Labels, *, explicit: bool, C: float, balanced: bool, seed: int
) -> Machines:
    """Fit machines to features (n, n_features) or similarities (n, n) of labelled documents.

    balanced: errors on both sides of a class cost the same in all, however few documents one side has.
    """
    if len(labels.classes) < (TWO if labels.form == ONE else 1):
        found = ", ".join(repr(label) for label in labels.classes.tolist()) or "none"
        raise ParameterError(f"an SVM needs documents of at least two classes, got {found}")
    scale = _mean_self_similarity(documents, explicit) or 1.0
    scaled = _scaled(documents, scale, explicit)
    weights = "balanced" if balanced else None
    kind: Any = (
        partial(LinearSVC, dual="auto", max_iter=MOST_ITERATIONS, random_state=seed % MOST_SEEDS)
        if explicit
        else partial(SVC, kernel="precomputed")
    )
    machines = tuple(
        _fitted(kind(C=C, class_weight=weights), scaled, members) for members in _problems(labels)
    )
    return Machines(machines, explicit, scale)


def chosen_members(decisions: Floats, labels: Labels) -> Members:
    """Return the table (m, n_classes) of the class furthest on its side, or of all on their side."""
    if labels.form != ONE:
        return decisions > 0
    if decisions.shape[1] == 1:
        return np.column_stack([decisions[:, 0] <= 0, decisions[:, 0] > 0])
    members = np.zeros(decisions.shape, dtype=np.bool_)
    members[np.arange(len(decisions)), decisions.argmax(axis=1)] = True
    return members


def features_are_light(kernel: Any, counts: csr_array, n_classes: int) -> bool:
    """Say whether features of labelled documents (n, n_terms) take little memory, or less than the gram."""
    n_numbers, n_columns = features_size(kernel, counts)
    needed = n_numbers * BYTES_A_FEATURE + n_columns * n_classes * BYTES_A_NUMBER
    return needed <= max(LIGHT, counts.shape[0] ** 2 * BYTES_A_NUMBER)


def _problems(labels: Labels) -> Iterator[NDArray[np.bool_]]:
    """Yield who is in a class (n,), for each class; the second of two says all about the first."""
    two_of_one = labels.form == ONE and len(labels.classes) == TWO
    yield from labels.members.T[1:] if two_of_one else labels.members.T


def _fitted(machine: Any, documents: Any, members: NDArray[np.bool_]) -> Any:
    if members.all() or not members.any():
        return _Constant(1.0 if members.all() else -1.0)
    return machine.fit(documents, members)


@dataclass(frozen=True, slots=True)
class _Constant:
    """What can be learned about a class that all documents are in, or none."""

    decision: float

    def decision_function(self, documents: Any) -> Floats:
        return np.full(documents.shape[0], self.decision)


def _mean_self_similarity(documents: Any, explicit: bool) -> float:
    if not explicit:
        return float(np.mean(np.diagonal(documents)))
    squares = (
        documents.multiply(documents) if hasattr(documents, "multiply") else documents**2
    )  # sparse or not
    return float(squares.sum() / documents.shape[0])


def _scaled(documents: Any, scale: float, explicit: bool) -> Any:
    scaled = documents if scale == 1 else documents / (np.sqrt(scale) if explicit else scale)
    return _narrow(scaled) if hasattr(scaled, "indptr") else scaled


def _narrow(matrix: Any) -> Any:
    """Return a sparse matrix with indices of 32 bits, which LinearSVC insists on."""
    if matrix.indices.dtype == np.int32 and matrix.indptr.dtype == np.int32:
        return matrix
    if max(matrix.nnz, *matrix.shape) > np.iinfo(np.int32).max:
        raise ParameterError(
            f"{matrix.nnz:,} numbers in {matrix.shape[1]:,} features are too many for a linear SVM; "
            "use features='gram'"
        )
    indices = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    return csr_array((matrix.data, *indices), shape=matrix.shape)
