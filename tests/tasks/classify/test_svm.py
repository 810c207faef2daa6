"""Support vector machines on kernels: features and similarities agree, and C means the same everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.svm import LinearSVC
from tasks.classify.small_classes import documents, kernels, tuples

import ilk
from ilk.errors import ParameterError
from ilk.tasks.classify import KernelSVM, machines


@pytest.mark.parametrize("name", [name for name in kernels() if name != "combination"])
def test_features_and_similarities_are_two_ways_to_the_same_answer(name):
    X, y = documents(60, clear=0.1)
    new, truth = documents(40, seed=5, clear=0.1)
    explicit, gram = (KernelSVM(kernels()[name], features=way).fit(X, y, new) for way in ("explicit", "gram"))
    assert explicit.machines_.explicit
    assert not gram.machines_.explicit
    assert explicit.machines_.scale == pytest.approx(gram.machines_.scale)
    assert np.mean(explicit.predict(new) == gram.predict(new)) >= 0.95
    assert explicit.score(new, truth) > 0.9
    correlation = np.corrcoef(explicit.decision_function(new).ravel(), gram.decision_function(new).ravel())
    assert correlation[0, 1] > 0.95


def test_on_features_it_is_scikit_learns_linear_svm():
    X, y = documents(50)
    new, _ = documents(20, seed=5)
    ours = KernelSVM(ilk.CountKernel("tfidf-elkan"), C=2.0, seed=3).fit(X, y)
    kernel = ilk.CountKernel("tfidf-elkan").fit(X)
    theirs = LinearSVC(C=2.0, random_state=3, max_iter=10_000).fit(kernel.transform(X), y)
    assert ours.machines_.scale == pytest.approx(1)
    np.testing.assert_allclose(
        ours.decision_function(new), theirs.decision_function(kernel.transform(new)), atol=1e-2
    )
    np.testing.assert_array_equal(ours.predict(new), theirs.predict(kernel.transform(new)))


@pytest.mark.parametrize("features", ["explicit", "gram"])
def test_a_kernel_times_a_number_changes_nothing(features):
    class Larger(TfidfTransformer):
        def transform(self, X):
            return 1000 * super().transform(X)

    X, y = documents(50)
    new, _ = documents(20, seed=5)
    plain = KernelSVM(TfidfTransformer(), features=features).fit(X, y)
    larger = KernelSVM(Larger(), features=features).fit(X, y)
    np.testing.assert_allclose(plain.decision_function(new), larger.decision_function(new), atol=1e-6)


def test_two_classes_have_one_machine_and_one_column():
    X, y = documents(40, clear=0.1)
    two = np.where(y == "pear", "pear", "another")
    ours = KernelSVM(ilk.CountKernel("tfidf-elkan")).fit(X, two)
    decisions = ours.decision_function(X)
    assert decisions.shape == (40,)
    np.testing.assert_array_equal(ours.predict(X), np.where(decisions > 0, "pear", "another"))
    assert ours.score(X, two) == 1.0


def test_several_labels_are_given_where_a_machine_says_yes():
    X, y = documents(80, clear=0.05)
    new, truth = documents(30, seed=6, clear=0.05)
    ours = KernelSVM(ilk.CountKernel("tfidf-elkan")).fit(X, tuples(y))
    assert ours.predict(new) == tuples(truth)
    table = np.array([[name in labels for name in ours.classes_] for labels in tuples(y)], dtype=int)
    by_table = KernelSVM(ilk.CountKernel("tfidf-elkan")).fit(X, table)
    np.testing.assert_array_equal(by_table.decision_function(new), ours.decision_function(new))
    np.testing.assert_array_equal(by_table.predict(new), ours.decision_function(new) > 0)


def test_a_label_that_all_have_or_none_has_is_a_constant():
    X, y = documents(20)
    table = np.column_stack([np.ones(20), np.zeros(20), y == "pear"]).astype(int)
    predicted = KernelSVM(ilk.CountKernel("l2")).fit(X, table).predict(X)
    np.testing.assert_array_equal(predicted[:, :2], table[:, :2])


def test_balanced_finds_a_small_class_more_often():
    X, y = documents(200, clear=2.0)
    rare = np.where((y == "pear") & (np.arange(200) % 3 == 0), "pear", "another")
    new, truth = documents(200, seed=8, clear=2.0)
    plain, balanced = (
        KernelSVM(ilk.CountKernel("l2", normalise=True), balanced=balanced).fit(X, rare).predict(new)
        for balanced in (False, True)
    )
    assert np.sum((balanced == "pear") & (truth == "pear")) > np.sum((plain == "pear") & (truth == "pear"))


def test_unlabelled_text_teaches_the_kernel_and_helps():
    """Two words of a class never meet in the labelled documents; only unlabelled ones tie them together."""
    rng = np.random.default_rng(0)
    half = 15

    def draw(first: int, last: int, n: int) -> np.ndarray:
        return np.array([np.bincount(rng.integers(first, last, 8), minlength=4 * half) for _ in range(n)])

    labelled = np.vstack([draw(0, half, 6), draw(2 * half, 3 * half, 6)])
    new = np.vstack([draw(half, 2 * half, 40), draw(3 * half, 4 * half, 40)])
    both = np.vstack([draw(0, 2 * half, 60), draw(2 * half, 4 * half, 60)])
    y, truth = np.repeat(["left", "right"], 6), np.repeat(["left", "right"], 40)
    kernel = ilk.FisherKernel(ilk.PLSI(2, prior=0.1, tol=1e-3, seed=1), part="topics", normalise=True)
    alone = KernelSVM(kernel).fit(labelled, y)
    together = KernelSVM(kernel).fit(labelled, y, unlabelled=both)
    topics = [model.reference_.kernel.model_.p_w_given_z_ for model in (alone, together)]
    assert not np.allclose(*topics)
    assert together.score(new, truth) > 0.95
    assert alone.score(new, truth) < 0.8


def test_a_fitted_kernel_is_kept_and_one_that_is_not_is_left_alone():
    X, y = documents(30)
    new, _ = documents(20, seed=2)
    fitted = ilk.CountKernel("tfidf-elkan").fit(new)
    features = fitted.features_
    ours = KernelSVM(fitted).fit(X, y)
    np.testing.assert_array_equal(ours.reference_.kernel.term_weights_, fitted.term_weights_)
    np.testing.assert_allclose(ours.reference_.features().toarray(), fitted.transform(X).toarray())
    assert fitted.features_ is features
    empty = ilk.CountKernel("tfidf-elkan")
    KernelSVM(empty).fit(X, y)
    assert not hasattr(empty, "features_")


def test_auto_takes_features_unless_they_are_heavy_or_missing(monkeypatch):
    X, y = documents(12)
    ways = {name: KernelSVM(kernel).fit(X, y).machines_.explicit for name, kernel in kernels().items()}
    assert not ways.pop("combination")
    assert all(ways.values())
    monkeypatch.setattr(machines, "LIGHT", 0)
    ways = {name: KernelSVM(kernel).fit(X, y).machines_.explicit for name, kernel in kernels().items()}
    assert not ways["dcm"]
    assert not ways["plsi"]
    assert ways["fisher vectors"]


def test_wide_indices_are_narrowed_for_liblinear():
    X, y = documents(20)
    wide = csr_array(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    assert machines._narrow(wide).indices.dtype == np.int32

    class Wide(TfidfTransformer):
        def transform(self, X):
            features = super().transform(X)
            features.indices, features.indptr = (
                features.indices.astype(np.int64),
                features.indptr.astype(np.int64),
            )
            return features

    plain, with_wide = (KernelSVM(kernel).fit(X, y) for kernel in (TfidfTransformer(), Wide()))
    np.testing.assert_array_equal(plain.decision_function(X), with_wide.decision_function(X))


def test_what_is_wrong_is_said():
    X, y = documents(6)
    kernel = ilk.CountKernel("l2")
    with pytest.raises(ParameterError, match="an SVM needs documents of at least two classes, got 'pear'"):
        KernelSVM(kernel).fit(X, ["pear"] * 6)
    with pytest.raises(ParameterError, match="C must be a finite number, greater than 0, got 0"):
        KernelSVM(kernel, C=0).fit(X, y)
    with pytest.raises(ParameterError, match="features must be one of auto, explicit, gram, got 'sparse'"):
        KernelSVM(kernel, features="sparse").fit(X, y)
    with pytest.raises(ParameterError, match="Combination has no features"):
        KernelSVM(ilk.Combination([kernel]), features="explicit").fit(X, y)


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_the_order_of_the_rows_asked_for_changes_nothing(seed):
    X, y = documents(15, seed=seed)
    new, _ = documents(9, seed=seed + 1)
    ours = KernelSVM(ilk.CountKernel("tfidf-elkan")).fit(X, y)
    order = np.random.default_rng(seed).permutation(9)
    np.testing.assert_array_equal(ours.predict(new)[order], ours.predict(new[order]))
