"""Exact search with any lexical ranking over one set of postings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.ranking.base import Ranking
from ilk.search import topk
from ilk.search.parts import Parts, Similarities, check_document, constants, joined, parts_of_terms
from ilk.search.postings import Postings
from ilk.search.query import EVERY_DOCUMENT, LexicalQuery, check_allowed, check_k, check_query
from ilk.search.scratch import Scratch, ScratchPool, new_scratch
from ilk.search.statistics import Statistics
from ilk.search.topk import Answer, Searched, Wanted
from ilk.threads import map_in_order

QUERIES_A_BLOCK = 32


class LexicalSearch:
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
        self.postings, self.stats, self.ranking = postings, stats, ranking.fitted(stats)
        self._kernels = _compiled_kernels() if compiled else None
        # Memory is taken page by page as terms are asked for. Filling is idempotent: two threads that meet at
        # one term write the same numbers, and a term is marked only once they are all there.
        self._impacts = np.empty(postings.docs.size, dtype=np.float32)
        self._ready = bytearray(postings.n_terms)
        self._scratch = ScratchPool(stats.n_docs)

    def search(
        self, terms: NDArray[Any], counts: NDArray[Any], k: int, allowed: NDArray[np.bool_] | None = None
    ) -> Answer:
        """Return the k best documents and their similarities; fewer where fewer contain a term.

        terms (n,) are term numbers and counts (n,) how often the query has them; a term that stands twice is
        added up. allowed (n_docs,) is False for documents that may not be hits.
        """
        k, mask = check_k(k), check_allowed(allowed, self.stats.n_docs)
        return self._answer(check_query(terms, counts, self.stats.n_terms), k, mask)

    def search_many(
        self,
        queries: Sequence[tuple[NDArray[Any], NDArray[Any]]],
        k: int,
        allowed: NDArray[np.bool_] | None = None,
        threads: int | None = None,
    ) -> list[Answer]:
        """Return what `search` returns for each (terms, counts), computed side by side."""
        k, mask = check_k(k), check_allowed(allowed, self.stats.n_docs)
        checked = [check_query(terms, counts, self.stats.n_terms) for terms, counts in queries]
        blocks = (checked[i : i + QUERIES_A_BLOCK] for i in range(0, len(checked), QUERIES_A_BLOCK))
        work = partial(self._answers, k=k, mask=mask)
        return [answer for block in map_in_order(work, blocks, threads) for answer in block]

    def prepare(self) -> None:
        """Compute what every posting adds now, so that no search has to."""
        for terms, span in self.postings.blocks():
            self._impacts[span] = self._computed(terms, span)
        self._ready[:] = b"\1" * self.postings.n_terms

    def similarities(self, terms: NDArray[Any], counts: NDArray[Any]) -> Similarities:
        """Return the similarity of every document, and which of them could be hits."""
        return self._similarities(check_query(terms, counts, self.stats.n_terms))

    def parts(self, terms: NDArray[Any], counts: NDArray[Any], document: int) -> Parts:
        """Return what each term of the query adds to the similarity of a document, and what comes beside."""
        query = check_query(terms, counts, self.stats.n_terms)
        document = check_document(document, self.stats.n_docs)
        self._make_ready(query.terms)
        weights = self.ranking.query_weights(query.terms, query.counts, self.stats)
        places = self.postings.places(query.terms, document)
        shared = places >= 0
        amounts = weights[shared] * self._impacts[places[shared]].astype(np.float64)
        by_term = parts_of_terms(query.terms[shared], amounts)
        ranked = (
            self._has_words[document] and query.terms.size if self.ranking.every_document else shared.any()
        )
        if self._factors is None or not ranked:
            return by_term
        return joined(by_term, constants(*(self._factors[document] * self._query_factors(query))))

    def _answers(self, queries: Iterable[LexicalQuery], k: int, mask: NDArray[np.bool_]) -> list[Answer]:
        return [self._answer(query, k, mask) for query in queries]

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        if self.ranking.every_document:
            values, candidates = self._similarities(query)
            return topk.best_of(values, candidates & mask if mask.size else candidates, k)
        wanted = self._wanted(query, mask, min(k, self.stats.n_docs))
        if self._kernels is None:
            return topk.top_k(self._searched, wanted, self.stats.n_docs)
        scratch = self._scratch.take()
        answer = self._kernels.top_k(self._searched, wanted, scratch)
        self._scratch.give_back(scratch)
        return answer

    def _similarities(self, query: LexicalQuery) -> Similarities:
        wanted = self._wanted(query, EVERY_DOCUMENT, 1)
        if self._kernels is None:
            values, candidates = topk.accumulate(self._searched, wanted, self.stats.n_docs)
        else:
            scratch = new_scratch(self.stats.n_docs)
            self._kernels.accumulate(self._searched, wanted, scratch)
            values, candidates = scratch.totals, scratch.seen.view(np.bool_)
        if self.ranking.every_document:
            candidates = self._has_words & bool(query.terms.size)
        if self._factors is not None:
            values += np.where(candidates, self._factors @ self._query_factors(query), 0.0)
        return Similarities(values, candidates)

    def _wanted(self, query: LexicalQuery, mask: NDArray[np.bool_], k: int) -> Wanted:
        self._make_ready(query.terms)
        weights = self.ranking.query_weights(query.terms, query.counts, self.stats)
        factor = 0.0 if self._factors is None else float(self._query_factors(query)[0])
        return Wanted(query.terms, weights, factor, mask, k)

    def _query_factors(self, query: LexicalQuery) -> NDArray[np.float64]:
        return self.ranking.query_factors(query.terms, query.counts, self.stats)

    def _make_ready(self, terms: NDArray[np.int32]) -> None:
        """Fill in the impacts of the terms that nobody has asked for yet."""
        for term in terms.tolist():
            if not self._ready[term]:
                span = slice(self.postings.indptr[term], self.postings.indptr[term + 1])
                if span.start < span.stop:  # a formula need not hold for a term that is nowhere
                    self._impacts[span] = self._computed(term, span)
                self._ready[term] = 1

    def _computed(self, terms: int | NDArray[np.int64], span: slice) -> NDArray[np.float64]:
        docs, counts = self.postings.docs[span], self.postings.counts[span]
        impacts = self.ranking.impacts(terms, counts, self.stats.doc_lengths[docs], self.stats)
        return impacts if self._scales is None else impacts * self._scales[docs]

    @cached_property
    def _searched(self) -> Searched:
        # Only a ranking of every document may have more factors than one, and for that the kernel adds none.
        first = np.empty(0) if self._factors is None else np.ascontiguousarray(self._factors[:, 0])
        return Searched(self.postings.indptr, self.postings.docs.view(np.uint32), self._impacts, first)

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

    def top_k(self, searched: Searched, wanted: Wanted, scratch: Scratch) -> Answer:
        """Return the best documents."""

    def accumulate(self, searched: Searched, wanted: Wanted, scratch: Scratch) -> int:
        """Add up the postings of the wanted terms."""


def _compiled_kernels() -> Kernels:
    from ilk.search import _search_kernels  # loads numba, which takes longer than one search

    return cast(Kernels, _search_kernels)
