"""Search by the default similarity."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.default.arithmetic import Floats, Ints, arithmetic, centred, largest, mean_of, spread
from ilk.default.constants import Constants
from ilk.default.expansion import Expansion
from ilk.default.model import IlkModel
from ilk.default.voices import Among, LanguageVoice, LexicalVoice, LSIVoice
from ilk.ranking.bm25 import BM25
from ilk.ranking.tfidf import TfIdf
from ilk.search.base import BaseSearch
from ilk.search.engine import LexicalSearch
from ilk.search.parts import Parts, Similarities, constants, joined, no_parts, parts_of_terms
from ilk.search.postings import Postings
from ilk.search.query import LexicalQuery, WeightedTerms
from ilk.search.remembering import Remembering
from ilk.search.rows import CountRows
from ilk.search.statistics import Statistics
from ilk.search.topk import Answer, best_first, best_of

BELOW = 1.0
STEP = 1e-3
"""What is no candidate stands below all candidates, in the order of the first impression."""


class Asked(NamedTuple):
    """A query and what came of it: for all documents (N,), and for the candidates (m,)."""

    words: WeightedTerms
    expanded: WeightedTerms
    first: Floats
    among: Among
    fused: Floats
    final: Floats


class IlkSearch(BaseSearch):
    """Top-k search by the default similarity; every document that has words is a candidate.

    The best by BM25 and LSI together are looked at closely: three voices, each as a standard score over these
    candidates, are averaged; the query takes on words of the best and is asked again; and the similarity of
    each is mixed with that of its neighbours. The others follow in the order of the first impression.
    """

    def __init__(
        self,
        postings: Postings,
        stats: Statistics,
        rows: CountRows,
        model: IlkModel,
        *,
        settings: Constants | None = None,
        compiled: bool = True,
    ) -> None:
        """Take the parts of an index and the model that was fitted to it."""
        self.constants = settings or Constants()
        self.n_docs, self.n_terms = stats.n_docs, stats.n_terms
        self._model = model
        self._arithmetic = arithmetic(compiled)
        self._lexical = LexicalVoice(LexicalSearch(postings, stats, BM25(), compiled=compiled))
        self._cosine = LexicalVoice(LexicalSearch(postings, stats, TfIdf(), compiled=compiled))
        self._lsi = LSIVoice(model, stats, self.constants, self._arithmetic, compiled)
        self._language = LanguageVoice(model, postings, stats, self.constants, self._arithmetic, compiled)
        self._expansion = Expansion(rows, stats, self.constants)
        self._has_words = np.asarray(stats.doc_lengths > 0)
        self._asked = Remembering(self._ask)

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        # A mask decides which documents are shown and not how similar they are: their explanations hold.
        asked = self._asked(query)
        if asked is None:
            return np.empty(0, dtype=np.int32), np.empty(0)
        if not mask.size and k <= len(asked.among.docs):
            best = best_first(asked.final, k)
            return asked.among.docs[best], asked.final[best]
        return best_of(self._all(asked), self._has_words & mask if mask.size else self._has_words, k)

    def _similarities(self, query: LexicalQuery) -> Similarities:
        asked = self._asked(query)
        if asked is None:
            return Similarities(np.zeros(self.n_docs), np.zeros(self.n_docs, dtype=np.bool_))
        return Similarities(np.where(self._has_words, self._all(asked), 0.0), self._has_words)

    def _near(self, query: LexicalQuery) -> WeightedTerms:
        asked = self._asked(query)
        return WeightedTerms(query.terms, query.counts) if asked is None else asked.expanded

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        asked = self._asked(query)
        if asked is None or not self._has_words[document]:
            return no_parts()
        place = int(asked.among.positions[document])
        return self._candidate_parts(asked, place) if place >= 0 else self._first_parts(asked, document)

    def _ask(self, query: LexicalQuery) -> Asked | None:
        """Put a query to all documents that have words, or return None where one of the two has none."""
        if not query.terms.size or not self._has_words.any():
            return None
        words = WeightedTerms(query.terms, query.counts)
        shares = WeightedTerms(query.terms, query.counts / query.length)
        boosted = self._expansion.boosted(shares)
        first = self._standard(self._lexical.everywhere(boosted)) + self._standard(
            self._lsi.everywhere(words)
        )
        among = self._candidates(first)
        themes = self._standard(mean_of(map(self._standard, self._theme_values(words, among.docs))))
        fused = self._fused(boosted, themes, among)
        best = best_first(fused, self.constants.feedback_documents)
        expanded = self._expansion.boosted(self._expansion.of(shares, among.docs[best], fused[best]))
        fused = self._fused(expanded, themes, among)
        return Asked(words, expanded, first, among, fused, self._with_neighbours(among, fused))

    def _standard(self, values: Floats) -> Floats:
        return self._arithmetic.standard(values)

    def _candidates(self, first: Floats) -> Among:
        """Return the best by the first impression, (m,)."""
        docs = np.flatnonzero(self._has_words)
        best = largest(first if len(docs) == len(first) else first[docs], self.constants.n_candidates)
        chosen = docs[best].astype(np.int32)
        return Among(chosen, self._arithmetic.positions(chosen, self.n_docs))

    def _fused(self, query: WeightedTerms, themes: Floats, among: Among) -> Floats:
        """Return the weighted mean of the three voices, each as a standard score, (m,)."""
        lexical = self._standard(self._lexical.everywhere(query)[among.docs])
        language = self._standard(self._language.values(query, among))
        weights = self.constants.weights
        summed = weights.lexical * lexical + weights.theme * themes + weights.language * language
        return summed / sum(weights)

    def _theme_values(self, words: WeightedTerms, docs: Ints) -> list[Floats]:
        """Return the cosines with the candidates, (m,): in LSI's spaces, and in the space of all terms."""
        return [*self._lsi.values(words, docs), self._cosine.everywhere(words)[docs]]

    def _theme_amounts(self, words: WeightedTerms, docs: Ints) -> list[Floats]:
        """Return what each term adds to these cosines, (t, m)."""
        return [*self._lsi.amounts(words, docs), self._cosine.amounts(words, docs)]

    def _with_neighbours(self, among: Among, fused: Floats) -> Floats:
        """Mix similarities with the mean of the neighbours'; one that is no candidate counts as the worst."""
        return self._arithmetic.with_neighbours(
            self._model.neighbours,
            self._model.neighbour_shares,
            *among,
            fused,
            self.constants.neighbour_share,
        )

    def _all(self, asked: Asked) -> Floats:
        """Return the similarity of all documents, (N,)."""
        everyone: Floats = STEP * (asked.first - asked.first.max()) + asked.final.min() - BELOW
        everyone[asked.among.docs] = asked.final
        return everyone

    def _candidate_parts(self, asked: Asked, place: int) -> Parts:
        """Take a candidate's similarity apart: its own share, and what comes from each neighbour."""
        among, share = asked.among, self.constants.neighbour_share
        own = np.zeros(len(among.docs))
        own[place] = 1 - share
        document = among.docs[place]
        places = among.positions[self._model.neighbours[document]]
        shares = share * self._model.neighbour_shares[document].astype(np.float64)
        np.add.at(own, places[places >= 0], shares[places >= 0])
        constant = shares[places < 0].sum() * asked.fused.min()
        weights = self.constants.weights
        lexical = centred(self._lexical.amounts(asked.expanded, among.docs))
        language = centred(self._language.amounts(asked.expanded, among))
        themes = centred(mean_of(map(centred, self._theme_amounts(asked.words, among.docs))))
        second = (weights.lexical * lexical + weights.language * language) @ own
        return joined(
            parts_of_terms(asked.expanded.terms, second / sum(weights)),
            parts_of_terms(asked.words.terms, weights.theme * themes @ own / sum(weights)),
            constants(constant),
        )

    def _first_parts(self, asked: Asked, document: int) -> Parts:
        """Take apart the similarity of a document that is no candidate: its first impression, moved down."""
        shares = WeightedTerms(asked.words.terms, asked.words.weights / asked.words.weights.sum())
        boosted = self._expansion.boosted(shares)
        voices = (self._lexical.everywhere(boosted), self._lsi.everywhere(asked.words))
        one = np.array([document], dtype=np.int32)
        lexical = self._lexical.amounts(boosted, one)[:, 0] / spread(voices[0])
        themes = self._lsi.first_amounts(asked.words, document) / spread(voices[1])
        everyone = self._all(asked)
        amounts = STEP * (lexical + themes)
        return joined(
            parts_of_terms(asked.words.terms, amounts), constants(everyone[document] - amounts.sum())
        )
