"""The nearest neighbours of every document by cosine: exact for tens of thousands, by cells beyond."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from ilk.search.dense import unit_rows
from ilk.threads import map_in_order

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

LARGEST_EXACT = 1 << 16
"""Up to so many documents every pair is compared; twice as many would take four times as long."""

CELLS_A_DOCUMENT = 3
"""Beyond that a document is compared with those that have its nearest cell among their three nearest."""

ROWS = 1024


class Block(NamedTuple):
    """Documents whose neighbours are wanted, and those among which to look: in order, the wanted ones too."""

    wanted: Ints
    among: Ints


def nearest(
    vectors: Floats, n_neighbours: int, power: float, seed: int, largest_exact: int = LARGEST_EXACT
) -> tuple[NDArray[np.int32], Floats]:
    """Return the neighbours of each document (N, k), nearest first, and their shares (N, k).

    A share is proportional to cosine^power, and 0 where the cosine is not positive; the shares of a document
    add up to 1, or to 0 where it has no neighbour. Each block has one BLAS thread, so that the bits do not
    depend on the number of threads.
    """
    units = unit_rows(vectors)
    n_docs = len(units)
    k = min(n_neighbours, n_docs - 1)
    documents, shares = np.zeros((n_docs, k), dtype=np.int32), np.zeros((n_docs, k), dtype=np.float32)
    blocks = _all_pairs(n_docs) if n_docs <= largest_exact else _cells(units, seed)
    with threadpool_limits(limits=1, user_api="blas"):
        for block, (found, cosines) in map_in_order(partial(_find, units, k), blocks):
            documents[block.wanted, : found.shape[1]] = found
            shares[block.wanted, : found.shape[1]] = np.maximum(cosines, 0.0) ** power
    totals = shares.sum(axis=1, keepdims=True)
    return documents, np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0)


def _find(units: Floats, k: int, block: Block) -> tuple[Block, tuple[Ints, Floats]]:
    """Return the nearest k of a block, nearest first, equal ones in document order."""
    cosines = units[block.wanted] @ units[block.among].T
    own = np.searchsorted(block.among, block.wanted)
    cosines[np.arange(len(own)), own] = -np.inf  # nobody is a neighbour of his own
    k = min(k, cosines.shape[1])
    best = (
        np.argpartition(-cosines, k - 1, axis=1)[:, :k] if k else np.empty((len(cosines), 0), dtype=np.int64)
    )
    order = np.lexsort((block.among[best], -np.take_along_axis(cosines, best, axis=1)), axis=1)
    best = np.take_along_axis(best, order, axis=1)
    return block, (block.among[best], np.take_along_axis(cosines, best, axis=1))


def _all_pairs(n_docs: int) -> Iterator[Block]:
    everyone = np.arange(n_docs)
    for start in range(0, n_docs, ROWS):
        yield Block(everyone[start : start + ROWS], everyone)


def _cells(units: Floats, seed: int) -> Iterator[Block]:
    """Yield the members of each of √N cells, and all documents that come near it."""
    n_docs = len(units)
    chosen = np.random.default_rng(seed).choice(n_docs, size=int(np.sqrt(n_docs)), replace=False)
    centres = units[np.sort(chosen)]
    cells = np.empty((n_docs, CELLS_A_DOCUMENT), dtype=np.int64)
    for start in range(0, n_docs, ROWS):
        cosines = units[start : start + ROWS] @ centres.T
        near = np.argpartition(-cosines, CELLS_A_DOCUMENT, axis=1)[:, :CELLS_A_DOCUMENT]
        order = np.argsort(-np.take_along_axis(cosines, near, axis=1), axis=1, kind="stable")
        cells[start : start + ROWS] = np.take_along_axis(near, order, axis=1)
    members, nearby = _grouped(cells[:, 0], len(centres)), _grouped(cells.ravel(), len(centres))
    for own, around in zip(members, nearby, strict=True):
        among = np.sort(around // CELLS_A_DOCUMENT)
        for start in range(0, len(own), ROWS):
            yield Block(own[start : start + ROWS], among)


def _grouped(groups: Ints, n_groups: int) -> list[Ints]:
    """Return the positions of each group, in order."""
    order = np.argsort(groups, kind="stable")
    return np.split(order, np.cumsum(np.bincount(groups, minlength=n_groups))[:-1])
