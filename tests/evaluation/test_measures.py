"""Measures against loops written from their definitions, and names that are wrong in every way."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.errors import ParameterError, UnknownName
from ilk.evaluation import Evaluation, Score, evaluate, parse_measures
from ilk.records import Judgement

Grades = dict[str, int]


def average_precision(ranking: list[str], grades: Grades) -> float:
    found, total = 0, 0.0
    for rank, document in enumerate(ranking, start=1):
        if grades.get(document, 0) > 0:
            found += 1
            total += found / rank
    return total / relevant(grades)


def precision(ranking: list[str], grades: Grades, cutoff: int) -> float:
    return sum(grades.get(document, 0) > 0 for document in ranking[:cutoff]) / cutoff


def r_precision(ranking: list[str], grades: Grades) -> float:
    return precision(ranking, grades, relevant(grades))


def ndcg(ranking: list[str], grades: Grades, cutoff: int) -> float:
    def gain(values: list[int]) -> float:
        return sum(max(value, 0) / math.log2(rank + 1) for rank, value in enumerate(values[:cutoff], start=1))

    return gain([grades.get(document, 0) for document in ranking]) / gain(
        sorted(grades.values(), reverse=True)
    )


def relevant(grades: Grades) -> int:
    return sum(grade > 0 for grade in grades.values())


documents = st.sampled_from([f"d{number}" for number in range(12)])
judged_query = st.dictionaries(documents, st.integers(-1, 3), min_size=1).filter(
    lambda g: max(g.values()) > 0
)
ranked = st.lists(documents, unique=True)


@given(st.lists(st.tuples(judged_query, ranked), min_size=1, max_size=4))
def test_ir_measures_agrees_with_the_definitions(queries):
    judgements = [
        Judgement(f"q{number}", document, grade)
        for number, (grades, _) in enumerate(queries)
        for document, grade in grades.items()
    ]
    rankings = {f"q{number}": ranking for number, (_, ranking) in enumerate(queries)}
    evaluation = evaluate(rankings, judgements, "AP,Rprec,P@5,nDCG@3")
    expected = {
        "AP": [average_precision(ranking, grades) for grades, ranking in queries],
        "Rprec": [r_precision(ranking, grades) for grades, ranking in queries],
        "P@5": [precision(ranking, grades, 5) for grades, ranking in queries],
        "nDCG@3": [ndcg(ranking, grades, 3) for grades, ranking in queries],
    }
    assert evaluation.query_ids == tuple(rankings)
    assert [score.measure for score in evaluation.scores] == list(expected)
    for score in evaluation.scores:
        assert score.values == pytest.approx(expected[score.measure])
        assert score.mean == pytest.approx(sum(expected[score.measure]) / len(queries))


@pytest.mark.parametrize("ranking", [["a", "z"], ["z", "a"]])
def test_the_order_of_the_hits_is_kept_whatever_their_ids(ranking):
    evaluation = evaluate({"q": ranking}, [Judgement("q", "a")], "RR")
    assert evaluation.score("RR").values == (1 / (ranking.index("a") + 1),)


def test_a_long_ranking_keeps_its_order():
    ranking = [f"d{number}" for number in range(70_000)]
    evaluation = evaluate({"q": ranking}, [Judgement("q", "d69998")], "RR")
    assert evaluation.score("RR").values == pytest.approx([1 / 69_999])


def test_which_queries_count():
    judgements = [
        Judgement("found", "a"),
        Judgement("missed", "b"),
        Judgement("silent", "c"),
        Judgement("none", "a", 0),
    ]
    rankings = {"found": ["a"], "silent": [], "none": ["a"], "unjudged": ["a"]}
    evaluation = evaluate(rankings, judgements, "AP,RR@10,P@1")
    assert evaluation.query_ids == ("found", "missed", "silent")
    for score in evaluation.scores:
        assert score.values == (1.0, 0.0, 0.0)
        assert score.mean == pytest.approx(1 / 3)


@pytest.mark.parametrize("rankings", [{}, {"words": [], "7": ["a"]}, {"words": ["c", "b"]}])
@pytest.mark.parametrize(
    "measure",
    ["AP", "Rprec", "RR", "RR@2", "P@2", "R@2", "nDCG@2", "Bpref", "IPrec@0.1", "Judged@2", "Compat", "SetF"],
)
def test_every_measure_takes_any_ids_and_empty_rankings(measure, rankings):
    judgements = [Judgement("words", "a", 2), Judgement("words", "b", 0), Judgement("7", "a")]
    (score,) = evaluate(rankings, judgements, measure).scores
    for query, value in zip(("words", "7"), score.values, strict=True):
        assert 0.0 <= value <= 1.0
        assert value == 0.0 or rankings.get(query)


def test_a_pair_judged_twice_counts_once_with_its_better_grade():
    judgements = [
        Judgement("q", "a", 1),
        Judgement("q", "a", 3),
        Judgement("q", "a", 0),
        Judgement("q", "b", 1),
    ]
    evaluation = evaluate({"q": ["b", "a"]}, judgements, "nDCG@2")
    assert evaluation.score("nDCG@2").mean == pytest.approx(ndcg(["b", "a"], {"a": 3, "b": 1}, 2))


def test_nothing_to_measure():
    with pytest.raises(ParameterError, match="no query has a relevant document"):
        evaluate({"q": ["a"]}, [Judgement("q", "a", 0)], "AP")


def test_a_document_ranked_twice():
    with pytest.raises(ParameterError, match="ranking for query 'q' has document 'a' twice"):
        evaluate({"q": ["b", "a", "a"]}, [Judgement("q", "a")], "AP")


def test_a_score_is_found_by_its_measure():
    evaluation = Evaluation(("q",), (Score("AP", (0.5,)), Score("P@5", (0.2,))))
    assert evaluation.score("P@5").mean == 0.2
    with pytest.raises(UnknownName, match=r"no measure in this evaluation 'P@10'.*known: AP, P@5"):
        evaluation.score("P@10")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("AP", ["AP"]),
        (" AP , Rprec,P@5,nDCG@10,", ["AP", "Rprec", "P@5", "nDCG@10"]),
        ("AP,MAP,AP", ["AP"]),
        ("P(rel=2)@5,AP(rel=2,judged_only=True)@100", ["P(rel=2)@5", "AP(rel=2,judged_only=True)@100"]),
        ("nDCG(dcg='log2')@10", ["nDCG@10"]),
        ("nDCG(gains={1: 3, 2: 5})", ["nDCG(gains={1:3,2:5})"]),
        ("RR@10,R@100,Success@1,IPrec@0.1,Bpref", ["RR@10", "R@100", "Success@1", "IPrec@0.1", "Bpref"]),
    ],
)
def test_names_that_are_understood(text, names):
    assert [str(measure) for measure in parse_measures(text)] == names


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("", ParameterError, "no measure given; name some, such as AP"),
        (" , ,", ParameterError, "no measure given"),
        ("nDGC@10", UnknownName, "no measure 'nDGC'; did you mean 'nDCG'"),
        ("AP,rprec", UnknownName, "did you mean 'Rprec'"),
        ("P", ParameterError, "'P' needs a cutoff, as in P@10"),
        ("P@0", ParameterError, "'P@0': cutoff cannot be 0"),
        ("P@-3", ParameterError, "cutoff cannot be -3"),
        ("P@five", ParameterError, "'P@five' is not a measure; write it as in AP, nDCG@10"),
        ("P@2.5", ParameterError, r"cutoff cannot be 2\.5"),
        ("P@True", ParameterError, "cutoff cannot be True"),
        ("AP(5)", ParameterError, r"'AP\(5\)' is not a measure"),
        ("AP(level=2)", ParameterError, "no parameter 'level'; it has cutoff, rel, judged_only"),
        ("NumQ@5", ParameterError, "no parameter 'cutoff'; it has none"),
        ("AP(**x)", ParameterError, "is not a measure"),
        ("AP(rel=open('x'))@5", ParameterError, "is not a measure"),
        ("nDCG(dcg='log9')", ParameterError, "dcg cannot be 'log9'"),
        ("alpha_nDCG@10", ParameterError, "'alpha_nDCG@10' cannot be computed here; these can, .*: AP, "),
        ("ERR@10", ParameterError, "'ERR@10' cannot be computed here"),
        ("AP;Rprec", ParameterError, "is not a measure"),
    ],
)
def test_names_that_are_not_understood(text, error, sentence):
    with pytest.raises(error, match=sentence):
        parse_measures(text)
