"""Fisher kernels are gradients of log-likelihoods: each against numerical derivatives, by ρ = 2√P."""

from __future__ import annotations

import numpy as np
import pytest
from kernels.corpora import corpus, fitted_mixture, fitted_plsi
from models.counts import numerical_gradient
from scipy.sparse import csr_array
from scipy.special import gammaln, logsumexp

from ilk.kernels.fisher import FisherKernel
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.models.plsi import PLSI


@pytest.fixture(scope="module")
def counts() -> csr_array:
    return corpus(6, 5)


@pytest.fixture(scope="module")
def plsi(counts: csr_array) -> PLSI:
    return fitted_plsi(counts, 2, tempering=0.8, prior=0.1)


def joint_log_probability(
    rho_z: np.ndarray, rho_w: np.ndarray, p_d_given_z: np.ndarray, weights: np.ndarray
) -> float:
    """Σ_w weight(w) log Σ_z P(z)P(d|z)P(w|z), P = ρ²/4, for ρ(z) (K,) and ρ(w|z) (V, K)."""
    there = weights > 0
    return float(weights[there] @ np.log((rho_w[there] ** 2 / 4) @ (rho_z**2 / 4 * p_d_given_z)))


def plsi_gradients_by_differences(model: PLSI, X: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The gradient of every document, (n, K + V·K), with P(d|z) = P(z|d)P(d)/P(z) held fixed."""
    rho_z, rho_w = 2 * np.sqrt(model.p_z_), 2 * np.sqrt(model.p_w_given_z_.T)
    rows = []
    for x, share, weight in zip(X, model.p_z_given_d_, weights, strict=True):
        p_d_given_z = share * (x.sum() / X.sum()) / model.p_z_
        by_z = numerical_gradient(
            lambda rho, p=p_d_given_z, w=weight: joint_log_probability(rho, rho_w, p, w), rho_z
        )
        by_w = numerical_gradient(
            lambda rho, p=p_d_given_z, w=weight: joint_log_probability(rho_z, rho, p, w), rho_w
        )
        rows.append(np.concatenate([by_z, by_w.ravel()]))
    return np.array(rows)


def test_the_iid_form_is_the_gradient_of_the_average_log_likelihood(counts: csr_array, plsi: PLSI) -> None:
    X = counts.toarray()
    expected = plsi_gradients_by_differences(plsi, X, X / X.sum(axis=1, keepdims=True))
    features = FisherKernel(plsi, form="iid").fit_transform(counts).toarray()
    np.testing.assert_allclose(features, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("form", ["hofmann", "raw", "vector-space"])
def test_the_words_of_the_other_forms_are_that_gradient_too(counts: csr_array, plsi: PLSI, form: str) -> None:
    X = counts.toarray()
    weights = X / (X.sum() if form == "raw" else X.sum(axis=1, keepdims=True))
    expected = plsi_gradients_by_differences(plsi, X, weights)[:, 2:]
    features = FisherKernel(plsi, form=form, part="words").fit_transform(counts).toarray()
    np.testing.assert_allclose(features, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("form", ["hofmann", "raw"])
def test_at_a_fixed_point_their_topics_are_as_well(counts: csr_array, form: str) -> None:
    model = fitted_plsi(counts, 2, max_iter=20_000)
    positive = model.p_w_given_z_.T > 1e-9  # on the border, derivatives by ρ end
    X = counts.toarray()
    weights = X / (X.sum() if form == "raw" else X.sum(axis=1, keepdims=True))
    expected = plsi_gradients_by_differences(model, X, weights)
    features = FisherKernel(model, form=form).fit_transform(counts).toarray()
    chosen = np.concatenate([[True, True], positive.ravel()])
    np.testing.assert_allclose(features[:, chosen], expected[:, chosen], rtol=1e-5, atol=1e-5)


def test_the_iid_information_is_the_sum_over_occurrences_of_squared_gradients(
    counts: csr_array, plsi: PLSI
) -> None:
    X = counts.toarray()
    total = np.zeros(2 + 2 * X.shape[1])
    for d, w in zip(*np.nonzero(X), strict=True):
        one = np.zeros_like(X)
        one[d, w] = 1
        gradient = plsi_gradients_by_differences(plsi, X, one)[d]
        total += X[d, w] * gradient**2
    plain = FisherKernel(plsi, form="iid").fit_transform(counts).toarray()
    whitened = FisherKernel(plsi, form="iid", information="diagonal").fit_transform(counts).toarray()
    np.testing.assert_allclose(whitened, plain / np.sqrt(total), rtol=1e-5, atol=1e-6)


def test_the_raw_form_of_a_mixture_is_the_gradient_of_its_log_likelihood(counts: csr_array) -> None:
    model = fitted_mixture(counts, 2)
    rho_z, rho_w = 2 * np.sqrt(model.p_z_), 2 * np.sqrt(model.p_w_given_z_.T)

    def log_likelihood(rho_z: np.ndarray, rho_w: np.ndarray, x: np.ndarray) -> float:
        return float(logsumexp(np.log(rho_z**2 / 4) + x @ np.log(rho_w**2 / 4)))

    features = FisherKernel(model, form="raw").fit_transform(counts).toarray()
    for x, feature in zip(counts.toarray(), features, strict=True):
        by_z = numerical_gradient(lambda rho, x=x: log_likelihood(rho, rho_w, x), rho_z)
        by_w = numerical_gradient(lambda rho, x=x: log_likelihood(rho_z, rho, x), rho_w)
        np.testing.assert_allclose(feature, np.concatenate([by_z, by_w.ravel()]), rtol=1e-5, atol=1e-5)


def test_the_dcm_kernel_is_made_of_gradients_by_alpha(counts: csr_array) -> None:
    model = DCM().fit(counts)

    def log_likelihood(alpha: np.ndarray, x: np.ndarray) -> float:
        s, n = alpha.sum(), x.sum()
        return float(gammaln(s) - gammaln(s + n) + (gammaln(x + alpha) - gammaln(alpha)).sum())

    features = FisherKernel(model).fit_transform(counts).toarray()
    for x, feature in zip(counts.toarray(), features, strict=True):
        expected = numerical_gradient(lambda alpha, x=x: log_likelihood(alpha, x), model.alpha_)
        np.testing.assert_allclose(feature, expected, rtol=1e-4, atol=1e-5)


def test_the_multinomial_kernel_is_made_of_gradients_by_theta(counts: csr_array) -> None:
    model = Multinomial().fit(counts)
    features = FisherKernel(model).fit_transform(counts).toarray()
    for x, feature in zip(counts.toarray(), features, strict=True):
        expected = numerical_gradient(lambda theta, x=x: float(x @ np.log(theta)), model.theta_)
        np.testing.assert_allclose(feature, expected, rtol=1e-6, atol=1e-6)
