"""One iteration of tempered EM for PLSI, block of documents by block of documents.

A block takes P(w|z) and its own P(z|d); it gives new P(z|d) and its share of the new P(w|z). Shares are
added in the order of the blocks, so that no bit depends on where or by how many threads they were computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ilk.models._plsi_kernels import (
    DocumentResults,
    document_pass,
    finish_terms,
    random_rows,
    term_pass,
)
from ilk.models.plsi_arrays import DocumentBlock, Span, aligned, even_spans, smoothing_for
from ilk.models.plsi_crew import Crew

Array = NDArray[Any]

DOCUMENTS, TERMS = 1, 2
"""Streams of initial values: numbers for documents have nothing to do with those for terms."""


@dataclass(slots=True)
class Parameters:
    """P(z|d) (n_docs, K), P(w|z) transposed (n_terms, K), P(z) (K,), and β for the next E-step."""

    topics_of_docs: Array
    topics_of_terms: Array
    p_z: Array
    tempering: float = 1.0

    def copy(self) -> Parameters:
        """Return a copy that later iterations leave alone."""
        return Parameters.from_state({name: array.copy() for name, array in self.state().items()})

    def state(self, prefix: str = "") -> dict[str, Array]:
        """Return the parameters as arrays by name."""
        return {prefix + part.name: np.asarray(getattr(self, part.name)) for part in fields(self)}

    @classmethod
    def from_state(cls, state: Mapping[str, Array], prefix: str = "") -> Parameters:
        """Return the parameters that `state` gave."""
        docs, terms, p_z, tempering = (state[prefix + part.name] for part in fields(cls))
        return cls(docs, terms, p_z, float(tempering))


@dataclass(frozen=True, slots=True)
class Priors:
    """Pseudo-counts that the M-step adds to every P(w|z) and to every P(z|d)."""

    terms: float = 0.0
    topics: float = 0.0


class PLSISteps:
    """The parameters of PLSI for some counts, and the step that improves them."""

    def __init__(
        self,
        blocks: list[DocumentBlock],
        start: Parameters,
        priors: Priors,
        crew: Crew,
    ) -> None:
        """Start from parameters, which become this object's own."""
        self.parameters = start
        self._blocks, self.priors, self._crew = blocks, priors, crew
        n_topics, dtype = start.topics_of_terms.shape[1], start.topics_of_terms.dtype
        self._share = aligned(start.topics_of_terms.shape, dtype)
        self._left = aligned((max(block.n_docs for block in blocks), n_topics), dtype)
        self._ratios = np.empty(max(block.n_entries for block in blocks), dtype)
        self._term_spans = even_spans(len(self._share), n_topics)
        self._smoothing = smoothing_for(dtype, priors.topics)

    @property
    def n_words(self) -> float:
        """Return the sum of all counts."""
        return sum(float(block.rows.counts.sum(dtype=np.float64)) for block in self._blocks)

    def step(self) -> float:
        """Do one iteration; return the objective of the parameters it started from.

        It is Σ n(d,w) log Σ_z P(z)^(1−β) [P(z|d) P(w|z)]^β, at β = 1 the log-likelihood Σ n log P(w|d), plus
        β times the logarithms of the priors, Σ a log P(w|z) + Σ b log P(z|d).
        """
        model = self.parameters
        objective = self._log_term_prior()
        right = self._tempered_terms()
        self._share[:] = 0
        expected, mass = np.zeros_like(model.p_z), np.zeros_like(model.p_z)
        for block in self._blocks:
            objective += self._add_block(block, right, expected, mass)
        self._finish_terms(right, expected)
        model.topics_of_terms, self._share = self._share, model.topics_of_terms
        model.p_z = distribution(mass)
        return objective

    def state(self) -> Mapping[str, Array]:
        """Return what the next step depends on."""
        return self.parameters.state()

    def restore(self, state: Mapping[str, Array]) -> None:
        """Continue from a state that was kept."""
        self.parameters = Parameters.from_state(state)

    def _tempered_terms(self) -> Array:
        """Return P(w|z)^β, (n_terms, K), in the place of P(w|z), which the step will replace anyway."""
        terms, tempering = self.parameters.topics_of_terms, self.parameters.tempering

        def work(span: Span) -> None:
            rows = terms[slice(*span)]
            write_tempered(rows, tempering, None, rows)

        if tempering != 1:
            self._crew.each(work, self._term_spans)
        return terms

    def _add_block(self, block: DocumentBlock, right: Array, expected: Array, mass: Array) -> float:
        """Update P(z|d) of a block, add its share to the new P(w|z), and return its part of the objective."""
        model = self.parameters
        topics = model.topics_of_docs[slice(*block.docs)]
        left, log_likelihoods = self._left[: block.n_docs], np.empty(block.n_docs)
        n_spans, n_topics = len(block.row_spans), len(mass)
        expected_parts, mass_parts = np.zeros((n_spans, n_topics)), np.zeros((n_spans, n_topics))
        log_priors = np.zeros(n_spans)

        def update_docs(part: int) -> None:
            span = block.row_spans[part]
            rows = slice(*span)
            log_priors[part] = log_prior(topics[rows], self.priors.topics * model.tempering)
            write_tempered(topics[rows], model.tempering, model.p_z, left[rows])
            results = DocumentResults(
                self._ratios, topics, log_likelihoods, expected_parts[part], mass_parts[part]
            )
            document_pass(block.rows, (left, right), self._smoothing, results, span)

        def update_terms(span: Span) -> None:
            term_pass(block.columns, self._ratios, left, self._share, span)

        self._crew.each(update_docs, range(n_spans))
        self._crew.each(update_terms, block.column_spans)
        expected += expected_parts.sum(axis=0)
        mass += mass_parts.sum(axis=0)
        return float(log_likelihoods.sum() + log_priors.sum())

    def _finish_terms(self, right: Array, expected: Array) -> None:
        """Turn the shares of all blocks into P(w|z); a topic that explains nothing becomes uniform."""
        n_terms = len(right)
        totals = expected + n_terms * self.priors.terms
        alive = totals > 0
        shift = np.where(alive, self.priors.terms, 1.0).astype(right.dtype)
        scale = (1 / np.where(alive, totals, n_terms)).astype(right.dtype)

        def work(span: Span) -> None:
            finish_terms(self._share, right, shift, scale, self._smoothing.probability, span)

        self._crew.each(work, self._term_spans)

    def _log_term_prior(self) -> float:
        terms, weight = self.parameters.topics_of_terms, self.priors.terms * self.parameters.tempering
        parts = np.zeros(len(self._term_spans))

        def work(part: int) -> None:
            parts[part] = log_prior(terms[slice(*self._term_spans[part])], weight)

        self._crew.each(work, range(len(parts)))
        return float(parts.sum())


def initial_parameters(
    lengths: Array, shape: tuple[int, int], dtype: DTypeLike, seed: int, restart: int
) -> Parameters:
    """Return random parameters for documents of some lengths (n_docs,) and shape (n_terms, K).

    Each number depends on the seed, the restart, its document or term and its topic, and on nothing else.
    """
    n_docs, (n_terms, n_topics) = len(lengths), shape
    topics_of_docs, topics_of_terms = aligned((n_docs, n_topics), dtype), aligned(shape, dtype)
    random_rows((seed, restart, DOCUMENTS), topics_of_docs, Span(0, n_docs))
    random_rows((seed, restart, TERMS), topics_of_terms, Span(0, n_terms))
    topics_of_docs /= topics_of_docs.sum(axis=1, keepdims=True, dtype=np.float64)
    topics_of_terms /= topics_of_terms.sum(axis=0, dtype=np.float64)
    return Parameters(topics_of_docs, topics_of_terms, topic_shares(lengths, topics_of_docs))


def topic_shares(lengths: Array, topics_of_docs: Array) -> Array:
    """Return P(z) ∝ Σ_d |d| P(z|d), (K,)."""
    return distribution(np.einsum("d,dz->z", lengths, topics_of_docs, dtype=np.float64))


def distribution(mass: Array) -> Array:
    """Return mass divided by its sum, uniform where the sum is nothing."""
    total = mass.sum()
    return mass / total if total > 0 else np.full_like(mass, 1 / len(mass))


def write_tempered(probabilities: Array, tempering: float, p_z: Array | None, out: Array) -> None:
    """Write P^β, or P(z)^(1−β) P^β where P(z) is given, to out (n, K); at β = 1 a plain copy."""
    if tempering == 1:
        np.copyto(out, probabilities)
        return
    with np.errstate(divide="ignore"):  # log 0 is −∞, and its exponential is 0 again
        np.log(probabilities, out=out)
        out *= out.dtype.type(tempering)
        if p_z is not None:
            out += ((1 - tempering) * np.log(p_z)).astype(out.dtype)
    np.exp(out, out=out)


def log_prior(probabilities: Array, pseudo_count: float) -> float:
    """Return pseudo_count · Σ log P, the logarithm of a symmetric Dirichlet density up to a constant."""
    if not pseudo_count:
        return 0.0
    floor = smoothing_for(probabilities.dtype).probability
    return pseudo_count * float(np.log(np.maximum(probabilities, floor)).sum(dtype=np.float64))
