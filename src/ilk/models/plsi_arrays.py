"""How PLSI's counts lie in memory: blocks of documents, each with its counts in both orders.

The parts are named tuples, because compiled loops take those as they are.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import csr_array

Array = NDArray[Any]

CACHE_LINE = 64

LARGEST_COUNT = 1e10
"""What a single-precision ratio n / P(w|d) and its sums take without overflow."""

MOST_ENTRIES, MOST_DOCS = 1 << 18, 1 << 12
"""How large a block of documents grows: what it reads and writes should stay in the cache."""

SMALLEST_SPAN = 1 << 12
"""Entries below which handing work to a thread costs more than the work."""

MOST_SPANS = 16


class Span(NamedTuple):
    """Items first to last, the latter not included."""

    first: int
    last: int


class Rows(NamedTuple):
    """Counts by document, as in CSR: indptr (n + 1,), terms and counts (nnz,)."""

    indptr: Array
    terms: Array
    counts: Array


class Columns(NamedTuple):
    """The same entries by term: the terms that occur (m,), indptr (m + 1,), docs and positions (nnz,).

    Positions say where an entry stands among the rows.
    """

    terms: Array
    indptr: Array
    docs: Array
    positions: Array


class Smoothing(NamedTuple):
    """A pseudo-count for P(z|d), and the smallest mixture P(w|d) and probability that are told from zero.

    The product of two probabilities that are kept is neither zero nor subnormal, which would be slow.
    """

    prior: float
    mixture: float
    probability: float


@dataclass(frozen=True, slots=True)
class DocumentBlock:
    """Some documents, their counts in both orders, and spans of about equal work in either."""

    docs: Span
    rows: Rows
    columns: Columns
    row_spans: list[Span]
    column_spans: list[Span]

    @property
    def n_docs(self) -> int:
        """Return the number of documents in the block."""
        return self.docs.last - self.docs.first

    @property
    def n_entries(self) -> int:
        """Return the number of non-zero counts in the block."""
        return len(self.rows.terms)


def blocks_of(counts: csr_array) -> list[DocumentBlock]:
    """Cut canonical CSR counts into blocks of documents, by the data alone: threads change nothing."""
    indptr = counts.indptr
    blocks, first, n_docs = [], 0, counts.shape[0]
    while first < n_docs:
        full = int(np.searchsorted(indptr, indptr[first] + MOST_ENTRIES, side="right")) - 1
        last = min(max(full, first + 1), first + MOST_DOCS, n_docs)
        blocks.append(_block(counts, Span(first, last)))
        first = last
    return blocks


def rows_of(counts: csr_array, docs: Span) -> Rows:
    """Return some rows of CSR counts; indptr starts from 0, and entries are copied only if read-only.

    To numba a read-only array is another type, which would have every loop compiled once more.
    """
    indptr = counts.indptr[docs.first : docs.last + 1]
    entries = slice(indptr[0], indptr[-1])
    terms, data = (np.require(a[entries], requirements=["W"]) for a in (counts.indices, counts.data))
    return Rows((indptr - indptr[0]).astype(np.int64), terms, data)


def spans_of(indptr: Array) -> list[Span]:
    """Cut rows into spans of about equal numbers of entries."""
    n_rows, entries = len(indptr) - 1, int(indptr[-1])
    n_spans = max(1, min(MOST_SPANS, entries // SMALLEST_SPAN))
    targets = [entries * i // n_spans for i in range(1, n_spans)]
    cuts = np.unique([0, *np.searchsorted(indptr, targets).tolist(), n_rows]).tolist()
    return [Span(first, last) for first, last in itertools.pairwise(cuts)]


def even_spans(n_rows: int, n_columns: int) -> list[Span]:
    """Cut the rows of a dense array into spans of equal size."""
    return spans_of(np.arange(n_rows + 1) * n_columns)


def smoothing_for(dtype: DTypeLike, prior: float = 0.0) -> Smoothing:
    """Return the pseudo-count with the limits that keep ratios finite and products normal in dtype."""
    single = np.dtype(dtype) == np.float32
    return Smoothing(prior, 1e-25 if single else 1e-250, 2e-19 if single else 1e-150)


def aligned(shape: tuple[int, ...], dtype: DTypeLike) -> Array:
    """Return an uninitialised array that starts on a cache line: fewer loads then straddle two."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.empty(size + CACHE_LINE, dtype=np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    return memory[start : start + size].view(dtype).reshape(shape)


def _block(counts: csr_array, docs: Span) -> DocumentBlock:
    rows = rows_of(counts, docs)
    columns = _columns_of(rows, counts.shape[1])
    return DocumentBlock(docs, rows, columns, spans_of(rows.indptr), spans_of(columns.indptr))


def _columns_of(rows: Rows, n_terms: int) -> Columns:
    """Return the entries of rows sorted by term, then by document."""
    shape = (len(rows.indptr) - 1, n_terms)
    positions = np.arange(len(rows.terms), dtype=np.int32)
    columns = csr_array((positions, rows.terms, rows.indptr), shape=shape).tocsc()
    terms = np.flatnonzero(np.diff(columns.indptr)).astype(np.int32)
    indptr = np.append(columns.indptr[terms], columns.indptr[-1]).astype(np.int64)
    return Columns(terms, indptr, columns.indices.astype(np.int32, copy=False), columns.data)
