"""The three voices of the default similarity: what each says for documents, and what each term adds to it.

`everywhere` and `values` are what a voice says of all documents, or of some; amounts (t, m) are what t terms
add to that for m documents, so that their sums over the terms are the values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.default.arithmetic import Arithmetic, Floats, Ints, Mixture, counts, positions, probabilities
from ilk.default.constants import Constants
from ilk.default.model import Halves, IlkModel
from ilk.models.weighting import damped, inverse_document_frequencies
from ilk.search.engine import LexicalSearch
from ilk.search.postings import Postings
from ilk.search.query import WeightedTerms
from ilk.search.statistics import Statistics


class Among(NamedTuple):
    """Some documents (m,) in increasing order, and where each of all documents stands among them (N,)."""

    docs: Ints
    positions: Ints


class LSIVoice:
    """Cosines of query and documents in nested spaces of LSI."""

    def __init__(
        self,
        model: IlkModel,
        stats: Statistics,
        constants: Constants,
        arithmetic: Arithmetic,
        compiled: bool = True,
    ) -> None:
        """Keep the vectors; a space that the model does not reach is its largest one."""
        width = model.lsi_documents.shape[1]
        self._first = min(constants.first_space, width)
        self._terms, self._norms, self._documents = model.lsi_terms, model.lsi_norms, model.lsi_documents
        self._first_documents: NDArray[Any] = self._documents[:, : self._first]
        if compiled:
            self._documents = widened(self._documents)
            self._first_documents = widened(self._first_documents)
        self._first_norms = np.ascontiguousarray(
            model.lsi_norms[:, constants.spaces.index(constants.first_space)]
        )
        self._spaces = np.minimum(np.array(constants.spaces), width)
        self._idf = inverse_document_frequencies(stats.doc_freqs, stats.n_docs)
        self._arithmetic = arithmetic

    def everywhere(self, query: WeightedTerms) -> Floats:
        """Return the cosine with every document in the space that chooses candidates, (N,)."""
        vector = self._vectors(query).sum(axis=0)[: self._first]
        return self._arithmetic.cosines(self._first_documents, self._first_norms, vector)

    def first_amounts(self, query: WeightedTerms, document: int) -> Floats:
        """Return what each term adds to the cosine that chooses candidates, (t,)."""
        vectors = self._vectors(query)[:, : self._first]
        norm = np.sqrt(np.square(vectors.sum(axis=0)).sum()) * float(self._first_norms[document])
        products = vectors @ self._first_documents[document].astype(np.float64)
        return products / norm if norm > 0 else np.zeros(len(vectors))

    def values(self, query: WeightedTerms, docs: Ints) -> Floats:
        """Return the cosine with some documents in each of the spaces, (n_spaces, m)."""
        vector = self._vectors(query).sum(axis=0)
        return self._arithmetic.nested_cosines(self._documents, self._norms, self._spaces, docs, vector)

    def amounts(self, query: WeightedTerms, docs: Ints) -> list[Floats]:
        """Return what each term adds to the cosine in each of the spaces, (t, m)."""
        vectors, documents = self._vectors(query), self._documents[docs].astype(np.float64)
        found = []
        for number, space in enumerate(self._spaces.tolist()):
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

    def __init__(
        self,
        model: IlkModel,
        postings: Postings,
        stats: Statistics,
        constants: Constants,
        arithmetic: Arithmetic,
        compiled: bool = True,
    ) -> None:
        """Keep what the formula needs."""
        self._lifts, self._topics = model.lifts, model.topics_of_documents
        if compiled:
            self._topics = widened(self._topics)
        self._postings = (postings.indptr, postings.docs, postings.counts)
        self._stats, self._own_share = stats, constants.own_share
        self._pseudo_count = constants.pseudo_length * stats.mean_length
        self._lengths = stats.doc_lengths.astype(np.float64) + self._pseudo_count
        self._arithmetic = arithmetic

    def values(self, query: WeightedTerms, among: Among) -> Floats:
        """Return Σ_w weight_w log P(w|d) of each document, (m,)."""
        found = self._arithmetic.counts(self._postings, query.terms, among.positions, len(among.docs))
        return self._arithmetic.log_likelihoods(
            tuple(self._mixture(query)), query.weights, self._topics, among.docs, found
        )

    def amounts(self, query: WeightedTerms, among: Among) -> Floats:
        """Return weight · log P(w|d) of each term and document, (t, m)."""
        found = counts(self._postings, query.terms, among.positions, len(among.docs))
        mixed = probabilities(self._mixture(query), self._topics, among.docs, found)
        return query.weights[:, np.newaxis] * np.log(mixed.T)

    def _mixture(self, query: WeightedTerms) -> Mixture:
        p_w = self._stats.term_totals[query.terms] / max(self._stats.total, 1)
        lifts = self._lifts[query.terms].astype(np.float32)
        return Mixture(p_w, lifts, self._lengths, self._pseudo_count, self._own_share)


class LexicalVoice:
    """A lexical ranking, word by word."""

    def __init__(self, search: LexicalSearch) -> None:
        """Speak through a search."""
        self._search = search

    def everywhere(self, query: WeightedTerms) -> Floats:
        """Return the similarity of every document, (N,)."""
        return self._search.similarities(query.terms, query.weights).values

    def amounts(self, query: WeightedTerms, docs: Ints) -> Floats:
        """Return what each term adds, (t, m)."""
        ranking, stats, postings = self._search.ranking, self._search.stats, self._search.postings
        found = counts(
            (postings.indptr, postings.docs, postings.counts),
            query.terms,
            positions(docs, stats.n_docs),
            len(docs),
        ).T.astype(np.float64)
        weights = ranking.query_weights(query.terms, query.weights, stats)
        lengths = stats.doc_lengths[docs]
        scales = ranking.document_scales(postings, stats)
        for row, term in enumerate(query.terms.tolist()):
            (shared,) = np.nonzero(found[row])
            impacts = ranking.impacts(term, found[row, shared], lengths[shared], stats)
            if scales is not None:
                impacts = impacts * scales[docs[shared]]
            # In single precision, as the search keeps them: the amounts add up to what it says.
            found[row, shared] = weights[row] * impacts.astype(np.float32)
        return found


def widened(halves: Halves) -> NDArray[Any]:
    """Return an array in single precision, which processors compute with, and rows without gaps."""
    return np.ascontiguousarray(halves, dtype=np.float32)
