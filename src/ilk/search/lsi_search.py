"""Search in the space of LSI: the query is folded in, and documents are ranked by their cosine with it."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ilk.search.base import BaseSearch
from ilk.search.dense import DenseSearch, weighted_vectors
from ilk.search.parts import Parts, Similarities, no_parts, parts_of_terms
from ilk.search.query import LexicalQuery, WeightedTerms
from ilk.search.topk import Answer


class LSISearch(BaseSearch):
    """Cosine in the space of a truncated SVD, with the query folded in: Σ_w ln(1 + n(q,w)) · idf_w · t_w."""

    side_by_side: ClassVar[bool] = False

    def __init__(
        self, documents: NDArray[np.float32], term_vectors: NDArray[np.float32], idf: NDArray[np.float64]
    ) -> None:
        """Take document vectors (n_docs, e), term vectors (n_terms, e) and idf (n_terms,)."""
        self.n_docs, self.n_terms = len(documents), len(term_vectors)
        self._dense, self._term_vectors, self._idf = DenseSearch(documents), term_vectors, idf

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        return self._dense.search(self._vectors(query).sum(axis=0), k, mask if mask.size else None)

    def _similarities(self, query: LexicalQuery) -> Similarities:
        return self._dense.similarities(self._vectors(query).sum(axis=0))

    def _near(self, query: LexicalQuery) -> WeightedTerms:
        """Weigh terms by their products with the query, which is what they would add to the similarity."""
        vector = self._vectors(query).sum(axis=0)
        products: NDArray[np.float64] = self._term_vectors @ vector.astype(np.float32) * self._idf
        return WeightedTerms(np.arange(self.n_terms, dtype=np.int32), products)

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        amounts = self._dense.amounts(self._vectors(query), document)
        return parts_of_terms(query.terms, amounts) if amounts.any() else no_parts()

    def _vectors(self, query: LexicalQuery) -> NDArray[np.float64]:
        """Return what each term adds to the query's vector, (n, e)."""
        return weighted_vectors(query.terms, query.counts, self._idf, self._term_vectors)
