"""The kernels of elkan2005 over counts x: similarities φ(q)·φ(d) with features φ of each document alone.

name            φ_w(x)                              the kernels as estimators: `ilk.kernels`
bhattacharyya   √(x_w/|x|)
l0, l1, l2      x_w/‖x‖_p, ‖x‖_0 the number of different terms
multinomial     x_w/θ_w, θ_w = F_w/|C|              the Fisher kernel of the multinomial
tfidf-elkan     ln(x_w + 1) · ln(N/df_w), of length 1

The Fisher kernel of the DCM is in `ilk.ranking.dcm_kernel`, as it does not vanish where no word is shared.
The words of a query that the collection does not know are left out of |x| and ‖x‖.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ilk.ranking.base import Floats, Ints, Ranking

if TYPE_CHECKING:
    from ilk.search.postings import Postings
    from ilk.search.statistics import Statistics


@dataclass(frozen=True)
class Bhattacharyya(Ranking):
    """similarity(q, d) = Σ_w √(P̂(w|q) P̂(w|d)), the overlap of two distributions."""

    name: ClassVar[str] = "bhattacharyya"

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # of a document alone
        """Return √(n(d,w)/|d|) of each posting."""
        return np.sqrt(counts / lengths)

    def query_weights(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # of the query alone
        """Return √(n(q,w)/|q|) of each term."""
        return np.sqrt(counts / (np.sum(counts) or 1.0))


class NormedCounts(Ranking):
    """similarity(q, d) = Σ_w n(q,w) n(d,w) / (‖q‖_p ‖d‖_p)."""

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # the scale does the rest
        """Return n(d,w) of each posting."""
        return np.asarray(counts, dtype=np.float64)

    def query_weights(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # of the query alone
        """Return n(q,w)/‖q‖_p of each term."""
        powers = self._powers(np.asarray(counts, dtype=np.float64))
        return np.asarray(counts / self._from_sum(powers.sum(keepdims=True))) if powers.size else powers

    def document_scales(self, postings: Postings, stats: Statistics) -> Floats:
        """Return 1/‖d‖_p of each document (n_docs,); 0 for an empty one."""
        sums = np.zeros(stats.n_docs)
        for _, span in postings.blocks():
            powers = self._powers(postings.counts[span].astype(np.float64))
            sums += np.bincount(postings.docs[span], weights=powers, minlength=stats.n_docs)
        norms = self._from_sum(sums)
        return np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)

    @abstractmethod
    def _powers(self, counts: Floats) -> Floats:
        """Return x^p of positive counts."""

    def _from_sum(self, sums: Floats) -> Floats:
        """Return the norm from Σ_w x_w^p."""
        return sums


@dataclass(frozen=True)
class L0(NormedCounts):
    """Counts over the number of different terms."""

    name: ClassVar[str] = "l0"

    def _powers(self, counts: Floats) -> Floats:
        return np.ones_like(counts)


@dataclass(frozen=True)
class L1(NormedCounts):
    """Counts over the number of words."""

    name: ClassVar[str] = "l1"

    def _powers(self, counts: Floats) -> Floats:
        return counts


@dataclass(frozen=True)
class L2(NormedCounts):
    """Counts over their Euclidean length: the cosine of raw counts."""

    name: ClassVar[str] = "l2"

    def _powers(self, counts: Floats) -> Floats:
        return counts * counts

    def _from_sum(self, sums: Floats) -> Floats:
        return np.sqrt(sums)


@dataclass(frozen=True)
class MultinomialKernel(Ranking):
    """similarity(q, d) = Σ_w n(q,w) n(d,w) / θ_w²."""

    name: ClassVar[str] = "multinomial"

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # of raw counts
        """Return n(d,w)/θ_w of each posting."""
        return np.asarray(counts / self._theta(terms, stats))

    def query_weights(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:
        """Return n(q,w)/θ_w of each term."""
        return np.asarray(counts / self._theta(terms, stats))

    def _theta(self, terms: int | Ints, stats: Statistics) -> Floats:
        # A term that no document has counts as seen half a time; it weighs on nothing, but stays finite.
        return np.maximum(stats.term_totals[terms], 0.5) / (stats.total or 1)


@dataclass(frozen=True)
class ElkanTfIdf(Ranking):
    """The cosine of ln(x_w + 1) · ln(N/df_w); a word that all documents have counts for nothing."""

    name: ClassVar[str] = "tfidf-elkan"

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # the scale has the lengths
        """Return ln(n(d,w) + 1) · ln(N/df_w) of each posting."""
        return np.asarray(np.log1p(counts) * self._idf(terms, stats))

    def query_weights(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:
        """Return the same of each term of the query, over the query's length."""
        weights = np.log1p(counts) * self._idf(terms, stats)
        return np.asarray(weights / (np.sqrt(weights @ weights) or 1.0))

    def document_scales(self, postings: Postings, stats: Statistics) -> Floats:
        """Return one over the length of each document (n_docs,); 0 where that is 0."""
        squares = np.zeros(stats.n_docs)
        for terms, span in postings.blocks():
            values = self.impacts(terms, postings.counts[span], postings.counts[span], stats)
            squares += np.bincount(postings.docs[span], weights=values * values, minlength=stats.n_docs)
        return np.divide(1.0, np.sqrt(squares), out=np.zeros_like(squares), where=squares > 0)

    def _idf(self, terms: int | Ints, stats: Statistics) -> Floats:
        return np.asarray(np.log(stats.n_docs / np.maximum(stats.doc_freqs[terms], 0.5)))
