"""The multinomial against its definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from models.counts import failed_checks, numerical_gradient, random_counts
from scipy.sparse import csr_array

from ilk.errors import ParameterError
from ilk.models.multinomial import Multinomial, multinomial_log_likelihood


def test_scikit_learn_accepts_it() -> None:
    assert failed_checks(Multinomial()) == []


@given(random_counts())
def test_theta_is_the_share_of_each_term(X: csr_array) -> None:
    np.testing.assert_allclose(Multinomial().fit(X).theta_, X.toarray().sum(0) / X.sum(), rtol=1e-14)
    smoothed = (X.toarray().sum(0) + 0.5) / (X.sum() + 0.5 * X.shape[1])
    np.testing.assert_allclose(Multinomial(smoothing=0.5).fit(X).theta_, smoothed, rtol=1e-14)


@given(random_counts())
def test_nothing_else_fits_better(X: csr_array) -> None:
    fitted = Multinomial().fit(X)
    for smoothing in (0.1, 10.0):
        assert fitted.score(X) >= Multinomial(smoothing).fit(X).score(X) - 1e-9


def test_log_likelihood_is_that_of_the_words_in_their_order() -> None:
    model = Multinomial().fit([[1, 3]])
    np.testing.assert_allclose(model.score_samples([[2, 1], [0, 0]]), [np.log(0.25**2 * 0.75), 0.0])
    assert model.score([[2, 1], [0, 0]]) == pytest.approx(np.log(0.25**2 * 0.75) / 2)


@given(random_counts())
def test_gradient_equals_finite_differences(X: csr_array) -> None:
    model = Multinomial(smoothing=0.1).fit(X)
    numerical = numerical_gradient(lambda theta: multinomial_log_likelihood(X, theta).sum(), model.theta_)
    np.testing.assert_allclose(model.gradient(X).toarray().sum(0), numerical, rtol=1e-6, atol=1e-6)


def test_a_term_never_seen_counts_as_half_an_occurrence() -> None:
    model = Multinomial().fit([[4, 6, 0]])
    assert model.theta_[2] == 0
    np.testing.assert_allclose(model.score_samples([[0, 0, 2]]), [2 * np.log(1 / 20)])
    np.testing.assert_allclose(model.gradient([[0, 0, 2]]).toarray(), [[0, 0, 40]])


def test_the_free_function_says_minus_infinity_where_a_term_is_impossible() -> None:
    assert multinomial_log_likelihood(csr_array([[0.0, 1.0]]), np.array([1.0, 0.0]))[0] == -np.inf


def test_bad_parameters_and_nothing_to_learn_from_are_refused() -> None:
    with pytest.raises(ParameterError, match="smoothing must be a finite number, at least 0, got -1"):
        Multinomial(smoothing=-1).fit([[1]])
    with pytest.raises(ParameterError, match="at least one word, but every count is 0"):
        Multinomial().fit([[0, 0]])
