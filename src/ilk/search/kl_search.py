"""Search by S_KL: how far the words of a query are from what PLSI expects in a document."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.search.base import BaseSearch
from ilk.search.parts import Parts, Similarities, no_parts, parts_of_terms
from ilk.search.query import LexicalQuery
from ilk.search.topic_postings import TopicPostings

Floats = NDArray[np.float64]

LEAST_PROBABILITY = 1e-30
"""P(w|d) below this counts as this: what underflows must make a document worse, and never leave the sum."""

DOCUMENTS_AT_A_TIME = 1 << 16


class KnownWords(NamedTuple):
    """The words of a query that the model knows, (n,), and their shares P̂(w|q) among these, (n,)."""

    terms: NDArray[np.int32]
    shares: Floats


class KLSearch(BaseSearch):
    """S_KL(q, d) = Σ_{w∈q} P̂(w|q) log(P(w|d)/P̂(w|q)), P(w|d) = Σ_z P(z|d) P(w|z) (chappelier2009, eq. 9).

    Nothing is folded in. Words that the model does not know say nothing of any document and are left out.
    Every document that has a word which the model knows is a candidate; similarities are at most 0.
    """

    side_by_side: ClassVar[bool] = False

    def __init__(self, collection: TopicPostings) -> None:
        """Search a collection under its topic model."""
        self.collection = collection
        self.n_docs, self.n_terms = collection.stats.n_docs, collection.stats.n_terms

    def _similarities(self, query: LexicalQuery) -> Similarities:
        words = self._known(query)
        if not words.terms.size:
            return Similarities(np.zeros(self.n_docs), np.zeros(self.n_docs, dtype=np.bool_))
        candidates = self.collection.has_known_words
        values = np.empty(self.n_docs)
        for start in range(0, self.n_docs, DOCUMENTS_AT_A_TIME):
            some = slice(start, start + DOCUMENTS_AT_A_TIME)
            values[some] = self._amounts(words, some).sum(axis=1)
        return Similarities(np.where(candidates, values, 0.0), candidates)

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        words = self._known(query)
        if not words.terms.size or not self.collection.has_known_words[document]:
            return no_parts()
        amounts = self._amounts(words, slice(document, document + 1))[0]
        return parts_of_terms(words.terms, amounts)

    def _known(self, query: LexicalQuery) -> KnownWords:
        known = self.collection.known_terms[query.terms]
        counts = query.counts[known]
        return KnownWords(query.terms[known], counts / max(counts.sum(), np.finfo(np.float64).tiny))

    def _amounts(self, words: KnownWords, documents: slice) -> Floats:
        """Return what each word adds to the similarity of some documents, (m, n)."""
        model = self.collection.model
        probabilities = model.topics_of_docs[documents] @ model.topics_of_terms[words.terms].T
        floored = np.maximum(probabilities.astype(np.float64), LEAST_PROBABILITY)
        return np.asarray(words.shares * (np.log(floored) - np.log(words.shares)))
