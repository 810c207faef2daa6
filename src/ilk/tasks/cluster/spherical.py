"""Spherical k-means as a scikit-learn estimator over any feature map."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse
from sklearn.base import ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from ilk.errors import ParameterError
from ilk.models._base import Estimator, Seeded, number, whole_number
from ilk.models.spherical_kmeans import (
    Callback,
    Rows,
    blocks_of,
    cosines_with,
    nearest,
    spherical_kmeans,
    unit_rows,
)


class _Clusterer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, Estimator):  # type: ignore[misc]  # scikit-learn ships no types
    """What scikit-learn expects of an estimator that clusters and transforms."""


class SphericalKMeans(Seeded, _Clusterer):
    """K-means by cosine: J = Σ_i x_i · c_l(i) over rows and centres of length 1 is made as large as it gets.

    n_clusters: k.
    n_init: starts, of which the one with the largest J is kept.
    max_iter, tol: stop after so many iterations, once no row changes its cluster, or once J gains a share
        below tol.
    seed: also known as random_state. Equal seeds give equal bits, whatever the number of threads.
    callback: called as (iteration, J) after every iteration.

    Rows are features (n, f), sparse or dense, of any length. A row of zeros has the cosine 0 with everything
    and is in cluster 0, whose centre it does not move.

    Fitted: labels_ (n,), cluster_centers_ (k, f) of length 1; objective_, J; inertia_, Σ ‖x_i − c_l(i)‖² over
    rows that are not 0, 2(n − J); objectives_ (n_iter_,), J after each assignment; n_iter_.
    """

    labels_: NDArray[np.intp]
    cluster_centers_: NDArray[Any]
    objective_: float
    inertia_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    n_features_in_: int

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_init: int = 1,
        max_iter: int = 100,
        tol: float = 1e-5,
        seed: int = 0,
        callback: Callback | None = None,
    ) -> None:
        """Take the parameters; they are checked by fit."""
        self.n_clusters = n_clusters
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.seed = seed
        self.callback = callback

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Find the clusters of rows X (n, f)."""
        n_clusters = whole_number("n_clusters", self.n_clusters, at_least=1)
        n_init = whole_number("n_init", self.n_init, at_least=1)
        max_iter = whole_number("max_iter", self.max_iter, at_least=1)
        tol, seed = number("tol", self.tol, at_least=0), whole_number("seed", self.seed, at_least=0)
        rows = unit_rows(self._features(X, reset=True))
        filled = np.flatnonzero(_filled(rows))
        if filled.size < n_clusters:
            raise ParameterError(
                f"n_clusters must be at most the number of rows that are not 0, got {n_clusters} for "
                f"{filled.size} such rows (n_samples={rows.shape[0]})"
            )
        kept = rows if filled.size == rows.shape[0] else rows[filled]
        starts = np.random.SeedSequence(seed).spawn(n_init)
        runs = (
            spherical_kmeans(
                kept, n_clusters, np.random.default_rng(s), max_iter=max_iter, tol=tol, callback=self.callback
            )
            for s in starts
        )
        best = max(runs, key=lambda run: run.objectives[-1])
        self.labels_ = np.zeros(rows.shape[0], dtype=np.intp)
        self.labels_[filled] = best.labels
        self.cluster_centers_ = best.centres
        self.objectives_ = np.array(best.objectives)
        self.objective_, self.n_iter_ = best.objectives[-1], len(best.objectives)
        self.inertia_ = 2.0 * (filled.size - self.objective_)
        return self

    def predict(self, X: Any) -> NDArray[np.intp]:
        """Return the nearest centre of each row (n,)."""
        return nearest(blocks_of(self._unit_rows(X)), self.cluster_centers_)[0]

    def transform(self, X: Any) -> NDArray[Any]:
        """Return the cosine of each row with each centre, (n, k)."""
        return cosines_with(blocks_of(self._unit_rows(X)), self.cluster_centers_)

    def score(self, X: Any, y: object = None) -> float:  # noqa: ARG002  # scikit-learn passes y
        """Return J of rows X, each with its nearest centre."""
        cosines = nearest(blocks_of(self._unit_rows(X)), self.cluster_centers_)[1]
        return float(cosines.sum(dtype=np.float64))

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn that X may be sparse, and which precisions are kept."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    @property
    def _n_features_out(self) -> int:
        return int(self.cluster_centers_.shape[0])

    def _unit_rows(self, X: Any) -> Rows:
        check_is_fitted(self)
        return unit_rows(self._features(X, reset=False))

    def _features(self, X: Any, *, reset: bool) -> Rows:
        """Return X checked, as canonical CSR or as a dense array, float32 or float64."""
        try:
            checked = validate_data(
                self, X, reset=reset, accept_sparse="csr", dtype=[np.float64, np.float32], order="C"
            )
        except ValueError as error:
            raise ParameterError(str(error)) from error
        return _canonical(checked) if issparse(checked) else np.asarray(checked)


def _canonical(matrix: Any) -> csr_array:
    """Return CSR without duplicates, which would be squared one by one; what was passed stays as it is."""
    rows = csr_array(matrix)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def _filled(rows: Rows) -> NDArray[np.bool_]:
    """Return which rows are not 0, (n,)."""
    sizes: Any = abs(rows)
    return np.asarray(sizes.sum(axis=1) > 0)
