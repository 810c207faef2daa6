"""Search in the space of LSI: the query is folded in, and documents are ranked by their cosine with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.search.dense import DenseSearch, weighted_vectors
from ilk.search.parts import Parts, Similarities, no_parts, parts_of_terms
from ilk.search.query import check_query
from ilk.search.topk import Answer


class LSISearch:
    """Cosine in the space of a truncated SVD, with the query folded in: Σ_w ln(1 + n(q,w)) · idf_w · t_w."""

    def __init__(
        self, documents: NDArray[np.float32], term_vectors: NDArray[np.float32], idf: NDArray[np.float64]
    ) -> None:
        """Take document vectors (n_docs, e), term vectors (n_terms, e) and idf (n_terms,)."""
        self._dense, self._term_vectors, self._idf = DenseSearch(documents), term_vectors, idf

    def search(
        self,
        terms: NDArray[Any],
        counts: NDArray[Any],
        k: int,
        allowed: NDArray[np.bool_] | None = None,
    ) -> Answer:
        """Return the k best documents and their cosines."""
        return self._dense.search(self._vectors(terms, counts)[1].sum(axis=0), k, allowed)

    def search_many(
        self,
        queries: Sequence[tuple[NDArray[Any], NDArray[Any]]],
        k: int,
        allowed: NDArray[np.bool_] | None = None,
        threads: int | None = None,  # noqa: ARG002  # BLAS brings its own
    ) -> list[Answer]:
        """Return what `search` returns for each query."""
        return [self.search(terms, counts, k, allowed) for terms, counts in queries]

    def similarities(self, terms: NDArray[Any], counts: NDArray[Any]) -> Similarities:
        """Return the cosine of every document with the query."""
        return self._dense.similarities(self._vectors(terms, counts)[1].sum(axis=0))

    def parts(self, terms: NDArray[Any], counts: NDArray[Any], document: int) -> Parts:
        """Return what each term of the query adds to the cosine with a document."""
        distinct, vectors = self._vectors(terms, counts)
        amounts = self._dense.amounts(vectors, document)
        return parts_of_terms(distinct, amounts) if amounts.any() else no_parts()

    def _vectors(
        self, terms: NDArray[Any], counts: NDArray[Any]
    ) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return the distinct terms of the query, and what each adds to its vector, (n, e)."""
        query = check_query(terms, counts, self._idf.size)
        return query.terms, weighted_vectors(query.terms, query.counts, self._idf, self._term_vectors)
