"""Fisher vectors against loops over occurrences of words and numerical gradients, and as an estimator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernels.corpora import corpus, fitted_plsi
from models.counts import failed_checks, numerical_gradient
from scipy.sparse import csr_array
from scipy.special import logsumexp
from sklearn.base import clone

from ilk.errors import ParameterError, UnknownName
from ilk.kernels.fisher_vectors import FisherVectors
from ilk.models.embeddings import Embedding, plsi_embedding
from ilk.models.lsi import LSI
from ilk.models.naive_bayes import NaiveBayesMixture

pytestmark = pytest.mark.filterwarnings("ignore:.* did not converge", "ignore:WordMixture")
N_TERMS, DIMENSIONS, UNKNOWN = 10, 3, 7
ALL = ("weights", "means", "variances")


@pytest.fixture(scope="module")
def embedding() -> Embedding:
    vectors = np.random.default_rng(0).standard_normal((N_TERMS, DIMENSIONS)).astype(np.float32)
    known = np.arange(N_TERMS) != UNKNOWN
    vectors[~known] = 0
    return Embedding(vectors, known)


@pytest.fixture(scope="module")
def counts() -> csr_array:
    dense = corpus(15, N_TERMS).toarray()
    dense[4] = 0
    return csr_array(dense)


def log_density(x: np.ndarray, weights: np.ndarray, means: np.ndarray, deviations: np.ndarray) -> float:
    """log Σ_i θ_i N(x; μ_i, diag σ_i²)."""
    normal = -0.5 * ((x - means) ** 2 / deviations**2 + np.log(2 * np.pi * deviations**2)).sum(axis=1)
    return float(logsumexp(np.log(weights) + normal))


def naive_vector(x: np.ndarray, embedding: Embedding, mixture: Any, gradients: tuple[str, ...]) -> np.ndarray:
    """One document, occurrence by occurrence."""
    theta, mu, sigma = mixture.weights_, mixture.means_, np.sqrt(mixture.variances_)
    K = theta.size
    weights, means, variances = np.zeros(K), np.zeros((K, DIMENSIONS)), np.zeros((K, DIMENSIONS))
    for w in np.repeat(np.arange(x.size), x.astype(int)):
        if not embedding.known[w]:
            continue
        vector = embedding.vectors[w].astype(np.float64)
        total = np.exp(log_density(vector, theta, mu, sigma))
        for i in range(K):
            gamma = np.exp(log_density(vector, theta[[i]], mu[[i]], sigma[[i]])) / total
            weights[i] += (gamma - theta[i]) / np.sqrt(theta[i])
            means[i] += gamma * (vector - mu[i]) / sigma[i] / np.sqrt(theta[i])
            variances[i] += gamma * ((vector - mu[i]) ** 2 / sigma[i] ** 2 - 1) / np.sqrt(2 * theta[i])
    blocks = [weights] if "weights" in gradients else []
    for i in range(K):
        blocks += [means[i]] if "means" in gradients else []
        blocks += [variances[i]] if "variances" in gradients else []
    return np.concatenate(blocks)


@pytest.mark.parametrize("power", [1.0, 0.5])
@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize("gradients", [("means",), ("weights",), ("means", "variances"), ALL])
def test_vectors_equal_the_loops(
    counts: csr_array, embedding: Embedding, gradients: tuple[str, ...], normalise: bool, power: float
) -> None:
    model = FisherVectors(embedding, 2, gradients=gradients, normalise=normalise, power=power)
    vectors = model.fit_transform(counts)
    expected = np.array([naive_vector(x, embedding, model.mixture_, gradients) for x in counts.toarray()])
    expected = np.sign(expected) * np.abs(expected) ** power
    if normalise:
        norms = np.linalg.norm(expected, axis=1, keepdims=True)
        expected = expected / np.where(norms > 0, norms, 1)
    np.testing.assert_allclose(vectors, expected, rtol=1e-8, atol=1e-10)
    np.testing.assert_array_equal(model.transform(counts), vectors)
    np.testing.assert_allclose(model.gram(counts[:3]), vectors[:3] @ vectors.T, rtol=1e-12, atol=1e-14)


def test_they_are_gradients_of_the_log_likelihood_scaled_by_the_information(
    counts: csr_array, embedding: Embedding
) -> None:
    """By μ_i over √(θ_i/σ_i²), by σ_i over √(2θ_i/σ_i²): the diagonal information of Gaussians far apart."""
    model = FisherVectors(embedding, 2, gradients=("means", "variances"), normalise=False).fit(counts)
    mixture = model.mixture_
    theta, mu, sigma = mixture.weights_, mixture.means_, np.sqrt(mixture.variances_)
    x = counts.toarray()[0]
    words = [embedding.vectors[w] for w in np.repeat(np.arange(N_TERMS), x.astype(int)) if embedding.known[w]]

    def log_likelihood(mu: np.ndarray, sigma: np.ndarray) -> float:
        return sum(log_density(word, theta, mu, sigma) for word in words)

    by_mu = numerical_gradient(lambda m: log_likelihood(m, sigma), mu) * sigma / np.sqrt(theta)[:, None]
    by_sigma = (
        numerical_gradient(lambda s: log_likelihood(mu, s), sigma) * sigma / np.sqrt(2 * theta)[:, None]
    )
    expected = np.concatenate([by_mu, by_sigma], axis=1).ravel()
    np.testing.assert_allclose(model.features_[0], expected, rtol=1e-5, atol=1e-5)


def test_words_outside_of_the_sample_still_count(counts: csr_array, embedding: Embedding) -> None:
    dense = counts.toarray()
    dense[:, 2] = 0  # has a vector, but no fitted document has it
    model = FisherVectors(embedding, 2, normalise=False).fit(dense)
    assert FisherVectors(embedding, 2, n_samples=20, seed=1).fit(dense).mixture_.weights_.shape == (2,)
    query = np.zeros((1, N_TERMS))
    query[0, 2] = 3
    vector = model.transform(query)
    np.testing.assert_allclose(
        vector[0], naive_vector(query[0], embedding, model.mixture_, ("means",)), rtol=1e-9
    )
    assert np.abs(vector).max() > 0.1


def test_words_without_a_vector_and_empty_texts_say_nothing(counts: csr_array, embedding: Embedding) -> None:
    for gradients in (("means",), ALL):
        model = FisherVectors(embedding, 2, gradients=gradients).fit(counts)
        query = np.zeros((3, N_TERMS))
        query[0, UNKNOWN], query[1, [1, UNKNOWN]], query[2, 1] = 4, (2, 5), 2
        vectors = model.transform(query)
        assert not vectors[0].any()
        np.testing.assert_allclose(vectors[1], vectors[2])
        assert not model.transform(np.zeros((2, N_TERMS))).any()


def test_one_gaussian_is_the_whitened_sum_of_the_vectors(counts: csr_array, embedding: Embedding) -> None:
    model = FisherVectors(embedding, 1, normalise=False).fit(counts)
    totals = counts.toarray() * embedding.known
    sums = totals @ embedding.vectors
    expected = (sums - totals.sum(axis=1, keepdims=True) * model.mixture_.means_) / np.sqrt(
        model.mixture_.variances_
    )
    np.testing.assert_allclose(model.features_, expected, rtol=1e-6, atol=1e-6)


def test_models_of_counts_give_their_embedding(counts: csr_array) -> None:
    plsi = fitted_plsi(counts)
    np.testing.assert_array_equal(
        FisherVectors(plsi, 2).fit(counts).embedding_.vectors, plsi_embedding(plsi).vectors
    )
    lsi = LSI(3)
    model = FisherVectors(lsi, 2).fit(counts)
    assert not hasattr(lsi, "term_vectors_")
    np.testing.assert_allclose(model.embedding_.vectors, clone(lsi).fit(counts).term_vectors_, rtol=1e-6)
    assert FisherVectors(NaiveBayesMixture(2), 2).fit(counts).features_.shape == (15, 4)


def test_scikit_learn_accepts_it() -> None:
    exceptions = {"check_fit2d_1feature": "a vocabulary of one term is one point, too few for a mixture"}
    assert failed_checks(FisherVectors(LSI(2), 1), exceptions) == []


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"embedding": "lsi"}, "needs an Embedding, or LSI, PLSI or NaiveBayesMixture to make one, got str"),
        ({"power": 0}, "power must be a finite number, greater than 0 and at most 1, got 0"),
        ({"gradients": ()}, "gradients must name at least one of weights, means, variances, got none"),
        ({"n_components": 0}, "n_components must be a whole number of at least 1, got 0"),
        ({"embedding": fitted_plsi(corpus(6, 4))}, "X has 10 terms, but the model was fitted to 4"),
    ],
)
def test_bad_parameters_are_refused(
    counts: csr_array, embedding: Embedding, parameters: dict[str, Any], sentence: str
) -> None:
    model = FisherVectors(**{"embedding": embedding, "n_components": 2, **parameters})
    with pytest.raises(ParameterError, match=sentence):
        model.fit(counts)


def test_unknown_gradients_and_embeddings_of_other_terms_are_refused(
    counts: csr_array, embedding: Embedding
) -> None:
    with pytest.raises(UnknownName, match="no gradient of a Fisher vector 'mean'; did you mean 'means'"):
        FisherVectors(embedding, 2, gradients="mean").fit(counts)
    with pytest.raises(ParameterError, match="X has 5 terms, but the embedding has 10; give its own"):
        FisherVectors(embedding, 2).fit(counts[:, :5])


def test_the_floor_of_variances_reaches_the_mixture(counts: csr_array, embedding: Embedding) -> None:
    free, bounded = (
        FisherVectors(embedding, 3, variance_floor=floor).fit(counts).mixture_.variances_ for floor in (0, 1)
    )
    times = np.asarray(counts.sum(axis=0))[embedding.known]
    vectors = embedding.vectors[embedding.known].astype(np.float64)
    whole = np.average((vectors - np.average(vectors, axis=0, weights=times)) ** 2, axis=0, weights=times)
    assert np.all(bounded >= whole * (1 - 1e-12))
    assert np.any(free < 0.5 * whole)
