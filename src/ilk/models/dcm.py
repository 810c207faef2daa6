"""The Dirichlet compound multinomial: each document has a multinomial of its own, so words come in bursts.

p(x) = n!/Πx_w! · Γ(s)/Γ(s+n) · Π_w Γ(x_w+α_w)/Γ(α_w), s = Σ_w α_w (elkan2005, section 2).
"""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import gammaln, psi
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError, UnknownName
from ilk.models._base import CountsDensity, number, whole_number
from ilk.models.counts_input import check_counts
from ilk.models.dcm_fits import (
    LARGEST_SUM,
    SMALLEST_SUM,
    CountsOfCounts,
    LikelihoodSteps,
    approximate_fit,
    closed_form_fit,
    limit_of_likelihood,
)
from ilk.models.em import EMRun, run_em, settled, warn_unless_converged
from ilk.models.rising import digamma_rise, log_rising

Array = NDArray[np.float64]
METHODS = ("elkan", "approximate", "mle")


def dcm_log_likelihood(X: csr_array, alpha: Array) -> Array:
    """Return log p(x) of each document (n_docs,), exactly; 0 for an empty one."""
    lengths = np.asarray(X.sum(axis=1), dtype=np.float64)
    words = log_rising(alpha[X.indices], X.data) - gammaln(X.data + 1)
    per_word = csr_array((words, X.indices, X.indptr), shape=X.shape)
    sums = np.asarray(per_word.sum(axis=1), dtype=np.float64)
    return sums + gammaln(lengths + 1) - log_rising(alpha.sum(), lengths)


def dcm_gradient(X: csr_array, alpha: Array) -> tuple[Array, csr_array]:
    """Return ∂ log p(x)/∂α_w = c_x + t_xw (elkan2005 equation 2): c (n_docs,), sparse t (n_docs, n_terms).

    c_x = Ψ(s) − Ψ(s+n) is the same for all terms; t_xw = Ψ(x_w+α_w) − Ψ(α_w) vanishes where x_w = 0.
    """
    constants = -digamma_rise(alpha.sum(), np.asarray(X.sum(axis=1)))
    rise = digamma_rise(alpha[X.indices], X.data)
    return constants, csr_array((rise, X.indices, X.indptr), shape=X.shape)


def dcm_gradient_printed(X: csr_array, alpha: Array) -> tuple[Array, csr_array]:
    """Return the same as elkan2005 approximates it for small α: t_xw = log(x_w − ½) + 1/α_w − Ψ(1)."""
    constants = -digamma_rise(alpha.sum(), np.asarray(X.sum(axis=1)))
    rise = np.log(np.maximum(X.data, 1.0) - 0.5) + 1 / alpha[X.indices] - psi(1.0)
    return constants, csr_array((rise, X.indices, X.indptr), shape=X.shape)


class DCM(CountsDensity):
    """A Dirichlet compound multinomial fitted by `method`.

    elkan        α_w = df_w / Σ_d [Ψ(s+n_d) − Ψ(s)], solved for s
    approximate  α_w = df_w / N
    mle          maximum likelihood, to a relative change of `tol` or for `max_iter` iterations

    A term never seen has α_w = `floor`, by default the share of half an occurrence, s/(2|C|).

    Fitted: alpha_ (n_terms,) and its sum s_; log_likelihoods_ (n_iter_,), whose entry i is that of the
    parameters that entered iteration i + 1; n_iter_, 1 for the closed forms, converged_ and interrupted_.
    """

    alpha_: Array
    log_likelihoods_: Array
    n_iter_: int
    converged_: bool
    interrupted_: bool
    n_features_in_: int

    def __init__(
        self,
        method: str = "elkan",
        floor: float | None = None,
        max_iter: int = 200,
        tol: float = 1e-10,
    ) -> None:
        """Take the parameters; they are checked by fit."""
        self.method = method
        self.floor = floor
        self.max_iter = max_iter
        self.tol = tol

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Learn `alpha_` (n_terms,) from counts (n_docs, n_terms)."""
        if self.method not in METHODS:
            raise UnknownName("method of DCM", str(self.method), METHODS)
        max_iter, tol = whole_number("max_iter", self.max_iter, 1), number("tol", self.tol, at_least=0)
        floor = None if self.floor is None else number("floor", self.floor, above=0)
        counts = check_counts(self, X, reset=True)
        if counts.nnz == 0:
            raise ParameterError("DCM needs at least one word, but every count is 0; add documents")
        data = CountsOfCounts.of(counts)
        seen_alpha, run = self._fit_seen(data, max_iter, tol)
        warn_unless_converged(run, "DCM", max_iter, tol)
        self.log_likelihoods_, self.n_iter_ = np.array(run.trace), run.n_iter
        self.converged_, self.interrupted_ = run.converged, run.interrupted
        half_an_occurrence = float(seen_alpha.sum() / (2 * counts.sum()))
        self.alpha_ = np.full(counts.shape[1], half_an_occurrence if floor is None else floor)
        self.alpha_[data.seen] = seen_alpha
        return self

    @property
    def s_(self) -> float:
        """Return s = Σ_w α_w: the smaller, the burstier the words."""
        check_is_fitted(self)
        return float(self.alpha_.sum())

    def score_samples(self, X: Any) -> Array:
        """Return the log-likelihood of each document (n_docs,), with the coefficient n!/Πx_w!."""
        return dcm_log_likelihood(self._checked(X), self.alpha_)

    def gradient(self, X: Any) -> tuple[Array, csr_array]:
        """Return c (n_docs,) and sparse t (n_docs, n_terms): the gradient by α_w is c_x + t_xw."""
        return dcm_gradient(self._checked(X), self.alpha_)

    def _fit_seen(self, data: CountsOfCounts, max_iter: int, tol: float) -> tuple[Array, EMRun]:
        """Return α of the seen terms and how the fit went."""
        limit = limit_of_likelihood(data) if self.method == "mle" else None
        if self.method == "mle" and limit is None:
            steps = LikelihoodSteps(data, closed_form_fit(data)[0])
            run = run_em(steps, max_iter=max_iter, stop=settled(tol))
            return steps.alpha, run
        if limit is not None:
            alpha, bounded = limit, True
        elif self.method == "elkan":
            alpha, bounded = closed_form_fit(data)
        else:
            alpha, bounded = approximate_fit(data), False
        if bounded:
            _warn_of_bound(alpha)
        return alpha, EMRun((data.log_likelihood(alpha),), converged=True, interrupted=False)

    def _checked(self, X: Any) -> csr_array:
        check_is_fitted(self)
        return check_counts(self, X, reset=False)


def _warn_of_bound(alpha: Array) -> None:
    if alpha.sum() > 1:
        why, instead = f"words do not come in bursts, so s grew to its bound {LARGEST_SUM:g}", "Multinomial"
    else:
        why, instead = (
            f"every document has one term, so s fell to its bound {SMALLEST_SUM:g}",
            "method='approximate'",
        )
    warnings.warn(f"DCM: {why}; use {instead} or more documents", UserWarning, stacklevel=4)
