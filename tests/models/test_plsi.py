"""PLSI as an estimator: known answers, seeds, threads, processes, restarts, and every refusal."""

from __future__ import annotations

import hashlib
import logging
import os
import queue
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from models.counts import failed_checks, random_counts
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array, random_array
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

from ilk.errors import ParameterError
from ilk.models.multinomial import Multinomial
from ilk.models.plsi import PLSI
from ilk.models.plsi_compile import announced

pytestmark = pytest.mark.filterwarnings("ignore:PLSI did not converge")


def counts_from(n_docs: int, length: int, topics: np.ndarray, seed: int = 0) -> csr_array:
    """Draw documents from a known model: topics (K, V), mixtures from a sparse Dirichlet distribution."""
    rng = np.random.default_rng(seed)
    mixtures = rng.dirichlet(np.full(len(topics), 0.2), n_docs)
    return csr_array(np.array([rng.multinomial(length, mixture @ topics) for mixture in mixtures]))


@pytest.fixture(scope="module")
def counts() -> csr_array:
    topics = np.random.default_rng(11).dirichlet(np.full(60, 0.1), 4)
    return counts_from(120, 50, topics)


def bits(model: PLSI) -> str:
    """Return a digest of everything learned."""
    digest = hashlib.blake2b()
    for array in (model.p_z_, model.p_w_given_z_, model.p_z_given_d_, model.log_likelihoods_):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def test_scikit_learn_accepts_it_without_exceptions() -> None:
    # Its transformers must give the same from fit_transform and from transform: so they do at convergence.
    assert failed_checks(PLSI(n_topics=2, tol=1e-9, max_iter=5000, fold_in_iter=5000)) == []


def test_recovers_a_known_model() -> None:
    topics = np.random.default_rng(4).dirichlet(np.full(40, 0.1), 5)
    model = PLSI(5, max_iter=500, tol=1e-7, n_init=3).fit(counts_from(1500, 200, topics))
    distances = np.abs(topics[:, None, :] - model.p_w_given_z_[None, :, :]).sum(axis=2) / 2
    ours, theirs = linear_sum_assignment(distances)
    assert distances[ours, theirs].max() < 0.06
    assert np.median(distances) > 0.5  # so close by being right, not because all topics are alike


@given(counts=random_counts())
def test_one_topic_is_the_multinomial(counts: csr_array) -> None:
    model = PLSI(1, dtype="float64", max_iter=5).fit(counts)
    np.testing.assert_allclose(model.p_w_given_z_[0], Multinomial().fit(counts).theta_, rtol=1e-12)
    np.testing.assert_allclose(model.p_z_given_d_, np.ones((counts.shape[0], 1)), rtol=1e-15)
    assert model.converged_


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_tempering_by_1_is_plain_em_bit_for_bit(counts: csr_array, dtype: str) -> None:
    plain, tempered = PLSI(4, dtype=dtype, max_iter=20), PLSI(4, dtype=dtype, max_iter=20, tempering=1.0)
    assert bits(plain.fit(counts)) == bits(tempered.fit(counts))
    assert bits(plain) != bits(tempered.set_params(tempering=0.999).fit(counts))


@given(counts=random_counts(), n_topics=st.integers(1, 9), tempering=st.sampled_from([1.0, 0.6]))
def test_fits_awkward_counts(counts: csr_array, n_topics: int, tempering: float) -> None:
    model = PLSI(n_topics, tempering=tempering, max_iter=30).fit(counts)
    n_docs, n_terms = counts.shape
    assert model.p_w_given_z_.shape == (n_topics, n_terms)
    assert model.p_z_given_d_.shape == (n_docs, n_topics)
    np.testing.assert_allclose(model.p_w_given_z_.sum(axis=1), 1, rtol=1e-5)
    np.testing.assert_allclose(model.p_z_given_d_.sum(axis=1), 1, rtol=1e-5)
    shares = counts.sum(axis=1) @ model.p_z_given_d_ / counts.sum()
    np.testing.assert_allclose(model.p_z_, shares, rtol=1e-5, atol=1e-12)
    unseen = counts.sum(axis=0) == 0
    assert (model.p_w_given_z_[model.p_z_ > 1e-6][:, unseen] == 0).all()
    empty = counts.sum(axis=1) == 0
    assert np.abs(model.p_z_given_d_[empty] - model.p_z_).sum() < 1e-5
    assert np.isfinite(model.transform(counts)).all()


def test_no_words_at_all() -> None:
    model = PLSI(3).fit(np.zeros((4, 5)))
    np.testing.assert_allclose(model.p_w_given_z_, 1 / 5)
    np.testing.assert_allclose(model.p_z_given_d_, 1 / 3)
    assert model.log_likelihoods_.tolist() == [0.0, 0.0]


def test_a_prior_leaves_no_word_impossible(counts: csr_array) -> None:
    with_unseen = csr_array((counts.data, counts.indices, counts.indptr), shape=(counts.shape[0], 70))
    model = PLSI(4, prior=0.5).fit(with_unseen)
    assert (model.p_w_given_z_ > 0).all()
    assert (model.p_z_given_d_ > 0).all()
    assert (PLSI(4, prior=0.5, topic_prior=0.0, max_iter=300).fit(with_unseen).p_z_given_d_ == 0).any()


def test_learned_attributes(counts: csr_array) -> None:
    model = PLSI(4, max_iter=7).fit(counts)
    assert model.n_iter_ == len(model.log_likelihoods_) == 7
    assert not model.converged_
    assert not model.interrupted_
    assert model.tempering_ == 1.0
    assert model.perplexities_.size == 0
    assert model.p_w_given_z_.dtype == model.p_z_given_d_.dtype == model.transform(counts).dtype == np.float32
    assert model.p_w_given_z_.T.flags.c_contiguous
    assert model.get_feature_names_out().tolist() == ["plsi0", "plsi1", "plsi2", "plsi3"]
    assert PLSI(4, dtype="float64").fit_transform(counts).dtype == np.float64


def test_log_likelihoods_are_those_of_the_mixture(counts: csr_array) -> None:
    short, long = (
        PLSI(4, max_iter=6, dtype="float64").fit(counts),
        PLSI(4, max_iter=7, dtype="float64").fit(counts),
    )
    mixtures = short.p_z_given_d_ @ short.p_w_given_z_
    seen = counts.toarray() > 0
    expected = (counts.toarray()[seen] * np.log(mixtures[seen])).sum()
    assert long.log_likelihoods_[-1] == pytest.approx(expected, rel=1e-12)


def test_warns_when_it_has_not_converged(counts: csr_array) -> None:
    with pytest.warns(
        ConvergenceWarning, match=r"PLSI did not converge in 2 iterations.*raise max_iter or tol"
    ):
        PLSI(4, max_iter=2).fit(counts)


def test_converges_without_a_warning(counts: csr_array) -> None:
    model = PLSI(4, max_iter=2000, tol=1e-4).fit(counts)
    assert model.converged_
    assert model.n_iter_ < 2000


def test_seeds(counts: csr_array) -> None:
    model = PLSI(4, max_iter=5, seed=3).fit(counts)
    assert bits(clone(model).fit(counts)) == bits(model)
    assert bits(PLSI(4, max_iter=5, seed=4).fit(counts)) != bits(model)
    assert bits(PLSI(4, max_iter=5).set_params(random_state=3).fit(counts)) == bits(model)
    assert model.get_params()["random_state"] == model.random_state == 3


SCRIPT = """
import sys, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, {tests!r})
from models.test_plsi import bits, large
from ilk.models.plsi import PLSI
print(bits(PLSI(5, tempering=0.9, prior=0.01, max_iter=4, threads=3).fit(large())))
"""


def large() -> csr_array:
    """Return counts for several blocks of documents and several spans in each."""
    matrix = random_array((6000, 300), density=0.03, rng=np.random.default_rng(2), format="csr")
    matrix.data = np.ceil(4 * matrix.data)
    return csr_array(matrix)


def test_same_bits_whatever_the_threads_and_the_process() -> None:
    options: dict[str, Any] = {"tempering": 0.9, "prior": 0.01, "max_iter": 4}
    one, two = (PLSI(5, threads=threads, **options).fit(large()) for threads in (1, 2))
    assert bits(one) == bits(two)
    np.testing.assert_array_equal(one.transform(large()), two.transform(large()))
    tests = str(Path(__file__).resolve().parents[1])
    environment = os.environ | {"PYTHONHASHSEED": "99"}
    output = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(tests=tests)],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert output.stdout.strip() == bits(one)


def test_the_best_of_several_restarts_is_kept(counts: csr_array) -> None:
    finals: list[float] = []

    def callback(iteration: int, log_likelihood: float, seconds: float) -> None:
        if iteration == 15:
            finals.append(log_likelihood)

    model = PLSI(4, n_init=5, max_iter=15, callback=callback).fit(counts)
    assert len(set(finals)) == 5
    assert model.log_likelihoods_[-1] == max(finals)


def test_warm_start_goes_on_to_the_same_bits(counts: csr_array) -> None:
    whole = PLSI(4, max_iter=20, tempering=0.9, prior=0.01).fit(counts)
    model = PLSI(4, max_iter=12, tempering=0.9, prior=0.01, warm_start=True).fit(counts)
    model.set_params(max_iter=8).fit(counts)
    np.testing.assert_array_equal(model.p_w_given_z_, whole.p_w_given_z_)
    np.testing.assert_array_equal(model.p_z_given_d_, whole.p_z_given_d_)
    np.testing.assert_array_equal(model.log_likelihoods_, whole.log_likelihoods_[12:])


def test_warm_start_on_other_documents_keeps_the_topics_and_learns_new_terms(counts: csr_array) -> None:
    first = counts[:60].toarray()
    first[:, :5] = 0
    model = PLSI(4, max_iter=60, warm_start=True).fit(first)
    before = model.p_w_given_z_.copy()
    assert (before[:, :5] == 0).all()
    model.set_params(max_iter=60).fit(counts[60:])
    seen = np.asarray(counts[60:].sum(axis=0)).ravel()[:5] > 0
    assert (model.p_w_given_z_[:, :5].sum(axis=0)[seen] > 0).all()
    similarities = np.corrcoef(before, model.p_w_given_z_)[:4, 4:]
    assert (similarities.argmax(axis=1) == np.arange(4)).all()


def test_warm_start_refuses_another_shape(counts: csr_array) -> None:
    model = PLSI(4, max_iter=3, warm_start=True).fit(counts)
    with pytest.raises(
        ParameterError, match=r"a warm start needs the topics and terms .*\(4, 60\), got \(5, 60\)"
    ):
        model.set_params(n_topics=5).fit(counts)


def test_ctrl_c_keeps_the_model_fitted_so_far(counts: csr_array) -> None:
    def press(iteration: int, log_likelihood: float, seconds: float) -> None:
        if iteration == 5:
            signal.raise_signal(signal.SIGINT)

    model = PLSI(4, n_init=3, max_iter=50, callback=press)
    with pytest.warns(ConvergenceWarning, match="interrupted after 5 of at most 50 iterations"):
        model.fit(counts)
    assert model.interrupted_
    assert model.n_iter_ == 5
    np.testing.assert_array_equal(model.p_z_given_d_, PLSI(4, max_iter=5).fit(counts).p_z_given_d_)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"n_topics": 0}, "n_topics must be a whole number of at least 1, got 0"),
        ({"n_topics": 2.5}, "n_topics must be a whole number of at least 1, got 2.5"),
        ({"tempering": 0}, "tempering must be a finite number, greater than 0 and at most 1, got 0"),
        ({"tempering": 1.1}, "tempering must be a finite number, greater than 0 and at most 1, got 1.1"),
        ({"tempering": "cool"}, "tempering must be .*, got 'cool'"),
        ({"prior": -1}, "prior must be a finite number, at least 0, got -1"),
        ({"topic_prior": float("nan")}, "topic_prior must be a finite number, at least 0, got nan"),
        ({"max_iter": 0}, "max_iter must be a whole number of at least 1, got 0"),
        ({"tol": -1e-3}, "tol must be a finite number, at least 0, got -0.001"),
        ({"n_init": "3"}, "n_init must be a whole number of at least 1, got '3'"),
        ({"validation_fraction": 0.9}, "validation_fraction must be .* at most 0.5, got 0.9"),
        ({"fold_in_iter": 0}, "fold_in_iter must be a whole number of at least 1, got 0"),
        ({"dtype": "float16"}, "dtype must be 'float32' or 'float64', got 'float16'"),
        ({"seed": -1}, "seed must be a whole number of at least 0, got -1"),
        ({"seed": None}, "seed must be a whole number of at least 0, got None"),
        ({"threads": 0}, "threads must be a whole number of at least 1, got 0"),
        ({"checkpoint_every": 0}, "checkpoint_every must be a whole number of at least 1, got 0"),
        ({"checkpoint": 3}, "checkpoint must be a folder or None, got 3"),
        ({"callback": "print"}, "callback must be callable or None, got 'print'"),
        ({"resume": True}, "resume needs a checkpoint folder to go on from, got checkpoint=None"),
    ],
)
def test_parameters_are_checked(counts: csr_array, parameters: dict[str, Any], sentence: str) -> None:
    model = PLSI(**parameters)
    with pytest.raises(ParameterError, match=sentence):
        model.fit(counts)
    assert not [name for name in vars(model) if name.endswith("_") and not name.startswith("_")]


def test_counts_too_large_for_single_precision_are_refused() -> None:
    with pytest.raises(ParameterError, match=r"at most 1e\+10 in float32, got 1e\+12; use dtype='float64'"):
        PLSI(2).fit([[1e12, 1.0]])
    assert np.isfinite(PLSI(2, dtype="float64").fit([[1e12, 1.0]]).p_w_given_z_).all()


def test_an_unfitted_model_says_so(counts: csr_array) -> None:
    for method in (PLSI().transform, PLSI().perplexity, PLSI().held_out_perplexity, PLSI().score):
        with pytest.raises(NotFittedError, match="not fitted yet"):
            method(counts)


def test_works_in_pipelines_and_grid_searches(counts: csr_array) -> None:
    labels = np.asarray(counts[:, :30].sum(axis=1)).ravel() > 25
    pipeline = make_pipeline(PLSI(4, max_iter=30), LogisticRegression()).fit(counts, labels)
    assert pipeline.score(counts, labels) > 0.7
    search = GridSearchCV(PLSI(8, max_iter=30), {"tempering": [0.7, 1.0]}, cv=2).fit(counts)
    assert search.best_params_["tempering"] == 0.7


def test_long_compilations_are_announced() -> None:
    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    handler = logging.Handler()
    handler.emit = lambda record: said.put(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("ilk")
    logger.addHandler(handler)
    try:
        with announced("one moment", after=0.0):
            numba.njit(lambda x: x + 1)(1)
            assert said.get(timeout=10) == "one moment"
        with announced("never said: nothing is compiled", after=0.0):
            time.sleep(0.1)
        with announced("never said", after=60.0):
            pass
        assert said.empty()
    finally:
        logger.removeHandler(handler)
