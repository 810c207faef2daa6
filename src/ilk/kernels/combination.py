"""A weighted sum of kernels, each scaled to [0, 1], with weights that add up to 1 (nyffenegger2006)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.models._base import CountsEstimator, whole_number
from ilk.models.counts_input import check_counts

Floats = NDArray[np.float64]

Score = Callable[[Floats], Floats]
"""From similarities (m, n_docs) to how good the ranking of each query is (m,); larger is better."""

FEW, SAMPLE = 2048, 256
"""Up to FEW documents are all compared to find the range of a kernel; of more, SAMPLE of them with all."""


class Kernel(Protocol):
    """What can be combined: FisherKernel, CountKernel, FisherVectors."""

    def fit(self, X: Any) -> Any:
        """Learn from counts (n_docs, n_terms)."""

    def gram(self, X: Any = None) -> Floats:
        """Return similarities (m, n_docs)."""


@dataclass(frozen=True, slots=True, eq=False)
class GridSearch:
    """The weights on a grid (n, n_kernels), and the score of each query with each of them (n, m)."""

    grid: Floats
    scores: Floats

    def best(self, queries: NDArray[np.bool_] | None = None) -> int:
        """Return the place of the weights with the largest mean over some queries; the first of equals."""
        scores = self.scores if queries is None else self.scores[:, queries]
        return int(np.argmax(scores.mean(axis=1)))

    def published(self) -> float:
        """Return the best mean on all queries, those that chose the weights: as published, too good."""
        return float(self.scores[self.best()].mean())

    def chosen(self, n_folds: int = 5, seed: int = 0) -> NDArray[np.intp]:
        """Return, for each query, the place of the weights (m,) that the other folds of queries choose."""
        m = self.scores.shape[1]
        if whole_number("n_folds", n_folds, at_least=2) > m:
            raise ParameterError(f"n_folds must be at most the number of queries, {m}, got {n_folds}")
        fold_of = np.random.default_rng(seed).permutation(m) % n_folds
        by_fold = [self.best(fold_of != fold) for fold in range(n_folds)]
        return np.array(by_fold, dtype=np.intp)[fold_of]

    def cross_validated(self, n_folds: int = 5, seed: int = 0) -> Floats:
        """Return the score of each query (m,) with weights chosen on the other folds of queries."""
        places = self.chosen(n_folds, seed)
        return np.asarray(self.scores[places, np.arange(places.size)])


def simplex_grid(n_kernels: int, n_steps: int) -> Floats:
    """Return all weights (n, n_kernels) that are multiples of 1/n_steps and add up to 1, increasing."""

    def compositions(total: int, n: int) -> Iterator[tuple[int, ...]]:
        if n == 1:
            yield (total,)
            return
        for first in range(total + 1):
            for rest in compositions(total - first, n - 1):
                yield first, *rest

    return np.array(list(compositions(n_steps, n_kernels)), dtype=np.float64) / n_steps


def scaled_to_unit(gram: Floats, least: float, largest: float) -> Floats:
    """Return (K − least)/(largest − least); 0 for a kernel that is the same everywhere."""
    width = largest - least
    return (gram - least) / width if width > 0 else np.zeros_like(gram)


def search_grid(grams: Sequence[Floats], score: Score, n_steps: int) -> GridSearch:
    """Score the sum of scaled kernels, each (m, n_docs), with all weights of the grid."""
    grid = simplex_grid(len(grams), n_steps)
    scores = [np.asarray(score(weighted_sum(grams, weights)), dtype=np.float64) for weights in grid]
    m = grams[0].shape[0]
    for answer in scores:
        if answer.shape != (m,):
            raise ParameterError(
                f"score must return a number for each of the {m} queries, got {answer.shape}"
            )
    return GridSearch(grid, np.array(scores))


def weighted_sum(grams: Sequence[Floats], weights: Floats) -> Floats:
    """Return Σ_r α_r K_r."""
    total = np.zeros_like(grams[0])
    for gram, weight in zip(grams, weights, strict=True):
        total += weight * gram
    return total


class Combination(CountsEstimator):
    """K(d,q) = Σ_r α_r K_r(d,q), with each K_r scaled to [0, 1] and Σ_r α_r = 1.

    kernels: fitted by `fit`, each over the same documents; those given stay as they are.
    weights: a number for each, scaled to add up to 1; None for equal ones; "grid" for those that rank the
        queries given to `fit` best, among all multiples of 1/n_steps.

    The range of a kernel is that of its similarities between the queries and the documents, or, without
    queries, between the documents; other texts may fall outside of it.
    Fitted: kernels_; weights_ (n_kernels,); ranges_ (n_kernels, 2); search_, the GridSearch if there was one.
    """

    kernels_: list[Kernel]
    weights_: Floats
    ranges_: Floats
    search_: GridSearch | None
    n_features_in_: int

    def __init__(
        self, kernels: Sequence[Kernel], weights: Sequence[float] | str | None = None, *, n_steps: int = 10
    ) -> None:
        self.kernels = kernels
        self.weights = weights
        self.n_steps = n_steps

    def fit(self, X: Any, y: object = None, *, queries: Any = None, score: Score | None = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Fit each kernel to counts (n_docs, n_terms); find ranges and weights on queries (m, n_terms)."""
        n_steps, weights = whole_number("n_steps", self.n_steps, at_least=1), self._given_weights()
        counts = check_counts(self, X, reset=True)
        asked = None if queries is None else check_counts(self, queries, reset=False)
        if weights is None and (asked is None or score is None):
            raise ParameterError('weights="grid" needs queries and a score to choose by; give both to fit')
        kernels = [copy.copy(kernel).fit(counts) for kernel in self.kernels]
        grams = [_sample_gram(kernel, counts) if asked is None else kernel.gram(asked) for kernel in kernels]
        ranges = np.array([(gram.min(), gram.max()) for gram in grams])
        search = None
        if weights is None and score is not None:
            search = search_grid(_scaled(grams, ranges), score, n_steps)
            weights = search.grid[search.best()]
        self.kernels_, self.ranges_, self.search_ = kernels, ranges, search
        self.weights_ = np.asarray(weights)
        return self

    def gram(self, X: Any = None) -> Floats:
        """Return the similarities (m, n_docs) of X, or of the fitted documents, with the fitted ones."""
        check_is_fitted(self)
        counts = None if X is None else check_counts(self, X, reset=False)
        grams = [kernel.gram(counts) for kernel in self.kernels_]
        return weighted_sum(_scaled(grams, self.ranges_), self.weights_)

    def _given_weights(self) -> Floats | None:
        """Return the weights, adding up to 1, or None if they are to be found."""
        n = len(self.kernels)
        if n == 0:
            raise ParameterError("Combination needs at least one kernel, got none")
        if isinstance(self.weights, str):
            if self.weights != "grid":
                raise ParameterError(f'weights must be "grid" or {n} numbers, got {self.weights!r}')
            return None
        weights = np.ones(n) if self.weights is None else np.asarray(self.weights, dtype=np.float64)
        if (
            weights.shape != (n,)
            or not np.all(np.isfinite(weights))
            or weights.min() < 0
            or not weights.any()
        ):
            raise ParameterError(
                f"weights must be {n} numbers of at least 0, not all 0, got {self.weights!r}"
            )
        return np.asarray(weights / weights.sum())


def _scaled(grams: Sequence[Floats], ranges: Floats) -> list[Floats]:
    return [scaled_to_unit(gram, *bounds) for gram, bounds in zip(grams, ranges, strict=True)]


def _sample_gram(kernel: Kernel, counts: csr_array) -> Floats:
    """Return similarities between fitted documents that show the kernel's range."""
    n_docs = counts.shape[0]
    if n_docs <= FEW:
        return kernel.gram()
    return kernel.gram(counts[np.linspace(0, n_docs - 1, SAMPLE).astype(np.intp)])
