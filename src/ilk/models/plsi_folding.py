"""PLSI for documents that were not fitted: folding in, perplexity, document completion."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.errors import ParameterError
from ilk.models._plsi_fold_kernels import Folding, fold_in_span, observe_span
from ilk.models._plsi_kernels import DocumentResults, document_pass
from ilk.models.plsi_arrays import Span, rows_of, smoothing_for, spans_of
from ilk.models.plsi_crew import Crew
from ilk.models.plsi_steps import write_tempered

Array = NDArray[Any]

PROBABILITY_FLOOR = 1e-12
"""Added to every P(w|d) that is judged: an impossible word costs 27.6 nats, where log 0 would end it all."""


def fold_in(
    counts: csr_array,
    topics_of_terms: Array,
    p_z: Array,
    crew: Crew,
    *,
    tempering: float = 1.0,
    prior: float = 0.0,
    max_iter: int = 100,
    tol: float = 1e-4,
) -> Array:
    """Return P(z|q), (n, K), of new documents, by EM from P(z) with P(w|z) held fixed.

    P(z|q) ∝ Σ_w n(q,w) P(z|q,w) + prior, with P(z|q,w) ∝ P(z)^(1−β) [P(z|q) P(w|z)]^β. Given P(w|z) the
    log-likelihood is concave: there is one optimum, and a document's neighbours do not matter.
    """
    counts, right = _rows_in_use(counts, topics_of_terms, tempering)
    dtype, n_docs = right.dtype, counts.shape[0]
    folding = Folding(p_z.astype(dtype), (p_z ** (1 - tempering)).astype(dtype), tempering, max_iter, tol)
    rows, smoothing = rows_of(counts, Span(0, n_docs)), smoothing_for(dtype, prior)
    topics = np.empty((n_docs, len(p_z)), dtype)
    crew.each(lambda span: fold_in_span(rows, right, folding, smoothing, topics, span), spans_of(rows.indptr))
    return topics


def log_likelihood(counts: csr_array, topics: Array, topics_of_terms: Array, crew: Crew) -> float:
    """Return Σ n(d,w) log P(w|d), with P(w|d) = Σ_z P(z|d) P(w|z) and the floor."""
    rows, dtype, n_topics = rows_of(counts, Span(0, counts.shape[0])), topics.dtype, topics.shape[1]
    right = np.require(topics_of_terms, dtype=dtype, requirements=["C", "W"])
    smoothing = smoothing_for(dtype)._replace(mixture=PROBABILITY_FLOOR)
    # One pass of EM says what we want to know; what else it says is thrown away.
    parts, ratios, new = np.zeros(len(topics)), np.empty(counts.nnz, dtype), np.empty_like(topics)

    def work(span: Span) -> None:
        results = DocumentResults(ratios, new, parts, np.zeros(n_topics), np.zeros(n_topics))
        document_pass(rows, (topics, right), smoothing, results, span)

    crew.each(work, spans_of(rows.indptr))
    return float(parts.sum())


def perplexity_of(counts: csr_array, topics: Array, topics_of_terms: Array, crew: Crew) -> float:
    """Return exp(−Σ n(d,w) log P(w|d) / Σ n(d,w))."""
    total = float(counts.data.sum(dtype=np.float64))
    if total == 0:
        raise ParameterError("perplexity needs at least one word to predict, got none; give longer documents")
    return math.exp(-log_likelihood(counts, topics, topics_of_terms, crew) / total)


def cut_documents(counts: csr_array, share: float, seed: int, crew: Crew) -> tuple[csr_array, csr_array]:
    """Return the words of each document in two parts, about a share of them to fold in, the rest to predict.

    Which part a word falls into depends on the seed, its document's row, its term and its occurrence alone.
    """
    rows = rows_of(counts, Span(0, counts.shape[0]))
    observed = np.empty_like(counts.data)
    crew.each(lambda span: observe_span(rows, seed, share, observed, span), spans_of(rows.indptr))
    parts = []
    for data in (observed, counts.data - observed):
        part = csr_array((data, counts.indices, counts.indptr), shape=counts.shape, copy=True)
        part.eliminate_zeros()
        parts.append(part)
    return parts[0], parts[1]


def _rows_in_use(counts: csr_array, topics_of_terms: Array, tempering: float) -> tuple[csr_array, Array]:
    """Return counts over the terms that occur, and P(w|z)^β of these: a query needs ten rows, not all.

    Where most terms occur and nothing has to be raised to a power, all rows are as good.
    """
    if tempering == 1 and counts.nnz >= len(topics_of_terms):
        return counts, np.require(topics_of_terms, requirements=["C", "W"])
    terms, indices = np.unique(counts.indices, return_inverse=True)
    right = topics_of_terms[terms]
    write_tempered(right, tempering, None, right)
    shape = (counts.shape[0], len(terms))
    return csr_array((counts.data, indices.astype(np.int32), counts.indptr), shape=shape), right
