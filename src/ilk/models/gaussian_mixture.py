"""A Gaussian mixture over embedded words, clinchant2013 section 3: what Fisher vectors measure documents by.

p(x) = Σ_i θ_i N(x; μ_i, diag σ_i²), fitted by scikit-learn on a sample of word occurrences. Occurrences of a
term are all the same point, so they are one weighted row here: the fit of a million rows, much sooner.
"""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data
from threadpoolctl import threadpool_limits

from ilk.errors import ParameterError
from ilk.models._base import CountsEstimator, Seeded, number, whole_number
from ilk.models.counts_input import check_counts
from ilk.models.embeddings.embedding import Embedding

Array = NDArray[np.float64]

VARIANCE_FLOOR = 0.5
"""The least variance of a Gaussian, as a share of that of all words."""


def gaussian_log_joint(vectors: Array, weights: Array, means: Array, variances: Array) -> Array:
    """Return log θ_i + log N(x; μ_i, diag σ_i²) (n, K) for vectors (n, e)."""
    joint = np.empty((vectors.shape[0], weights.size))
    for i, (mean, variance) in enumerate(zip(means, variances, strict=True)):
        distance = ((vectors - mean) ** 2 / variance).sum(axis=1)
        joint[:, i] = np.log(weights[i]) - 0.5 * (distance + np.log(2 * np.pi * variance).sum())
    return joint


class _WeightedMixture(GaussianMixture):  # type: ignore[misc]  # scikit-learn ships no types
    """Scikit-learn's mixture with a weight for each row, which its two steps see that many times.

    No variance is below the floor of its dimension (e,). Each step takes the most likely of the mixtures that
    are left, so that the likelihood never falls.
    """

    def weighing(self, weights: Array, floor: Array) -> Self:
        self._row_weights, self._log_weights = weights, np.log(weights)[:, None]
        self._floor = floor
        return self

    def _e_step(self, X: Array, **context: Any) -> tuple[float, Array]:
        log_norms, log_responsibilities = self._estimate_log_prob_resp(X, **context)
        return float(np.average(log_norms, weights=self._row_weights)), log_responsibilities

    def _m_step(self, X: Array, log_resp: Array, **context: Any) -> None:
        super()._m_step(X, log_resp + self._log_weights, **context)
        self.covariances_: Array = np.maximum(self.covariances_, self._floor)
        self.precisions_cholesky_ = 1 / np.sqrt(self.covariances_)


class _Words(CountsEstimator):
    """Gives a name to the sentences about wrong counts."""


class WordMixture(Seeded):
    """A diagonal Gaussian mixture fitted on at most `n_samples` word occurrences, drawn with `seed`.

    EM ends when the mean log-likelihood of an occurrence rises by less than `tol`, or after `max_iter`
    iterations with a warning. `min_variance` is added to each variance, so that none vanishes; and none is
    below `variance_floor` times the variance of all occurrences in its dimension. Without that, Gaussians
    shrink around single frequent words, whose neighbours a Fisher vector then takes for far away.

    Fitted: weights_ (K,), means_ and variances_ (K, e); log_likelihoods_ (n_iter_,), the mean log-likelihood
    of an occurrence under the parameters that entered each iteration; n_iter_ and converged_.
    """

    weights_: Array
    means_: Array
    variances_: Array
    log_likelihoods_: Array
    n_iter_: int
    converged_: bool
    n_features_in_: int

    def __init__(
        self,
        n_components: int = 16,
        n_samples: int = 1_000_000,
        max_iter: int = 200,
        tol: float = 1e-3,
        min_variance: float = 1e-6,
        variance_floor: float = VARIANCE_FLOOR,
        seed: int = 0,
    ) -> None:
        """Take the parameters; they are checked by fit."""
        self.n_components = n_components
        self.n_samples = n_samples
        self.max_iter = max_iter
        self.tol = tol
        self.min_variance = min_variance
        self.variance_floor = variance_floor
        self.seed = seed

    def fit_occurrences(self, X: Any, embedding: Embedding) -> Self:
        """Learn from the words of counts (n_docs, n_terms), each as its vector, without unknown terms."""
        counts = check_counts(_Words(), X, reset=True)
        if counts.shape[1] != (n_terms := embedding.n_terms):
            raise ParameterError(
                f"X has {counts.shape[1]} terms, but the embedding has {n_terms}; use its own"
            )
        totals = np.where(embedding.known, np.asarray(counts.sum(axis=0)), 0.0)
        if not totals.any():
            raise ParameterError("no word of X has a vector; use an embedding that knows some of its terms")
        return self.fit(embedding.vectors[totals > 0], sample_weight=totals[totals > 0])

    def fit(self, X: Any, y: object = None, sample_weight: Any = None) -> Self:  # noqa: ARG002  # y: as usual
        """Learn from vectors (n, e), each of which occurs sample_weight (n,) times, by default once."""
        self._check_parameters()
        vectors = self._checked(X, reset=True)
        occurrences = _drawn(_checked_weights(sample_weight, vectors), self.n_samples, self.seed)
        vectors, occurrences = vectors[occurrences > 0], occurrences[occurrences > 0]
        if (n_points := vectors.shape[0]) < self.n_components:
            raise ParameterError(
                f"n_components must be at most n_samples = {n_points}, the vectors that occur, "
                f"got {self.n_components}"
            )
        with threadpool_limits(limits=1), warnings.catch_warnings():
            # One thread, for the same bits everywhere; we warn of no convergence in our own words below.
            warnings.simplefilter("ignore", ConvergenceWarning)
            floor = self.variance_floor * _variances(vectors, occurrences)
            mixture = self._start(vectors, occurrences, floor).weighing(occurrences, floor).fit(vectors)
        self._keep(mixture)
        return self

    def posteriors(self, X: Any) -> Array:
        """Return γ_i(x) = P(i|x) (n, K) of vectors (n, e)."""
        joint = self._log_joint(X)
        return np.exp(joint - logsumexp(joint, axis=1, keepdims=True))

    def score_samples(self, X: Any) -> Array:
        """Return log p(x) of each vector (n,)."""
        return np.asarray(logsumexp(self._log_joint(X), axis=1))

    def score(self, X: Any, y: object = None) -> float:  # noqa: ARG002  # scikit-learn passes y
        """Return the mean log-likelihood of a vector."""
        return float(np.mean(self.score_samples(X)))

    def _log_joint(self, X: Any) -> Array:
        check_is_fitted(self)
        return gaussian_log_joint(self._checked(X, reset=False), self.weights_, self.means_, self.variances_)

    def _check_parameters(self) -> None:
        for name in ("n_components", "n_samples", "max_iter"):
            whole_number(name, getattr(self, name), 1)
        whole_number("seed", self.seed, 0)
        number("tol", self.tol, at_least=0)
        number("min_variance", self.min_variance, above=0)
        number("variance_floor", self.variance_floor, at_least=0, at_most=1)

    def _checked(self, X: Any, *, reset: bool) -> Array:
        try:
            return np.asarray(validate_data(self, X, reset=reset, dtype=np.float64))
        except ValueError as error:
            raise ParameterError(str(error)) from error

    def _start(self, vectors: Array, occurrences: Array, floor: Array) -> _WeightedMixture:
        """Return a mixture that starts from the clusters of k-means."""
        clusters = KMeans(self.n_components, n_init=1, random_state=self.seed)
        labels = clusters.fit(vectors, sample_weight=occurrences).labels_
        members = np.equal.outer(np.arange(self.n_components), labels) * occurrences
        sizes = members.sum(axis=1) + 10 * np.finfo(np.float64).eps
        means = members @ vectors / sizes[:, None]
        variances = np.maximum(members @ vectors**2 / sizes[:, None] - means**2, 0.0) + self.min_variance
        return _WeightedMixture(
            self.n_components,
            covariance_type="diag",
            tol=self.tol,
            max_iter=self.max_iter,
            reg_covar=self.min_variance,
            weights_init=sizes / sizes.sum(),
            means_init=means,
            precisions_init=1 / np.maximum(variances, floor),
        )

    def _keep(self, mixture: _WeightedMixture) -> None:
        self.weights_, self.means_, self.variances_ = mixture.weights_, mixture.means_, mixture.covariances_
        self.log_likelihoods_ = np.array(mixture.lower_bounds_)
        self.n_iter_, self.converged_ = mixture.n_iter_, mixture.converged_
        if not self.converged_:
            sentence = f"WordMixture did not converge in {self.n_iter_} iterations; raise max_iter or tol"
            warnings.warn(sentence, ConvergenceWarning, stacklevel=3)


def _checked_weights(sample_weight: Any, vectors: Array) -> Array:
    try:
        weights = _check_sample_weight(sample_weight, vectors, dtype=np.float64, ensure_non_negative=True)
    except ValueError as error:
        raise ParameterError(str(error)) from error
    return np.asarray(weights)


def _variances(vectors: Array, occurrences: Array) -> Array:
    """Return the variance of all occurrences in each dimension (e,)."""
    mean = np.average(vectors, axis=0, weights=occurrences)
    return np.asarray(np.average((vectors - mean) ** 2, axis=0, weights=occurrences))


def _drawn(occurrences: Array, n_samples: int, seed: int) -> Array:
    """Return how often each word is in a sample of n_samples occurrences, or all if there are no more."""
    total = occurrences.sum()
    if total <= n_samples:
        return occurrences
    drawn = np.random.default_rng(seed).multinomial(n_samples, occurrences / total)
    return drawn.astype(np.float64)
