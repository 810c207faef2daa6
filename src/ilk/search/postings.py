"""Postings: for each term the documents that contain it, and how often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ilk.borders import demand_borders
from ilk.errors import ParameterError

BLOCK = 1 << 20
"""Postings that are worked on at a time: a few megabytes of temporary arrays however large the index."""


@dataclass(frozen=True, eq=False)
class Postings:
    """Counts by term; the arrays may be memory-mapped and cannot be written through this object.

    indptr (n_terms + 1,): the postings of term w stand at indptr[w] … indptr[w + 1] - 1.
    docs (nnz,): document numbers, increasing within a term.
    counts (nnz,): n(d, w), how often the term occurs in the document.
    """

    indptr: NDArray[np.int64]
    docs: NDArray[np.int32]
    counts: NDArray[np.int32]

    def __post_init__(self) -> None:
        """Check the shapes, and keep read-only views: one array type for the compiled code, mapped or not."""
        for name, dtype in (("indptr", np.int64), ("docs", np.int32), ("counts", np.int32)):
            object.__setattr__(self, name, _read_only(name, getattr(self, name), dtype))
        if self.docs.size != self.counts.size:
            raise ParameterError(
                f"postings need as many docs as counts, got {self.docs.size} and {self.counts.size}"
            )
        demand_borders("indptr of postings", self.indptr, self.docs.size)

    @classmethod
    def from_rows(
        cls, indptr: NDArray[Any], indices: NDArray[Any], data: NDArray[Any], n_terms: int
    ) -> Postings:
        """Turn the rows of a CSR matrix of counts (n_docs, n_terms) into postings.

        A term that stands twice in a row is added up. Memory beside input and output: none that grows with
        the postings, as SciPy sorts by counting.
        """
        _check_rows(indptr, indices, data, n_terms)
        from scipy.sparse import csr_array

        # SciPy widens the narrower of the two index arrays, and indices are by far the larger one.
        narrow = indptr.astype(indices.dtype) if indices.size <= np.iinfo(indices.dtype).max else indptr
        rows = csr_array((data, indices, narrow), shape=(len(indptr) - 1, n_terms))
        if not rows.has_canonical_format:
            rows = rows.copy()
            rows.sum_duplicates()
        columns = rows.tocsc()
        return cls(
            columns.indptr.astype(np.int64, copy=False),
            columns.indices.astype(np.int32, copy=False),
            columns.data.astype(np.int32, copy=False),
        )

    @property
    def n_terms(self) -> int:
        """Return the number of terms."""
        return self.indptr.size - 1

    def of(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the documents that contain a term, in increasing order, and its counts in them."""
        span = slice(self.indptr[term], self.indptr[term + 1])
        return self.docs[span], self.counts[span]

    def places(self, terms: NDArray[Any], document: int) -> NDArray[np.int64]:
        """Return where a document stands in docs and counts for each term (n,); -1 where it does not."""
        places = np.full(len(terms), -1, dtype=np.int64)
        for i, term in enumerate(terms.tolist()):
            docs, _ = self.of(term)
            place = int(np.searchsorted(docs, document))
            if place < docs.size and docs[place] == document:
                places[i] = self.indptr[term] + place
        return places

    def blocks(self, size: int = BLOCK) -> Iterator[tuple[NDArray[np.int64], slice]]:
        """Yield all postings in blocks: the term of each posting, and where in docs and counts they stand."""
        for start in range(0, self.docs.size, size):
            stop = min(start + size, self.docs.size)
            first = int(np.searchsorted(self.indptr, start, side="right")) - 1
            last = int(np.searchsorted(self.indptr, stop, side="left"))
            borders = np.clip(self.indptr[first : last + 1], start, stop)
            yield np.repeat(np.arange(first, last), borders[1:] - borders[:-1]), slice(start, stop)


def _read_only(name: str, array: NDArray[Any], dtype: DTypeLike) -> NDArray[Any]:
    view = np.asarray(array).view()
    if view.dtype != dtype or view.ndim != 1:
        wanted = np.dtype(dtype).name
        raise ParameterError(
            f"{name} of postings must be {wanted} with one axis, got {view.dtype.name} with {view.ndim}"
        )
    view.flags.writeable = False
    return view


def _check_rows(indptr: NDArray[Any], indices: NDArray[Any], data: NDArray[Any], n_terms: int) -> None:
    """Refuse what is not a CSR matrix of positive whole counts."""
    for name, array in (("indptr", indptr), ("indices", indices), ("data", data)):
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise ParameterError(
                f"{name} of the counts must be whole numbers with one axis, "
                f"got {array.dtype.name} with {array.ndim}"
            )
    if indices.size != data.size:
        raise ParameterError(
            f"counts need as many indices as data, got {indices.size} and {data.size}; "
            "pass the arrays of a CSR matrix"
        )
    demand_borders("indptr of the counts", indptr, indices.size)
    if indices.size and not 0 <= indices.min() <= indices.max() < n_terms:
        raise ParameterError(
            f"terms must be numbered from 0 to {n_terms - 1}, got {indices.min()} to {indices.max()}"
        )
    if data.size and not 1 <= data.min() <= data.max() <= np.iinfo(np.int32).max:
        raise ParameterError(f"counts must be from 1 to 2147483647, got {data.min()} to {data.max()}")
