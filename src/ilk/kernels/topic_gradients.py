"""Gradients of documents under PLSI and under the mixture of unigrams, kept in factors.

With ρ(z) = 2√P(z) and ρ(w|z) = 2√P(w|z), the derivative by ρ(z) is t_d(z), and the one by ρ(w|z) a product,

    s_d(w,z) = ratio(d,w) · share(d,z) · √scale(w,z),

of a sparse matrix, of P(z|d) and of something that all documents share. So neither the V·K derivatives of a
document nor an array of all counts times all topics is ever needed.

    PLSI              ratio P̂(w|d)/P(w|d)    scale P(w|z)      as P(z|d,w) = P(w|z)P(z|d)/P(w|d)
    mixture           ratio P̂(w|d)           scale 1/P(w|z)    as P(z|d,w) = P(z|d): one component a document

P(z|d,w) is the posterior of the model itself, also where tempering flattened the one that EM was fitted with:
a gradient is a derivative of the likelihood. A document without a word that the model knows has gradient 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.kernels._fisher_kernels import Entries, write_mixtures
from ilk.kernels.cosine import scaled_rows
from ilk.kernels.spans import each_span

Array = NDArray[Any]
Floats = NDArray[np.float64]

FORMS = ("hofmann", "iid", "raw", "vector-space")


@dataclass(frozen=True, slots=True, eq=False)
class TopicGradients:
    """n documents: topics (n, K) holds t_d(z), ratios (n, V) is sparse, shares (n, K) holds P(z|d)."""

    topics: Floats
    ratios: csr_array
    shares: Array


def word_probabilities(counts: csr_array, shares: Array, topics_of_terms: Array) -> Floats:
    """Return P(w|d) = Σ_z P(z|d)P(w|z) of each stored count (nnz,), from P(z|d) (n, K) and P(w|z) (V, K)."""
    rows = Entries(counts.indptr, counts.indices, np.empty(counts.nnz))
    costs = np.diff(counts.indptr) * float(shares.shape[1])
    each_span(lambda first, last: write_mixtures(rows, shares, topics_of_terms, first, last), costs)
    return rows.values


def plsi_gradients(
    counts: csr_array, shares: Array, p_z: Array, topics_of_terms: Array, form: str, n_words: float
) -> TopicGradients:
    """Return the gradients of counts (n, V) under PLSI with P(z|d) (n, K), P(z) (K,), P(w|z) (V, K), |C|.

    hofmann        t = P(z|d)/√P(z)                     ratio P̂(w|d)/P(w|d)         hofmann2000
    iid            t = Σ_w P̂(w|d)P(z|d,w)/√P(z)         the same                    chappelier2009 eq. 7
    raw            t = P(z|d)P(d)/√P(z), P(d)=|d|/|C|   ratio n(d,w)/|C| / P(w|d)   nyffenegger2006 eq. 2
    vector-space   as raw                               as hofmann                  nyffenegger2006 eq. 4
    """
    lengths = document_lengths(counts)
    totals = np.full(counts.shape[0], n_words) if form == "raw" else lengths
    probabilities = word_probabilities(counts, shares, topics_of_terms)
    expected = probabilities * np.repeat(totals, np.diff(counts.indptr))
    ratios = _with_data(counts, _quotient(counts.data, expected))
    if form == "iid":
        posteriors = shares * (ratios @ topics_of_terms)  # Σ_w P̂(w|d)P(z|d,w)
    elif form == "hofmann":
        posteriors = np.asarray(shares, dtype=np.float64)
    else:
        posteriors = shares * (lengths / n_words)[:, None]
    return TopicGradients(_by_root(posteriors, p_z, ratios), ratios, shares)


def mixture_gradients(
    counts: csr_array, shares: Array, p_z: Array, topics_of_terms: Array, form: str
) -> TopicGradients:
    """Return the gradients of counts (n, V) under a mixture of unigrams, with P(z|d), P(z), P(w|z) as above.

    t = P(z|d)/√P(z) in every form. raw: ratio n(d,w), nyffenegger2006 equation 1; vector-space: P̂(w|d),
    equation 3, and with P(z|d,w) = P(z|d) the forms hofmann and iid are the same as this one.
    """
    known = np.asarray(topics_of_terms.any(axis=1))[counts.indices]
    ratios = _with_data(counts, np.where(known, counts.data, 0.0))
    if form != "raw":
        ratios = scaled_rows(ratios, _quotient(np.ones(counts.shape[0]), document_lengths(counts)))
    return TopicGradients(_by_root(shares, p_z, ratios), ratios, shares)


def mixture_scale(topics_of_terms: Array) -> Floats:
    """Return 1/P(w|z) (V, K); 0 where P(w|z) = 0, as P(z|d) vanishes there before 1/√P(w|z) grows."""
    return _quotient(np.ones(topics_of_terms.shape), np.asarray(topics_of_terms, dtype=np.float64))


def document_lengths(counts: csr_array) -> Floats:
    """Return |d| (n,)."""
    return np.asarray(counts.sum(axis=1), dtype=np.float64)


def _by_root(posteriors: Array, p_z: Array, ratios: csr_array) -> Floats:
    """Return posteriors / √P(z) (n, K), and 0 for documents that have no word with a ratio."""
    roots = np.sqrt(np.asarray(p_z, dtype=np.float64))
    has_words = np.asarray(ratios.sum(axis=1)) > 0
    return posteriors * (has_words[:, None] * _quotient(np.ones(roots.size), roots))


def _with_data(counts: csr_array, data: Floats) -> csr_array:
    return csr_array((data, counts.indices, counts.indptr), shape=counts.shape)


def _quotient(a: Floats, b: Floats) -> Floats:
    """Return a/b, and 0 where b = 0: a word without probability, a document without words, an empty topic."""
    return np.divide(a, b, out=np.zeros(np.shape(b)), where=b > 0)
