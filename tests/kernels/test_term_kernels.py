"""The Fisher kernels of the DCM and of the multinomial against loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.corpora import EXPONENTS, awkward_queries, corpus
from kernels.naive import dcm_gradient, gradient_kernel
from models.counts import random_counts
from scipy.sparse import csr_array

from ilk.kernels.counts import CountKernel
from ilk.kernels.fisher import FisherKernel
from ilk.kernels.term_fisher import TermGradients, term_features, term_gram, term_information
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial

UNKNOWN = 8


@pytest.fixture(scope="module")
def counts() -> csr_array:
    dense = corpus().toarray()
    dense[:, UNKNOWN] = 0
    dense[2] = 0
    return csr_array(dense)


@pytest.mark.parametrize("exponent", EXPONENTS)
@pytest.mark.parametrize("approximate", [False, True])
def test_the_dcm_equals_the_loops(counts: csr_array, approximate: bool, exponent: float) -> None:
    model = DCM().fit(counts)
    queries = awkward_queries(counts.shape[1], UNKNOWN)
    fitted, new = (
        np.array([dcm_gradient(x, model.alpha_, approximate) for x in texts.toarray()])
        for texts in (counts, queries)
    )
    kernel = FisherKernel(model, information=exponent, approximate=approximate).fit(counts)
    close = {"rtol": 1e-9, "atol": 1e-9 * np.abs(fitted @ fitted.T).max()}
    np.testing.assert_allclose(kernel.gram(queries), gradient_kernel(fitted, new, exponent), **close)
    np.testing.assert_allclose(kernel.gram(), gradient_kernel(fitted, fitted, exponent), **close)
    features = kernel.fit_transform(counts)
    np.testing.assert_allclose(
        (kernel.transform(queries) @ features.T).toarray(), kernel.gram(queries), **close
    )
    assert np.all(kernel.gram(queries)[1] == 0)  # the empty text


def test_the_approximation_comes_close_where_alpha_is_small() -> None:
    rng = np.random.default_rng(0)
    X = csr_array(rng.poisson(0.03, (300, 60)) * rng.integers(3, 9, (300, 60)))
    exact, printed = (FisherKernel(DCM(), approximate=a).fit_transform(X) for a in (False, True))
    present = X.toarray() > 0
    assert np.corrcoef(exact.toarray()[present], printed.toarray()[present])[0, 1] > 0.999


@pytest.mark.parametrize("exponent", EXPONENTS)
def test_the_multinomial_equals_the_loops(counts: csr_array, exponent: float) -> None:
    theta = np.maximum(counts.toarray().sum(axis=0), 0.5) / counts.sum()
    queries = awkward_queries(counts.shape[1], UNKNOWN)
    kernel = FisherKernel(Multinomial(), information=exponent).fit(counts)
    expected = gradient_kernel(counts.toarray() / theta, queries.toarray() / theta, exponent)
    np.testing.assert_allclose(kernel.gram(queries), expected, rtol=1e-12)
    features = kernel.fit_transform(counts)
    assert features.nnz == counts.nnz
    np.testing.assert_allclose((kernel.transform(queries) @ features.T).toarray(), expected, rtol=1e-12)
    if exponent == 0:
        np.testing.assert_allclose(CountKernel("multinomial").fit(counts).gram(queries), expected, rtol=1e-12)


@given(random_counts(), st.integers(0, 99), st.sampled_from([0.0, 1.0]))
def test_the_four_sums_equal_dense_products(X: csr_array, seed: int, size: float) -> None:
    rng = np.random.default_rng(seed)
    gradients = TermGradients(size * rng.standard_normal(X.shape[0]), X)
    dense = gradients.constants[:, None] + X.toarray()
    weights = rng.random(X.shape[1])
    gram = term_gram(gradients, gradients, weights)
    scale = np.abs(dense).max() ** 2 * X.shape[1] + 1
    np.testing.assert_allclose(gram, (dense * weights) @ dense.T, rtol=1e-12, atol=1e-13 * scale)
    np.testing.assert_allclose(term_information(gradients), (dense**2).sum(axis=0), rtol=1e-9, atol=1e-9)
    features = term_features(gradients, weights)
    np.testing.assert_allclose((features @ features.T).toarray(), gram, rtol=1e-9, atol=1e-13 * scale)
    assert np.linalg.eigvalsh(gram).min() >= -1e-12 * scale * X.shape[0]
