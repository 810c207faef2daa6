"""Nearest neighbours under any kernel, and how they vote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.labels import ONE, Labels, Members
from ilk.models._base import whole_number
from ilk.models.counts_input import check_counts
from ilk.search.topk import best_first
from ilk.tasks.classify._base import CountsClassifier
from ilk.tasks.classify.reference import Reference, reference

Floats = NDArray[np.float64]
Places = NDArray[np.int32]

UNIFORM, SIMILARITY = "uniform", "similarity"
WEIGHTS = (UNIFORM, SIMILARITY)

BLOCK_SIZE = 1 << 22
"""Similarities that are held at a time, 32 MB of them."""


class NearestNeighbours(CountsClassifier):
    """The k labelled documents that are most similar to a document vote on its label.

    kernel: any kernel of ilk, or anything with fit and transform, or fit and gram; larger is nearer. A fitted
        one is kept; of another a copy is fitted to the labelled and unlabelled documents together.
    k: how many neighbours.
    weights: "uniform", one vote each, or "similarity", as many votes as it is similar, none below 0.

    A tie goes to the class of the nearest neighbour among those tied. Of several labels, a document gets
    those with at least half of the votes.
    Fitted: reference_, the kernel over the labelled documents.
    """

    reference_: Reference

    def __init__(self, kernel: Any, k: int = 3, weights: str = UNIFORM) -> None:
        self.kernel = kernel
        self.k = k
        self.weights = weights

    def fit(self, X: Any, y: Any, unlabelled: Any = None) -> Self:
        """Keep labelled documents X (n, n_terms); the kernel learns from the unlabelled ones too."""
        whole_number("k", self.k, at_least=1)
        _check_weights(self.weights)
        counts, labels, others = self._checked(X, y, unlabelled)
        self.reference_ = reference(self.kernel, counts, others)
        self.labels_, self.classes_ = labels, labels.classes
        return self

    def neighbours(self, X: Any, k: int | None = None) -> tuple[Places, Floats]:
        """Return the places (m, k) of the nearest labelled documents, nearest first, and their similarities.

        Equal ones are in the order of the documents. There are fewer than k where fewer are labelled. Rows
        are taken a block at a time, so that the similarities of all are never in memory at once.
        """
        check_is_fitted(self)
        wanted = whole_number("k", self.k if k is None else k, at_least=1)
        counts = check_counts(self, X, reset=False)
        blocks = (
            self.reference_.gram(counts[rows]) for rows in row_blocks(counts.shape[0], len(self.labels_))
        )
        return nearest_first(blocks, min(wanted, len(self.labels_)))

    def predict(self, X: Any) -> Any:
        """Return the labels of X (m, n_terms), in the form in which fit was given them."""
        return vote(*self.neighbours(X), self.labels_, self.k, self.weights)

    def predict_proba(self, X: Any) -> Floats:
        """Return the share of the votes of each class (m, n_classes)."""
        return vote_shares(*self.neighbours(X), self.labels_, self.k, self.weights)


def row_blocks(n_rows: int, n_columns: int) -> Iterator[slice]:
    """Yield slices of rows whose similarities with all columns are few enough to hold."""
    size = max(BLOCK_SIZE // max(n_columns, 1), 1)
    yield from (slice(first, min(first + size, n_rows)) for first in range(0, n_rows, size))


def nearest_first(blocks: Iterable[Floats], k: int) -> tuple[Places, Floats]:
    """Return places (m, k) of the k largest of each row, largest first, equal ones in order, and those."""
    places: list[NDArray[np.intp]] = [np.empty((0, k), np.intp)]
    largest: list[Floats] = [np.empty((0, k))]
    for block in blocks:
        best = np.array([best_first(row, k) for row in block])
        places.append(best)
        largest.append(np.take_along_axis(block, best, axis=1))
    return np.concatenate(places).astype(np.int32), np.concatenate(largest)


def vote(places: Places, similarities: Floats, y: Any, k: int, weights: str = UNIFORM) -> Any:
    """Return the labels that the first k of the neighbours (m, at least k) vote for.

    y holds the labels of the documents that `places` counts. Neighbours are paid for once, however many k are
    tried.
    """
    labels = y if isinstance(y, Labels) else Labels.read(y)
    return labels.written(vote_table(places, similarities, labels, k, weights)[1])


def vote_shares(places: Places, similarities: Floats, y: Any, k: int, weights: str = UNIFORM) -> Floats:
    """Return the share of the votes of the first k neighbours that each class gets (m, n_classes)."""
    labels = y if isinstance(y, Labels) else Labels.read(y)
    return vote_table(places, similarities, labels, k, weights)[0]


def vote_table(
    places: Places, similarities: Floats, labels: Labels, k: int, weights: str
) -> tuple[Floats, Members]:
    """Return the shares of the votes (m, n_classes), and which classes win (m, n_classes)."""
    votes, all_votes = _votes(places, similarities, labels, k, weights)
    shares = votes / all_votes
    if labels.form != ONE:
        return shares, shares >= 1 / 2
    tied = votes == votes.max(axis=1, keepdims=True)
    classes = labels.codes[places[:, :k]]
    nearest = np.take_along_axis(tied, classes, axis=1).argmax(axis=1)
    members = np.zeros(votes.shape, dtype=np.bool_)
    members[np.arange(len(votes)), classes[np.arange(len(votes)), nearest]] = True
    return shares, members


def _votes(
    places: Places, similarities: Floats, labels: Labels, k: int, weights: str
) -> tuple[Floats, Floats]:
    """Return the votes of each class (m, n_classes), and how many there are in all (m, 1)."""
    _check_weights(weights)
    depth = min(whole_number("k", k, at_least=1), len(labels))
    if places.shape[1] < depth:
        raise ParameterError(f"k must be at most the {places.shape[1]} neighbours that were found, got {k}")
    voices = np.ones((len(places), depth))
    if weights == SIMILARITY:
        weighed = np.maximum(similarities[:, :depth], 0.0)
        voices = np.where(
            weighed.any(axis=1, keepdims=True), weighed, voices
        )  # one vote each if none is like it
    votes, all_votes = np.zeros((len(places), len(labels.classes))), np.zeros((len(places), 1))
    for place, voice in zip(places[:, :depth].T, voices.T, strict=True):
        votes += voice[:, None] * labels.members[place]
        all_votes += voice[:, None]
    return votes, all_votes


def _check_weights(weights: str) -> None:
    if weights not in WEIGHTS:
        raise ParameterError(f"weights must be one of {', '.join(WEIGHTS)}, got {weights!r}")
