"""A collection under a topic model: what the Fisher kernels need of its documents, computed when asked for.

The gradient of a document by P(w|z) is, up to factors that all documents share, ratio(d,w) · P(z|d):

    PLSI       ratio = P̂(w|d)/P(w|d), P(w|d) = Σ_z P(z|d) P(w|z)
    mixture    ratio = P̂(w|d), one component a document

and for the raw forms n(d,w)/|C| and n(d,w) stand in place of P̂(w|d). What is kept of each posting is
ratio(d,w) · ‖P(z|d)‖, so that by Cauchy and Schwarz a query's weights times it bound a similarity from above.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.search.lazy import LazyImpacts
from ilk.search.postings import Postings
from ilk.search.statistics import Statistics
from ilk.search.topic_model import PLSI, TopicModel

Floats = NDArray[np.float64]

POSTINGS_AT_A_TIME, TOPICS_AT_A_TIME = 1 << 14, 16
ANGLES = 256
"""How many steps a right angle is divided into."""

LARGEST_IMPACT = 3e38
"""What float32 holds; a ratio beyond it belongs to a word that the model all but excludes."""


class TopicPostings:
    """Postings, statistics and a topic model that belong together, shared by all kernels over the model."""

    def __init__(self, postings: Postings, stats: Statistics, model: TopicModel) -> None:
        for what, ours, theirs in (
            ("terms", len(model.topics_of_terms), postings.n_terms),
            ("terms", stats.n_terms, postings.n_terms),
            ("documents", len(model.topics_of_docs), stats.n_docs),
        ):
            if ours != theirs:
                raise ParameterError(
                    f"a model or statistics of {ours} {what} do not belong to a collection of {theirs}"
                )
        self.postings, self.stats, self.model = postings, stats, model
        self._impacts: dict[bool, LazyImpacts] = {}

    def impacts(self, *, raw: bool) -> LazyImpacts:
        """Return ratio(d,w) · ‖P(z|d)‖ of the postings, with raw counts or with relative frequencies."""
        if raw not in self._impacts:
            self._impacts[raw] = LazyImpacts(self.postings, partial(self._impacts_of, raw=raw))
        return self._impacts[raw]

    @cached_property
    def norms(self) -> Floats:
        """Return ‖P(z|d)‖ of each document (n_docs,)."""
        return norms_of(self.model.topics_of_docs)

    @cached_property
    def inverse_norms(self) -> Floats:
        """Return 1/‖P(z|d)‖ (n_docs,); 0 for a document without topics."""
        return np.divide(1.0, self.norms, out=np.zeros_like(self.norms), where=self.norms > 0)

    @cached_property
    def angles(self) -> NDArray[np.uint32]:
        """Return the angle of P(z|d) to its largest topic, and that topic (n_docs,)."""
        return angles_of(self.model.topics_of_docs)

    @cached_property
    def known_terms(self) -> NDArray[np.bool_]:
        """Return which terms the model knows (n_terms,)."""
        return np.asarray(self.model.topics_of_terms.any(axis=1))

    @cached_property
    def has_words(self) -> NDArray[np.bool_]:
        """Return which documents have words (n_docs,)."""
        return np.asarray(self.stats.doc_lengths > 0)

    @cached_property
    def has_known_words(self) -> NDArray[np.bool_]:
        """Return which documents have words that the model knows (n_docs,); the others have no gradient."""
        if self.known_terms[self.stats.doc_freqs > 0].all():
            return self.has_words
        found = np.zeros(self.stats.n_docs, dtype=np.bool_)
        for terms, span in self.postings.blocks():
            found[self.postings.docs[span][self.known_terms[terms]]] = True
        return found

    def ratios(self, terms: int | NDArray[np.int64], span: slice, *, raw: bool) -> Floats:
        """Return ratio(d,w) of some postings (n,); 0 where the model excludes the word."""
        docs, counts = self.postings.docs[span], self.postings.counts[span].astype(np.float64)
        plsi = self.model.kind == PLSI
        if raw:
            frequencies = counts / (self.stats.total or 1) if plsi else counts
        else:
            frequencies = counts / self.stats.doc_lengths[docs]
        if not plsi:
            return frequencies * self.known_terms[terms]
        probabilities = self.word_probabilities(terms, docs)
        return np.divide(frequencies, probabilities, out=np.zeros_like(frequencies), where=probabilities > 0)

    def word_probabilities(self, terms: int | NDArray[np.int64], docs: NDArray[Any]) -> Floats:
        """Return P(w|d) = Σ_z P(z|d) P(w|z) of one term, or of one each, in documents (n,)."""
        answer = np.empty(docs.size)
        of_terms, of_docs = self.model.topics_of_terms, self.model.topics_of_docs
        for start in range(0, docs.size, POSTINGS_AT_A_TIME):
            part = slice(start, start + POSTINGS_AT_A_TIME)
            rows = of_docs[docs[part]].astype(np.float64)
            if isinstance(terms, np.ndarray):
                answer[part] = np.einsum("nz,nz->n", rows, of_terms[terms[part]].astype(np.float64))
            else:
                answer[part] = np.einsum("nz,z->n", rows, of_terms[terms].astype(np.float64))
        return answer

    def ratios_of(self, term: int, *, raw: bool) -> Floats:
        """Return ratio(d,w) of the postings of a term (df,), from what is kept."""
        impacts = self.impacts(raw=raw)
        impacts.make_ready(np.array([term]))
        span = slice(self.postings.indptr[term], self.postings.indptr[term + 1])
        return impacts.values[span] * self.inverse_norms[self.postings.docs[span]]

    def all_ratios(self, *, raw: bool) -> Floats:
        """Return ratio(d,w) of every posting (nnz,)."""
        impacts = self.impacts(raw=raw)
        impacts.make_all_ready()
        return impacts.values * self.inverse_norms[self.postings.docs]

    def sums_over_words(self, values: Floats, rows: NDArray[Any]) -> NDArray[np.float32]:
        """Return Σ_w values(d,w) rows(w,z) (n_docs, K) from values of the postings (nnz,), rows (n_terms, K).

        Some topics at a time, so that sums in float64 need little memory.
        """
        from scipy.sparse import csc_array

        n_docs, n_topics = self.stats.n_docs, rows.shape[1]
        matrix = csc_array((values, self.postings.docs, self.postings.indptr), shape=(n_docs, len(rows)))
        sums = np.empty((n_docs, n_topics), dtype=np.float32)
        for first in range(0, n_topics, TOPICS_AT_A_TIME):
            some = slice(first, first + TOPICS_AT_A_TIME)
            sums[:, some] = matrix @ rows[:, some].astype(np.float64)
        return sums

    def _impacts_of(self, terms: int | NDArray[np.int64], span: slice, *, raw: bool) -> Floats:
        impacts = self.ratios(terms, span, raw=raw) * self.norms[self.postings.docs[span]]
        return np.minimum(impacts, LARGEST_IMPACT)


def norms_of(rows: NDArray[Any]) -> Floats:
    """Return the length of each row (n,)."""
    return np.asarray(np.sqrt(np.einsum("dz,dz->d", rows, rows, dtype=np.float64)))


def angles_of(rows: NDArray[Any]) -> NDArray[np.uint32]:
    """Return the largest topic of each row, and the step that its angle to the row lies in, (n,).

    topic · ANGLES + step: four bytes a document, which a search reads for every posting.
    """
    angles = np.empty(len(rows), dtype=np.uint32)
    for start in range(0, len(rows), POSTINGS_AT_A_TIME):
        some = rows[start : start + POSTINGS_AT_A_TIME].astype(np.float64)
        peaks, norms = some.argmax(axis=1), norms_of(some)
        largest = np.take_along_axis(some, peaks[:, np.newaxis], axis=1)[:, 0]
        cosines = np.divide(largest, norms, out=np.ones_like(norms), where=norms > 0)
        steps = np.floor(np.arccos(np.minimum(cosines, 1.0)) / (np.pi / 2) * ANGLES).astype(np.int64)
        angles[start : start + POSTINGS_AT_A_TIME] = peaks * ANGLES + np.minimum(steps, ANGLES - 1)
    return angles
