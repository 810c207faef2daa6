"""Search by S_KL: how well a document's topics predict the words of a query (chappelier2009, equation 9)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.search.base import BaseSearch
from ilk.search.parts import Parts, Similarities, no_parts, parts_of_terms
from ilk.search.query import LexicalQuery
from ilk.search.statistics import Statistics
from ilk.search.topic_model import TopicModel
from ilk.search.topk import Answer

Array32 = NDArray[np.float32]
Floats = NDArray[np.float64]

LEAST_PROBABILITY = 1e-12
DOCS_AT_A_TIME = 1 << 13


class KnownWords(NamedTuple):
    """The terms of a query that the model knows (n,), P̂(w|q) over these (n,), and P(w|z) (n, K)."""

    terms: NDArray[np.int32]
    frequencies: Floats
    rows: Array32


class KLSearch(BaseSearch):
    """S_KL(q,d) = Σ_w P̂(w|q) ln(P(w|d)/P̂(w|q)) with P(w|d) = Σ_z P(z|d) P(w|z); nothing is folded in.

    It is minus the Kullback-Leibler divergence of the document's model from the query, so never positive.
    Words of the query that the model does not know are left out of it altogether, also of P̂(w|q). A P(w|d)
    below `floor` counts as `floor`: a document that all but excludes a word is punished for it, and one whose
    P(w|d) rounds to zero no less. All documents that have words are candidates.

    `compiled` chooses between a numba kernel, for a process that lives on, and NumPy, for one search; their
    similarities differ by rounding alone.
    """

    def __init__(
        self, stats: Statistics, model: TopicModel, floor: float = LEAST_PROBABILITY, compiled: bool = True
    ) -> None:
        if (len(model.topics_of_terms), len(model.topics_of_docs)) != (stats.n_terms, stats.n_docs):
            raise ParameterError(
                f"a model of {len(model.topics_of_terms)} terms and {len(model.topics_of_docs)} documents "
                f"does not belong to a collection of {stats.n_terms} and {stats.n_docs}"
            )
        if not np.finfo(np.float32).tiny <= floor < 1:
            raise ParameterError(f"floor must be a probability from 1.2e-38 to below 1, got {floor!r}")
        self.n_docs, self.n_terms = stats.n_docs, stats.n_terms
        self.stats, self.model, self.floor = stats, model, float(floor)
        self._kernels = _compiled_kernels() if compiled else None

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        words = self._known_words(query)
        if self._kernels is None or not words.terms.size:
            return super()._answer(query, k, mask)
        return self._kernels.top_k(self._values(words), self._has_words, mask, k)

    def _similarities(self, query: LexicalQuery) -> Similarities:
        words = self._known_words(query)
        candidates = np.asarray(self._has_words & bool(words.terms.size))
        return Similarities(np.where(candidates, self._values(words), 0.0), candidates)

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        words = self._known_words(query)
        if not (words.terms.size and self._has_words[document]):
            return no_parts()
        logs = self._logarithms(words, slice(document, document + 1))[0]
        return parts_of_terms(words.terms, words.frequencies * (logs - np.log(words.frequencies)))

    def _known_words(self, query: LexicalQuery) -> KnownWords:
        rows = self.model.rows(query.terms)
        known = rows.any(axis=1)
        counts = query.counts[known]
        return KnownWords(query.terms[known], counts / (counts.sum() or 1.0), rows[known])

    def _values(self, words: KnownWords) -> Floats:
        """Return S_KL of all documents (n_docs,), each computed in the same way wherever it stands."""
        entropy = words.frequencies @ np.log(words.frequencies)
        if self._kernels is not None:
            shares = self.model.topics_of_docs
            values = self._kernels.log_probabilities(shares, words.rows, words.frequencies, self.floor)
            return np.asarray(values - entropy)
        values = np.empty(self.n_docs)
        for start in range(0, self.n_docs, DOCS_AT_A_TIME):
            some = slice(start, start + DOCS_AT_A_TIME)
            values[some] = np.einsum("dw,w->d", self._logarithms(words, some), words.frequencies)
        return np.asarray(values - entropy)

    def _logarithms(self, words: KnownWords, docs: slice) -> Floats:
        """Return ln P(w|d) of some documents (m, n), floored; einsum sums all rows alike, BLAS may not."""
        shares, rows = (a.astype(np.float64) for a in (self.model.topics_of_docs[docs], words.rows))
        return np.asarray(np.log(np.maximum(np.einsum("dz,wz->dw", shares, rows), self.floor)))

    @cached_property
    def _has_words(self) -> NDArray[np.bool_]:
        return np.asarray(self.stats.doc_lengths > 0)


class Kernels(Protocol):
    """The compiled functions of the search."""

    def log_probabilities(self, shares: Array32, rows: Array32, frequencies: Floats, floor: float) -> Floats:
        """Return Σ_w P̂(w|q) ln P(w|d) of all documents (n_docs,)."""

    def top_k(
        self, values: Floats, has_words: NDArray[np.bool_], allowed: NDArray[np.bool_], k: int
    ) -> Answer:
        """Return the best documents."""


def _compiled_kernels() -> Kernels:
    from ilk.search import _kl_kernels  # loads numba, which takes longer than one search

    return cast(Kernels, _kl_kernels)
