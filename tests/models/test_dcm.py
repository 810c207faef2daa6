"""The DCM against SciPy, finite differences and data drawn from a known model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from models.counts import failed_checks, numerical_gradient, random_counts
from scipy.sparse import csr_array
from scipy.special import psi
from scipy.stats import dirichlet_multinomial

from ilk.errors import ParameterError, UnknownName
from ilk.models.dcm import DCM, METHODS, dcm_gradient, dcm_gradient_printed, dcm_log_likelihood

IGNORE_BOUNDS = pytest.mark.filterwarnings("ignore:DCM. (words do not come|every document has one)")


@pytest.fixture(scope="module")
def drawn() -> tuple[np.ndarray, csr_array]:
    """α, and documents drawn from it."""
    rng = np.random.default_rng(11)
    alpha = rng.gamma(0.5, size=40) + 0.02
    lengths = rng.integers(10, 120, 4000)
    words = [rng.multinomial(n, rng.dirichlet(alpha)) for n in lengths]
    return alpha, csr_array(np.array(words, dtype=np.float64))


@pytest.mark.parametrize("method", METHODS)
def test_scikit_learn_accepts_it(method: str) -> None:
    assert failed_checks(DCM(method)) == []


@given(random_counts(), st.floats(1e-3, 1e5))
def test_log_likelihood_equals_scipys(X: csr_array, scale: float) -> None:
    alpha = scale * (1.0 + np.arange(X.shape[1]))
    dense = X.toarray().astype(int)
    if X.shape[1] == 1:  # a single term can only come one way
        theirs = np.zeros(X.shape[0])
    else:
        theirs = dirichlet_multinomial.logpmf(dense, alpha, dense.sum(axis=1))
    np.testing.assert_allclose(dcm_log_likelihood(X, alpha), theirs, rtol=1e-8, atol=1e-7)


@given(random_counts(), st.floats(1e-2, 1e3))
def test_gradient_equals_finite_differences(X: csr_array, scale: float) -> None:
    alpha = scale * (1.0 + np.arange(X.shape[1]))
    constants, rises = dcm_gradient(X, alpha)
    exact = (constants[:, None] + rises.toarray()).sum(axis=0)
    numerical = numerical_gradient(lambda a: dcm_log_likelihood(X, a).sum(), alpha)
    np.testing.assert_allclose(exact, numerical, rtol=1e-5, atol=1e-5)
    assert rises.nnz == X.nnz


def test_printed_gradient_is_near_the_exact_one_for_small_alpha() -> None:
    X, alpha = csr_array([[1.0, 5.0, 0.0, 2.0]]), np.full(4, 1e-3)
    exact, printed = dcm_gradient(X, alpha), dcm_gradient_printed(X, alpha)
    np.testing.assert_allclose(printed[0], exact[0])
    np.testing.assert_allclose(printed[1].toarray(), exact[1].toarray(), rtol=1e-3)
    assert printed[1][0, 1] == pytest.approx(np.log(4.5) + 1000 - psi(1))


def test_elkans_closed_form_solves_its_equation(drawn: tuple[np.ndarray, csr_array]) -> None:
    X = drawn[1]
    model = DCM("elkan").fit(X)
    lengths, df = X.sum(axis=1), (X.toarray() > 0).sum(axis=0)
    expected = df / (psi(model.s_ + lengths) - psi(model.s_)).sum()
    np.testing.assert_allclose(model.alpha_, expected, rtol=1e-10)


def test_approximate_fit_is_the_share_of_documents_that_have_the_term() -> None:
    model = DCM("approximate").fit([[2, 0, 1], [1, 0, 0], [0, 0, 0]])
    np.testing.assert_allclose(model.alpha_, [1.0, 1.5 / 8, 0.5], err_msg="the empty document says nothing")


def test_maximum_likelihood_recovers_alpha_and_beats_the_others(drawn: tuple[np.ndarray, csr_array]) -> None:
    alpha, X = drawn
    models = {method: DCM(method).fit(X) for method in METHODS}
    best = models["mle"]
    assert best.converged_
    assert best.n_iter_ < 15
    np.testing.assert_allclose(best.alpha_, alpha, rtol=0.3)
    assert best.s_ == pytest.approx(alpha.sum(), rel=0.03)
    assert best.score(X) > dcm_log_likelihood(X, alpha).mean()
    assert best.score(X) > max(models["elkan"].score(X), models["approximate"].score(X)) + 0.5
    constants, rises = best.gradient(X)
    np.testing.assert_allclose(constants.sum() + rises.sum(axis=0), 0, atol=1e-3 * X.shape[0])


@IGNORE_BOUNDS
@given(random_counts(), st.integers(1, 30))
@pytest.mark.filterwarnings("ignore:DCM did not converge")
def test_likelihood_never_falls(X: csr_array, max_iter: int) -> None:
    model = DCM("mle", max_iter=max_iter, tol=0).fit(X)
    assert np.all(np.diff(model.log_likelihoods_) >= 0)
    seen = np.unique(X.indices)
    final = dcm_log_likelihood(X[:, seen], model.alpha_[seen]).sum()
    assert final >= model.log_likelihoods_[-1] - 1e-9 * X.sum()
    assert np.all(np.isfinite(model.alpha_))
    assert np.all(model.alpha_ > 0)
    assert np.all(np.isfinite(model.score_samples(X)))


@IGNORE_BOUNDS
@given(random_counts())
def test_maximum_likelihood_is_at_least_as_likely_as_the_others_on_any_counts(X: csr_array) -> None:
    seen = X[:, np.unique(X.indices)]  # the floor of unseen terms costs each method its own share
    best = DCM("mle").fit(seen).score(seen)
    for method in ("elkan", "approximate"):
        assert best >= DCM(method).fit(seen).score(seen) - 1e-5 * seen.sum()


@pytest.mark.parametrize("method", ["elkan", "mle"])
def test_words_without_bursts_end_at_the_upper_bound_with_a_warning(method: str) -> None:
    X = np.ones((5, 6))
    with pytest.warns(UserWarning, match=r"so s grew to its bound 1e\+08; use Multinomial"):
        model = DCM(method).fit(X)
    assert model.s_ == pytest.approx(1e8)


@pytest.mark.parametrize("method", ["elkan", "mle"])
def test_documents_of_one_repeated_term_end_at_the_lower_bound_with_a_warning(method: str) -> None:
    X = 3 * np.eye(4)
    with pytest.warns(UserWarning, match="so s fell to its bound 1e-06; use method='approximate'"):
        model = DCM(method).fit(X)
    assert model.s_ == pytest.approx(1e-6)
    np.testing.assert_allclose(model.score_samples(X), np.log(1 / 4), atol=1e-4)


def test_a_single_document_is_fitted_as_a_multinomial_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="words do not come in bursts"):
        model = DCM("mle").fit([[3, 2]])
    np.testing.assert_allclose(model.alpha_ / model.s_, [0.6, 0.4])


@pytest.mark.parametrize("method", METHODS)
def test_terms_never_seen_have_a_floor_and_finite_likelihoods_and_gradients(method: str) -> None:
    X = csr_array([[3.0, 1, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0], [9, 0, 0, 0]])
    model = DCM(method).fit(X)
    seen = model.alpha_[:2].sum()
    np.testing.assert_allclose(model.alpha_[2:], seen / 30)
    np.testing.assert_allclose(DCM(method, floor=1e-4).fit(X).alpha_[2:], 1e-4)
    unseen = csr_array([[0.0, 0, 5, 1]])
    assert np.isfinite(model.score(unseen))
    constants, rises = model.gradient(unseen)
    assert np.all(np.isfinite(constants))
    assert np.all(np.isfinite(rises.data))
    assert model.score_samples(np.zeros((1, 4)))[0] == 0


def test_bad_parameters_and_nothing_to_learn_from_are_refused() -> None:
    with pytest.raises(UnknownName, match="there is no method of DCM 'elkn'; did you mean 'elkan'"):
        DCM("elkn").fit([[1, 2]])
    with pytest.raises(ParameterError, match="floor must be a finite number, greater than 0, got 0"):
        DCM(floor=0).fit([[1, 2]])
    with pytest.raises(ParameterError, match="max_iter must be a whole number of at least 1, got 0"):
        DCM(max_iter=0).fit([[1, 2]])
    with pytest.raises(ParameterError, match="at least one word, but every count is 0"):
        DCM().fit([[0, 0]])
