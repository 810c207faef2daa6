"""The three voices of the default similarity: what each term of a query says for each of some documents.

A voice gives amounts (t, m): what t terms add to the similarity of m documents. Their sum over terms is what
the voice says of a document.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.default.constants import Constants
from ilk.default.model import IlkModel
from ilk.models.weighting import damped, inverse_document_frequencies
from ilk.search.engine import LexicalSearch
from ilk.search.postings import Postings
from ilk.search.statistics import Statistics

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

LEAST_PROBABILITY = 1e-12


class WeightedTerms(NamedTuple):
    """Distinct terms in increasing order (t,), and a weight each (t,)."""

    terms: Ints
    weights: Floats


class LSIVoice:
    """Cosines of query and documents in nested spaces of LSI."""

    def __init__(self, model: IlkModel, stats: Statistics, constants: Constants) -> None:
        """Keep the vectors; a space that the model does not reach is its largest one."""
        self._terms, self._norms = model.lsi_terms, model.lsi_norms
        # In single precision, which a product can be taken of at once.
        self._documents = model.lsi_documents.astype(np.float32)
        width = self._documents.shape[1]
        self._spaces = [min(space, width) for space in constants.spaces]
        self._first = min(constants.first_space, width)
        self._first_norms = model.lsi_norms[:, constants.spaces.index(constants.first_space)]
        self._idf = inverse_document_frequencies(stats.doc_freqs, stats.n_docs)

    def everywhere(self, query: WeightedTerms) -> Floats:
        """Return the cosine with every document in the space that chooses candidates, (N,)."""
        vector = self._vectors(query).sum(axis=0)[: self._first].astype(np.float32)
        products = self._documents[:, : self._first] @ vector
        norms = self._first_norms * np.float32(np.sqrt(vector @ vector))
        cosines = np.divide(products, norms, out=np.zeros_like(products), where=norms > 0)
        return np.asarray(cosines, dtype=np.float64)

    def first_amounts(self, query: WeightedTerms, document: int) -> Floats:
        """Return what each term adds to the cosine that chooses candidates, (t,)."""
        vectors = self._vectors(query)[:, : self._first]
        norm = np.sqrt(np.square(vectors.sum(axis=0)).sum()) * float(self._first_norms[document])
        products = vectors @ self._documents[document, : self._first].astype(np.float64)
        return products / norm if norm > 0 else np.zeros(len(vectors))

    def values(self, query: WeightedTerms, docs: Ints) -> list[Floats]:
        """Return the cosine with some documents in each of the spaces, (m,)."""
        return [
            cosines[0] for cosines in self._cosines(self._vectors(query).sum(axis=0, keepdims=True), docs)
        ]

    def amounts(self, query: WeightedTerms, docs: Ints) -> list[Floats]:
        """Return what each term adds to the cosine in each of the spaces, (t, m)."""
        return self._cosines(self._vectors(query), docs)

    def _cosines(self, vectors: Floats, docs: Ints) -> list[Floats]:
        documents = self._documents[docs].astype(np.float64)
        found = []
        for number, space in enumerate(self._spaces):
            products = vectors[:, :space] @ documents[:, :space].T
            length = np.sqrt(np.square(vectors[:, :space].sum(axis=0)).sum())
            norms = length * self._norms[docs, number].astype(np.float64)
            found.append(np.divide(products, norms, out=np.zeros_like(products), where=norms > 0))
        return found

    def _vectors(self, query: WeightedTerms) -> Floats:
        """Return what each term adds to the query's vector, (t, e)."""
        weights = damped(query.weights) * self._idf[query.terms]
        return weights[:, None] * self._terms[query.terms].astype(np.float64)


class LanguageVoice:
    """S_KL up to a constant, Σ_w weight_w log P(w|d), a document's own model and PLSI's mixed before the log.

    P(w|d) = λ (n(d,w) + μ P(w)) / (|d| + μ) + (1 − λ) mean over models of Σ_z P(z|d) P(w|z)
    """

    def __init__(self, model: IlkModel, postings: Postings, stats: Statistics, constants: Constants) -> None:
        """Keep what the formula needs."""
        self._lifts, self._topics = model.lifts, model.topics_of_documents.astype(np.float32)
        self._postings, self._stats = postings, stats
        self._own_share = constants.own_share
        self._pseudo_count = constants.pseudo_length * stats.mean_length

    def amounts(self, query: WeightedTerms, docs: Ints) -> Floats:
        """Return weight · log P(w|d) of each term and document, (t, m)."""
        p_w = (self._stats.term_totals[query.terms] / max(self._stats.total, 1))[:, None]
        lengths = self._stats.doc_lengths[docs] + self._pseudo_count
        own = (counts_in(self._postings, query.terms, docs) + self._pseudo_count * p_w) / lengths
        lifts = self._lifts[query.terms].astype(np.float32)
        topical = p_w * (lifts @ self._topics[docs].T)
        mixed = self._own_share * own + (1 - self._own_share) * topical
        return query.weights[:, None] * np.log(np.maximum(mixed, LEAST_PROBABILITY))


class LexicalVoice:
    """A lexical ranking, word by word."""

    def __init__(self, search: LexicalSearch) -> None:
        """Speak through a search."""
        self._search = search
        self._scales = search.ranking.document_scales(search.postings, search.stats)

    def everywhere(self, query: WeightedTerms) -> Floats:
        """Return the similarity of every document, (N,)."""
        return self._search.similarities(query.terms, query.weights).values

    def amounts(self, query: WeightedTerms, docs: Ints) -> Floats:
        """Return what each term adds, (t, m)."""
        ranking, stats = self._search.ranking, self._search.stats
        counts = counts_in(self._search.postings, query.terms, docs)
        weights = ranking.query_weights(query.terms, query.weights, stats)
        lengths = stats.doc_lengths[docs]
        scales = np.ones(len(docs)) if self._scales is None else self._scales[docs]
        for row, term in enumerate(query.terms.tolist()):
            (found,) = np.nonzero(counts[row])
            # In single precision, as the search keeps them: the amounts add up to what it says.
            impacts = ranking.impacts(term, counts[row, found], lengths[found], stats) * scales[found]
            counts[row, found] = weights[row] * impacts.astype(np.float32)
        return counts


def counts_in(postings: Postings, terms: Ints, docs: Ints) -> Floats:
    """Return n(d,w) of terms (t,) in increasing documents (m,), as (t, m)."""
    counts = np.zeros((len(terms), len(docs)))
    for row, term in enumerate(terms.tolist()):
        among, often = postings.of(term)
        shorter, longer = (among, docs) if len(among) < len(docs) else (docs, among)
        places = np.minimum(np.searchsorted(longer, shorter), len(longer) - 1)
        shared = np.flatnonzero(longer[places] == shorter)
        if longer is docs:
            counts[row, places[shared]] = often[shared]
        else:
            counts[row, shared] = often[places[shared]]
    return counts
