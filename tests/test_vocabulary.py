from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk import storage
from ilk.errors import NotFound, ParameterError
from ilk.vocabulary import Vocabulary

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=6)


@given(terms=st.sets(ANY_TEXT, max_size=30).map(sorted), others=st.lists(ANY_TEXT, max_size=10))
def test_it_is_a_dict(terms, others):
    vocabulary = Vocabulary.from_terms(terms)
    numbers = {term: number for number, term in enumerate(terms)}
    assert len(vocabulary) == len(terms)
    assert list(vocabulary) == terms
    assert [vocabulary.term(number) for number in range(len(terms))] == terms
    for term in terms + others:
        assert vocabulary.number(term) == numbers.get(term)
        assert (term in vocabulary) == (term in numbers)
    assert vocabulary.numbers(others) == [numbers.get(term) for term in others]


def test_it_is_stored_as_two_arrays(tmp_path):
    terms = sorted({"heat", "transfer", "slip", "flow", "Überschall", "熱", "𝔥"})
    vocabulary = Vocabulary.from_terms(terms)
    with storage.create(tmp_path / "a.ilk") as folder:
        folder.write_array("terms", vocabulary.blob)
        folder.write_array("term_offsets", vocabulary.offsets)
    stored = storage.open_folder(tmp_path / "a.ilk")
    opened = Vocabulary(stored.array("terms"), stored.array("term_offsets"))
    assert list(opened) == terms
    assert opened.number("slip") == terms.index("slip")
    assert opened.number("熱") == terms.index("熱")


def test_an_empty_one_is_stored_too(tmp_path):
    vocabulary = Vocabulary.from_terms([])
    with storage.create(tmp_path / "a.ilk") as folder:
        folder.write_array("terms", vocabulary.blob)
        folder.write_array("term_offsets", vocabulary.offsets)
    stored = storage.open_folder(tmp_path / "a.ilk")
    opened = Vocabulary(stored.array("terms"), stored.array("term_offsets"))
    assert list(opened) == []
    assert opened.number("x") is None


@pytest.mark.parametrize("terms", [["b", "a"], ["a", "a"]])
def test_terms_must_be_sorted_and_distinct(terms):
    with pytest.raises(ParameterError, match=f"sorted and distinct, got '{terms[0]}' before '{terms[1]}'"):
        Vocabulary.from_terms(terms)


@pytest.mark.parametrize("number", [-1, 2])
def test_numbers_that_are_not_there(number):
    with pytest.raises(NotFound, match=f"there is no term number {number}; numbers run from 0 to 1"):
        Vocabulary.from_terms(["a", "b"]).term(number)


@pytest.mark.parametrize(
    ("blob", "offsets", "sentence"),
    [
        (
            np.zeros(3, np.uint8),
            np.array([0, 2]),
            "offsets of the vocabulary must lead from 0 to 3",
        ),
        (np.zeros(3, np.uint8), np.array([0, 9, 3]), "offsets of the vocabulary must not decrease"),
        (np.zeros(3, np.int8), np.array([0, 3]), "an array of bytes and one of int64, got int8 and int64"),
        (np.zeros(3, np.uint8), np.array([0, 3], np.int32), "got uint8 and int32"),
        (np.zeros(0, np.uint8), np.zeros(0, np.int64), "must lead from 0 to 0, got nothing"),
    ],
)
def test_arrays_that_do_not_fit(blob, offsets, sentence):
    with pytest.raises(ParameterError, match=sentence):
        Vocabulary(blob, offsets)


def test_other_things_are_not_in_it():
    assert 3 not in Vocabulary.from_terms(["a"])
