"""Working memory of the compiled search, lent to one search at a time."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


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


class ScratchPool:
    """As much scratch as searches ever ran at once; a deque's ends are safe between threads."""

    def __init__(self, n_docs: int) -> None:
        self.n_docs = n_docs
        self._idle: deque[Scratch] = deque()

    def take(self) -> Scratch:
        """Return scratch that nobody else holds."""
        try:
            return self._idle.pop()
        except IndexError:
            return new_scratch(self.n_docs)

    def give_back(self, scratch: Scratch) -> None:
        """Keep scratch for the next search; only one that ended well has left zeros in it."""
        self._idle.append(scratch)
