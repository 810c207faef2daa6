"""Where components of a mixture of unigrams come from: single documents, softened by the collection.

A fit starts from random documents. A component that no document belongs to any more is started again from
the document that the mixture explains worst, if the likelihood cannot fall by that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Array = NDArray[np.float64]

START_WEIGHT = 0.1  # of a document against the collection; 0.5 ends lower on newsgroups and Reuters
REVIVAL_WEIGHT = 0.5
EMPTY = 1e-3  # expected documents below which a component counts as empty


def random_start(X: csr_array, n_components: int, seed: int, restart: int) -> Array:
    """Return P(w|z) as (n_terms, K) around K random documents; documents repeat when there are fewer."""
    rng = np.random.Generator(np.random.Philox(key=np.array([seed, restart], dtype=np.uint64)))
    chosen = np.resize(rng.permutation(X.shape[0]), n_components)
    return softened(X[chosen], collection(X), START_WEIGHT)


def collection(X: csr_array) -> Array:
    """Return P(w) (n_terms,) over all documents."""
    totals = np.asarray(X.sum(axis=0), dtype=np.float64)
    return np.asarray(totals / totals.sum())


def softened(documents: csr_array, p_w: Array, weight: float) -> Array:
    """Return weight · P̂(w|d) + (1 − weight) · P(w) as columns (n_terms, n_docs)."""
    lengths = np.asarray(documents.sum(axis=1), dtype=np.float64)
    return weight * (documents.toarray() / lengths[:, None]).T + (1 - weight) * p_w[:, None]


def revival_gains(X: csr_array, p_w: Array, log_likelihoods: Array) -> Array:
    """Return by how much log P(d) would rise under a component softened from d itself (n_docs,)."""
    lengths = np.asarray(X.sum(axis=1), dtype=np.float64)
    share = X.data / np.repeat(lengths, np.diff(X.indptr))
    own = X.data * np.log(REVIVAL_WEIGHT * share + (1 - REVIVAL_WEIGHT) * p_w[X.indices])
    per_word = csr_array((own, X.indices, X.indptr), shape=X.shape)
    return np.asarray(per_word.sum(axis=1), dtype=np.float64) - log_likelihoods


def worth_reviving(gains: Array, n_empty: int) -> NDArray[np.intp]:
    """Return the documents, at most n_empty and half of all, whose own component pays for itself.

    Each takes 1/N of P(z). All others then lose at most −N log(1 − n/N) ≤ 1.39 n together, while the
    document wins at least its gain − log N.
    """
    n_docs = gains.size
    best = np.argsort(-gains, kind="stable")[: min(n_empty, n_docs // 2)]
    return np.asarray(best[gains[best] > np.log(n_docs) + 1.5])
