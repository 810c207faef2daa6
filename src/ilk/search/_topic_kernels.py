"""The hot loop of the search by topics, compiled: bound all candidates, then compute the few that matter.

`ilk.search.topic_topk.similarities` computes the same for all documents in NumPy. Bounds are added up as in
a lexical search. The documents with the largest bounds, the pilots, are computed first; the worst of the best
so far is what the bound of any other document has to reach to be computed too. All of this for a block of
documents at a time, so that what is added up stays in the cache however many there are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled
from ilk.search._search_kernels import Heap, offer, sort_heap
from ilk.search._topic_query_kernels import directions_of, weighted_sum
from ilk.search.scratch import TopicScratch
from ilk.search.topic_kernel import PLSIQuery
from ilk.search.topic_postings import ANGLES
from ilk.search.topic_topk import TopicSearched, TopicWanted
from ilk.search.topk import Answer

Array = NDArray[Any]
Plain = tuple[Any, ...]

PILOTS = 8
"""How many times k documents are pilots, about."""

BUCKETS, BUCKET_BITS = 256, 48
"""Bounds are told apart by exponent and four bits more, over the sixteen octaves below the largest one."""

SAMPLE = 1024
"""How many bounds are looked at to find out which ones are large."""

ROUNDING = 1 + 1e-6
"""More than what rounding may take from a bound."""

TINY = 1e-300
"""Added to every bound, so that one of zero differs from none."""


STEPS = np.arange(ANGLES + 1) * (np.pi / 2 / ANGLES)
COSINES, SINES = np.cos(STEPS[:-1]), np.sin(STEPS[1:])
"""The largest ones within each step of a right angle."""

SHIFT, MASK = np.uint32(ANGLES.bit_length() - 1), np.uint32(ANGLES - 1)


class Block(NamedTuple):
    """Documents first to end, and where the postings of each term start and stop that belong to them.

    Scratch holds nothing but these documents, numbered from 0.
    """

    first: int
    end: int
    starts: Array
    stops: Array


@compiled
def search(searched: Plain, wanted: Plain, allowed: Array, k: int, scratch: Plain) -> Answer:
    """Do as `top_k` does; take plain tuples, which get here faster than named ones."""
    return top_k(TopicSearched(*searched), TopicWanted(*wanted), allowed, k, TopicScratch(*scratch))


@compiled
def search_words(searched: Plain, query: Plain, allowed: Array, k: int, scratch: Plain) -> Answer:
    """Fold in a query of PLSI, and do as `top_k` does with the sum over words alone."""
    named = PLSIQuery(*query)
    _, _, weights, directions = directions_of(named)
    wanted = TopicWanted(named.terms, weights, directions, np.empty(0))
    return top_k(TopicSearched(*searched), wanted, allowed, k, TopicScratch(*scratch))


@compiled
def similarities(searched: Plain, wanted: Plain, scratch: Plain) -> tuple[Array, Array]:
    """Return the similarities of all documents (n_docs,), and which are candidates (n_docs,)."""
    return all_similarities(TopicSearched(*searched), TopicWanted(*wanted), TopicScratch(*scratch))


@compiled
def query(plain: Plain) -> tuple[Array, Array, Array, Array]:
    """Do as `directions_of` does."""
    return directions_of(PLSIQuery(*plain))


@compiled
def top_k(
    searched: TopicSearched, wanted: TopicWanted, allowed: Array, k: int, scratch: TopicScratch
) -> Answer:
    """Return the documents of the k largest similarities and these, best first, ties in document order."""
    n_docs, size = searched.has_words.size, 0
    heap = Heap(np.empty(min(k, n_docs), np.int32), np.empty(min(k, n_docs), np.float64))
    block = first_block(searched, wanted, scratch)
    while block.first < n_docs:
        size = search_block(searched, wanted, allowed, block, scratch, heap, size)
        block = next_block(searched, wanted, scratch, block)
    sort_heap(heap.docs, heap.similarities, size)
    return heap.docs[:size], heap.similarities[:size]


@compiled
def all_similarities(
    searched: TopicSearched, wanted: TopicWanted, scratch: TopicScratch
) -> tuple[Array, Array]:
    """Compute every candidate."""
    n_docs = searched.has_words.size
    values, candidates = np.zeros(n_docs), np.zeros(n_docs, np.bool_)
    block = first_block(searched, wanted, scratch)
    while block.first < n_docs:
        n, _ = bounds(searched, wanted, block, scratch)
        choose(scratch, n, (0.0, np.inf), True)
        add_words(searched, wanted, block, scratch)
        for i in range(n):
            place = scratch.touched[i]
            doc = block.first + place
            values[doc], candidates[doc] = similarity(searched, wanted, block, scratch, place), True
        block = next_block(searched, wanted, scratch, block)
    return values, candidates


@compiled
def first_block(searched: TopicSearched, wanted: TopicWanted, scratch: TopicScratch) -> Block:
    """Return as many documents as scratch has room for."""
    starts = searched.indptr[wanted.terms]
    return next_block(searched, wanted, scratch, Block(0, 0, starts, starts))


@compiled
def next_block(searched: TopicSearched, wanted: TopicWanted, scratch: TopicScratch, block: Block) -> Block:
    """Return the documents after a block, as many as scratch has room for."""
    n_docs = searched.has_words.size
    end = min(block.end + scratch.totals.size, n_docs)
    stops = searched.indptr[wanted.terms + 1]
    if end < n_docs:
        for i in range(stops.size):
            stops[i] = place_of(searched.docs, end, block.stops[i], stops[i])
    return Block(block.end, end, block.stops, stops)


@compiled
def place_of(docs: Array, doc: int, low: int, high: int) -> int:
    """Return the first place from low to high whose document is not before doc."""
    while low < high:
        middle = (low + high) // 2
        if docs[middle] < doc:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def search_block(
    searched: TopicSearched,
    wanted: TopicWanted,
    allowed: Array,
    block: Block,
    scratch: TopicScratch,
    heap: Heap,
    size: int,
) -> int:
    """Offer all documents of a block that may be among the best to the heap; return its new size."""
    n, largest = bounds(searched, wanted, block, scratch)
    if allowed.size:
        n = drop_forbidden(allowed, block, scratch, n)
    room, high = heap.docs.size, np.inf
    if size < room and n > 2 * PILOTS * room:
        high = pilot_bound(scratch, n, largest, PILOTS * room)
        n_chosen = choose(scratch, n, (high, np.inf), False)
        size = compute(searched, wanted, block, scratch, n_chosen, heap, size)
    low = heap.similarities[0] / ROUNDING if size == room else 0.0
    n_chosen = choose(scratch, n, (low, high), True)
    return compute(searched, wanted, block, scratch, n_chosen, heap, size)


@compiled
def bounds(
    searched: TopicSearched, wanted: TopicWanted, block: Block, scratch: TopicScratch
) -> tuple[int, float]:
    """Write bounds of the similarities in a block; return how many candidates there are, and the largest.

    P(z|d) is at some angle to its largest topic, and a direction is too: the angle between them is not less
    than the difference of these, and its cosine is not more than that difference's.
    """
    if wanted.topics.size == 0:
        return bound_words(searched, wanted, block, scratch)
    bound_words(searched, wanted, block, scratch)
    return bound_topics(searched, wanted, block, scratch)


@compiled
def bound_words(
    searched: TopicSearched, wanted: TopicWanted, block: Block, scratch: TopicScratch
) -> tuple[int, float]:
    """Add up bounds of what the words add; return how many documents have one of them, and the largest."""
    docs, impacts, angles = searched.docs, searched.impacts, searched.angles
    totals, touched, first = scratch.totals, scratch.touched, np.uint32(block.first)
    n_touched, largest = 0, 0.0
    for i in range(wanted.terms.size):
        if wanted.weights[i] == 0:
            continue
        along, across = components(wanted.directions[i], wanted.weights[i])
        for posting in range(block.starts[i], block.stops[i]):
            doc = docs[posting]
            place = np.uint32(doc - first)
            peak, step = angles[doc] >> SHIFT, angles[doc] & MASK
            bound = along[peak] * COSINES[step] + across[peak] * SINES[step]
            before = totals[place]
            after = before + (bound * np.float64(impacts[posting]) + TINY)
            totals[place], touched[n_touched] = after, place
            n_touched += before == 0
            largest = max(largest, after)
    return n_touched, largest


@compiled
def bound_topics(
    searched: TopicSearched, wanted: TopicWanted, block: Block, scratch: TopicScratch
) -> tuple[int, float]:
    """Make all documents with words candidates, and add bounds of their sums over topics."""
    norm = np.sqrt(weighted_sum(wanted.topics, wanted.topics))
    along, across = components(wanted.topics / norm if norm > 0 else wanted.topics, norm)
    angles, totals, touched = searched.row_angles, scratch.totals, scratch.touched
    n_touched, largest = 0, 0.0
    for doc in range(block.first, block.end):
        if searched.has_words[doc]:
            place = doc - block.first
            peak, step = angles[doc] >> SHIFT, angles[doc] & MASK
            bound = along[peak] * COSINES[step] + across[peak] * SINES[step]
            totals[place] += bound * searched.row_norms[doc] + TINY
            touched[n_touched] = place
            n_touched += 1
            largest = max(largest, totals[place])
    return n_touched, largest


@compiled
def components(direction: Array, weight: float) -> tuple[Array, Array]:
    """Return weight times the cosine and the sine of a direction of length 1 with every topic, (K,) each."""
    return weight * direction, weight * np.sqrt(np.maximum(1 - direction * direction, 0.0))


@compiled
def drop_forbidden(allowed: Array, block: Block, scratch: TopicScratch, n: int) -> int:
    """Keep only the candidates that may be hits, and return how many."""
    kept = 0
    for i in range(n):
        place = scratch.touched[i]
        if allowed[block.first + place]:
            scratch.touched[kept] = place
            kept += 1
        else:
            scratch.totals[place] = 0.0
    return kept


@compiled
def pilot_bound(scratch: TopicScratch, n: int, largest: float, wanted: int) -> float:
    """Return a bound that about so many of the candidates reach, from a sample; 0 where it would be tiny."""
    bits, edge = scratch.totals.view(np.int64), np.array([largest])  # positive numbers, ordered as their bits
    top, counts = edge.view(np.int64)[0] >> BUCKET_BITS, np.zeros(BUCKETS, np.int64)
    stride = max(n // SAMPLE, 1)
    for i in range(0, n, stride):
        counts[min(top - (bits[scratch.touched[i]] >> BUCKET_BITS), BUCKETS - 1)] += stride
    reached, bucket = counts[0], 0
    while reached < wanted:
        bucket += 1
        reached += counts[bucket]
    edge.view(np.int64)[0] = (top - bucket) << BUCKET_BITS
    return edge[0] if bucket < BUCKETS - 1 else 0.0


@compiled
def choose(scratch: TopicScratch, n: int, limits: tuple[float, float], clear: bool) -> int:
    """Mark and list the candidates whose bound is at least the first limit and below the second.

    Return how many; `clear` leaves all bounds at zero for the next search.
    """
    totals, touched = scratch.totals, scratch.touched
    n_chosen = 0
    for i in range(n):
        place = touched[i]
        bound = totals[place]
        if clear:
            totals[place] = 0.0
        if limits[0] <= bound < limits[1]:
            scratch.seen[place] = 1
            scratch.chosen[n_chosen] = place
            n_chosen += 1
    return n_chosen


@compiled
def compute(
    searched: TopicSearched,
    wanted: TopicWanted,
    block: Block,
    scratch: TopicScratch,
    n_chosen: int,
    heap: Heap,
    size: int,
) -> int:
    """Compute the chosen candidates and offer them to a heap of some size; return its new size."""
    if n_chosen:
        add_words(searched, wanted, block, scratch)
    for i in range(n_chosen):
        place = scratch.chosen[i]
        value = similarity(searched, wanted, block, scratch, place)
        size = offer(heap, size, block.first + place, value)
    return size


@compiled
def add_words(searched: TopicSearched, wanted: TopicWanted, block: Block, scratch: TopicScratch) -> None:
    """Add up the sum over words of the documents that are marked as seen, but for 1/‖P(z|d)‖."""
    docs, impacts, first = searched.docs, searched.impacts, np.uint32(block.first)
    seen, exact = scratch.seen, scratch.exact
    for i in range(wanted.terms.size):
        weight, direction = wanted.weights[i], wanted.directions[i]
        for posting in range(block.starts[i], block.stops[i]):
            place = np.uint32(docs[posting] - first)
            if seen[place]:
                amount = weight * np.float64(impacts[posting])
                exact[place] += amount * weighted_sum(direction, searched.shares[docs[posting]])


@compiled
def similarity(
    searched: TopicSearched, wanted: TopicWanted, block: Block, scratch: TopicScratch, place: int
) -> float:
    """Return the similarity of a document whose sum over words was added up, and clear that."""
    doc = block.first + place
    value: float = scratch.exact[place] * searched.inverse_norms[doc]
    scratch.exact[place], scratch.seen[place] = 0.0, 0
    return value + over_topics(searched, wanted, doc) if wanted.topics.size else value


@compiled
def over_topics(searched: TopicSearched, wanted: TopicWanted, doc: int) -> float:
    """Return the sum over topics of one document."""
    factor: float = searched.factors[doc]
    return factor * weighted_sum(wanted.topics, searched.rows[doc])
