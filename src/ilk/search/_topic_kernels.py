"""The hot loop of the search by topics, compiled: bound all candidates, then compute the few that matter.

`ilk.search.topic_topk.similarities` computes the same for all documents in NumPy. Bounds are added up as in
a lexical search. The documents with the largest bounds, the pilots, are computed first; the k-th best of them
is what the bound of any other document has to reach to be computed too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled
from ilk.search._search_kernels import is_worse, sift_down, sift_up, sort_heap
from ilk.search._topic_query_kernels import directions_of, weighted_sum
from ilk.search.scratch import TopicScratch
from ilk.search.topic_kernel import PLSIQuery
from ilk.search.topic_topk import TopicSearched, TopicWanted
from ilk.search.topk import Answer

Array = NDArray[Any]
Plain = tuple[Any, ...]

PILOTS = 8
"""How many times k documents are pilots, about."""

BUCKETS, BUCKET_BITS = 256, 48
"""Bounds are told apart by exponent and four bits more, over the sixteen octaves below the largest one."""

ROUNDING = 1 + 1e-6
"""More than what rounding may take from a bound."""

TINY = 1e-300
"""Added to every bound, so that one of zero differs from none."""


class Heap(NamedTuple):
    """The best documents so far and their similarities, the worst of them first."""

    docs: Array
    similarities: Array


@compiled
def search(searched: Plain, wanted: Plain, rough: Array, allowed: Array, k: int, scratch: Plain) -> Answer:
    """Do as `top_k` does; take plain tuples, which get here faster than named ones."""
    return top_k(TopicSearched(*searched), TopicWanted(*wanted), rough, allowed, k, TopicScratch(*scratch))


@compiled
def search_words(searched: Plain, query: Plain, allowed: Array, k: int, scratch: Plain) -> Answer:
    """Fold in a query of PLSI, and do as `top_k` does with the sum over words alone."""
    named = PLSIQuery(*query)
    _, _, weights, directions = directions_of(named)
    nothing = np.empty(0)
    wanted = TopicWanted(named.terms, weights, directions, nothing)
    return top_k(TopicSearched(*searched), wanted, nothing, allowed, k, TopicScratch(*scratch))


@compiled
def query(plain: Plain) -> tuple[Array, Array, Array, Array]:
    """Do as `directions_of` does."""
    return directions_of(PLSIQuery(*plain))


@compiled
def top_k(
    searched: TopicSearched, wanted: TopicWanted, rough: Array, allowed: Array, k: int, scratch: TopicScratch
) -> Answer:
    """Return the documents of the k largest similarities and these, best first, ties in document order.

    rough (n_docs,) bounds the sum over topics from above; it is empty where that is left out.
    """
    n, largest = bound_words(searched, wanted, scratch)
    if rough.size:
        n, largest = bound_all(searched, rough, scratch)
    if allowed.size:
        n = drop_forbidden(allowed, scratch, n)
    heap = Heap(np.empty(min(k, n), np.int32), np.empty(min(k, n), np.float64))
    low = pilot_bound(scratch, n, largest, PILOTS * k) if n > 2 * PILOTS * k else 0.0
    size = compute(searched, wanted, scratch, choose(scratch, n, low), heap, 0)
    least = heap.similarities[0] / ROUNDING if size else np.inf
    size = compute(searched, wanted, scratch, clear_and_choose(scratch, n, least, low), heap, size)
    sort_heap(heap.docs, heap.similarities, size)
    return heap.docs[:size], heap.similarities[:size]


@compiled
def bound_words(searched: TopicSearched, wanted: TopicWanted, scratch: TopicScratch) -> tuple[int, float]:
    """Add up bounds of what the words add to each document; return how many have one, and the largest.

    P(z|d) is at some angle to its largest topic, and a direction is too: the angle between them is not less
    than the difference of these, and its cosine is not more than that difference's.
    """
    indptr, docs, impacts, sides = searched.indptr, searched.docs, searched.impacts, searched.sides
    totals, touched = scratch.totals, scratch.touched
    n_touched, largest, n_topics = 0, 0.0, wanted.directions.shape[1]
    along, across = np.empty(n_topics), np.empty(n_topics)
    for i in range(wanted.terms.size):
        term, weight = wanted.terms[i], wanted.weights[i]
        if weight == 0:
            continue
        for topic in range(n_topics):
            cosine = wanted.directions[i, topic]
            along[topic], across[topic] = weight * cosine, weight * np.sqrt(max(1 - cosine * cosine, 0.0))
        for posting in range(indptr[term], indptr[term + 1]):
            doc = docs[posting]
            peak = np.uint32(sides[doc, 2])
            bound = along[peak] * sides[doc, 0] + across[peak] * sides[doc, 1]
            before = totals[doc]
            after = before + (bound * np.float64(impacts[posting]) + TINY)
            totals[doc], touched[n_touched] = after, doc
            n_touched += before == 0
            largest = max(largest, after)
    return n_touched, largest


@compiled
def bound_all(searched: TopicSearched, rough: Array, scratch: TopicScratch) -> tuple[int, float]:
    """Make all documents with words candidates; add the bounds of their sums over topics."""
    totals, touched = scratch.totals, scratch.touched
    n_touched, largest = 0, 0.0
    for doc in range(rough.size):
        totals[doc] += rough[doc] + TINY
        touched[n_touched] = doc
        n_touched += searched.has_words[doc]
        largest = max(largest, totals[doc])
    return n_touched, largest


@compiled
def drop_forbidden(allowed: Array, scratch: TopicScratch, n: int) -> int:
    """Keep only the candidates that may be hits, and return how many."""
    totals, touched = scratch.totals, scratch.touched
    kept = 0
    for i in range(n):
        doc = touched[i]
        if allowed[doc]:
            touched[kept] = doc
            kept += 1
        else:
            totals[doc] = 0.0
    return kept


@compiled
def pilot_bound(scratch: TopicScratch, n: int, largest: float, wanted: int) -> float:
    """Return a bound that about so many of the candidates reach, and not fewer; 0 where it would be tiny."""
    bits, touched = (
        scratch.totals.view(np.int64),
        scratch.touched,
    )  # positive numbers are ordered like their bits
    edge = np.array([largest])
    top, counts = edge.view(np.int64)[0] >> BUCKET_BITS, np.zeros(BUCKETS, np.int64)
    for i in range(n):
        counts[min(top - (bits[touched[i]] >> BUCKET_BITS), BUCKETS - 1)] += 1
    reached, bucket = counts[0], 0
    while reached < wanted:
        bucket += 1
        reached += counts[bucket]
    edge.view(np.int64)[0] = (top - bucket) << BUCKET_BITS
    return edge[0] if bucket < BUCKETS - 1 else 0.0


@compiled
def choose(scratch: TopicScratch, n: int, low: float) -> int:
    """Mark and list the candidates whose bound is at least low, and return how many."""
    totals, touched = scratch.totals, scratch.touched
    n_chosen = 0
    for i in range(n):
        doc = touched[i]
        if totals[doc] >= low:
            scratch.seen[doc] = 1
            scratch.chosen[n_chosen] = doc
            n_chosen += 1
    return n_chosen


@compiled
def clear_and_choose(scratch: TopicScratch, n: int, low: float, high: float) -> int:
    """Do the same for bounds from low to below high, and leave all bounds at zero for the next search."""
    totals, touched = scratch.totals, scratch.touched
    n_chosen = 0
    for i in range(n):
        doc = touched[i]
        bound = totals[doc]
        totals[doc] = 0.0
        if low <= bound < high:
            scratch.seen[doc] = 1
            scratch.chosen[n_chosen] = doc
            n_chosen += 1
    return n_chosen


@compiled
def compute(
    searched: TopicSearched, wanted: TopicWanted, scratch: TopicScratch, n_chosen: int, heap: Heap, size: int
) -> int:
    """Compute the chosen candidates and offer them to a heap of some size; return its new size."""
    if n_chosen:
        add_words(searched, wanted, scratch)
    for i in range(n_chosen):
        doc = scratch.chosen[i]
        value = scratch.exact[doc] * searched.inverse_norms[doc]
        if wanted.topics.size:
            value += searched.factors[doc] * weighted_sum(wanted.topics, searched.rows[doc])
        size = offer(heap, size, doc, value)
        scratch.exact[doc], scratch.seen[doc] = 0.0, 0
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
                exact[doc] += (
                    weight * np.float64(impacts[posting]) * weighted_sum(direction, searched.shares[doc])
                )


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
