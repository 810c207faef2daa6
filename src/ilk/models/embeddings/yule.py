"""An embedding from Yule's association of terms in documents (clinchant2013, section 4.3.2).

Two terms make a 2 × 2 table of documents: a have both, b and c one of them, d neither. Yule's coefficient of
colligation is Y = (√ad − √bc) / (√ad + √bc), between −1 and 1 and 0 for independent terms. The rows of this
matrix are clustered by spherical k-means, and the vector of a term is what the e centroids hold for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from ilk.errors import ParameterError
from ilk.models._base import CountsEstimator, whole_number
from ilk.models.counts_input import check_counts
from ilk.models.embeddings.embedding import Embedding
from ilk.models.spherical_kmeans import spherical_kmeans, unit_rows

CHUNK = 256  # anchors whose common documents are counted at once, which bounds the memory


class YuleEmbedding(CountsEstimator):
    """Gives its name to the sentences about wrong counts."""


def yule_embedding(X: Any, n_dimensions: int = 50, n_anchors: int = 2000, seed: int = 0) -> Embedding:
    """Return vectors (n_terms, n_dimensions) from counts (n_docs, n_terms).

    Only the `n_anchors` terms that are in most documents are clustered, where the association is reliable;
    every term's own vector comes from its association with them.
    """
    wanted = whole_number("n_dimensions", n_dimensions, at_least=1)
    anchors_wanted, seed = whole_number("n_anchors", n_anchors, 1), whole_number("seed", seed, 0)
    counts = check_counts(YuleEmbedding(), X, reset=True)
    doc_freqs = np.bincount(counts.indices, minlength=counts.shape[1])
    n_seen = int(np.count_nonzero(doc_freqs))
    anchors = np.argsort(-doc_freqs, kind="stable")[: min(anchors_wanted, n_seen)]
    association = yule_association(counts, anchors)
    associated = unit_rows(association[np.diff(association.indptr) > 0])
    if associated.shape[0] < wanted:
        most = f"the number of terms associated with others, {associated.shape[0]}"
        raise ParameterError(f"n_dimensions must be at most {most}, got {wanted}")
    centres = spherical_kmeans(associated, wanted, np.random.default_rng(seed)).centres
    vectors = np.ascontiguousarray(centres.T)
    return Embedding(vectors, np.asarray(vectors.any(axis=1)))


def yule_association(X: csr_array, anchors: NDArray[np.intp]) -> csr_array:
    """Return max(Y, 0) of each anchor with each term, sparse (n_anchors, n_terms), float32.

    Negative values are left out: most are the −1 of two terms that are too rare to have met.
    """
    present = csr_array((np.ones(X.nnz, dtype=np.float32), X.indices, X.indptr), shape=X.shape)
    present = present[np.diff(present.indptr) > 0]
    doc_freqs = np.bincount(present.indices, minlength=X.shape[1]).astype(np.float64)
    by_term = csr_array(present.T)
    parts = []
    for first in range(0, anchors.size, CHUNK):
        some = anchors[first : first + CHUNK]
        both = csr_array(by_term[some] @ present)
        row_freqs = np.repeat(doc_freqs[some], np.diff(both.indptr))
        data = colligation(both.data.astype(np.float64), row_freqs, doc_freqs[both.indices], present.shape[0])
        part = csr_array((data.astype(np.float32), both.indices, both.indptr), shape=both.shape)
        part.data[part.data < 0] = 0
        part.eliminate_zeros()
        parts.append(part)
    return csr_array(vstack(parts, format="csr"))


def colligation(
    both: NDArray[np.float64], one: NDArray[np.float64], other: NDArray[np.float64], n_docs: int
) -> NDArray[np.float64]:
    """Return Y from the numbers of documents with both terms, with one, with the other, and in all."""
    neither = n_docs - one - other + both
    agreeing, differing = np.sqrt(both * neither), np.sqrt((one - both) * (other - both))
    total = agreeing + differing
    # A term in every document, or two in none, say nothing about each other.
    return np.asarray((agreeing - differing) / np.where(total > 0, total, 1.0))
