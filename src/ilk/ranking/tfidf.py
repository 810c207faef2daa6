"""The cosine of tf-idf vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ilk.errors import ParameterError
from ilk.models.weighting import damped, inverse_document_frequencies
from ilk.ranking.base import Floats, Ints, Ranking

if TYPE_CHECKING:
    from ilk.search.postings import Postings
    from ilk.search.statistics import Statistics


@dataclass(frozen=True)
class TfIdf(Ranking):
    """similarity(q, d) = Σ_w x_w(q) x_w(d) / (‖x(q)‖ ‖x(d)‖), with x_w(d) = ln(1 + n(d,w)) · ln(1 + N/df_w).

    Not `sublinear`: n(d,w) in place of its logarithm. ‖x(q)‖ is over the words that the collection knows.
    """

    name: ClassVar[str] = "tfidf"
    sublinear: bool = True

    def __post_init__(self) -> None:
        """Check the parameter."""
        if not isinstance(self.sublinear, bool):
            raise ParameterError(f"sublinear of {self.name} must be true or false, got {self.sublinear!r}")

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # the norm has the lengths
        """Return x_w(d) of each posting; the document's norm is its scale."""
        idf = inverse_document_frequencies(stats.doc_freqs[terms], stats.n_docs)
        return np.asarray(self._counted(counts) * idf)

    def query_weights(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:
        """Return x_w(q)/‖x(q)‖ for each term of the query."""
        weights = self._counted(counts) * inverse_document_frequencies(stats.doc_freqs[terms], stats.n_docs)
        return weights / (np.sqrt(weights @ weights) or 1.0)

    def document_scales(self, postings: Postings, stats: Statistics) -> Floats:
        """Return 1/‖x(d)‖ for each document (n_docs,); 0 for an empty one."""
        squares = np.zeros(stats.n_docs)
        for terms, span in postings.blocks():
            docs, counts = postings.docs[span], postings.counts[span]
            values = self.impacts(terms, counts, counts, stats)
            squares += np.bincount(docs, weights=values * values, minlength=stats.n_docs)
        return np.divide(1.0, np.sqrt(squares), out=np.zeros_like(squares), where=squares > 0)

    def _counted(self, counts: Ints) -> Floats:
        return damped(counts) if self.sublinear else np.asarray(counts, dtype=np.float64)
