"""Similarities by a Fisher kernel of a topic model in NumPy: what the compiled search does, readable.

    K(d,q) = Σ_w weight(w) impact(d,w) Σ_z direction(w,z) P(z|d)/‖P(z|d)‖ + factor(d) Σ_z topics(z) row(d,z)

Directions have length 1, so that their product with P(z|d)/‖P(z|d)‖ is at most 1, and less the further both
are known to be apart: the compiled search adds up such bounds as a lexical search adds up impacts, and
computes products over all topics only for the few documents whose bound reaches the best ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.search.parts import Similarities

Floats = NDArray[np.float64]


class TopicSearched(NamedTuple):
    """The documents: postings with impacts for the sum over words, rows and factors for that over topics."""

    indptr: NDArray[np.int64]
    docs: NDArray[Any]  # int32, or the same bits as uint32
    impacts: NDArray[np.float32]
    shares: NDArray[np.float32]  # (n_docs, K) P(z|d)
    inverse_norms: Floats  # (n_docs,) 1/‖P(z|d)‖
    angles: NDArray[np.uint32]  # (n_docs,) of P(z|d) to its largest topic, and that topic
    rows: NDArray[np.float32]  # (n_docs, K)
    row_norms: Floats  # (n_docs,) ‖row‖ · factor
    row_angles: NDArray[np.uint32]  # (n_docs,) as above
    factors: Floats  # (n_docs,)
    has_words: NDArray[np.bool_]  # (n_docs,)


class TopicWanted(NamedTuple):
    """The query, by words and by topics; a kernel without one of the parts has empty arrays for it.

    A term of weight 0 is passed over: the model does not know it.
    """

    terms: NDArray[np.int32]
    weights: Floats  # (n,)
    directions: Floats  # (n, K), rows of length 1
    topics: Floats  # (K,) or (0,)


def similarities(searched: TopicSearched, wanted: TopicWanted) -> Similarities:
    """Return the similarity of every document; candidates have words, or one of the query's."""
    n_docs = searched.inverse_norms.size
    values, touched = np.zeros(n_docs), np.zeros(n_docs, dtype=np.bool_)
    for term, weight, direction in zip(wanted.terms, wanted.weights, wanted.directions, strict=True):
        if weight == 0:
            continue
        span = slice(searched.indptr[term], searched.indptr[term + 1])
        docs = searched.docs[span]
        # einsum sums each row in the same way wherever it stands, which BLAS does not: equal rows must tie.
        products = np.einsum("dz,z->d", searched.shares[docs], direction)
        values[docs] += weight * searched.impacts[span].astype(np.float64) * products
        touched[docs] = True
    values *= searched.inverse_norms
    if wanted.topics.size:
        values += searched.factors * np.einsum("dz,z->d", searched.rows, wanted.topics)
        touched = searched.has_words
    return Similarities(values, touched)
