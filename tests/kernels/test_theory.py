"""What the mathematics promises: equal forms at a fixed point, one topic, any order of documents, terms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernels.corpora import EXPONENTS, FORMS, PARTS, corpus, fitted_mixture, fitted_plsi
from scipy.sparse import csr_array

from ilk.kernels.fisher import FisherKernel
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.models.plsi import PLSI


@pytest.fixture(scope="module")
def counts() -> csr_array:
    return corpus(10, 8)


@pytest.fixture(scope="module")
def at_fixed_point(counts: csr_array) -> PLSI:
    return fitted_plsi(counts, 2, max_iter=20_000, fold_in_iter=20_000)


@pytest.mark.parametrize("part", PARTS)
def test_hofmann_and_iid_agree_at_a_fixed_point_of_plain_em(
    counts: csr_array, at_fixed_point: PLSI, part: str
) -> None:
    hofmann = FisherKernel(at_fixed_point, form="hofmann", part=part).fit(counts).gram()
    iid = FisherKernel(at_fixed_point, form="iid", part=part).fit(counts).gram()
    np.testing.assert_allclose(hofmann, iid, rtol=1e-7)


@pytest.mark.parametrize("parameters", [{"tempering": 0.7}, {"prior": 0.3}, {"max_iter": 3}])
def test_they_differ_under_tempering_with_a_prior_and_before_convergence(
    counts: csr_array, parameters: dict[str, float]
) -> None:
    model = fitted_plsi(counts, 2, **{"max_iter": 5000, **parameters})
    hofmann = FisherKernel(model, form="hofmann").fit(counts).gram()
    iid = FisherKernel(model, form="iid").fit(counts).gram()
    assert np.abs(hofmann / iid - 1).max() > 1e-3


@pytest.mark.parametrize("form", ["hofmann", "iid", "vector-space"])
def test_the_forms_of_a_mixture_agree_but_raw_and_the_information_of_iid(
    counts: csr_array, form: str
) -> None:
    model = fitted_mixture(counts)

    def gram(form: str, information: str) -> np.ndarray:
        return FisherKernel(model, form=form, information=information).fit(counts).gram()

    np.testing.assert_allclose(gram(form, "identity"), gram("vector-space", "identity"), rtol=1e-12)
    assert np.abs(gram("raw", "identity") / gram(form, "identity") - 1).max() > 0.1
    agree = np.allclose(gram(form, "diagonal"), gram("vector-space", "diagonal"), rtol=1e-12)
    assert agree == (form != "iid")


@pytest.mark.parametrize("exponent", EXPONENTS)
@pytest.mark.parametrize("form", FORMS)
def test_one_topic_reduces_to_a_closed_form(counts: csr_array, form: str, exponent: float) -> None:
    """With one topic P(z|d,w) = 1: K_z is a product of lengths, K_w = Σ_w c(d,w)c(q,w)/P(w), over G^a."""
    X = counts.toarray()
    lengths, n_words = X.sum(axis=1), X.sum()
    p_w = X.sum(axis=0) / n_words
    t = lengths / n_words if form in {"raw", "vector-space"} else np.ones(len(X))
    c = X / n_words if form == "raw" else X / lengths[:, None]
    if form == "iid":
        G_z, G_w = n_words, X.sum(axis=0) / p_w
    else:
        joint = X / n_words if form == "vector-space" else c
        G_z, G_w = t @ t, (joint**2).sum(axis=0) / p_w
    expected = np.outer(t, t) / G_z**exponent + (c / (p_w * G_w**exponent)) @ c.T
    model = fitted_plsi(counts, 1)
    kernel = FisherKernel(model, form=form, information=exponent).fit(counts)
    np.testing.assert_allclose(kernel.gram(), expected, rtol=1e-9)
    np.testing.assert_allclose(kernel.gram(counts), expected, rtol=1e-9)


@pytest.mark.parametrize("model", [fitted_plsi, fitted_mixture])
def test_by_log_the_words_are_expected_counts_over_the_root_of_their_squares(
    counts: csr_array, model: Any
) -> None:
    """K_w = Σ_w Σ_z u_d u_q / √(Σ_d' u_d'²) with u_d(w,z) = P̂(w|d) P(z|d,w), and K_z so with P(z|d)."""
    X, fitted = counts.toarray(), model(counts)
    if model is fitted_plsi:
        shares = fitted.p_z_given_d_
        posteriors = shares[:, None, :] * fitted.p_w_given_z_.T
        posteriors /= posteriors.sum(axis=2, keepdims=True)
    else:
        shares = fitted.predict_proba(counts)
        posteriors = np.repeat(shares[:, None, :], X.shape[1], axis=1)
    u = ((X / X.sum(axis=1, keepdims=True))[:, :, None] * posteriors).reshape(len(X), -1)
    for part, gradients in (("words", u), ("topics", shares)):
        squares = np.sqrt((gradients**2).sum(axis=0))
        expected = (gradients / np.where(squares > 0, squares, 1)) @ gradients.T
        kernel = FisherKernel(fitted, information="log-sqrt-diagonal", part=part).fit(counts)
        np.testing.assert_allclose(kernel.gram(), expected, rtol=1e-9)


def test_one_component_of_a_mixture_is_the_multinomial_kernel_in_the_root_parameters(
    counts: csr_array,
) -> None:
    words = FisherKernel(fitted_mixture(counts, 1, prior=0.0), form="raw", part="words").fit(counts).gram()
    theta = Multinomial().fit(counts).theta_
    gradients = FisherKernel(Multinomial()).fit_transform(counts).toarray()  # by θ; by ρ it is √θ times that
    np.testing.assert_allclose(words, (gradients * theta) @ gradients.T, rtol=1e-9)


def reordered(model: PLSI, documents: np.ndarray, terms: np.ndarray) -> PLSI:
    """The same model of the same documents with rows and columns in another order."""
    other = PLSI(**model.get_params(deep=False))
    other.p_z_, other.tempering_ = model.p_z_, model.tempering_
    other.p_w_given_z_ = model.p_w_given_z_[:, terms]
    other.p_z_given_d_ = model.p_z_given_d_[documents]
    other.n_features_in_ = model.n_features_in_
    return other


@pytest.mark.parametrize("information", ["identity", "sqrt-diagonal", "log-sqrt-diagonal", "diagonal"])
@pytest.mark.parametrize("form", FORMS)
def test_the_order_of_documents_and_terms_does_not_matter(
    counts: csr_array, form: str, information: str
) -> None:
    rng = np.random.default_rng(3)
    documents, terms = rng.permutation(counts.shape[0]), rng.permutation(counts.shape[1])
    other = counts[documents][:, terms]
    model = fitted_plsi(counts, tempering=0.9)
    gram = FisherKernel(model, form=form, information=information).fit(counts).gram(counts[:4])
    again = FisherKernel(reordered(model, documents, terms), form=form, information=information)
    np.testing.assert_allclose(again.fit(other).gram(counts[:4][:, terms]), gram[:, documents], rtol=1e-8)


@pytest.mark.parametrize("model", [DCM(), Multinomial()])
def test_nor_for_the_other_models(counts: csr_array, model: Any) -> None:
    rng = np.random.default_rng(4)
    documents, terms = rng.permutation(counts.shape[0]), rng.permutation(counts.shape[1])
    gram = FisherKernel(model, information=0.5).fit(counts).gram(counts[:4])
    again = FisherKernel(model, information=0.5).fit(counts[documents][:, terms])
    np.testing.assert_allclose(again.gram(counts[:4][:, terms]), gram[:, documents], rtol=1e-9)
