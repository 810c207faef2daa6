"""Exact search with any lexical ranking over one set of postings."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.ranking.base import Ranking
from ilk.search import topk
from ilk.search.base import BaseSearch
from ilk.search.lazy import LazyImpacts
from ilk.search.parts import Parts, Similarities, constants, joined, parts_of_terms
from ilk.search.postings import Postings
from ilk.search.query import EVERY_DOCUMENT, LexicalQuery
from ilk.search.scratch import Scratch, ScratchPool, new_scratch
from ilk.search.statistics import Statistics
from ilk.search.topk import Answer, Searched, Wanted


class LexicalSearch(BaseSearch):
    """Top-k search; what a posting adds is computed when its term is first asked for, and kept.

    Only documents that contain at least one of the query's terms are hits, unless the ranking is one of every
    document; a hit's similarity may be negative. Equal similarities stand in document order. Safe to use from
    several threads.

    `compiled` chooses between a numba kernel, for a process that lives on, and NumPy, for one search; their
    answers are the same to the bit.
    """

    def __init__(
        self, postings: Postings, stats: Statistics, ranking: Ranking, compiled: bool = True
    ) -> None:
        if stats.n_terms != postings.n_terms:
            raise ParameterError(
                f"statistics of {stats.n_terms} terms do not belong to postings of {postings.n_terms}"
            )
        self.n_docs, self.n_terms = stats.n_docs, stats.n_terms
        self.postings, self.stats, self.ranking = postings, stats, ranking.fitted(stats)
        self._kernels = _compiled_kernels() if compiled else None
        self._impacts = LazyImpacts(postings, self._computed)
        self._scratch = ScratchPool(new_scratch, stats.n_docs)

    def prepare(self) -> None:
        """Compute what every posting adds now, so that no search has to."""
        self._impacts.make_all_ready()

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        if self.ranking.every_document:
            return super()._answer(query, k, mask)
        wanted = self._wanted(query, mask, k)
        if self._kernels is None:
            return topk.top_k(self._searched, wanted, self.n_docs)
        scratch = self._scratch.take()
        answer = self._kernels.search(tuple(self._searched), tuple(wanted), tuple(scratch))
        self._scratch.give_back(scratch)
        return answer

    def _similarities(self, query: LexicalQuery) -> Similarities:
        wanted = self._wanted(query, EVERY_DOCUMENT, 1)
        if self._kernels is None:
            values, candidates = topk.accumulate(self._searched, wanted, self.n_docs)
        else:
            scratch = new_scratch(self.n_docs)
            self._kernels.accumulate(self._searched, wanted, scratch)
            values, candidates = scratch.totals, scratch.seen.view(np.bool_)
        if self.ranking.every_document:
            candidates = self._has_words & bool(query.terms.size)
        if self._factors is not None:
            values += np.where(candidates, self._factors @ self._query_factors(query), 0.0)
        return Similarities(values, candidates)

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        self._impacts.make_ready(query.terms)
        weights = self.ranking.query_weights(query.terms, query.counts, self.stats)
        places = self.postings.places(query.terms, document)
        shared = places >= 0
        amounts = weights[shared] * self._impacts.values[places[shared]].astype(np.float64)
        by_term = parts_of_terms(query.terms[shared], amounts)
        ranked = (
            self._has_words[document] and query.terms.size if self.ranking.every_document else shared.any()
        )
        if self._factors is None or not ranked:
            return by_term
        return joined(by_term, constants(*(self._factors[document] * self._query_factors(query))))

    def _wanted(self, query: LexicalQuery, mask: NDArray[np.bool_], k: int) -> Wanted:
        self._impacts.make_ready(query.terms)
        weights = self.ranking.query_weights(query.terms, query.counts, self.stats)
        factor = 0.0 if self._factors is None else float(self._query_factors(query)[0])
        return Wanted(query.terms, weights, factor, mask, k)

    def _query_factors(self, query: LexicalQuery) -> NDArray[np.float64]:
        return self.ranking.query_factors(query.terms, query.counts, self.stats)

    def _computed(self, terms: int | NDArray[np.int64], span: slice) -> NDArray[np.float64]:
        docs, counts = self.postings.docs[span], self.postings.counts[span]
        impacts = self.ranking.impacts(terms, counts, self.stats.doc_lengths[docs], self.stats)
        return impacts if self._scales is None else impacts * self._scales[docs]

    @cached_property
    def _searched(self) -> Searched:
        # Only a ranking of every document may have more factors than one, and for that the kernel adds none.
        first = np.empty(0) if self._factors is None else np.ascontiguousarray(self._factors[:, 0])
        return Searched(self.postings.indptr, self.postings.docs.view(np.uint32), self._impacts.values, first)

    @cached_property
    def _factors(self) -> NDArray[np.float64] | None:
        return self.ranking.document_factors(self.postings, self.stats)

    @cached_property
    def _has_words(self) -> NDArray[np.bool_]:
        return np.asarray(self.stats.doc_lengths > 0)

    @cached_property
    def _scales(self) -> NDArray[np.float64] | None:
        return self.ranking.document_scales(self.postings, self.stats)


class Kernels(Protocol):
    """The compiled functions of the search."""

    def search(self, searched: tuple[Any, ...], wanted: tuple[Any, ...], scratch: tuple[Any, ...]) -> Answer:
        """Return the best documents."""

    def accumulate(self, searched: Searched, wanted: Wanted, scratch: Scratch) -> int:
        """Add up the postings of the wanted terms."""


def _compiled_kernels() -> Kernels:
    from ilk.search import _search_kernels  # loads numba, which takes longer than one search

    return cast(Kernels, _search_kernels)
