"""The Fisher kernels of topic models over a collection: weights by the information, gradients of queries.

    K(d,q) = Σ_z t_d(z) t_q(z) / G(z)^a + Σ_w ratio(d,w) ratio(q,w) Σ_z P(z|d) P(z|q) scale(w,z) / G(w,z)^a

with scale = P(w|z) for PLSI and 1/P(w|z) for the mixture; by log P, summands are times P(z)^b or P(w|z)^b.
The formulas are those of `ilk.kernels`, where they are put together for many documents at once; here one
query costs as much as it touches, and G(w,z) is only ever computed for words that were asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.kernels.information import inverse_power, weighting_of
from ilk.search.lazy import LazyRows
from ilk.search.query import LexicalQuery
from ilk.search.topic_model import PLSI
from ilk.search.topic_postings import POSTINGS_AT_A_TIME, TopicPostings

Array = NDArray[Any]
Floats = NDArray[np.float64]

FORMS = ("hofmann", "iid", "raw", "vector-space")
PARTS = ("both", "topics", "words")


class Gradient(NamedTuple):
    """A query: its terms (n,), their ratios (n,), 0 where the model does not know a term, and P(z|q) (K,)."""

    terms: NDArray[np.int32]
    ratios: Floats
    shares: Floats


class PLSIQuery(NamedTuple):
    """A query, and where the rows of its terms stand: P(w|z), P(w|z)^β, and P(w|z)^b G(w,z)^−a.

    The last may be one row for all. total is what counts are divided by to be relative; the rest is a
    `Folding`.
    """

    terms: NDArray[np.int32]
    counts: Floats
    total: float
    rows: NDArray[np.float32]
    tempered: NDArray[np.float32]
    powers: Floats
    start: NDArray[np.float32]
    base: NDArray[np.float32]
    tempering: float
    prior: float


class Directions(NamedTuple):
    """What a query looks for, word by word: weights (n,) and, of length 1, directions among topics (n, K).

    weight(w) direction(w,z) = ratio(q,w) P(z|q) scale(w,z) P(w|z)^b / G(w,z)^a
    """

    weights: Floats
    directions: Floats


@dataclass(frozen=True, slots=True)
class KernelSettings:
    """Which of the kernels: form, exponents a of the information and b of probabilities, and part."""

    form: str
    exponent: float
    of_probability: float
    part: str

    @classmethod
    def of(cls, form: str, information: str | float, part: str) -> KernelSettings:
        """Check the parameters as `ilk.kernels` names them."""
        for name, value, known in (("form", form, FORMS), ("part", part, PARTS)):
            if value not in known:
                choices = ", ".join(repr(choice) for choice in known)
                raise ParameterError(f"{name} must be one of {choices}, got {value!r}")
        return cls(form, *weighting_of(information), part)


class TopicKernel:
    """One kernel over one collection."""

    def __init__(self, collection: TopicPostings, settings: KernelSettings) -> None:
        self.collection, self.settings = collection, settings
        self._plsi = collection.model.kind == PLSI
        self._ones = read_only(np.ones((1, collection.model.n_topics)))
        # Of PLSI's forms these two have t_d with the factor |d|/|C|.
        self._by_length = self._plsi and settings.form in ("raw", "vector-space")

    @property
    def raw(self) -> bool:
        """Return whether ratios are of raw counts."""
        return self.settings.form == "raw"

    def gradient(self, query: LexicalQuery) -> Gradient:
        """Return the gradient of a query, folded in."""
        model = self.collection.model
        shares = model.fold_in(query.terms, query.counts)
        rows = model.rows(query.terms).astype(np.float64)
        probabilities = rows @ shares if self._plsi else rows.any(axis=1).astype(np.float64)
        expected = self._total(query) * probabilities
        ratios = np.divide(query.counts, expected, out=np.zeros(expected.size), where=expected > 0)
        return Gradient(query.terms, ratios, shares)

    def directions(self, gradient: Gradient) -> Directions:
        """Return the gradient by words, weighed by the information."""
        directions = self.term_weights(gradient.terms) * gradient.shares
        norms = np.sqrt(np.einsum("wz,wz->w", directions, directions))
        directions /= np.where(norms > 0, norms, 1.0)[:, np.newaxis]
        return Directions(gradient.ratios * norms, directions)

    def plsi_query(self, query: LexicalQuery) -> PLSIQuery:
        """Return the query and what compiled code needs to do all of this itself."""
        model = self.collection.model
        return PLSIQuery(
            query.terms,
            query.counts,
            self._total(query),
            model.topics_of_terms,
            model.tempered(query.terms),
            self._term_powers(query.terms),
            *model.folding,
        )

    def topics(self, gradient: Gradient, query: LexicalQuery) -> Floats:
        """Return the gradient by topics times 1/√P(z), weighed by the information (K,)."""
        posteriors = gradient.shares
        if self._by_length:
            posteriors = posteriors * (query.length / self._n_words)
        elif self._plsi and self.settings.form == "iid":  # Σ_w P̂(w|q) P(z|q,w)
            posteriors = posteriors * (gradient.ratios @ self.collection.model.rows(gradient.terms))
        return posteriors * self.topic_weights

    def term_weights(self, terms: NDArray[np.int32]) -> Floats:
        """Return scale(w,z) P(w|z)^b / G(w,z)^a of some terms (n, K)."""
        scale = self._scale(self.collection.model.rows(terms).astype(np.float64))
        powers = self._term_powers(terms)
        return np.asarray(scale * (powers if len(powers) == 1 else powers[terms]))

    @cached_property
    def topic_weights(self) -> Floats:
        """Return P(z)^(b−1) / G(z)^a (K,): the weight of products of t(z) · √P(z); 0 for an empty topic."""
        p_z = self.collection.model.p_z
        inverse = np.divide(1.0, p_z, out=np.zeros_like(p_z), where=p_z > 0)
        if self.settings.exponent == 0:
            return inverse
        power = inverse_power(inverse * self._topic_information(), self.settings.exponent)
        return np.asarray(inverse * power * p_z**self.settings.of_probability)

    @cached_property
    def document_posteriors(self) -> NDArray[np.float32]:
        """Return t_d(z) · √P(z) of each document up to its factor (n_docs, K)."""
        model = self.collection.model
        if not (self._plsi and self.settings.form == "iid"):
            return model.topics_of_docs
        collection = self.collection
        return (
            collection.sums_over_words(collection.all_ratios(raw=False), model.topics_of_terms)
            * model.topics_of_docs
        )

    @cached_property
    def document_factors(self) -> Floats:
        """Return the factor of t_d of each document (n_docs,), 0 for one without a word that is known."""
        lengths = self.collection.stats.doc_lengths / self._n_words if self._by_length else 1.0
        return np.asarray(self.collection.has_known_words * lengths, dtype=np.float64)

    def _total(self, query: LexicalQuery) -> float:
        """Return what relative frequencies are relative to: |q|, for raw counts |C| or nothing."""
        if not self.raw:
            return query.length
        return self._n_words if self._plsi else 1.0

    @property
    def _n_words(self) -> float:
        return float(self.collection.stats.total or 1)

    def _scale(self, rows: Array) -> Array:
        """Return P(w|z) or 1/P(w|z), 0 where that is 0."""
        return rows if self._plsi else np.divide(1.0, rows, out=np.zeros_like(rows), where=rows > 0)

    def _term_powers(self, terms: NDArray[np.int32]) -> Floats:
        """Return P(w|z)^b / G(w,z)^a (n_terms, K), valid for some terms; one row if the same for all."""
        return self._ones if self.settings.exponent == 0 else self._lazy_powers.ready(terms)

    @cached_property
    def _lazy_powers(self) -> LazyRows:
        return LazyRows(self.collection.model.topics_of_terms.shape, np.float64, self._term_power)

    def _term_power(self, term: int) -> Floats:
        probabilities = self.collection.model.topics_of_terms[term].astype(np.float64)
        information = self._scale(probabilities) * self._squared_shares(term)
        power = inverse_power(information, self.settings.exponent)
        return np.asarray(power * probabilities**self.settings.of_probability)

    def _squared_shares(self, term: int) -> Floats:
        """Return Σ_d g(d,w) P(z|d)² of a term (K,), g as the information wants it."""
        docs, counts = self.collection.postings.of(term)
        g = self._squared_ratios(self.collection.ratios_of(term, raw=self.raw), docs, counts)
        total = np.zeros(self.collection.model.n_topics)
        for start in range(0, docs.size, POSTINGS_AT_A_TIME):
            part = slice(start, start + POSTINGS_AT_A_TIME)
            total += g[part] @ self.collection.model.topics_of_docs[docs[part]].astype(np.float64) ** 2
        return total

    def _squared_ratios(self, ratios: Floats, docs: Array, counts: Array) -> Floats:
        """Return g of postings (n,): ratio², for iid of single words, for vector-space of joint counts."""
        lengths = self.collection.stats.doc_lengths[docs].astype(np.float64)
        if self.settings.form == "iid":
            return np.asarray((ratios * lengths) ** 2 / counts)
        if self.settings.form == "vector-space" and self._plsi:
            return np.asarray((ratios * lengths / self._n_words) ** 2)
        return np.asarray(ratios**2)

    def _topic_information(self) -> Floats:
        """Return G(z) · P(z) (K,): Σ_d t_d(z)² P(z), or for iid Σ_w P(w|z) G(w,z)."""
        if self.settings.form != "iid":
            posteriors, factors = self.document_posteriors, self.document_factors
            return np.asarray(np.einsum("d,dz,dz->z", factors**2, posteriors, posteriors))
        collection, model = self.collection, self.collection.model
        postings, rows = collection.postings, model.topics_of_terms
        squares = self._squared_ratios(collection.all_ratios(raw=False), postings.docs, postings.counts)
        sums, shares = collection.sums_over_words(squares, rows * self._scale(rows)), model.topics_of_docs
        return np.asarray(np.einsum("dz,dz,dz->z", sums, shares, shares, dtype=np.float64))


def read_only(array: Array) -> Array:
    """Return a view that cannot be written to: to compiled code that is a type of its own."""
    view = array.view()
    view.flags.writeable = False
    return view
