"""The k best documents of a query in NumPy: what the compiled kernel does, readable and without numba.

Start-up counts where one search is a whole process, so this is also the code that answers from the shell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Answer = tuple[NDArray[np.int32], NDArray[np.float64]]
"""Document numbers and their similarities, best first."""


class Searched(NamedTuple):
    """The postings by term, what each adds, and what a word of any query adds to each document."""

    indptr: NDArray[np.int64]
    docs: NDArray[Any]  # int32, or the same bits as uint32
    impacts: NDArray[np.float32]
    constants: NDArray[np.float64]  # empty for none


class Wanted(NamedTuple):
    """The distinct terms of a query with their weights, its length, who may be a hit, and how many."""

    terms: NDArray[np.int32]
    weights: NDArray[np.float64]
    length: float
    allowed: NDArray[np.bool_]  # empty for all
    k: int


def top_k(searched: Searched, wanted: Wanted, n_docs: int) -> Answer:
    """Add up the postings of the wanted terms; return the best of the allowed documents that they touch."""
    totals, touched = np.zeros(n_docs), np.zeros(n_docs, dtype=np.bool_)
    for term, weight in zip(wanted.terms, wanted.weights, strict=True):
        span = slice(searched.indptr[term], searched.indptr[term + 1])
        docs = searched.docs[span]
        totals[docs] += weight * searched.impacts[span].astype(np.float64)
        touched[docs] = True
    if wanted.allowed.size:
        touched &= wanted.allowed
    candidates = np.flatnonzero(touched)
    similarities = totals[candidates]
    if searched.constants.size:
        similarities += wanted.length * searched.constants[candidates]
    best = best_first(similarities, wanted.k)
    return candidates[best].astype(np.int32), similarities[best]


def best_first(similarities: NDArray[Any], k: int) -> NDArray[np.intp]:
    """Return the positions of the k largest similarities, largest first, equal ones in order of position."""
    n = similarities.size
    if k >= n:
        return np.argsort(-similarities, kind="stable")
    threshold = np.partition(similarities, n - k)[n - k]
    above = np.flatnonzero(similarities > threshold)
    equal = np.flatnonzero(similarities == threshold)[: k - above.size]
    chosen = np.sort(np.concatenate([above, equal]))
    return chosen[np.argsort(-similarities[chosen], kind="stable")]
