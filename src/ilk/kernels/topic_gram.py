"""From the gradients of documents under a topic model to similarities, with or without explicit features.

K(d,q) = Σ_z t_d t_q · weight(z) + Σ_w ratio(d,w) ratio(q,w) Σ_z share(d,z) share(q,z) · weight(w,z)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, hstack

from ilk.kernels._fisher_kernels import Entries, add_word_similarities
from ilk.kernels.spans import each_span
from ilk.kernels.topic_gradients import TopicGradients
from ilk.kernels.topic_information import TopicWeights

Array = NDArray[Any]
Floats = NDArray[np.float64]


def topic_gram(
    queries: TopicGradients, documents: TopicGradients, postings: csc_array, weights: TopicWeights
) -> Floats:
    """Return the similarities (m, N) of m documents, maybe one, with N others; `postings` are their ratios.

    Each word of a query costs a vector of K numbers, each of its postings one product of such vectors.
    """
    similarities = np.zeros((queries.shares.shape[0], documents.shares.shape[0]))
    if weights.topics is not None:
        np.matmul(queries.topics * weights.topics, documents.topics.T, out=similarities)
    if weights.terms is None:
        return similarities
    terms = weights.terms
    rows, columns = _entries(queries.ratios), _entries(postings)

    def work(first: int, last: int) -> None:
        add_word_similarities(
            rows, queries.shares, terms, columns, documents.shares, similarities, first, last
        )

    each_span(work, _costs(queries.ratios, postings) * terms.shape[1])
    return similarities


def topic_self_similarities(documents: TopicGradients, weights: TopicWeights) -> Floats:
    """Return K(d,d) (n,)."""
    total = np.zeros(documents.shares.shape[0])
    if weights.topics is not None:
        total += documents.topics**2 @ weights.topics
    if weights.terms is not None:
        ratios = documents.ratios
        squares = csr_array((ratios.data**2, ratios.indices, ratios.indptr), shape=ratios.shape)
        shares = np.asarray(documents.shares, dtype=np.float64)
        total += np.einsum("dz,dz->d", squares @ weights.terms, shares**2)
    return total


def topic_features(documents: TopicGradients, weights: TopicWeights) -> csr_array:
    """Return gradients times √weight, sparse (n, K + V·K): topics, then the topics of each term side by side.

    A block that the kernel leaves out takes no columns.
    """
    blocks = []
    if weights.topics is not None:
        blocks.append(csr_array(documents.topics * np.sqrt(weights.topics)))
    if weights.terms is not None:
        blocks.append(_word_features(documents, weights.terms))
    return csr_array(hstack(blocks, format="csr"))


class PairParts(NamedTuple):
    """What adds up to the similarity of a pair: topics (K,), and words (n, K) of the shared terms (n,)."""

    topics: Floats
    terms: NDArray[np.integer]
    words: Floats


def topic_parts(one: TopicGradients, other: TopicGradients, weights: TopicWeights) -> PairParts:
    """Return the summands of K(d,q) for two documents, each the only row of its gradients."""
    ratios, other_ratios = one.ratios, other.ratios
    terms, places, other_places = np.intersect1d(
        ratios.indices, other_ratios.indices, assume_unique=True, return_indices=True
    )
    topics, words = np.zeros(one.shares.shape[1]), np.zeros((0, one.shares.shape[1]))
    if weights.topics is not None:
        topics = one.topics[0] * other.topics[0] * weights.topics
    if weights.terms is None:
        return PairParts(topics, terms[:0], words)
    shares = one.shares[0].astype(np.float64) * other.shares[0]
    words = (ratios.data[places] * other_ratios.data[other_places])[:, None] * shares * weights.terms[terms]
    return PairParts(topics, terms, words)


def _word_features(documents: TopicGradients, weights: Array) -> csr_array:
    ratios, (n_terms, n_topics) = documents.ratios, weights.shape
    n_features = n_terms * n_topics
    small = max(n_features, ratios.nnz * n_topics) <= np.iinfo(np.int32).max
    dtype: np.dtype[Any] = np.dtype(np.int32 if small else np.int64)
    rows = np.repeat(np.arange(ratios.shape[0]), np.diff(ratios.indptr))
    roots = np.sqrt(np.asarray(weights, dtype=np.float64))
    values = ratios.data[:, None] * documents.shares[rows] * roots[ratios.indices]
    columns = n_topics * ratios.indices.astype(dtype)[:, None] + np.arange(n_topics, dtype=dtype)
    indptr = n_topics * ratios.indptr.astype(dtype)
    features = csr_array((values.ravel(), columns.ravel(), indptr), shape=(ratios.shape[0], n_features))
    features.eliminate_zeros()
    return features


def _entries(matrix: csr_array | csc_array) -> Entries:
    return Entries(matrix.indptr, matrix.indices, matrix.data)


def _costs(rows: csr_array, postings: csc_array) -> Floats:
    """Return how many postings the words of each row have (m,)."""
    ones = csr_array((np.ones(rows.nnz), rows.indices, rows.indptr), shape=rows.shape)
    return np.asarray(ones @ np.diff(postings.indptr).astype(np.float64))
