"""The mixture of unigrams against a NumPy reference, finite differences and data drawn from a known model."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from models.counts import distributions, failed_checks, numerical_gradient, random_counts
from scipy.sparse import csr_array
from scipy.special import logsumexp
from sklearn.base import clone
from sklearn.ensemble._base import _set_random_states

from ilk.errors import ParameterError
from ilk.models.multinomial import Multinomial
from ilk.models.naive_bayes import NaiveBayesMixture, naive_bayes_gradient, naive_bayes_posteriors
from ilk.models.naive_bayes_seeds import revival_gains, worth_reviving
from ilk.models.naive_bayes_steps import BLOCK, MixtureSteps

pytestmark = pytest.mark.filterwarnings(
    "ignore:NaiveBayesMixture did not converge", "ignore:NaiveBayesMixture. .* ended without documents"
)
NO_CLASSIFIER = "reads classifier_tags of whatever has predict_proba and takes sparse X; a mixture has none"


def reference_step(X: np.ndarray, p_z: np.ndarray, p_w: np.ndarray, prior: float) -> tuple:
    """One EM iteration over dense arrays: new P(z), new P(w|z) as (n_terms, K), objective before."""
    with np.errstate(divide="ignore"):
        log_p_w = np.log(p_w)
        joint = np.log(p_z) + np.where(X[:, :, None] > 0, X[:, :, None] * log_p_w[None], 0).sum(axis=1)
    log_likelihood = logsumexp(joint, axis=1)
    posterior = np.exp(joint - log_likelihood[:, None])
    words = X.T @ posterior + prior
    objective = log_likelihood.sum() + (prior * log_p_w.sum() if prior else 0)
    return posterior.mean(axis=0), words / words.sum(axis=0), objective


def draw_parameters(n_components: int, n_terms: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return P(z) and P(w|z) as (n_terms, K) without zeros."""
    rng = np.random.default_rng(seed)
    p_z, p_w = rng.random(n_components) + 0.1, rng.random((n_terms, n_components)) + 0.01
    return p_z / p_z.sum(), p_w / p_w.sum(axis=0)


def test_scikit_learn_accepts_it() -> None:
    exceptions = dict.fromkeys(
        ["check_estimator_sparse_array", "check_estimator_sparse_matrix"], NO_CLASSIFIER
    )
    assert failed_checks(NaiveBayesMixture(2), exceptions) == []


@given(random_counts(), st.integers(1, 9), st.sampled_from([0.0, 0.3]), st.integers(0, 99))
def test_one_step_equals_the_reference(X: csr_array, n_components: int, prior: float, seed: int) -> None:
    X = X[np.diff(X.indptr) > 0]
    p_z, p_w = draw_parameters(n_components, X.shape[1], seed)
    steps = MixtureSteps(X, p_z, p_w, prior, threads=2)
    objective = steps.step()
    expected_p_z, expected_p_w, expected_objective = reference_step(X.toarray(), p_z, p_w, prior)
    assert objective == pytest.approx(expected_objective, rel=1e-12)
    np.testing.assert_allclose(steps.state()["p_z"][0], expected_p_z, rtol=1e-12)
    np.testing.assert_allclose(steps.state()["p_w"], expected_p_w, rtol=1e-12)


def test_several_blocks_and_groups_equal_the_reference() -> None:
    rng = np.random.default_rng(3)
    X = csr_array(rng.poisson(0.4, (BLOCK + 100, 6)).astype(np.float64))
    X = X[np.diff(X.indptr) > 0]
    assert X.shape[0] < BLOCK
    X = csr_array(np.vstack([X.toarray()] * 2))
    p_z, p_w = draw_parameters(130, 6, 0)
    steps = MixtureSteps(X, p_z, p_w, 0.0, threads=2)
    objective = steps.step()
    expected_p_z, expected_p_w, expected_objective = reference_step(X.toarray(), p_z, p_w, 0.0)
    assert objective == pytest.approx(expected_objective, rel=1e-12)
    np.testing.assert_allclose(steps.state()["p_z"][0], expected_p_z, rtol=1e-11)
    np.testing.assert_allclose(steps.state()["p_w"], expected_p_w, rtol=1e-11)


@given(random_counts(), st.integers(1, 9), st.integers(0, 99))
def test_likelihood_never_falls(X: csr_array, n_components: int, seed: int) -> None:
    model = NaiveBayesMixture(n_components, prior=0, max_iter=40, tol=0, seed=seed).fit(X)
    trace = model.log_likelihoods_
    assert np.all(np.diff(trace) >= -1e-12 * (np.abs(trace[1:]) + X.sum()))
    assert X.shape[0] * model.score(X) >= trace[-1] - 1e-9 * abs(trace[-1])


@given(random_counts(), st.integers(1, 9), st.integers(0, 99))
def test_the_objective_never_falls_with_prior_and_probabilities_sum_to_one(
    X: csr_array, n_components: int, seed: int
) -> None:
    model = NaiveBayesMixture(n_components, prior=0.2, max_iter=40, tol=0, seed=seed).fit(X)
    trace = model.log_likelihoods_
    assert model.n_revived_ or np.all(np.diff(trace) >= -1e-12 * (np.abs(trace[1:]) + X.sum()))
    np.testing.assert_allclose(model.p_z_.sum(), 1)
    np.testing.assert_allclose(model.p_w_given_z_.sum(axis=1), 1)
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)


@given(random_counts(), st.sampled_from([0.0, 0.5]))
def test_one_component_is_the_multinomial(X: csr_array, prior: float) -> None:
    mixture, multinomial = NaiveBayesMixture(1, prior=prior).fit(X), Multinomial(prior).fit(X)
    np.testing.assert_allclose(mixture.p_w_given_z_[0], multinomial.theta_, rtol=1e-13)
    unseen = np.eye(X.shape[1])
    np.testing.assert_allclose(mixture.score_samples(unseen), multinomial.score_samples(unseen), rtol=1e-12)


def test_parameters_are_recovered_from_documents_drawn_from_them() -> None:
    rng = np.random.default_rng(5)
    p_z, p_w = np.array([0.5, 0.3, 0.2]), rng.dirichlet(np.full(30, 0.3), 3)
    z = rng.choice(3, 3000, p=p_z)
    X = np.array([rng.multinomial(40, p_w[k]) for k in z])
    model = NaiveBayesMixture(3, prior=0, n_init=3).fit(X)
    order = min(permutations(range(3)), key=lambda o: np.abs(model.p_w_given_z_[list(o)] - p_w).sum())
    np.testing.assert_allclose(model.p_z_[list(order)], p_z, atol=0.03)
    np.testing.assert_allclose(model.p_w_given_z_[list(order)], p_w, atol=0.01)
    assert np.mean(np.argsort(order)[model.predict(X)] == z) > 0.99


@given(random_counts(5, 4), st.integers(1, 3), st.integers(0, 99))
def test_gradients_equal_finite_differences(X: csr_array, n_components: int, seed: int) -> None:
    p_z, p_w = draw_parameters(n_components, X.shape[1], seed)
    p_w_given_z = np.ascontiguousarray(p_w.T)

    def log_likelihood(p_z: np.ndarray, p_w_given_z: np.ndarray) -> float:
        return float(naive_bayes_posteriors(X, p_z, p_w_given_z)[1].sum())

    posterior, _ = naive_bayes_posteriors(X, p_z, p_w_given_z)
    by_p_z, by_p_w = naive_bayes_gradient(X, posterior, p_z, p_w_given_z)
    numerical = numerical_gradient(lambda p: log_likelihood(p, p_w_given_z), p_z)
    np.testing.assert_allclose(by_p_z.sum(axis=0), numerical, rtol=1e-5, atol=1e-5)
    numerical = numerical_gradient(lambda p: log_likelihood(p_z, p), p_w_given_z)
    np.testing.assert_allclose(by_p_w.sum(axis=0).reshape(numerical.shape), numerical, rtol=1e-5, atol=1e-4)


@given(st.integers(2, 6).flatmap(distributions))
def test_an_empty_document_says_nothing(p_z: np.ndarray) -> None:
    p_w_given_z = np.full((p_z.size, 3), 1 / 3)
    posterior, log_likelihood = naive_bayes_posteriors(csr_array((1, 3), dtype=np.float64), p_z, p_w_given_z)
    np.testing.assert_allclose(posterior[0], p_z)
    assert log_likelihood[0] == pytest.approx(0, abs=1e-12)


def test_terms_never_seen_and_impossible_combinations_stay_finite() -> None:
    X = np.array([[9, 0, 1, 0], [8, 0, 0, 0], [0, 7, 1, 0], [0, 9, 0, 0]])
    model = NaiveBayesMixture(2, prior=0).fit(X)
    new = np.array([[0, 0, 0, 3], [1, 1, 0, 1], [0, 0, 0, 0]])
    assert np.all(np.isfinite(model.score_samples(new)))
    np.testing.assert_allclose(model.predict_proba(new)[[0, 2]], [model.p_z_, model.p_z_])
    expected = 3 * np.log(1 / (2 * X.sum()))
    assert model.score_samples(new)[0] == pytest.approx(expected)


def test_an_empty_component_is_revived_and_the_likelihood_does_not_fall() -> None:
    rng = np.random.default_rng(0)
    X = np.zeros((40, 20))
    X[:39, :10] = rng.poisson(2, (39, 10))
    X[39, 10:] = 30  # nothing explains this one
    counts = csr_array(X)
    p_w = np.full((20, 2), 1 / 20)
    before = MixtureSteps(counts, np.array([0.5, 0.5]), p_w, 0.0, 1).step()
    steps = MixtureSteps(counts, np.array([1.0, 0.0]), p_w, 0.0, 1)
    assert steps.step() > before
    steps.step()
    assert steps.n_revived == 1
    assert steps.state()["p_z"][0] == pytest.approx([39 / 40, 1 / 40])


def test_only_documents_that_pay_for_themselves_revive() -> None:
    gains = np.array([1.0, 50.0, 0.0, 30.0, 40.0, -3.0])
    np.testing.assert_array_equal(worth_reviving(gains, 2), [1, 4])
    np.testing.assert_array_equal(worth_reviving(gains, 9), [1, 4, 3])
    assert worth_reviving(gains[:1], 3).size == 0
    X = csr_array([[2.0, 0.0], [1.0, 1.0]])
    expected = [2 * np.log(0.5 + 0.375) + 3, np.log(0.625) + np.log(0.375) + 3]
    np.testing.assert_allclose(revival_gains(X, np.array([0.75, 0.25]), np.full(2, -3.0)), expected)


def test_components_that_stay_empty_are_reported() -> None:
    rng = np.random.default_rng(2)
    X = np.vstack([rng.poisson([20, 20, 1, 1], (20, 4)), rng.poisson([1, 1, 20, 20], (20, 4))])
    with pytest.warns(
        UserWarning, match="4 of 6 components ended without documents; lower n_components to 2"
    ):
        model = NaiveBayesMixture(6, prior=1.0, tol=1e-12).fit(X)
    assert model.empty_components_.size == 4
    assert np.all(model.p_z_[model.empty_components_] < 1e-3 / 40)
    assert model.converged_


def test_not_converging_is_a_warning_that_says_what_to_change() -> None:
    X = np.random.default_rng(2).poisson(0.5, (60, 25))
    with pytest.warns(UserWarning, match=r"did not converge in 2 iterations.*raise max_iter or tol"):
        assert not NaiveBayesMixture(3, max_iter=2).fit(X).converged_


def test_more_starts_never_end_lower() -> None:
    X = np.random.default_rng(2).poisson(0.5, (60, 25))
    one = NaiveBayesMixture(4, prior=0).fit(X)
    assert NaiveBayesMixture(4, prior=0, n_init=5).fit(X).log_likelihoods_[-1] >= one.log_likelihoods_[-1]


def test_a_callback_sees_every_iteration_and_may_end_the_fit() -> None:
    seen: list[int] = []

    def stop_at_three(iteration: int, log_likelihood: float, seconds: float) -> None:
        seen.append(iteration)
        if iteration == 3:
            raise KeyboardInterrupt

    X = np.random.default_rng(2).poisson(0.5, (60, 25))
    with pytest.warns(UserWarning, match="interrupted after 3 of at most 200 iterations"):
        model = NaiveBayesMixture(4, n_init=5, callback=stop_at_three).fit(X)
    assert seen == [1, 2, 3]
    assert model.n_iter_ == 3
    assert (model.converged_, model.interrupted_) == (False, True)


FIT = """
import hashlib
import numpy as np
from ilk.models.naive_bayes import NaiveBayesMixture
X = np.random.default_rng(1).poisson(0.15, (300, 400))
model = NaiveBayesMixture(200, max_iter=4, tol=1, seed=7).fit(X)
arrays = model.p_z_, model.p_w_given_z_, model.predict_proba(X)
digest = hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()
"""


def test_the_same_seed_gives_the_same_bits_with_any_number_of_threads_and_in_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = subprocess.run(
        [sys.executable, "-c", FIT + "print(digest)"], capture_output=True, text=True, check=True
    )
    answers = {other.stdout.strip()}
    for threads in (1, 2, 5):
        monkeypatch.setenv("ILK_THREADS", str(threads))
        names: dict[str, str] = {}
        exec(FIT, names)
        answers.add(names["digest"])
    assert len(answers) == 1


def test_seed_answers_to_random_state() -> None:
    model = NaiveBayesMixture(3, seed=5)
    assert (model.random_state, model.get_params()["random_state"]) == (5, 5)
    assert "random_state" not in clone(model).get_params(deep=False)
    assert clone(model.set_params(random_state=9)).seed == 9
    _set_random_states(model, 1)
    assert model.seed != 9
    X = np.random.default_rng(2).poisson(0.5, (60, 25))
    starts = [NaiveBayesMixture(4, max_iter=1, seed=seed).fit(X).log_likelihoods_[0] for seed in (1, 1, 2)]
    assert starts[0] == starts[1] != starts[2]


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"n_components": 0}, "n_components must be a whole number of at least 1, got 0"),
        ({"n_components": 2.5}, r"n_components must be a whole number of at least 1, got 2\.5"),
        ({"prior": -1}, "prior must be a finite number, at least 0, got -1"),
        ({"prior": np.nan}, "prior must be a finite number, at least 0, got nan"),
        ({"tol": "small"}, "tol must be a finite number, at least 0, got 'small'"),
        ({"n_init": 0}, "n_init must be a whole number of at least 1, got 0"),
        ({"threads": 0}, "threads must be a whole number of at least 1, got 0"),
        ({"seed": None}, "seed must be a whole number of at least 0, got None"),
        ({"max_iter": True}, "max_iter must be a whole number of at least 1, got True"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, object], sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        NaiveBayesMixture(**parameters).fit([[1, 2]])


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(ParameterError, match="at least one word, but every count is 0"):
        NaiveBayesMixture(2).fit([[0, 0], [0, 0]])
