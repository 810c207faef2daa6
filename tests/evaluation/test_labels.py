"""Accuracy and F1 against scikit-learn's and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, f1_score

from ilk.errors import ParameterError
from ilk.evaluation.labels import accuracy, macro_f1, micro_f1

letters = st.sampled_from("abc")


def test_one_label_each_by_hand():
    true, given_ = list("aabb"), list("abbb")
    assert accuracy(true, given_) == 0.75
    assert micro_f1(true, given_) == 0.75
    assert macro_f1(true, given_) == pytest.approx((2 / 3 + 4 / 5) / 2)


def test_several_labels_by_hand():
    true, given_ = [("a", "b"), ("a",), ()], [("a",), ("a",), ("b",)]
    assert accuracy(true, given_) == pytest.approx(1 / 3)
    assert micro_f1(true, given_) == pytest.approx(2 * 2 / (2 * 2 + 1 + 1))
    assert macro_f1(true, given_) == pytest.approx(0.5)


def test_a_single_label_that_some_documents_have():
    true, given_ = [("a",), (), ("a",)], [("a",), ("a",), ()]
    assert macro_f1(true, given_) == micro_f1(true, given_) == 0.5


def test_no_label_at_all():
    assert accuracy([(), ()], [(), ()]) == 1.0
    assert macro_f1([(), ()], [(), ()]) == micro_f1([(), ()], [(), ()]) == 0.0


def test_a_label_that_nobody_has_is_left_out_of_the_mean():
    true, given_ = np.array([[1, 0, 0], [0, 1, 0]]), np.array([[1, 0, 0], [0, 1, 0]])
    assert macro_f1(true, given_) == 1.0
    assert macro_f1(["a", "a"], ["b", "b"]) == 0.0


@settings(max_examples=30)
@given(st.lists(st.tuples(letters, letters), min_size=1))
def test_they_are_scikit_learns(pairs):
    true, given_ = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    assert accuracy(true, given_) == pytest.approx(accuracy_score(true, given_))
    assert micro_f1(true, given_) == pytest.approx(f1_score(true, given_, average="micro"))
    assert macro_f1(true, given_) == pytest.approx(f1_score(true, given_, average="macro", zero_division=0))


@settings(max_examples=30)
@given(st.integers(1, 20), st.integers(2, 4), st.randoms())
def test_several_are_scikit_learns(n_docs, n_classes, random):
    true, given_ = (
        np.array([[random.randint(0, 1) for _ in range(n_classes)] for _ in range(n_docs)]) for _ in range(2)
    )
    true[0] = 1  # what occurs nowhere is left out, which scikit-learn does not do
    assert micro_f1(true, given_) == pytest.approx(f1_score(true, given_, average="micro", zero_division=0))
    assert macro_f1(true, given_) == pytest.approx(f1_score(true, given_, average="macro", zero_division=0))


@pytest.mark.parametrize(
    ("true", "given_", "problem"),
    [
        (["a"], ["a", "b"], "of the same documents, at least one, got 1 and 2"),
        ([], [], "at least one, got 0 and 0"),
        (np.eye(2), np.ones((2, 3)), "must have the same classes"),
        (["a"], [1], "must be all texts or all numbers"),
        (np.eye(2), [("a",), ("b",)], "must have the same classes"),
    ],
)
def test_what_is_wrong_is_said(true, given_, problem):
    with pytest.raises(ParameterError, match=problem):
        accuracy(true, given_)
