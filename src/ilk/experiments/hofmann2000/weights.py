"""The vector space model: cosines of counts and of counts times idf."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.kernels.cosine import unit_rows
from ilk.kernels.counts import elkan_idf, normed_counts

Floats = NDArray[np.float64]


def tf_cosine(documents: csr_array, others: csr_array) -> Floats:
    """Return the cosines (m, n) of the counts of others (m, n_terms) with those of documents (n, n_terms)."""
    return _products(normed_counts(others, 2), normed_counts(documents, 2))


def tfidf_cosine(documents: csr_array, others: csr_array, known: csr_array | None = None) -> Floats:
    """Return the cosines (m, n) of n(d,w) · log(N/df_w), with the N documents known, or those given first."""
    idf = elkan_idf(documents if known is None else known)
    return _products(_weighted(others, idf), _weighted(documents, idf))


def _weighted(counts: csr_array, idf: Floats) -> csr_array:
    weights = counts.data * idf[counts.indices]
    return unit_rows(csr_array((weights, counts.indices, counts.indptr), shape=counts.shape))


def _products(one: csr_array, other: csr_array) -> Floats:
    return np.asarray((one @ other.T).toarray())
