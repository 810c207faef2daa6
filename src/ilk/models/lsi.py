"""Latent semantic indexing: the directions in which the tf-idf vectors of a collection differ most."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.models._base import CountsTransformer, Seeded, whole_number
from ilk.models.counts_input import check_counts
from ilk.models.weighting import damped, inverse_document_frequencies

NOISE = 1e-7
"""Singular values below this share of the largest are rounding: they are roots of values exact to 1e-16."""

SMALL = 50
"""A matrix with fewer rows or columns than this is decomposed whole."""

Floats = NDArray[np.float64]


def tfidf_rows(counts: csr_array, idf: Floats) -> csr_array:
    """Return ln(1 + n(d,w)) · idf_w with rows of length 1 (n_docs, n_terms); an empty row stays empty."""
    weighted = csr_array(
        (damped(counts.data) * idf[counts.indices], counts.indices, counts.indptr), counts.shape
    )
    norms = np.sqrt(weighted.multiply(weighted).sum(axis=1))
    return csr_array(diags_array(np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)) @ weighted)


def truncated_svd(A: csr_array, n_components: int, seed: int) -> tuple[Floats, Floats]:
    """Return the largest singular values of A, decreasing (e,), and its right singular vectors (V, e).

    e is at most `n_components` and the rank of A. They come from the eigenvectors of AAᵀ or AᵀA, whichever is
    smaller, by ARPACK. (PROPACK is faster but gives up on a matrix of low rank.) One BLAS thread, a start
    vector from the seed and a fixed sign: the same bits each time.
    """
    from threadpoolctl import threadpool_limits

    wide = A.shape[0] < A.shape[1]
    with threadpool_limits(limits=1, user_api="blas"):
        squares, vectors = _gram_eigenvectors(A if wide else A.T.tocsr(), n_components, seed)
        values = np.sqrt(np.maximum(squares, 0.0))
        kept = values > NOISE * values.max()
        values, vectors = values[kept], vectors[:, kept]
        if wide:
            vectors = (A.T @ vectors) / values  # from left to right singular vectors
    largest = np.argmax(np.abs(vectors), axis=0)
    return values, vectors * np.sign(vectors[largest, np.arange(values.size)])


def _gram_eigenvectors(B: csr_array, n_components: int, seed: int) -> tuple[Floats, Floats]:
    """Return the largest eigenvalues of BBᵀ, decreasing (e,), and their eigenvectors (n, e)."""
    n = B.shape[0]
    if n <= max(3 * n_components, SMALL):
        squares, vectors = np.linalg.eigh((B @ B.T).toarray())
    else:
        from scipy.sparse.linalg import LinearOperator, eigsh

        gram = LinearOperator((n, n), matvec=lambda x: B @ (x @ B), dtype=np.float64)
        start = np.random.default_rng(seed).standard_normal(n)
        # Fewer vectors than by default: keeping them orthogonal is most of the work.
        squares, vectors = eigsh(gram, n_components, v0=start, ncv=max(20, 3 * n_components // 2))
    order = np.argsort(-squares, kind="stable")[:n_components]
    return squares[order], vectors[:, order]


class LSI(Seeded, CountsTransformer):
    """A ≈ U S Tᵀ, the truncated singular value decomposition of the tf-idf matrix A (Deerwester et al. 1990).

    A has rows of length 1 with the weights ln(1 + n(d,w)) · ln(1 + N/df_w). A document's vector is its row of
    U S = A T; a new text is folded in the same way, a(q) T. Where the matrix has a lower rank than
    `n_components`, there are fewer components. A text of unknown terms has the vector 0.

    term_vectors_ (n_terms, e): T, orthonormal columns.  singular_values_ (e,), decreasing.  idf_ (n_terms,).
    document_vectors_ (n_docs, e): U S.  n_components_: e.
    """

    term_vectors_: Floats
    singular_values_: Floats
    idf_: Floats
    document_vectors_: Floats
    n_components_: int
    n_features_in_: int

    def __init__(self, n_components: int = 100, seed: int = 0) -> None:
        self.n_components = n_components
        self.seed = seed

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Learn the components of counts (n_docs, n_terms)."""
        wanted = whole_number("n_components", self.n_components, at_least=1)
        seed = whole_number("seed", self.seed, at_least=0)
        counts = check_counts(self, X, reset=True)
        if not counts.nnz:
            raise ParameterError("LSI needs at least one word, but every count is 0; add documents")
        doc_freqs = np.bincount(counts.indices, minlength=counts.shape[1])
        self.idf_ = inverse_document_frequencies(doc_freqs, counts.shape[0])
        rows = tfidf_rows(counts, self.idf_)
        self.singular_values_, self.term_vectors_ = truncated_svd(rows, min(wanted, *rows.shape), seed)
        self.n_components_ = self.singular_values_.size
        self.document_vectors_ = np.asarray(rows @ self.term_vectors_)
        return self

    def fit_transform(self, X: Any, y: object = None) -> Floats:
        """Fit, and return the documents' vectors (n_docs, e)."""
        return self.fit(X, y).document_vectors_

    def transform(self, X: Any) -> Floats:
        """Fold in counts (m, n_terms): return a(q) T (m, e)."""
        check_is_fitted(self)
        return np.asarray(tfidf_rows(check_counts(self, X, reset=False), self.idf_) @ self.term_vectors_)

    @property
    def components_(self) -> Floats:
        """Return Tᵀ (e, n_terms), as scikit-learn's decompositions name it."""
        return self.term_vectors_.T
