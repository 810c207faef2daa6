"""Fisher vectors: documents as bags of embedded words, measured by a Gaussian mixture (clinchant2013)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError, UnknownName
from ilk.kernels.cosine import inverse_lengths
from ilk.kernels.fisher import model_for
from ilk.models._base import CountsTransformer, Seeded, number
from ilk.models.counts_input import check_counts
from ilk.models.embeddings import Embedding, lsi_embedding, plsi_embedding
from ilk.models.gaussian_mixture import VARIANCE_FLOOR, WordMixture
from ilk.models.lsi import LSI
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI

Floats = NDArray[np.float64]

GRADIENTS = ("weights", "means", "variances")


def gradient_blocks(
    counts: csr_array, vectors: Floats, posteriors: Floats, mixture: WordMixture, gradients: Sequence[str]
) -> Iterator[Floats]:
    """Yield the blocks of the Fisher vectors of counts (n, V), with vectors (V, e) and γ (V, K).

    weights     (n, K)   1/√θ_i · Σ_t (γ_t(i) − θ_i)
    means       (n, e)   1/√θ_i · Σ_t γ_t(i) (x_t − μ_i)/σ_i, for each i: clinchant2013 equation 8
    variances   (n, e)   1/√(2θ_i) · Σ_t γ_t(i) [(x_t − μ_i)²/σ_i² − 1], for each i
    """
    roots = np.sqrt(mixture.weights_)
    expected = np.asarray(counts @ posteriors)  # Σ_t γ_t(i)
    if "weights" in gradients:
        yield (expected - np.outer(expected.sum(axis=1), mixture.weights_)) / roots
    parameters = zip(roots, mixture.means_, np.sqrt(mixture.variances_), strict=True)
    for i, (root, mean, deviation) in enumerate(parameters):
        standardised = (vectors - mean) / deviation
        weighted = posteriors[:, i, None] * standardised
        if "means" in gradients:
            yield np.asarray(counts @ weighted) / root
        if "variances" in gradients:
            yield (counts @ (weighted * standardised) - expected[:, i, None]) / (np.sqrt(2) * root)


def power_normalised(vectors: Floats, power: float) -> Floats:
    """Return sign(v)·|v|^power; ½ is the usual one, 1 changes nothing."""
    return vectors if power == 1 else np.sign(vectors) * np.abs(vectors) ** power


class FisherVectors(Seeded, CountsTransformer):
    """A document's gradient by the parameters of a Gaussian mixture over its embedded words, (m, K·e).

    embedding: an Embedding over the terms of the counts, or LSI, PLSI or NaiveBayesMixture, whose terms have
        vectors; a fitted one is kept, of another a clone is fitted.
    n_components: K, the Gaussians of the mixture, fitted on at most n_samples occurrences of words.
    gradients: which of "weights", "means" and "variances"; more than the means say little more.
    power: sign(v)|v|^power before the cosine.
    normalise: vectors of length 1.
    max_iter, tol, variance_floor, seed: of the mixture's fit; see WordMixture.

    A word that has a vector counts, whether or not the mixture's sample had it; others say nothing.
    Fitted: embedding_, mixture_, n_iter_ of its fit, features_ (n_docs, K·e) of the fitted documents.
    """

    embedding_: Embedding
    mixture_: WordMixture
    features_: Floats
    n_iter_: int
    n_features_in_: int

    def __init__(
        self,
        embedding: Embedding | LSI | PLSI | NaiveBayesMixture,
        n_components: int = 16,
        *,
        gradients: Sequence[str] = ("means",),
        power: float = 1.0,
        normalise: bool = True,
        n_samples: int = 1_000_000,
        max_iter: int = 200,
        tol: float = 1e-3,
        variance_floor: float = VARIANCE_FLOOR,
        seed: int = 0,
    ) -> None:
        self.embedding = embedding
        self.n_components = n_components
        self.gradients = gradients
        self.power = power
        self.normalise = normalise
        self.n_samples = n_samples
        self.max_iter = max_iter
        self.tol = tol
        self.variance_floor = variance_floor
        self.seed = seed

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Embed the words of counts (n_docs, n_terms) and fit the mixture to them."""
        self._chosen_gradients()
        number("power", self.power, above=0, at_most=1)
        counts = check_counts(self, X, reset=True)
        embedding = embedding_of(self.embedding, counts)
        mixture = WordMixture(
            self.n_components,
            n_samples=self.n_samples,
            max_iter=self.max_iter,
            tol=self.tol,
            variance_floor=self.variance_floor,
            seed=self.seed,
        )
        self.mixture_ = mixture.fit_occurrences(counts, embedding)
        self.embedding_, self.n_iter_ = embedding, self.mixture_.n_iter_
        self.features_ = self._features(counts)
        return self

    def fit_transform(self, X: Any, y: object = None) -> Floats:
        """Fit, and return the vectors of the fitted documents."""
        return self.fit(X, y).features_.copy()

    def transform(self, X: Any) -> Floats:
        """Return the vectors (m, K·e) of documents X (m, n_terms): their dot products are the kernel."""
        check_is_fitted(self)
        return self._features(check_counts(self, X, reset=False))

    def gram(self, X: Any = None) -> Floats:
        """Return the similarities (m, n_docs) of X, or of the fitted documents, with the fitted ones."""
        check_is_fitted(self)
        features = self.features_ if X is None else self.transform(X)
        return np.asarray(features @ self.features_.T)

    def __sklearn_tags__(self) -> Any:
        """Say that vectors are of float64."""
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _chosen_gradients(self) -> tuple[str, ...]:
        chosen = (self.gradients,) if isinstance(self.gradients, str) else tuple(self.gradients)
        if not chosen:
            raise ParameterError(f"gradients must name at least one of {', '.join(GRADIENTS)}, got none")
        for name in chosen:
            if name not in GRADIENTS:
                raise UnknownName("gradient of a Fisher vector", str(name), GRADIENTS)
        return chosen

    def _features(self, counts: csr_array) -> Floats:
        terms, columns = np.unique(counts.indices, return_inverse=True)  # a query needs a few terms, not all
        data = np.where(self.embedding_.known[counts.indices], counts.data, 0.0)
        narrow = csr_array((data, columns.astype(np.int32), counts.indptr), (counts.shape[0], terms.size))
        vectors = self.embedding_.vectors[terms].astype(np.float64)
        n_components = self.mixture_.weights_.size
        posteriors = self.mixture_.posteriors(vectors) if terms.size else np.zeros((0, n_components))
        blocks = gradient_blocks(narrow, vectors, posteriors, self.mixture_, self._chosen_gradients())
        features = power_normalised(np.concatenate(list(blocks), axis=1), self.power)
        if self.normalise:
            features = features * inverse_lengths(np.einsum("df,df->d", features, features))[:, None]
        return features


def embedding_of(source: Any, counts: csr_array) -> Embedding:
    """Return the embedding itself, or that of a model of counts, which is fitted first unless it is."""
    if isinstance(source, Embedding):
        if source.n_terms != counts.shape[1]:
            raise ParameterError(
                f"X has {counts.shape[1]} terms, but the embedding has {source.n_terms}; give its own"
            )
        return source
    if not isinstance(source, LSI | PLSI | NaiveBayesMixture):
        raise ParameterError(
            "FisherVectors needs an Embedding, or LSI, PLSI or NaiveBayesMixture to make one, "
            f"got {type(source).__name__}"
        )
    model = model_for(source, counts)
    return lsi_embedding(model) if isinstance(model, LSI) else plsi_embedding(model)
