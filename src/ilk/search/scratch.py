"""Working memory of the compiled search, lent to one search at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

DOCS_AT_A_TIME = 1 << 16
"""Documents whose bounds, and what these are made from, stay in the cache of one processor."""


class Scratch(NamedTuple):
    """Each document's total, whether it was seen, and a list of those that were."""

    totals: NDArray[np.float64]  # (n_docs,), zeros between searches
    seen: NDArray[np.uint8]  # (n_docs,), zeros between searches
    touched: NDArray[np.uint32]  # (n_docs + 1,), the last place is written to and never read


def new_scratch(n_docs: int) -> Scratch:
    """Return scratch for so many documents."""
    return Scratch(
        totals=np.zeros(n_docs, dtype=np.float64),
        seen=np.zeros(n_docs, dtype=np.uint8),
        touched=np.empty(n_docs + 1, dtype=np.uint32),
    )


class TopicScratch(NamedTuple):
    """The same for a block of documents in the search by topics: bounds, and what was computed of some."""

    totals: NDArray[np.float64]  # bounds
    seen: NDArray[np.uint8]
    touched: NDArray[np.uint32]
    exact: NDArray[np.float64]  # zeros between searches
    chosen: NDArray[np.uint32]


def new_topic_scratch(n_docs: int) -> TopicScratch:
    """Return scratch of the search by topics for so many documents, or for a block of them."""
    n = min(n_docs, DOCS_AT_A_TIME)
    return TopicScratch(*new_scratch(n), np.zeros(n), np.empty(n, dtype=np.uint32))


class ScratchPool(Generic[T]):
    """As much scratch as searches ever ran at once; a deque's ends are safe between threads."""

    def __init__(self, make: Callable[[int], T], n_docs: int) -> None:
        self._make, self._n_docs = make, n_docs
        self._idle: deque[T] = deque()

    def take(self) -> T:
        """Return scratch that nobody else holds."""
        try:
            return self._idle.pop()
        except IndexError:
            return self._make(self._n_docs)

    def give_back(self, scratch: T) -> None:
        """Keep scratch for the next search; only one that ended well has left zeros in it."""
        self._idle.append(scratch)
