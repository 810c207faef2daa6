"""The inner loops for documents that were not fitted: fold them in, cut them in two."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled, compiled_reassociating
from ilk.models._plsi_kernels import Entries, gather_terms, normalise, uniform
from ilk.models.plsi_arrays import Rows, Smoothing, Span

Array = NDArray[Any]

OCCURRENCES = 4
"""The stream of numbers that cuts documents, apart from those of the initial values."""


class Folding(NamedTuple):
    """How to fold in: the start P(z) and P(z)^(1−β), both (K,), the temperature β, and when to stop."""

    start: Array
    base: Array
    tempering: float
    max_iter: int
    tol: float


@compiled_reassociating
def fold_in_span(
    rows: Rows, right: Array, folding: Folding, smoothing: Smoothing, topics: Array, span: Span
) -> None:
    """Write P(z|q) of a span of documents to topics (n, K), by EM with right = P(w|z)^β held fixed.

    A document stops on its own once Σ_z |ΔP(z|q)| is at most tol, so that no other one touches its bits.
    """
    n_topics = right.shape[1]
    left, gathered = np.empty(n_topics, right.dtype), np.empty(n_topics, right.dtype)
    new, mixtures = np.empty(n_topics, right.dtype), np.empty(longest_row(rows, span), right.dtype)
    for doc in range(span.first, span.last):
        first, stop = rows.indptr[doc], rows.indptr[doc + 1]
        own = Rows(rows.indptr, rows.terms[first:stop], rows.counts[first:stop])
        entries = Entries(0, stop - first, stop - first)
        now = topics[doc]
        for topic in range(n_topics):
            now[topic] = folding.start[topic]
        for _ in range(folding.max_iter):
            temper(now, folding, left)
            gather_terms(own, left, right, smoothing.mixture, mixtures, gathered, entries)
            explained = np.float64(0)
            for topic in range(n_topics):
                gathered[topic] *= left[topic]
                explained += gathered[topic]
            if explained <= 0:  # no term that the model knows: P(z) is all there is to say
                break
            normalise(gathered, smoothing, new)
            change = np.float64(0)
            for topic in range(n_topics):
                change += abs(new[topic] - now[topic])
                now[topic] = new[topic]
            if change <= folding.tol:
                break


@compiled
def temper(topics: Array, folding: Folding, left: Array) -> None:
    """Write P(z)^(1−β) P(z|q)^β to left (K,)."""
    for topic in range(left.shape[0]):
        p = topics[topic]
        if folding.tempering == 1:
            left[topic] = p
        else:
            left[topic] = folding.base[topic] * np.exp(folding.tempering * np.log(p)) if p > 0 else 0


@compiled
def observe_span(rows: Rows, seed: int, share: float, observed: Array, span: Span) -> None:
    """Write to observed (nnz,) how many of each count fall into the observed part of their document.

    Each occurrence of a word is drawn for itself; a count that is not whole goes to one side as it is.
    """
    for doc in range(span.first, span.last):
        for j in range(rows.indptr[doc], rows.indptr[doc + 1]):
            count, term = rows.counts[j], np.int64(rows.terms[j])
            occurrences = int(count) if count == np.floor(count) else 1
            kept = 0
            for occurrence in range(occurrences):
                kept += uniform((seed, OCCURRENCES, occurrence), doc, term) < share
            observed[j] = count * kept / occurrences


@compiled
def longest_row(rows: Rows, span: Span) -> int:
    """Return the largest number of entries in one row of a span."""
    longest = 0
    for row in range(span.first, span.last):
        longest = max(longest, rows.indptr[row + 1] - rows.indptr[row])
    return longest
