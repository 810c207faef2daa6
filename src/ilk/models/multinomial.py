"""The multinomial: one distribution over terms for all documents.

log p(x) = Σ_w x_w log θ_w is that of the words in their order, without the coefficient n!/Πx_w!, as in
the mixtures, of which this is the one with a single component.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.models._base import CountsDensity, number
from ilk.models.counts_input import check_counts


def multinomial_log_likelihood(X: csr_array, theta: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Σ_w x_w log θ_w of each document (n_docs,); -inf where a document has a term with θ_w = 0."""
    with np.errstate(divide="ignore"):
        log_theta = np.log(theta)
    return np.asarray(X @ log_theta)


def multinomial_gradient(X: csr_array, theta: NDArray[np.float64]) -> csr_array:
    """Return ∂ log p(x)/∂θ_w = x_w/θ_w (n_docs, n_terms), elkan2005 section 4."""
    return csr_array((X.data / theta[X.indices], X.indices, X.indptr), shape=X.shape)


class Multinomial(CountsDensity):
    """θ_w = (Σ_d n(d,w) + smoothing) / (|C| + smoothing · n_terms).

    A term never seen has θ_w = 0 without smoothing. Where new documents are judged, it counts as seen half a
    time, `floor_` = 1/(2|C|): it makes a document worse and a gradient large, but never infinite.
    """

    theta_: NDArray[np.float64]
    floor_: float
    n_features_in_: int

    def __init__(self, smoothing: float = 0.0) -> None:
        """Take the parameter; it is checked by fit."""
        self.smoothing = smoothing

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Learn `theta_` (n_terms,) from counts (n_docs, n_terms)."""
        smoothing = number("smoothing", self.smoothing, at_least=0)
        counts = check_counts(self, X, reset=True)
        totals = np.asarray(counts.sum(axis=0), dtype=np.float64) + smoothing
        mass = totals.sum()
        if mass == 0:
            raise ParameterError("Multinomial needs at least one word, but every count is 0; add documents")
        self.theta_ = totals / mass
        self.floor_ = float(0.5 / mass)
        return self

    def score_samples(self, X: Any) -> NDArray[np.float64]:
        """Return the log-likelihood of each document (n_docs,)."""
        return multinomial_log_likelihood(self._checked(X), self._theta_above_floor())

    def gradient(self, X: Any) -> csr_array:
        """Return x_w/θ_w of each document, sparse (n_docs, n_terms)."""
        return multinomial_gradient(self._checked(X), self._theta_above_floor())

    def _theta_above_floor(self) -> NDArray[np.float64]:
        return np.where(self.theta_ > 0, self.theta_, self.floor_)

    def _checked(self, X: Any) -> csr_array:
        check_is_fitted(self)
        return check_counts(self, X, reset=False)
