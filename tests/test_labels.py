"""Labels in their three forms, and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from ilk.errors import ParameterError
from ilk.labels import INDICATOR, ONE, SEVERAL, Labels, labels_for


def test_one_label_each():
    labels = Labels.read(["b", "a", "b"])
    assert labels.form == ONE
    assert labels.classes.tolist() == ["a", "b"]
    np.testing.assert_array_equal(labels.members, [[0, 1], [1, 0], [0, 1]])
    np.testing.assert_array_equal(labels.codes, [1, 0, 1])
    assert labels.written(labels.members).tolist() == ["b", "a", "b"]
    assert Labels.read(np.array([3, 1])).written(np.array([[True, False]])).tolist() == [1]


@pytest.mark.parametrize("rows", [[("b", "a"), (), ("a",)], [{"a", "b"}, set(), ["a"]]])
def test_several_labels_each(rows):
    labels = Labels.read(rows)
    assert labels.form == SEVERAL
    np.testing.assert_array_equal(labels.members, [[1, 1], [0, 0], [1, 0]])
    assert labels.written(labels.members) == [("a", "b"), (), ("a",)]


@pytest.mark.parametrize("wrap", [np.array, csr_array])
def test_a_table_of_zeros_and_ones(wrap):
    labels = Labels.read(wrap([[1, 0, 1], [0, 0, 0]]))
    assert labels.form == INDICATOR
    assert labels.classes.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(labels.written(labels.members), [[1, 0, 1], [0, 0, 0]])


@pytest.mark.parametrize(
    ("y", "problem"),
    [
        (["a", ("b",)], "all one a document or all several, got some of each"),
        (["a", 1], "all texts or all numbers, got some of each"),
        (["a", None], "every document needs a label, got None"),
        ([1.0, float("nan")], "every document needs a label, got nan"),
        (np.array([[1, 2]]), "of zeros and ones, got the shape"),
    ],
)
def test_what_is_wrong_is_said(y, problem):
    with pytest.raises(ParameterError, match=problem):
        Labels.read(y)


def test_labels_must_be_as_many_as_documents():
    with pytest.raises(ParameterError, match="a label for each of the 3 documents, got 2"):
        labels_for(["a", "b"], 3)


words = st.text(st.characters(exclude_characters="\0"), max_size=3)  # NumPy drops a NUL at the end


@given(st.lists(st.sets(words), min_size=1))
def test_what_is_read_is_written_again(rows):
    labels = Labels.read([tuple(row) for row in rows])
    assert labels.written(labels.members) == [tuple(sorted(row)) for row in rows]
