"""The hot loop of the search by topics, compiled: bound all candidates, then compute the few that matter.

`ilk.search.topic_topk.similarities` computes the same for all documents in NumPy. Bounds are added up as in
a lexical search. The documents with the largest bounds, the pilots, are computed first; the worst of the best
so far is what the bound of any other document has to reach to be computed too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled
from ilk.search._search_kernels import Heap, offer, sort_heap
from ilk.search._topic_bound_kernels import (
    Block,
    bounds,
    choose,
    drop_forbidden,
    first_block,
    next_block,
    pilot_bound,
)
from ilk.search._topic_query_kernels import directions_of, weighted_sum
from ilk.search.scratch import TopicScratch
from ilk.search.topic_kernel import PLSIQuery
from ilk.search.topic_topk import TopicSearched, TopicWanted
from ilk.search.topk import Answer

Array = NDArray[Any]
Plain = tuple[Any, ...]

PILOTS = 8
"""How many times k documents are pilots, about."""

ROUNDING = 1 + 1e-6
"""More than what rounding may take from a bound."""


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
