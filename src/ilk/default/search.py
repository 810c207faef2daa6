"""Search by the default similarity."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.default.constants import Constants
from ilk.default.model import IlkModel
from ilk.default.voices import (
    Floats,
    Ints,
    LanguageVoice,
    LexicalVoice,
    LSIVoice,
    WeightedTerms,
)
from ilk.models.weighting import damped, inverse_document_frequencies
from ilk.ranking.bm25 import BM25
from ilk.ranking.tfidf import TfIdf
from ilk.search.base import BaseSearch
from ilk.search.engine import LexicalSearch
from ilk.search.parts import (
    Parts,
    Similarities,
    constants,
    joined,
    no_parts,
    parts_of_terms,
)
from ilk.search.postings import Postings
from ilk.search.query import LexicalQuery
from ilk.search.rows import CountRows
from ilk.search.statistics import Statistics
from ilk.search.topk import Answer, best_first, best_of

A_TERM = 0
"""The axis of terms in amounts (t, m)."""

BELOW = 1.0
STEP = 1e-3
"""What is no candidate stands below all candidates, in the order of the first impression."""


class Asked(NamedTuple):
    """A query and what came of it: all documents (N,), and the candidates (m,) in increasing order."""

    words: WeightedTerms
    expanded: WeightedTerms
    first: Floats
    candidates: Ints
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
        self._stats, self._rows, self._model = stats, rows, model
        self._lexical = LexicalVoice(LexicalSearch(postings, stats, BM25(), compiled=compiled))
        self._cosine = LexicalVoice(LexicalSearch(postings, stats, TfIdf(), compiled=compiled))
        self._lsi = LSIVoice(model, stats, self.constants)
        self._language = LanguageVoice(model, postings, stats, self.constants)
        freqs = stats.doc_freqs
        self._boosts = np.log1p((stats.n_docs - freqs + 0.5) / (freqs + 0.5)) ** self.constants.idf_power
        self._idf = inverse_document_frequencies(freqs, stats.n_docs)
        self._has_words = np.asarray(stats.doc_lengths > 0)

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        possible = self._has_words & mask if mask.size else self._has_words
        asked = self._ask(query, possible)
        if asked is None:
            return np.empty(0, dtype=np.int32), np.empty(0)
        if k <= len(asked.candidates):
            best = best_first(asked.final, k)
            return asked.candidates[best], asked.final[best]
        return best_of(self._all(asked), possible, k)

    def _similarities(self, query: LexicalQuery) -> Similarities:
        asked = self._ask(query, self._has_words)
        if asked is None:
            return Similarities(np.zeros(self.n_docs), np.zeros(self.n_docs, dtype=np.bool_))
        return Similarities(np.where(self._has_words, self._all(asked), 0.0), self._has_words)

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        asked = self._ask(query, self._has_words)
        if asked is None or not self._has_words[document]:
            return no_parts()
        place = int(np.searchsorted(asked.candidates, document))
        if place < len(asked.candidates) and asked.candidates[place] == document:
            return self._candidate_parts(asked, place)
        return self._first_parts(asked, document)

    def _ask(self, query: LexicalQuery, possible: NDArray[np.bool_]) -> Asked | None:
        """Put a query to the documents that may be found, or return None where it has no word."""
        if not query.terms.size or not possible.any():
            return None
        words = WeightedTerms(query.terms, query.counts)
        shares = WeightedTerms(query.terms, query.counts / query.length)
        boosted = self._boosted(shares)
        first = standard(self._lexical.everywhere(boosted)) + standard(self._lsi.everywhere(words))
        candidates = self._candidates(first, possible)
        themes = standard(mean_of(map(standard, self._theme_values(words, candidates))))
        fused = self._fused(boosted, themes, candidates)
        expanded = self._boosted(self._expanded(shares, candidates, fused))
        fused = self._fused(expanded, themes, candidates)
        return Asked(words, expanded, first, candidates, fused, self._with_neighbours(candidates, fused))

    def _candidates(self, first: Floats, possible: NDArray[np.bool_]) -> Ints:
        docs = np.flatnonzero(possible)
        return np.sort(docs[best_first(first[docs], self.constants.n_candidates)]).astype(np.int32)

    def _fused(self, query: WeightedTerms, themes: Floats, candidates: Ints) -> Floats:
        """Return the weighted mean of the three voices, each as a standard score, (m,)."""
        lexical = self._lexical.everywhere(query)[candidates]
        language = self._language.amounts(query, candidates).sum(axis=A_TERM)
        weight = self.constants.lexical_weight
        return (weight * standard(lexical) + themes + standard(language)) / (weight + 2)

    def _theme_values(self, words: WeightedTerms, candidates: Ints) -> list[Floats]:
        """Return the cosines with the candidates, (m,): in LSI's spaces, and in the space of all terms."""
        return [*self._lsi.values(words, candidates), self._cosine.everywhere(words)[candidates]]

    def _theme_amounts(self, words: WeightedTerms, candidates: Ints) -> list[Floats]:
        """Return what each term adds to these cosines, (t, m)."""
        return [*self._lsi.amounts(words, candidates), self._cosine.amounts(words, candidates)]

    def _boosted(self, query: WeightedTerms) -> WeightedTerms:
        return WeightedTerms(query.terms, query.weights * self._boosts[query.terms])

    def _expanded(self, query: WeightedTerms, candidates: Ints, fused: Floats) -> WeightedTerms:
        """Return the query mixed with the terms that mark its best documents."""
        best = best_first(fused, self.constants.feedback_documents)
        trust = np.exp((fused[best] - fused[best[0]]) / self.constants.temperature)
        relevance: dict[int, float] = {}
        for document, weight in zip(candidates[best].tolist(), trust / trust.sum(), strict=True):
            terms, counts = self._rows.of(document)
            tfidf = damped(counts) * self._idf[terms]
            tfidf *= weight * self._boosts[terms] / np.sqrt(np.square(tfidf).sum())
            for term, amount in zip(terms.tolist(), tfidf.tolist(), strict=True):
                relevance[term] = relevance.get(term, 0.0) + amount
        chosen = sorted(relevance, key=lambda term: (-relevance[term], term))[: self.constants.feedback_terms]
        total = sum(relevance[term] for term in chosen)
        own = 1 - self.constants.feedback_share
        weights = {
            term: own * weight for term, weight in zip(query.terms.tolist(), query.weights, strict=True)
        }
        for term in chosen:
            weights[term] = weights.get(term, 0.0) + (1 - own) * relevance[term] / total
        ordered = sorted(weights)
        return WeightedTerms(np.array(ordered, dtype=np.int32), np.array([weights[term] for term in ordered]))

    def _with_neighbours(self, candidates: Ints, fused: Floats) -> Floats:
        """Mix similarities with the mean of the neighbours'; one that is no candidate counts as the worst."""
        places = self._places(candidates, self._model.neighbours[candidates])
        of_neighbours = np.where(places >= 0, fused[places], fused.min())
        means = (self._model.neighbour_shares[candidates] * of_neighbours).sum(axis=1, dtype=np.float64)
        share = self.constants.neighbour_share
        return np.asarray((1 - share) * fused + share * means)

    @staticmethod
    def _places(candidates: Ints, documents: NDArray[np.int32]) -> NDArray[np.intp]:
        """Return where documents stand among the candidates, -1 where they do not."""
        places = np.minimum(np.searchsorted(candidates, documents), len(candidates) - 1)
        return np.where(candidates[places] == documents, places, -1)

    def _all(self, asked: Asked) -> Floats:
        """Return the similarity of all documents, (N,)."""
        everyone: Floats = STEP * (asked.first - asked.first.max()) + asked.final.min() - BELOW
        everyone[asked.candidates] = asked.final
        return everyone

    def _candidate_parts(self, asked: Asked, place: int) -> Parts:
        """Take a candidate's similarity apart: its own share, and what comes from each neighbour."""
        candidates, share = asked.candidates, self.constants.neighbour_share
        own = np.zeros(len(candidates))
        own[place] = 1 - share
        document = candidates[place]
        places = self._places(candidates, self._model.neighbours[document])
        shares = share * self._model.neighbour_shares[document].astype(np.float64)
        np.add.at(own, places[places >= 0], shares[places >= 0])
        constant = shares[places < 0].sum() * asked.fused.min()
        weight = self.constants.lexical_weight
        lexical = centred(self._lexical.amounts(asked.expanded, candidates))
        language = centred(self._language.amounts(asked.expanded, candidates))
        themes = centred(mean_of(map(centred, self._theme_amounts(asked.words, candidates))))
        return joined(
            parts_of_terms(asked.expanded.terms, (weight * lexical + language) @ own / (weight + 2)),
            parts_of_terms(asked.words.terms, themes @ own / (weight + 2)),
            constants(constant),
        )

    def _first_parts(self, asked: Asked, document: int) -> Parts:
        """Take apart the similarity of a document that is no candidate: its first impression, moved down."""
        boosted = self._boosted(
            WeightedTerms(asked.words.terms, asked.words.weights / asked.words.weights.sum())
        )
        voices = (self._lexical.everywhere(boosted), self._lsi.everywhere(asked.words))
        one = np.array([document], dtype=np.int32)
        lexical = self._lexical.amounts(boosted, one)[:, 0] / spread(voices[0])
        themes = self._lsi.first_amounts(asked.words, document) / spread(voices[1])
        everyone = self._all(asked)
        amounts = STEP * (lexical + themes)
        return joined(
            parts_of_terms(asked.words.terms, amounts), constants(everyone[document] - amounts.sum())
        )


def standard(values: Floats) -> Floats:
    """Return the standard scores of values (n,): mean 0, standard deviation 1; all 0 where all are equal."""
    return np.asarray((values - values.mean()) / spread(values))


def centred(amounts: Floats) -> Floats:
    """Return amounts (t, m) whose sums over terms are the standard scores of the sums that were given.

    Each term gives up its own mean over the documents: what is left says how far a document stands out.
    """
    return np.asarray((amounts - amounts.mean(axis=1, keepdims=True)) / spread(amounts.sum(axis=A_TERM)))


def mean_of(arrays: Iterable[Floats]) -> Floats:
    """Return the mean of arrays of one shape."""
    return np.asarray(np.mean(np.stack(list(arrays)), axis=0))


def spread(values: Floats) -> float:
    """Return the standard deviation, or 1 where it is nothing but rounding."""
    deviation = float(values.std())
    return deviation if deviation > 1e-9 * max(1.0, float(np.abs(values).max())) else 1.0
