"""Feedback without anybody's judgement: a query takes on the words of the documents that it finds (RM3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.ranking.base import check_number
from ilk.search.base import BaseSearch
from ilk.search.parts import Parts, Similarities
from ilk.search.query import EVERY_DOCUMENT, LexicalQuery, WeightedTerms
from ilk.search.rows import CountRows
from ilk.search.statistics import Statistics
from ilk.search.topk import Answer, best_first

Floats = NDArray[np.float64]


class FeedbackSearch(BaseSearch):
    """Ask once, expand the query, ask again (Lavrenko and Croft 2001; Abdul-Jaleel et al. 2004).

    n(q',w) = |q| · ((1 − λ) P̂(w|q) + λ P(w|R)), where P(w|R) ∝ Σ_{d∈R} P(d|R) P̂(w|d) is the relevance
    model of the best `documents`, cut to its most probable `terms`, and λ is `weight`. A document's share
    P(d|R) is proportional to its lead over the best document left out, wherever a ranking has its zero.

    The documents that a query learns from are its best of all, also where only some may be hits: what a
    document's similarity is does not depend on what else is allowed.
    """

    def __init__(
        self,
        inner: BaseSearch,
        rows: CountRows,
        stats: Statistics,
        *,
        documents: float = 10,
        terms: float = 50,
        weight: float = 0.5,
    ) -> None:
        """Search with `inner`, taking the words of documents from `rows`."""
        check_number("feedback", "weight", weight, low=0, high=1)
        self._documents, self._terms = _whole("documents", documents), _whole("terms", terms)
        self.n_docs, self.n_terms = inner.n_docs, inner.n_terms
        self._inner, self._rows, self._stats, self._weight = inner, rows, stats, float(weight)

    def expanded(self, query: LexicalQuery) -> LexicalQuery:
        """Return the query with the words of its best documents; as it is where nothing is found."""
        if self._weight == 0:
            return query
        best = self._inner._answer(query, self._at_most(self._documents + 1), EVERY_DOCUMENT)
        relevance = self._relevance(best)
        if not relevance.any():
            return query
        chosen = best_first(relevance, self._terms)
        weights = np.zeros(self.n_terms)
        weights[chosen] = self._weight * relevance[chosen] / relevance[chosen].sum()
        weights[query.terms] += (1 - self._weight) * query.counts / query.length
        (terms,) = np.nonzero(weights)
        counts = query.length * weights[terms]
        return LexicalQuery(terms.astype(np.int32), counts, float(counts.sum()))

    def _relevance(self, best: Answer) -> Floats:
        """Return Σ_d P(d|R) P̂(w|d) of every term, (n_terms,)."""
        found, similarities = best
        relevance = np.zeros(self.n_terms)
        shares = _shares(similarities, self._documents)
        for document, share in zip(found[: self._documents].tolist(), shares, strict=True):
            terms, counts = self._rows.of(document)
            relevance[terms] += share * counts / max(int(self._stats.doc_lengths[document]), 1)
        return relevance

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        return self._inner._answer(self.expanded(query), k, mask)

    def _similarities(self, query: LexicalQuery) -> Similarities:
        return self._inner._similarities(self.expanded(query))

    def _near(self, query: LexicalQuery) -> WeightedTerms:
        """Weigh the words of the best documents by their idf too: what all documents have says nothing."""
        terms, counts, _ = self.expanded(query)
        return WeightedTerms(
            terms, counts * np.log(self.n_docs / np.maximum(self._stats.doc_freqs[terms], 1))
        )

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        return self._inner._parts(self.expanded(query), document)


def _shares(similarities: Floats, n_documents: int) -> Floats:
    """Return P(d|R) of the best documents: their leads over the first that is left out, or even shares.

    Where none is left out, leads are over 0, or over the worst document if that has less.
    """
    left_out = similarities[n_documents:]
    leads = similarities[:n_documents] - (left_out[0] if left_out.size else similarities.min(initial=0.0))
    total = leads.sum()
    return leads / total if total > 0 else np.full(len(leads), 1 / max(len(leads), 1))


def _whole(name: str, value: float) -> int:
    check_number("feedback", name, value, low=1)
    if value != int(value):
        raise ParameterError(f"{name} of feedback must be a whole number, got {value!r}")
    return int(value)
