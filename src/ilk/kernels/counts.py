"""Kernels without a latent model: dot products of counts, each weighed in its own way (elkan2005)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.utils.validation import check_is_fitted

from ilk.errors import UnknownName
from ilk.kernels.cosine import scaled_rows, unit_rows
from ilk.models._base import CountsTransformer
from ilk.models.counts_input import check_counts
from ilk.models.multinomial import Multinomial, multinomial_gradient

Floats = NDArray[np.float64]

NORMS = MappingProxyType({"l0": 0, "l1": 1, "l2": 2})

COUNT_FEATURES = ("bhattacharyya", *NORMS, "multinomial", "tfidf-elkan")


def normed_counts(X: csr_array, p: int) -> csr_array:
    """Return x/‖x‖_p (n_docs, n_terms) for p of 0, 1 or 2; ‖x‖_0 is the number of different terms."""
    data = np.ones_like(X.data) if p == 0 else X.data**p
    sums = np.asarray(csr_array((data, X.indices, X.indptr), shape=X.shape).sum(axis=1), dtype=np.float64)
    norms = np.sqrt(sums) if p == 2 else sums  # noqa: PLR2004  # the Euclidean norm
    return scaled_rows(X, np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0))


def bhattacharyya_features(X: csr_array) -> csr_array:
    """Return √(x_w/|x|) (n_docs, n_terms)."""
    shares = normed_counts(X, 1)
    return csr_array((np.sqrt(shares.data), shares.indices, shares.indptr), shape=X.shape)


def tfidf_features(X: csr_array, idf: Floats) -> csr_array:
    """Return log(x_w + 1) · idf_w with rows of length 1 (n_docs, n_terms)."""
    weights = np.log1p(X.data) * idf[X.indices]
    return unit_rows(csr_array((weights, X.indices, X.indptr), shape=X.shape))


def elkan_idf(X: csr_array) -> Floats:
    """Return log(N/df_w) (n_terms,); a term never seen counts as one of half a document."""
    doc_freqs = np.bincount(X.indices, minlength=X.shape[1])
    return np.asarray(np.log(X.shape[0] / np.maximum(doc_freqs, 0.5)))


class CountKernel(CountsTransformer):
    """K(x,y) = φ(x)·φ(y) with features φ that are computed from the counts of a document.

    features: "multinomial"    x_w/θ_w, the Fisher kernel of the multinomial
              "bhattacharyya"  √(x_w/|x|)
              "l0", "l1", "l2" x/‖x‖_p
              "tfidf-elkan"    log(x_w + 1) · log(N/df_w), of length 1
    normalise: the cosine, φ of length 1.

    Fitted: term_weights_ (n_terms,), 1/θ_w, log(N/df_w) or 1; features_, sparse, of the fitted documents.
    """

    term_weights_: Floats
    features_: csr_array
    n_features_in_: int

    def __init__(self, features: str = "l2", *, normalise: bool = False) -> None:
        self.features = features
        self.normalise = normalise

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Learn what weighs the terms from counts (n_docs, n_terms)."""
        if self.features not in COUNT_FEATURES:
            raise UnknownName("count kernel", str(self.features), COUNT_FEATURES)
        counts = check_counts(self, X, reset=True)
        if self.features == "multinomial":
            model = Multinomial().fit(counts)
            self.term_weights_ = 1 / np.where(model.theta_ > 0, model.theta_, model.floor_)
        elif self.features == "tfidf-elkan":
            self.term_weights_ = elkan_idf(counts)
        else:
            self.term_weights_ = np.ones(counts.shape[1])
        self.features_ = self._features(counts)
        return self

    def fit_transform(self, X: Any, y: object = None) -> csr_array:
        """Fit, and return the features of the fitted documents (n_docs, n_terms)."""
        return self.fit(X, y).features_.copy()

    def transform(self, X: Any) -> csr_array:
        """Return sparse features of documents X (m, n_terms): their dot products are the kernel."""
        check_is_fitted(self)
        return self._features(check_counts(self, X, reset=False))

    def gram(self, X: Any = None) -> Floats:
        """Return the similarities (m, n_docs) of X, or of the fitted documents, with the fitted ones."""
        check_is_fitted(self)
        features = self.features_ if X is None else self.transform(X)
        return np.asarray((features @ self.features_.T).toarray())

    def __sklearn_tags__(self) -> Any:
        """Say that features are of float64."""
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _features(self, counts: csr_array) -> csr_array:
        if self.features == "multinomial":
            features = multinomial_gradient(counts, 1 / self.term_weights_)
        elif self.features == "bhattacharyya":
            features = bhattacharyya_features(counts)
        elif self.features == "tfidf-elkan":
            features = tfidf_features(counts, self.term_weights_)
        else:
            features = normed_counts(counts, NORMS[self.features])
        return unit_rows(features) if self.normalise else features
