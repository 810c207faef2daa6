"""The two inner loops of the topic models' Fisher kernels: P(w|d) of all counts, similarities by postings."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled_reassociating

Array = NDArray[Any]


class Entries(NamedTuple):
    """The arrays of a sparse matrix: of CSR by document, of CSC by term."""

    indptr: Array
    indices: Array
    values: Array


@compiled_reassociating
def write_mixtures(rows: Entries, shares: Array, topics_of_terms: Array, first: int, last: int) -> None:
    """Write P(w|d) = Σ_z P(z|d) P(w|z) over the values of documents first to last, in float64."""
    n_topics = shares.shape[1]
    for doc in range(first, last):
        for entry in range(rows.indptr[doc], rows.indptr[doc + 1]):
            term = rows.indices[entry]
            total = 0.0
            for topic in range(n_topics):
                total += np.float64(shares[doc, topic]) * np.float64(topics_of_terms[term, topic])
            rows.values[entry] = total


@compiled_reassociating
def add_word_similarities(
    queries: Entries,
    query_shares: Array,
    weights: Array,
    postings: Entries,
    document_shares: Array,
    similarities: Array,
    first: int,
    last: int,
) -> None:
    """Add Σ_w r(q,w) r(d,w) Σ_z P(z|q) P(z|d) weight(w,z) to similarities (m, N), for queries first to last.

    A K-vector for each word of the query, and its product with P(z|d) for each posting of the word.
    """
    n_topics = weights.shape[1]
    direction = np.empty(n_topics)
    for query in range(first, last):
        for entry in range(queries.indptr[query], queries.indptr[query + 1]):
            term, ratio = queries.indices[entry], queries.values[entry]
            for topic in range(n_topics):
                share = np.float64(query_shares[query, topic])
                direction[topic] = ratio * share * np.float64(weights[term, topic])
            for place in range(postings.indptr[term], postings.indptr[term + 1]):
                doc = postings.indices[place]
                total = 0.0
                for topic in range(n_topics):
                    total += direction[topic] * np.float64(document_shares[doc, topic])
                similarities[query, doc] += postings.values[place] * total
