"""The hot loop of the lexical search, compiled: add up postings, keep the k best.

`ilk.search.topk.top_k` does the same in NumPy, addition by addition in the same order, to the same bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled
from ilk.search.scratch import Scratch
from ilk.search.topk import Answer, Searched, Wanted

Ints = NDArray[Any]
Floats = NDArray[Any]
Plain = tuple[Any, ...]


class Heap(NamedTuple):
    """The best documents so far and their similarities, the worst of them first."""

    docs: Ints
    similarities: Floats


@compiled
def search(searched: Plain, wanted: Plain, scratch: Plain) -> Answer:
    """Do as `top_k` does; take plain tuples, which get here in a sixth of the time that named ones take."""
    return top_k(Searched(*searched), Wanted(*wanted), Scratch(*scratch))


@compiled
def top_k(searched: Searched, wanted: Wanted, scratch: Scratch) -> Answer:
    """Return the documents of the k largest similarities and these, best first, ties in document order.

    What was written to the scratch is cleared in passing, so that a search costs as much as it touches.
    """
    n_touched = accumulate(searched, wanted, scratch)
    room = min(wanted.k, n_touched)
    best_docs, best = np.empty(room, np.int32), np.empty(room, np.float64)
    size, worst = 0, -np.inf  # worst is best[0], but stays in a register
    for i in range(n_touched):
        doc = scratch.touched[i]
        similarity = scratch.totals[doc]
        scratch.totals[doc], scratch.seen[doc] = 0.0, 0
        if wanted.allowed.size and not wanted.allowed[doc]:
            continue
        if searched.constants.size:
            similarity += wanted.factor * searched.constants[doc]
        if size < room:
            sift_up(best_docs, best, size, doc, similarity)
            size += 1
            worst = best[0]
        elif similarity >= worst and is_worse(best_docs[0], worst, doc, similarity):
            sift_down(best_docs, best, size, doc, similarity)
            worst = best[0]
    sort_heap(best_docs, best, size)
    return best_docs[:size], best[:size]


@compiled
def accumulate(searched: Searched, wanted: Wanted, scratch: Scratch) -> int:
    """Add weight · impact of every posting to its document's total; list the documents and return how many.

    The list is written without asking: a document that is in it already is overwritten by the next one. The
    branch that this avoids is one that no processor can predict. For the same reason document numbers come
    unsigned: numba then need not ask whether they are negative.
    """
    indptr, docs, impacts = searched.indptr, searched.docs, searched.impacts
    totals, seen, touched = scratch.totals, scratch.seen, scratch.touched
    n_touched = 0
    for i in range(wanted.terms.size):
        term, weight = wanted.terms[i], wanted.weights[i]
        for posting in range(indptr[term], indptr[term + 1]):
            doc = docs[posting]
            totals[doc] += weight * np.float64(impacts[posting])
            touched[n_touched] = doc
            n_touched += 1 - seen[doc]
            seen[doc] = 1
    return n_touched


@compiled
def is_worse(doc: int, similarity: float, other: int, other_similarity: float) -> bool:
    """Say whether a document stands after another one: less similar, or as similar and later."""
    return similarity < other_similarity or (similarity == other_similarity and doc > other)


@compiled
def sift_up(docs: Ints, similarities: Floats, position: int, doc: int, similarity: float) -> None:
    """Add a document at the end of a heap, whose root is its worst."""
    while position > 0:
        parent = (position - 1) // 2
        if not is_worse(doc, similarity, docs[parent], similarities[parent]):
            break
        docs[position], similarities[position] = docs[parent], similarities[parent]
        position = parent
    docs[position], similarities[position] = doc, similarity


@compiled
def sift_down(docs: Ints, similarities: Floats, size: int, doc: int, similarity: float) -> None:
    """Put a document in place of the root of a heap, whose root is its worst."""
    position = 0
    while 2 * position + 1 < size:
        child = 2 * position + 1
        if child + 1 < size and is_worse(
            docs[child + 1], similarities[child + 1], docs[child], similarities[child]
        ):
            child += 1
        if not is_worse(docs[child], similarities[child], doc, similarity):
            break
        docs[position], similarities[position] = docs[child], similarities[child]
        position = child
    docs[position], similarities[position] = doc, similarity


@compiled
def sort_heap(docs: Ints, similarities: Floats, size: int) -> None:
    """Turn a heap, whose root is its worst, into a list with the best first."""
    for end in range(size - 1, 0, -1):
        doc, similarity = docs[end], similarities[end]
        docs[end], similarities[end] = docs[0], similarities[0]
        sift_down(docs, similarities, end, doc, similarity)


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
