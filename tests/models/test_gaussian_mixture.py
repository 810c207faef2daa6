"""The Gaussian mixture over embedded words against scikit-learn's on the words written out."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from models.counts import failed_checks
from scipy.sparse import csr_array
from scipy.stats import norm
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from ilk.errors import ParameterError
from ilk.models.embeddings import Embedding
from ilk.models.gaussian_mixture import VARIANCE_FLOOR, WordMixture


def word_vectors(n_terms: int = 60, seed: int = 0) -> np.ndarray:
    """Return vectors in three clouds, of known means −4, 0 and 4."""
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(n_terms, 3)) + 4 * (np.arange(n_terms) % 3 - 1)[:, None]).astype(np.float32)


def test_scikit_learn_accepts_it() -> None:
    assert failed_checks(WordMixture(2)) == []


def test_weighted_words_give_the_same_fit_as_the_words_written_out() -> None:
    vectors, times = word_vectors(), np.random.default_rng(1).integers(0, 9, 60)
    ours = WordMixture(3, tol=1e-9, max_iter=500, variance_floor=0).fit(vectors, sample_weight=times)
    written_out = np.repeat(vectors.astype(np.float64), times, axis=0)
    theirs = GaussianMixture(
        3,
        covariance_type="diag",
        tol=1e-9,
        max_iter=500,
        means_init=ours.means_,
        weights_init=ours.weights_,
        precisions_init=1 / ours.variances_,
    ).fit(written_out)
    np.testing.assert_allclose(ours.weights_, theirs.weights_, atol=1e-6)
    np.testing.assert_allclose(ours.means_, theirs.means_, atol=1e-6)
    np.testing.assert_allclose(ours.variances_, theirs.covariances_, atol=1e-6)
    np.testing.assert_allclose(ours.posteriors(vectors), theirs.predict_proba(vectors), atol=1e-6)
    np.testing.assert_allclose(ours.score_samples(vectors), theirs.score_samples(vectors), atol=1e-5)
    assert ours.log_likelihoods_[-1] == pytest.approx(theirs.score(written_out), abs=1e-6)


def test_the_clouds_are_found_and_likelihood_never_falls() -> None:
    model = WordMixture(3, tol=1e-8, max_iter=500, variance_floor=0).fit(word_vectors(3000))
    order = np.argsort(model.means_[:, 0])
    np.testing.assert_allclose(model.means_[order], np.repeat([[-4.0], [0.0], [4.0]], 3, axis=1), atol=0.15)
    np.testing.assert_allclose(model.variances_, 1, atol=0.15)
    np.testing.assert_allclose(model.weights_, 1 / 3, atol=0.02)
    assert np.all(np.diff(model.log_likelihoods_) >= -1e-10)


@pytest.mark.parametrize("floor", [0.2, 0.5, 1.0])
def test_no_variance_is_below_the_floor_and_likelihood_never_falls(floor: float) -> None:
    vectors = word_vectors(300)
    model = WordMixture(3, tol=1e-8, max_iter=500, variance_floor=floor).fit(vectors)
    least = floor * vectors.astype(np.float64).var(axis=0)
    assert np.all(model.variances_ >= least)
    assert np.any(model.variances_ == least)  # the clouds alone would be narrower
    assert np.all(np.diff(model.log_likelihoods_) >= -1e-10)


def test_a_frequent_word_far_from_all_others_does_not_draw_a_gaussian_to_a_point() -> None:
    vectors, times = np.append(word_vectors(), [[30.0, 30.0, 30.0]], axis=0), np.append(np.ones(60), 40)
    deviations = np.sqrt(np.average((vectors - np.average(vectors, axis=0, weights=times)) ** 2, 0, times))
    by_default, unbounded = (
        WordMixture(2, **how).fit(vectors, sample_weight=times) for how in ({}, {"variance_floor": 0})
    )
    assert np.sqrt(unbounded.variances_).min() < 0.01
    assert np.sqrt(by_default.variances_).min() == pytest.approx(np.sqrt(VARIANCE_FLOOR) * deviations.min())


def test_the_floor_moves_with_the_scale_of_each_dimension() -> None:
    vectors, scale = word_vectors().astype(np.float64), np.array([100.0, 100.0, 100.0])
    plain, scaled = (WordMixture(3, min_variance=1e-12).fit(x) for x in (vectors, vectors * scale))
    np.testing.assert_allclose(scaled.variances_, plain.variances_ * scale**2, rtol=1e-6)


def test_posteriors_are_bayes_rule() -> None:
    model = WordMixture(2).fit(word_vectors())
    model.weights_, model.means_, model.variances_ = (
        np.array([0.3, 0.7]),
        np.array([[0.0, 1.0, 0.0], [2.0, 0.0, 0.0]]),
        np.array([[1.0, 2.0, 3.0], [0.5, 1.0, 1.0]]),
    )
    x = np.array([[0.5, -1.0, 2.0]])
    joint = model.weights_ * norm.pdf(x[0], model.means_, np.sqrt(model.variances_)).prod(axis=1)
    np.testing.assert_allclose(model.posteriors(x)[0], joint / joint.sum(), rtol=1e-12)
    assert model.score(x) == pytest.approx(np.log(joint.sum()))


def test_occurrences_are_those_of_known_terms_in_the_counts() -> None:
    vectors, known = word_vectors(), np.arange(60) != 5
    X = csr_array(np.random.default_rng(2).poisson(0.5, (40, 60)))
    embedding = Embedding(np.where(known[:, None], vectors, np.float32(0)), known)
    ours = WordMixture(3).fit_occurrences(X, embedding)
    times = np.asarray(X.sum(axis=0))
    direct = WordMixture(3).fit(vectors[known], sample_weight=times[known])
    np.testing.assert_array_equal(ours.means_, direct.means_)


def test_a_sample_is_drawn_in_proportion_to_the_counts_and_by_the_seed() -> None:
    vectors = np.array([[0.0], [1.0], [10.0], [11.0], [99.0]])
    times = np.array([300_000, 100_000, 300_000, 300_000, 0])
    how = {"n_samples": 20_000, "variance_floor": 0}
    models = [WordMixture(2, **how, seed=s).fit(vectors, sample_weight=times) for s in (0, 0, 1)]
    np.testing.assert_array_equal(models[0].means_, models[1].means_)
    assert not np.array_equal(models[0].means_, models[2].means_)
    for model in models:
        np.testing.assert_allclose(np.sort(model.means_[:, 0]), [0.25, 10.5], atol=0.03)
        np.testing.assert_allclose(np.sort(model.weights_), [0.4, 0.6], atol=0.02)


FIT = """
import numpy as np
from ilk.models.gaussian_mixture import WordMixture
model = WordMixture(4, n_samples=5000, max_iter=3, tol=10, seed=3).fit(
    np.random.default_rng(0).normal(size=(500, 20)), sample_weight=np.arange(500)
)
arrays = b"".join(array.tobytes() for array in (model.weights_, model.means_, model.variances_))
"""


def test_the_same_seed_gives_the_same_bits_in_another_process_with_one_thread() -> None:
    names: dict[str, bytes] = {}
    exec(FIT, names)
    command = FIT + "import hashlib; print(hashlib.sha256(arrays).hexdigest())"
    one_thread = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    other = subprocess.run(
        [sys.executable, "-c", command], env=one_thread, capture_output=True, text=True, check=True
    )
    assert other.stdout.strip() == hashlib.sha256(names["arrays"]).hexdigest()


def test_not_converging_is_a_warning_that_says_what_to_change() -> None:
    with pytest.warns(ConvergenceWarning, match="did not converge in 1 iterations; raise max_iter or tol"):
        WordMixture(3, max_iter=1, tol=0).fit(word_vectors())


def test_bad_input_is_refused() -> None:
    vectors = word_vectors(5)
    embedding = Embedding(vectors, np.zeros(5, dtype=bool))
    with pytest.raises(ParameterError, match="X has 3 terms, but the embedding has 5"):
        WordMixture(2).fit_occurrences(np.ones((2, 3)), embedding)
    with pytest.raises(ParameterError, match="no word of X has a vector"):
        WordMixture(2).fit_occurrences(np.ones((2, 5)), embedding)
    with pytest.raises(ParameterError, match=r"n_components must be at most n_samples = 5, .* got 6"):
        WordMixture(6).fit(vectors)
    with pytest.raises(ParameterError, match="min_variance must be a finite number, greater than 0, got 0"):
        WordMixture(2, min_variance=0).fit(vectors)
    with pytest.raises(ParameterError, match=r"variance_floor must be .* got 1\.5"):
        WordMixture(2, variance_floor=1.5).fit(vectors)
    with pytest.raises(ParameterError, match="contains NaN"):
        WordMixture(2).fit([[np.nan, 1.0], [0.0, 1.0]])
    with pytest.raises(ParameterError, match="Negative values in data passed to `sample_weight`"):
        WordMixture(2).fit(vectors, sample_weight=-np.ones(5))
