"""What every search shares: it checks a query, answers many side by side, and can say more than the hits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ilk.search.parts import Parts, Similarities, check_document
from ilk.search.query import LexicalQuery, WeightedTerms, check_allowed, check_k, check_query
from ilk.search.topk import Answer, best_first, best_of
from ilk.threads import map_in_order

QUERIES_A_BLOCK = 32


class BaseSearch(ABC):
    """A search among n_docs documents for queries over n_terms terms; the rest is for those who inherit.

    Equal similarities stand in document order.
    """

    n_docs: int
    n_terms: int
    side_by_side: ClassVar[bool] = True
    """Whether several queries gain from threads of ours; matrix products bring their own."""

    def search(
        self, terms: NDArray[Any], counts: NDArray[Any], k: int, allowed: NDArray[np.bool_] | None = None
    ) -> Answer:
        """Return the k best documents and their similarities; fewer where there are fewer candidates.

        terms (n,) are term numbers and counts (n,) how often the query has them; a term that stands twice is
        added up. allowed (n_docs,) is False for documents that may not be hits.
        """
        k, mask = check_k(k), check_allowed(allowed, self.n_docs)
        return self._answer(check_query(terms, counts, self.n_terms), self._at_most(k), mask)

    def search_many(
        self,
        queries: Sequence[tuple[NDArray[Any], NDArray[Any]]],
        k: int,
        allowed: NDArray[np.bool_] | None = None,
        threads: int | None = None,
    ) -> list[Answer]:
        """Return what `search` returns for each (terms, counts), computed side by side."""
        k, mask = check_k(k), check_allowed(allowed, self.n_docs)
        checked = [check_query(terms, counts, self.n_terms) for terms, counts in queries]
        blocks = (checked[i : i + QUERIES_A_BLOCK] for i in range(0, len(checked), QUERIES_A_BLOCK))
        work = partial(self._answers, k=self._at_most(k), mask=mask)
        answers = map_in_order(work, blocks, threads if self.side_by_side else 1)
        return [answer for block in answers for answer in block]

    def similarities(self, terms: NDArray[Any], counts: NDArray[Any]) -> Similarities:
        """Return the similarity of every document, and which of them could be hits."""
        return self._similarities(check_query(terms, counts, self.n_terms))

    def parts(self, terms: NDArray[Any], counts: NDArray[Any], document: int) -> Parts:
        """Return what adds up to the similarity of one document; nothing where it could be no hit."""
        query = check_query(terms, counts, self.n_terms)
        return self._parts(query, check_document(document, self.n_docs))

    def related(self, terms: NDArray[Any], counts: NDArray[Any], n: int) -> NDArray[np.int32]:
        """Return at most n terms besides the query's own that speak for a document, the strongest first.

        None where the similarity knows the query's own words alone.
        """
        query = check_query(terms, counts, self.n_terms)
        near, weights = self._near(query)
        others = (weights > 0) & ~np.isin(near, query.terms)
        near, weights = near[others], weights[others]
        return near[best_first(weights, min(n, len(near)))].astype(np.int32)

    def _at_most(self, k: int) -> int:
        return min(k, max(self.n_docs, 1))

    def _answers(self, queries: Iterable[LexicalQuery], k: int, mask: NDArray[np.bool_]) -> list[Answer]:
        return [self._answer(query, k, mask) for query in queries]

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        """Return the k best documents of a mask, the empty one for all: slowly, from all similarities."""
        values, candidates = self._similarities(query)
        return best_of(values, candidates & mask if mask.size else candidates, k)

    def _near(self, query: LexicalQuery) -> WeightedTerms:
        """Return terms that the similarity takes for the query's, and how strongly; its own may be there."""
        return WeightedTerms(query.terms, query.counts)

    @abstractmethod
    def _similarities(self, query: LexicalQuery) -> Similarities:
        """Return the similarity of every document, and which of them could be hits."""

    @abstractmethod
    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        """Return what adds up to the similarity of one document."""
