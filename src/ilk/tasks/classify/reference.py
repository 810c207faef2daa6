"""The labelled documents under a kernel: what others are compared with, by similarities or by features."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator

from ilk.errors import ParameterError
from ilk.kernels.combination import Combination
from ilk.kernels.fisher import is_fitted
from ilk.kernels.selection import known_features, over, restricted, selectable
from ilk.tasks.classify._base import stacked

Floats = NDArray[np.float64]


class Reference(ABC):
    """A fitted kernel and the n labelled documents."""

    has_features: bool = True

    @abstractmethod
    def gram(self, X: Any = None) -> Floats:
        """Return the similarities (m, n) of X with the labelled documents, or of these with each other."""

    @abstractmethod
    def features(self, X: Any = None) -> Any:
        """Return features (m, …) of X, or of the labelled documents, whose products are the similarities."""


class SelectedReference(Reference):
    """A kernel of ilk that knows the labelled documents and no others."""

    def __init__(self, kernel: Any) -> None:
        """Take the kernel, fitted."""
        self.kernel = kernel
        self.has_features = not isinstance(kernel, Combination)

    def gram(self, X: Any = None) -> Floats:
        """Return the similarities (m, n)."""
        return np.asarray(self.kernel.gram(X))

    def features(self, X: Any = None) -> Any:
        """Return the features of the kernel."""
        return known_features(self.kernel) if X is None else self.kernel.transform(X)


class FeatureReference(Reference):
    """Anything with `transform`: the similarity is the product of the features."""

    def __init__(self, transformer: Any, labelled: csr_array) -> None:
        """Take the transformer, fitted."""
        self.transformer = transformer
        self._labelled = transformer.transform(labelled)

    def gram(self, X: Any = None) -> Floats:
        """Return the similarities (m, n)."""
        products: Any = self.features(X) @ self._labelled.T
        dense = products.toarray() if hasattr(products, "toarray") else products
        return np.asarray(dense, dtype=np.float64)

    def features(self, X: Any = None) -> Any:
        """Return what the transformer makes of X."""
        return self._labelled if X is None else self.transformer.transform(X)


class GramReference(Reference):
    """Anything with `gram`, fitted to documents of which the labelled ones are the first."""

    has_features = False

    def __init__(self, kernel: Any, labelled: csr_array) -> None:
        """Take the kernel, fitted."""
        self.kernel, self._labelled = kernel, labelled

    def gram(self, X: Any = None) -> Floats:
        """Return the similarities (m, n)."""
        counts = self._labelled if X is None else X
        return np.asarray(self.kernel.gram(counts))[:, : self._labelled.shape[0]]

    def features(self, X: Any = None) -> Any:  # noqa: ARG002  # there are none of anything
        """Refuse: such a kernel gives similarities alone."""
        raise ParameterError(f"{type(self.kernel).__name__} has no features; use its similarities instead")


def reference(kernel: Any, labelled: csr_array, unlabelled: csr_array | None) -> Reference:
    """Fit a kernel to all texts, unless it is fitted, and return it over the labelled ones.

    A copy is fitted, which keeps a model that is fitted already; the kernel itself stays as it is.
    """
    if not hasattr(kernel, "fit") or not (hasattr(kernel, "transform") or hasattr(kernel, "gram")):
        raise ParameterError(
            f"kernel must have fit and transform, or fit and gram, got {type(kernel).__name__}; "
            "use FisherKernel, CountKernel, FisherVectors or Combination"
        )
    if selectable(kernel):
        if is_fitted(kernel):
            return SelectedReference(over(kernel, labelled))
        fitted = copy.copy(kernel).fit(stacked(labelled, unlabelled))
        return SelectedReference(restricted(fitted, np.arange(labelled.shape[0])))
    keep = isinstance(kernel, BaseEstimator) and is_fitted(kernel)  # of another, nobody can tell
    # of others whole copies: a pipeline fits its steps where they are
    fitted = kernel if keep else copy.deepcopy(kernel).fit(stacked(labelled, unlabelled))
    return (
        FeatureReference(fitted, labelled)
        if hasattr(kernel, "transform")
        else GramReference(fitted, labelled)
    )
