"""Large arrays that are filled in term by term, when a term is first asked for.

Memory is taken page by page as terms are asked for. Filling is idempotent: two threads that meet at one term
write the same numbers, and a term is marked only once they are all there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ilk.search.postings import Postings

Compute = Callable[[int | NDArray[np.int64], slice], NDArray[Any]]
"""From the term of some postings, of all or of each, and where they stand, to what each of them adds."""


class LazyImpacts:
    """What each posting adds to a similarity: values (nnz,) float32, valid for the terms made ready."""

    def __init__(self, postings: Postings, compute: Compute) -> None:
        self.values = np.empty(postings.docs.size, dtype=np.float32)
        self._postings, self._compute = postings, compute
        self._ready = bytearray(postings.n_terms)

    def make_ready(self, terms: NDArray[Any]) -> None:
        """Fill in the values of the terms that nobody has asked for yet."""
        for term in terms.tolist():
            if not self._ready[term]:
                span = slice(self._postings.indptr[term], self._postings.indptr[term + 1])
                if span.start < span.stop:  # a formula need not hold for a term that is nowhere
                    self.values[span] = self._compute(term, span)
                self._ready[term] = 1

    def make_all_ready(self) -> None:
        """Fill in the values of every posting, so that no search has to."""
        for terms, span in self._postings.blocks():
            self.values[span] = self._compute(terms, span)
        self._ready[:] = b"\1" * self._postings.n_terms


class LazyRows:
    """A row of numbers for each term, (n_terms, K)."""

    def __init__(
        self, shape: tuple[int, int], dtype: DTypeLike, compute: Callable[[int], NDArray[Any]]
    ) -> None:
        self._rows: NDArray[Any] = np.empty(shape, dtype=dtype)
        self._view = self._rows.view()
        self._view.flags.writeable = False
        self._compute, self._ready = compute, bytearray(shape[0])

    def ready(self, terms: NDArray[Any]) -> NDArray[Any]:
        """Return all rows (n_terms, K), of which those of some terms are valid now; not to be written to."""
        for term in terms.tolist():
            if not self._ready[term]:
                self._rows[term] = self._compute(term)
                self._ready[term] = 1
        return self._view
