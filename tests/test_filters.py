from __future__ import annotations

import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.document_writer import DocumentWriter
from ilk.documents import DocumentStore
from ilk.errors import ParameterError, UnknownName
from ilk.filters import Filter, allowed, parse_filter, parse_filters
from ilk.records import Document

HOSTILE = ["a\"'; drop table documents; --", "$.a", 'a"', "a.b[0]", "", "%", "a\\", "é\n"]
METADATA = [
    {"year": 1990, "label": "sci.space", "topics": ("grain", "wheat"), "open": True, "text_year": "900"},
    {"year": 2003.5, "label": "rec.autos", "topics": (), "open": False, "text_year": "1990"},
    {"year": "unknown", "label": "sci.med", "topics": ("corn",), "text_year": "1990-05-12"},
    {},
    {"year": 7, "label": "007", "topics": "grain"},
]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return written(tmp_path_factory.mktemp("filters"), METADATA)


def written(folder, metadata):
    with DocumentWriter(folder / "d.sqlite") as writer:
        list(writer.adding(Document(str(n), "", "", fields) for n, fields in enumerate(metadata)))
    return DocumentStore.open(folder / "d.sqlite")


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        ("year=1990", [0]),
        ("year == 1990.0", [0]),
        ("year>=1990", [0, 1, 2]),  # 'unknown' is no number: compared as a text, it comes after 1990
        ("year<1990", [4]),
        ("year<=1990", [0, 4]),
        ("year>1990", [1, 2]),
        ("year!=1990", [1, 2, 4]),
        ("year=unknown", [2]),
        ("label=sci.space", [0]),
        ("label!=sci.space", [1, 2, 4]),
        ("label=7", []),
        ("label=007", [4]),
        ("label>=sci", [0, 2]),
        ("label<sci", [1, 4]),
        ("topics=grain", [0, 4]),
        ("topics!=grain", [1, 2]),
        ("topics=wheat", [0]),
        ("topics>=d", [0, 4]),
        ("open=true", [0]),
        ("open!=true", [1]),
        ("open=1", []),
        ("text_year<1990", [0]),
        ("text_year>=1990", [1, 2]),
        ({"year": 1990}, [0]),
        ({"open": False}, [1]),
        ({"year": 7, "topics": "grain"}, [4]),
        ({"year": 1990, "topics": "corn"}, []),
        (["year>=1000", "label!=sci.med"], [0, 1, 4][:2]),
        ([Filter("year", "<", 10), "topics=grain"], [4]),
        (Filter("label", "=", "sci.med"), [2]),
        ([], [0, 1, 2, 3, 4]),
        (None, [0, 1, 2, 3, 4]),
        ({}, [0, 1, 2, 3, 4]),
    ],
)
def test_filters_find_what_they_say(store, given, numbers):
    mask = allowed(store, parse_filters(given))
    assert mask.dtype == np.bool_
    assert mask.shape == (5,)
    assert np.flatnonzero(mask).tolist() == numbers


def test_a_field_that_no_document_has(store):
    with pytest.raises(UnknownName, match="there is no metadata field 'yaer'; did you mean 'year'"):
        allowed(store, parse_filters("yaer=1990"))
    with pytest.raises(ParameterError, match="known: label, open, text_year, topics, year"):
        allowed(store, parse_filters("zzz=1990"))


def test_documents_without_metadata(tmp_path):
    with pytest.raises(ParameterError, match=r"the filter year=3 cannot be used: .* have no metadata"):
        allowed(written(tmp_path, [{}]), parse_filters("year=3"))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_field_names_are_only_names(tmp_path, store, name):
    with pytest.raises(UnknownName, match="there is no metadata field"):
        allowed(store, [Filter(name, "=", "x")])
    hostile = written(tmp_path, [{name: "x", "a": "y"}, {"a": "x"}, {name: ("y", name)}])
    assert allowed(hostile, [Filter(name, "=", "x")]).tolist() == [True, False, False]
    assert allowed(hostile, [Filter(name, "=", name)]).tolist() == [False, False, True]
    assert len(hostile) == 3


@pytest.mark.parametrize("text", ["year", "", "=3", " >= 1", "~"])
def test_texts_that_are_no_filters(text):
    with pytest.raises(ParameterError, match="a filter is a field, one of = != < <= > >= and a value"):
        parse_filter(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=b", Filter("a", "=", "b")),
        (" a b  >=  c d ", Filter("a b", ">=", "c d")),
        ("a!=", Filter("a", "!=", "")),
        ("a==b=c", Filter("a", "=", "b=c")),
        ("a=b\nc", Filter("a", "=", "b\nc")),
    ],
)
def test_how_filters_are_read(text, expected):
    assert parse_filter(text) == expected
    assert parse_filter(str(expected)) == expected


def test_what_cannot_be_compared():
    with pytest.raises(UnknownName, match="there is no operator '~'"):
        Filter("a", "~", 1)
    with pytest.raises(
        ParameterError, match=r"the filter on 'a' must compare with a text or a number, got \['x'\]"
    ):
        parse_filters({"a": ["x"]})


NUMBERS = st.integers() | st.floats(allow_nan=False)
COMPARISONS = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt}


@given(left=NUMBERS, right=NUMBERS, name=st.sampled_from(list(COMPARISONS)))
def test_numbers_compare_as_numbers(left, right, name):
    assert Filter("x", name, right).matches(left) == COMPARISONS[name](left, right)


@given(left=st.integers(-(10**17), 10**17), right=st.integers(), name=st.sampled_from(list(COMPARISONS)))
def test_texts_that_read_as_numbers_compare_as_numbers(left, right, name):
    assert Filter("x", name, str(right)).matches(str(left)) == COMPARISONS[name](left, right)


@given(left=st.text(), right=st.text(alphabet="abc"), name=st.sampled_from(list(COMPARISONS)))
def test_other_texts_compare_as_texts(left, right, name):
    assert Filter("x", name, right).matches(left) == COMPARISONS[name](left, right)


def test_endless_digits():
    assert not Filter("x", ">", "9" * 10_000).matches(3)
    assert Filter("x", "<", "9" * 10_000).matches(3)
