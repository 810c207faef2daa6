"""Bayes' rule against scikit-learn's and against loops that do nothing clever."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import gammaln
from sklearn.naive_bayes import MultinomialNB
from tasks.classify.small_classes import documents, tuples

import ilk
from ilk.errors import ParameterError
from ilk.tasks.classify import GenerativeBayes


@pytest.mark.parametrize("smoothing", [0.01, 1.0])
def test_a_multinomial_a_class_is_scikit_learns_multinomial_bayes(smoothing):
    X, y = documents(50)
    new, _ = documents(30, seed=2)
    ours = GenerativeBayes(ilk.Multinomial(smoothing)).fit(X, y)
    theirs = MultinomialNB(alpha=smoothing).fit(X, y)
    np.testing.assert_allclose(ours.joint_log_likelihood(new), theirs.predict_joint_log_proba(new))
    np.testing.assert_allclose(ours.predict_proba(new), theirs.predict_proba(new), atol=1e-12)
    np.testing.assert_array_equal(ours.predict(new), theirs.predict(new))
    assert ours.n_iter_ == 0


def naive_dcm(document, alpha):
    """Return log p(x), word by word."""
    n, s = document.sum(), alpha.sum()
    total = gammaln(n + 1) + gammaln(s) - gammaln(s + n)
    for count, a in zip(document, alpha, strict=True):
        total += gammaln(count + a) - gammaln(a) - gammaln(count + 1)
    return total


def test_a_dcm_a_class_is_a_naive_loop():
    X, y = documents(50)
    new, _ = documents(8, seed=2)
    ours = GenerativeBayes(ilk.DCM()).fit(X, y)
    expected = np.zeros((8, 3))
    for column, name in enumerate(ours.classes_):
        members = X[y == name].toarray()
        used = members.any(axis=0)
        alpha = ilk.DCM().fit(members).alpha_.copy()
        alpha[~used] = alpha[used].sum() / alpha.size
        for row in range(8):
            log_share = np.log(np.mean(y == name))
            expected[row, column] = log_share + naive_dcm(new[[row]].toarray()[0], alpha)
    np.testing.assert_allclose(ours.joint_log_likelihood(new), expected, rtol=1e-9)
    np.testing.assert_array_equal(ours.predict(new), ours.classes_[expected.argmax(axis=1)])


def test_a_floor_of_ones_own_is_kept():
    X, y = documents(50)
    ours = GenerativeBayes(ilk.DCM(floor=1e-3)).fit(X, y)
    members = X[y == "apple"].toarray()
    np.testing.assert_array_equal(
        ours.models_[0].models[0].alpha_[~members.any(axis=0)], np.full((~members.any(axis=0)).sum(), 1e-3)
    )


def test_long_documents_do_not_underflow():
    X, y = documents(20)
    new, _ = documents(5, seed=3)
    proba = GenerativeBayes(ilk.Multinomial(0.01)).fit(X, y).predict_proba(1e5 * new)
    assert np.all(np.isfinite(proba))
    np.testing.assert_allclose(proba.sum(axis=1), 1)


def test_several_labels_are_each_one_against_the_rest():
    X, y = documents(60)
    new, _ = documents(30, seed=2)
    labels = tuples(y)
    ours = GenerativeBayes(ilk.Multinomial(0.1)).fit(X, labels)
    joint, proba = ours.joint_log_likelihood(new), ours.predict_proba(new)
    assert joint.shape == (30, 4, 2)
    for column, name in enumerate(ours.classes_):
        one = GenerativeBayes(ilk.Multinomial(0.1)).fit(X, [int(name in each) for each in labels])
        np.testing.assert_allclose(joint[:, column], one.joint_log_likelihood(new))
        np.testing.assert_allclose(proba[:, column], one.predict_proba(new)[:, 1])
    expected = [tuple(ours.classes_[row > 0.5].tolist()) for row in proba]
    assert ours.predict(new) == expected


def test_a_label_that_all_have_or_none_has_stays_that_way():
    X, y = documents(20)
    table = np.column_stack([np.ones(20), np.zeros(20), y == "pear"]).astype(int)
    ours = GenerativeBayes(ilk.Multinomial(0.1)).fit(X, table)
    np.testing.assert_array_equal(ours.predict_proba(X)[:, :2], table[:, :2])
    np.testing.assert_array_equal(ours.predict(X)[:, :2], table[:, :2])


@pytest.mark.parametrize("model", [ilk.Multinomial(0.1), ilk.DCM()])
def test_unlabelled_documents_join_the_class_they_belong_to_and_help(model):
    X, y = documents(3, length=6)
    others, _ = documents(150, seed=5, length=20)
    new, truth = documents(200, seed=6, length=6)
    alone = GenerativeBayes(model).fit(X, y)
    together = GenerativeBayes(model).fit(X, y, unlabelled=others)
    assert together.n_iter_ >= 1
    assert together.score(new, truth) > alone.score(new, truth)


def test_rounds_end_when_nobody_changes_sides():
    X, y = documents(30, clear=0.05)
    others, _ = documents(40, seed=5, clear=0.05)
    ours = GenerativeBayes(ilk.Multinomial(0.1), max_iter=50).fit(X, y, others)
    assert ours.n_iter_ < 50
    again = GenerativeBayes(ilk.Multinomial(0.1)).fit(
        np.vstack([X.toarray(), others.toarray()]), np.concatenate([y, ours.predict(others)])
    )
    np.testing.assert_allclose(ours.models_[0].models[1].theta_, again.models_[0].models[1].theta_)


def test_what_is_wrong_is_said():
    X, y = documents(6)
    with pytest.raises(ParameterError, match="GenerativeBayes needs a Multinomial or a DCM, got PLSI"):
        GenerativeBayes(ilk.PLSI()).fit(X, y)
    empty = X.toarray()
    empty[y == "pear"] = 0
    with pytest.raises(ParameterError, match="the documents that are 'pear' have no words"):
        GenerativeBayes(ilk.Multinomial()).fit(empty, y)
    with pytest.raises(ParameterError, match="max_iter must be a whole number of at least 1, got 0"):
        GenerativeBayes(ilk.DCM(), max_iter=0).fit(X, y)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([ilk.Multinomial(0.01), ilk.Multinomial(), ilk.DCM()]))
def test_probabilities_add_up_and_the_order_of_training_documents_does_not_matter(seed, model):
    X, y = documents(12, seed=seed)
    new, _ = documents(6, seed=seed + 1)
    proba = GenerativeBayes(model).fit(X, y).predict_proba(new)
    assert np.all((proba >= 0) & (proba <= 1))
    np.testing.assert_allclose(proba.sum(axis=1), 1)
    order = np.random.default_rng(seed).permutation(12)
    np.testing.assert_allclose(
        GenerativeBayes(model).fit(X[order], y[order]).predict_proba(new), proba, atol=1e-7
    )
