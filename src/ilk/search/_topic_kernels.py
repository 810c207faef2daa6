"""The hot loop of the search by topics, compiled: bound all candidates, then compute the few that matter.

`ilk.search.topic_topk.similarities` computes the same for all documents in NumPy. Bounds are added up as in
a lexical search. The documents with the largest bounds, the pilots, are computed first; the k-th best of them
is what the bound of any other document has to reach to be computed too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled, compiled_reassociating
from ilk.search._search_kernels import accumulate, is_worse, sift_down, sift_up, sort_heap
from ilk.search.scratch import Scratch, TopicScratch
from ilk.search.topic_topk import TopicSearched, TopicWanted
from ilk.search.topk import Answer, Searched, Wanted

Array = NDArray[Any]
Plain = tuple[Any, ...]

PILOTS = 8
"""How many times k documents are pilots, about."""

BUCKETS, BUCKET_BITS = 256, 48
"""Bounds are told apart by exponent and four bits more, over the sixteen octaves below the largest one."""

ROUNDING = 1 + 1e-9
"""More than what rounding may take from a bound."""


class Heap(NamedTuple):
    """The best documents so far and their similarities, the worst of them first."""

    docs: Array
    similarities: Array


@compiled
def search(searched: Plain, wanted: Plain, rough: Array, allowed: Array, k: int, scratch: Plain) -> Answer:
    """Do as `top_k` does; take plain tuples, which get here faster than named ones."""
    return top_k(
        TopicSearched(*searched), TopicWanted(*wanted), rough, allowed, k, TopicScratch(*scratch)
    )


@compiled
def top_k(
    searched: TopicSearched, wanted: TopicWanted, rough: Array, allowed: Array, k: int, scratch: TopicScratch
) -> Answer:
    """Return the documents of the k largest similarities and these, best first, ties in document order.

    rough (n_docs,) bounds the sum over topics from above; it is empty where that is left out.
    """
    n = bound_words(searched, wanted, scratch)
    n = bound_all(searched, rough, allowed, scratch) if rough.size else drop_forbidden(allowed, scratch, n)
    room = min(k, n)
    heap = Heap(np.empty(room, np.int32), np.empty(room, np.float64))
    low = pilot_bound(scratch, n, PILOTS * k) if n > 2 * PILOTS * k else 0.0
    size = compute(searched, wanted, scratch, n, (low, np.inf), heap, 0)
    if low > 0 and heap.similarities[0] < low * ROUNDING:
        size = compute(searched, wanted, scratch, n, (heap.similarities[0] / ROUNDING, low), heap, size)
    for i in range(n):
        scratch.totals[scratch.touched[i]] = 0.0
    sort_heap(heap.docs, heap.similarities, size)
    return heap.docs[:size], heap.similarities[:size]


@compiled
def bound_words(searched: TopicSearched, wanted: TopicWanted, scratch: TopicScratch) -> int:
    """Add up weight · impact, an upper bound for the sum over words; return how many documents have one."""
    lexical = Searched(searched.indptr, searched.docs, searched.impacts, searched.inverse_norms)
    query = Wanted(wanted.terms, wanted.weights, 0.0, searched.has_words, 1)
    return accumulate(lexical, query, Scratch(scratch.totals, scratch.seen, scratch.touched))


@compiled
def drop_forbidden(allowed: Array, scratch: TopicScratch, n: int) -> int:
    """Keep only the candidates that may be hits, and return how many."""
    totals, seen, touched = scratch.totals, scratch.seen, scratch.touched
    kept = 0
    for i in range(n):
        doc = touched[i]
        seen[doc] = 0
        if allowed.size and not allowed[doc]:
            totals[doc] = 0.0
        else:
            touched[kept] = doc
            kept += 1
    return kept


@compiled
def bound_all(searched: TopicSearched, rough: Array, allowed: Array, scratch: TopicScratch) -> int:
    """Make all documents candidates that have words and may be hits; add the bounds of their sums over topics."""
    totals, seen, touched = scratch.totals, scratch.seen, scratch.touched
    kept = 0
    for doc in range(rough.size):
        seen[doc] = 0
        if searched.has_words[doc] and (allowed.size == 0 or allowed[doc]):
            totals[doc] += rough[doc]
            touched[kept] = doc
            kept += 1
        else:
            totals[doc] = 0.0
    return kept


@compiled
def pilot_bound(scratch: TopicScratch, n: int, wanted: int) -> float:
    """Return a bound that about so many of the candidates reach, and not fewer; 0 where it would be tiny."""
    totals, touched = scratch.totals, scratch.touched
    bits = totals.view(np.int64)  # positive numbers are ordered like their bits
    largest = 0
    for i in range(n):
        largest = max(largest, bits[touched[i]])
    top, counts = largest >> BUCKET_BITS, np.zeros(BUCKETS, np.int64)
    for i in range(n):
        counts[min(top - (bits[touched[i]] >> BUCKET_BITS), BUCKETS - 1)] += 1
    reached, bucket = counts[0], 0
    while reached < wanted:
        bucket += 1
        reached += counts[bucket]
    edge = np.zeros(1, np.int64)
    if bucket < BUCKETS - 1:
        edge[0] = (top - bucket) << BUCKET_BITS
    return edge.view(np.float64)[0]


@compiled
def compute(
    searched: TopicSearched,
    wanted: TopicWanted,
    scratch: TopicScratch,
    n: int,
    bounds: tuple[float, float],
    heap: Heap,
    size: int,
) -> int:
    """Compute the candidates whose bound is at least the first and below the second; offer them to the heap."""
    totals, seen, touched = scratch.totals, scratch.seen, scratch.touched
    n_chosen = 0
    for i in range(n):
        doc = touched[i]
        if bounds[0] <= totals[doc] < bounds[1]:
            seen[doc] = 1
            scratch.chosen[n_chosen] = doc
            n_chosen += 1
    add_words(searched, wanted, scratch)
    for i in range(n_chosen):
        doc = scratch.chosen[i]
        value = scratch.exact[doc] * searched.inverse_norms[doc]
        if wanted.topics.size:
            value += searched.factors[doc] * product(wanted.topics, searched.rows[doc])
        size = offer(heap, size, doc, value)
        scratch.exact[doc], seen[doc] = 0.0, 0
    return size


@compiled
def add_words(searched: TopicSearched, wanted: TopicWanted, scratch: TopicScratch) -> None:
    """Add up the sum over words of the documents that are marked as seen, but for 1/‖P(z|d)‖."""
    indptr, docs, impacts = searched.indptr, searched.docs, searched.impacts
    seen, exact = scratch.seen, scratch.exact
    for i in range(wanted.terms.size):
        term, weight, direction = wanted.terms[i], wanted.weights[i], wanted.directions[i]
        for posting in range(indptr[term], indptr[term + 1]):
            doc = docs[posting]
            if seen[doc]:
                exact[doc] += weight * np.float64(impacts[posting]) * product(direction, searched.shares[doc])


@compiled
def offer(heap: Heap, size: int, doc: int, similarity: float) -> int:
    """Put a document into the heap if it belongs among the best; return the new size."""
    if size < heap.docs.size:
        sift_up(heap.docs, heap.similarities, size, doc, similarity)
        return size + 1
    worst = heap.similarities[0]
    if similarity >= worst and is_worse(heap.docs[0], worst, doc, similarity):
        sift_down(heap.docs, heap.similarities, size, doc, similarity)
    return size


@compiled_reassociating
def product(direction: Array, row: Array) -> float:
    """Return Σ_z direction(z) row(z) in double precision."""
    total = 0.0
    for topic in range(direction.size):
        total += direction[topic] * np.float64(row[topic])
    return total
