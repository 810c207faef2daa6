"""The second question: the words that mark the best documents of the first are added to the query."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ilk.default.arithmetic import Floats, Ints
from ilk.default.constants import Constants
from ilk.models.weighting import damped, inverse_document_frequencies
from ilk.search.query import WeightedTerms
from ilk.search.rows import CountRows
from ilk.search.statistics import Statistics
from ilk.search.topk import best_first


class Expansion:
    """What words weigh, and what the best documents add to a query."""

    def __init__(self, rows: CountRows, stats: Statistics, constants: Constants) -> None:
        """Weigh all terms, once."""
        self._rows, self._constants = rows, constants
        freqs = stats.doc_freqs
        self._boosts = np.log1p((stats.n_docs - freqs + 0.5) / (freqs + 0.5)) ** constants.idf_power
        self._idf = inverse_document_frequencies(freqs, stats.n_docs)

    def boosted(self, query: WeightedTerms) -> WeightedTerms:
        """Return the query with weights weight_w · idf_w^power, idf_w being BM25's."""
        return WeightedTerms(query.terms, query.weights * self._boosts[query.terms])

    def of(self, query: WeightedTerms, docs: Ints, similarities: Floats) -> WeightedTerms:
        """Return the query, its weights adding up to 1, mixed with the terms that mark documents (m,).

        A term's relevance is Σ_d trust_d x_w(d)/‖x(d)‖ boost_w over the documents, with tf-idf's x, and
        trust_d ∝ exp(similarity/temperature).
        """
        share = self._constants.feedback_share
        if not share:
            return query
        trust = np.exp((similarities - similarities.max()) / self._constants.temperature)
        terms, amounts = self._marks(docs, trust / trust.sum())
        chosen = best_first(amounts, self._constants.feedback_terms)
        return _summed(
            np.concatenate([query.terms, terms[chosen]]),
            np.concatenate([(1 - share) * query.weights, share * amounts[chosen] / amounts[chosen].sum()]),
        )

    def _marks(self, docs: Ints, trust: Floats) -> WeightedTerms:
        """Return the relevance of every term of some documents."""
        spans = [slice(self._rows.indptr[d], self._rows.indptr[d + 1]) for d in docs]
        terms = np.concatenate([self._rows.terms[span] for span in spans])
        often = np.concatenate([self._rows.counts[span] for span in spans])
        sizes = np.array([span.stop - span.start for span in spans])
        tfidf = damped(often) * self._idf[terms]
        norms = np.sqrt(np.add.reduceat(np.square(tfidf), np.cumsum(sizes) - sizes))
        return _summed(terms, tfidf * np.repeat(trust / norms, sizes) * self._boosts[terms])


def _summed(terms: NDArray[np.int32], amounts: Floats) -> WeightedTerms:
    """Return the distinct terms, increasing, and the sum of the amounts of each."""
    distinct, inverse = np.unique(terms, return_inverse=True)
    return WeightedTerms(
        distinct.astype(np.int32), np.asarray(np.bincount(inverse, weights=amounts), dtype=np.float64)
    )
