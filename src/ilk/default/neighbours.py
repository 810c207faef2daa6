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

CELLS_A_DOCUMENT = 6
"""Beyond that a document is compared with those that have its nearest cell among their six nearest."""

PAIRS = 1 << 23
"""Cosines that a block may hold: a few dozen megabytes a thread, however many documents there are."""

COLUMNS_A_GROUP, GROUPS_A_WINNER = 64, 8
"""How columns are grouped to find the largest: few groups are fast to make, many groups leave few to sort."""


class Block(NamedTuple):
    """Documents whose neighbours are wanted, and those among which to look: in order, the wanted ones too."""

    wanted: Ints
    among: Ints


def nearest(
    vectors: Floats, n_neighbours: int, power: float, seed: int, largest_exact: int = LARGEST_EXACT
) -> tuple[NDArray[np.int32], Floats]:
    """Return the neighbours of each document (N, k), nearest first, and their shares (N, k).

    k is n_neighbours, or what there are of other documents. A share is proportional to cosine^power, and 0
    where the cosine is not positive; the shares of a document add up to 1, or to 0 where it has no neighbour.
    Where its cells hold fewer than k others, the places that are left have the share 0 and name document 0.

    Each block has one BLAS thread, so that the bits do not depend on the number of threads.
    """
    units = unit_rows(vectors)
    n_docs = len(units)
    k = max(min(n_neighbours, n_docs - 1), 0)
    documents, shares = np.zeros((n_docs, k), dtype=np.int32), np.zeros((n_docs, k), dtype=np.float32)
    if k == 0:
        return documents, shares
    with threadpool_limits(limits=1, user_api="blas"):
        blocks = _all_pairs(n_docs) if n_docs <= largest_exact else _cells(units, seed)
        for wanted, found, cosines in map_in_order(partial(_find, units, k), blocks):
            documents[wanted, : found.shape[1]] = found
            shares[wanted, : found.shape[1]] = np.maximum(cosines, 0.0) ** power
    totals = shares.sum(axis=1, keepdims=True)
    return documents, np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0)


def _find(units: Floats, k: int, block: Block) -> tuple[Ints, Ints, Floats]:
    """Return the documents of a block (m,), their nearest k (m, k), equal ones in order, and the cosines."""
    cosines = units[block.wanted] @ units[block.among].T
    own = np.searchsorted(block.among, block.wanted)
    cosines[np.arange(len(own)), own] = -np.inf  # no document is a neighbour of its own
    columns, largest = _largest(cosines, min(k, len(block.among) - 1))
    return block.wanted, block.among[columns], largest


def _largest(values: Floats, k: int) -> tuple[Ints, Floats]:
    """Return the columns of the k largest of each row (m, n), largest first, equal ones in order, and those.

    The k-th largest of the maxima of k or more groups of columns is a bound that at least k values reach, and
    seldom many more do: a tenth of the time of sorting out whole rows.
    """
    n_rows, n_columns = values.shape
    if k == 0:
        return np.empty((n_rows, 0), dtype=np.int64), np.empty((n_rows, 0), dtype=np.float32)
    n_groups = min(max(n_columns // COLUMNS_A_GROUP, GROUPS_A_WINNER * k), n_columns)
    a_group = n_columns // n_groups
    maxima = values[:, : a_group * n_groups].reshape(n_rows, a_group, n_groups).max(axis=1)
    bounds = np.partition(maxima, n_groups - k, axis=1)[:, n_groups - k]
    rows, columns = np.divmod(np.flatnonzero(values >= bounds[:, np.newaxis]), n_columns)
    reaching = values[rows, columns]
    order = np.lexsort((columns, -reaching, rows))
    best = order[np.searchsorted(rows, np.arange(n_rows))[:, np.newaxis] + np.arange(k)]
    return columns[best], reaching[best]


def _all_pairs(n_docs: int) -> Iterator[Block]:
    everyone = np.arange(n_docs)
    return _blocks(everyone, everyone)


def _cells(units: Floats, seed: int) -> Iterator[Block]:
    """Yield the members of each of √N cells, and all documents that come near it."""
    n_docs = len(units)
    n_cells = int(np.sqrt(n_docs))
    chosen = np.random.default_rng(seed).choice(n_docs, size=n_cells, replace=False)
    centres = units[np.sort(chosen)]
    n_near = min(CELLS_A_DOCUMENT, n_cells)
    cells = np.empty((n_docs, n_near), dtype=np.int64)
    for wanted, _ in _blocks(np.arange(n_docs), chosen):
        cells[wanted], _ = _largest(units[wanted] @ centres.T, n_near)
    members, nearby = _grouped(cells[:, 0], n_cells), _grouped(cells.ravel(), n_cells)
    for own, around in zip(members, nearby, strict=True):
        yield from _blocks(own, around // n_near)


def _blocks(wanted: Ints, among: Ints) -> Iterator[Block]:
    """Cut the wanted documents into blocks of at most PAIRS cosines."""
    rows = max(PAIRS // max(len(among), 1), 1)
    for start in range(0, len(wanted), rows):
        yield Block(wanted[start : start + rows], among)


def _grouped(groups: Ints, n_groups: int) -> list[Ints]:
    """Return the positions of each group, in order."""
    order = np.argsort(groups, kind="stable")
    return np.split(order, np.cumsum(np.bincount(groups, minlength=n_groups))[:-1])
