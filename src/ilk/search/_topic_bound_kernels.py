"""Bounds for the search by topics, compiled: what no similarity exceeds, and whose bounds are large enough.

All of this for a block of documents at a time, so that what is added up stays in the cache however many
documents there are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled
from ilk.search._topic_query_kernels import weighted_sum
from ilk.search.scratch import TopicScratch
from ilk.search.topic_postings import ANGLES
from ilk.search.topic_topk import TopicSearched, TopicWanted

Array = NDArray[Any]

BUCKETS, BUCKET_BITS = 256, 48
"""Bounds are told apart by exponent and four bits more, over the sixteen octaves below the largest one."""

SAMPLE = 1024
"""How many bounds are looked at to find out which ones are large."""

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
