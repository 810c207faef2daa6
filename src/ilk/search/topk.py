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
    """The postings by term, what each adds, and what else a query adds to each document, up to a factor."""

    indptr: NDArray[np.int64]
    docs: NDArray[Any]  # int32, or the same bits as uint32
    impacts: NDArray[np.float32]
    constants: NDArray[np.float64]  # empty for none


class Wanted(NamedTuple):
    """The distinct terms of a query with their weights, its factor, who may be a hit, and how many."""

    terms: NDArray[np.int32]
    weights: NDArray[np.float64]
    factor: float  # of the constants
    allowed: NDArray[np.bool_]  # empty for all
    k: int


def top_k(searched: Searched, wanted: Wanted, n_docs: int) -> Answer:
    """Add up the postings of the wanted terms; return the best of the allowed documents that they touch."""
    totals, touched = accumulate(searched, wanted, n_docs)
    if wanted.allowed.size:
        touched &= wanted.allowed
    candidates = np.flatnonzero(touched)
    similarities = totals[candidates]
    if searched.constants.size:
        similarities += wanted.factor * searched.constants[candidates]
    best = best_first(similarities, wanted.k)
    return candidates[best].astype(np.int32), similarities[best]


def accumulate(
    searched: Searched, wanted: Wanted, n_docs: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return Σ weight · impact over the wanted terms (n_docs,), and who has one of them (n_docs,)."""
    totals, touched = np.zeros(n_docs), np.zeros(n_docs, dtype=np.bool_)
    for term, weight in zip(wanted.terms, wanted.weights, strict=True):
        span = slice(searched.indptr[term], searched.indptr[term + 1])
        docs = searched.docs[span]
        totals[docs] += weight * searched.impacts[span].astype(np.float64)
        touched[docs] = True
    return totals, touched


def best_of(similarities: NDArray[Any], candidates: NDArray[np.bool_], k: int) -> Answer:
    """Return the k best of the candidates, from the similarities of all documents (n_docs,)."""
    docs = np.flatnonzero(candidates)
    best = best_first(similarities[docs], k)
    return docs[best].astype(np.int32), similarities[docs[best]]


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
