"""Rankings by name, and parameters that are refused with a sentence."""

from __future__ import annotations

import pytest

from ilk.errors import ParameterError, UnknownName
from ilk.ranking import BM25, RANKINGS, DirichletLM, make_ranking, parameter_names


def test_the_names_are_those_of_the_documentation() -> None:
    assert set(RANKINGS) == {
        *("bm25", "pl2", "lm-dirichlet", "lm-jm", "tfidf"),
        *("dcm", "multinomial", "bhattacharyya", "l0", "l1", "l2", "tfidf-elkan"),
    }
    assert all(kind.name == name for name, kind in RANKINGS.items())


@pytest.mark.parametrize("name", RANKINGS)
def test_a_name_makes_its_ranking(name: str) -> None:
    assert make_ranking(name) == RANKINGS[name]()


def test_parameters_are_passed_on() -> None:
    assert make_ranking("bm25", k1=0.9, b=0.4) == BM25(k1=0.9, b=0.4)
    assert make_ranking("lm-dirichlet", mu=1000) == DirichletLM(mu=1000)
    assert parameter_names("bm25") == ("k1", "b")


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(
        UnknownName,
        match=r"there is no similarity 'bm52'; did you mean 'bm25'\? known: bhattacharyya, bm25, dcm",
    ):
        make_ranking("bm52")
    with pytest.raises(UnknownName, match="there is no similarity 'x'"):
        parameter_names("x")


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(ParameterError, match="bm25 has no parameter 'k2'; it has: b, k1"):
        make_ranking("bm25", k2=1.0)


@pytest.mark.parametrize(
    ("name", "parameters", "sentence"),
    [
        ("bm25", {"k1": -0.1}, "k1 of bm25 must be a number of at least 0, got -0.1"),
        ("bm25", {"k1": "1.2"}, "k1 of bm25 must be a number of at least 0, got '1.2'"),
        ("bm25", {"k1": True}, "k1 of bm25 must be a number of at least 0, got True"),
        ("bm25", {"k1": float("inf")}, "k1 of bm25 must be a number of at least 0, got inf"),
        ("bm25", {"b": 1.01}, "b of bm25 must be a number from 0 to 1, got 1.01"),
        ("bm25", {"b": float("nan")}, "b of bm25 must be a number from 0 to 1, got nan"),
        ("bm25", {"b": None}, "b of bm25 must be a number from 0 to 1, got None"),
        ("pl2", {"c": 0}, "c of pl2 must be a number greater than 0, got 0"),
        ("lm-dirichlet", {"mu": 0.0}, "mu of lm-dirichlet must be a number greater than 0, got 0.0"),
        ("lm-jm", {"lam": 0}, "lam of lm-jm must be a number between 0 and 1, got 0"),
        ("lm-jm", {"lam": 1.0}, "lam of lm-jm must be a number between 0 and 1, got 1.0"),
        ("tfidf", {"sublinear": 1}, "sublinear of tfidf must be true or false, got 1"),
        ("dcm", {"approximate": 1.0}, "approximate of dcm must be true or false, got 1.0"),
    ],
)
def test_a_wrong_value_is_refused(name: str, parameters: dict, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        make_ranking(name, **parameters)
