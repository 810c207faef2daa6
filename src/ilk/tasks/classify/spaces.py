"""Documents under a kernel, by number: compared by similarities or by features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.kernels.fisher import FisherKernel
from ilk.kernels.selection import features_size, known_features, restricted, similarities_between
from ilk.models.dcm import DCM
from ilk.tasks.classify.machines import features_are_light

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


class Space(Protocol):
    """Documents by number, compared by similarities or by features."""

    def features_pay(self, labelled: Rows, n_classes: int) -> bool:
        """Say whether to learn from features rather than from similarities."""

    def features_a_document(self) -> int:
        """Return about how many features of a document are not 0, at least 1."""

    def features(self, rows: Rows) -> Any:
        """Return features (m, …) whose products are the similarities."""

    def similarities(self, rows: Rows, columns: Rows) -> Floats:
        """Return similarities (m, n)."""


@dataclass(frozen=True, slots=True, eq=False)
class FeatureSpace:
    """Documents with features (N, …), sparse or dense, that are in memory."""

    matrix: Any

    def features_pay(self, labelled: Rows, n_classes: int) -> bool:  # noqa: ARG002  # part of the protocol
        """Always: they are there."""
        return True

    def features_a_document(self) -> int:
        """Count them."""
        n_numbers = self.matrix.nnz if hasattr(self.matrix, "nnz") else self.matrix.size
        return -(-n_numbers // self.matrix.shape[0]) or 1

    def features(self, rows: Rows) -> Any:
        """Return rows of the matrix."""
        return self.matrix[rows]

    def similarities(self, rows: Rows, columns: Rows) -> Floats:
        """Return products of rows."""
        products: Any = self.matrix[rows] @ self.matrix[columns].T
        return np.asarray(products.toarray() if hasattr(products, "toarray") else products, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class KernelSpace:
    """Documents that a FisherKernel is fitted to; features of all of them would take too much memory."""

    kernel: FisherKernel
    counts: csr_array

    def features_pay(self, labelled: Rows, n_classes: int) -> bool:
        """Compare the memory that features of the labelled documents take with that of their gram.

        The gradient of a DCM has a number for every term, and few labelled documents may stand for many
        others: there similarities pay unless they are more.
        """
        if isinstance(self.kernel.model, DCM):
            return len(labelled) > self.counts.shape[1]
        return features_are_light(self.kernel, self.counts[labelled], n_classes)

    def features_a_document(self) -> int:
        """Estimate them from the counts."""
        return -(-features_size(self.kernel, self.counts)[0] // self.counts.shape[0]) or 1

    def features(self, rows: Rows) -> Any:
        """Return the features of some documents."""
        return known_features(restricted(self.kernel, rows))

    def similarities(self, rows: Rows, columns: Rows) -> Floats:
        """Return similarities without features."""
        return similarities_between(restricted(self.kernel, rows), restricted(self.kernel, columns))
