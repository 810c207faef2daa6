"""Trials: queries ranked through the index, and measured."""

from __future__ import annotations

import pytest

import ilk
from ilk.corpus.collections import Collection
from ilk.errors import ParameterError, UnknownName
from ilk.evaluation import Run
from ilk.records import Document, Hit, Judgement, Query
from ilk.trials import judge, rank_collection

TEXTS = {
    "d1": "red apples and red pears",
    "d2": "green apples",
    "d3": "blue sky over the sea",
    "d4": "a red sky at night",
    "d5": "pears",
}
QUERIES = (Query("q1", "red apples"), Query("q2", "sky"), Query("q3", "not judged"))
JUDGEMENTS = (
    Judgement("q1", "d2", 1),
    Judgement("q1", "d4", 0),
    Judgement("q2", "d4", 1),
    Judgement("q2", "d3", 2),
)


def collection(judgements=JUDGEMENTS) -> Collection:
    documents = tuple(Document(name, text) for name, text in TEXTS.items())
    return Collection("toy", documents, QUERIES, judgements)


def naive_average_precision(ranking: list[str], relevant: set[str]) -> float:
    precisions, found = [], 0
    for rank, document in enumerate(ranking, 1):
        if document in relevant:
            found += 1
            precisions.append(found / rank)
    return sum(precisions) / len(relevant)


@pytest.mark.parametrize("similarity", ["bm25", "lsi", "ilk", "plsi-kl", "bm25+lsi", "bm25-rm3"])
def test_map_is_that_of_what_the_index_answers(similarity):
    (run,) = rank_collection(collection(), [similarity], language="english")
    assert (run.name, set(run.hits)) == (similarity, {"q1", "q2"})
    index = ilk.Index.build(collection().documents, language="english", models=["ilk", "lsi", "plsi"])
    expected = []
    for query, relevant in (("q1", {"d2"}), ("q2", {"d3", "d4"})):
        text = next(each.text for each in QUERIES if each.id == query)
        answer = [hit.id for hit in index.search(text, k=len(TEXTS), similarity=similarity)]
        assert [hit.id for hit in run.hits[query]] == answer
        expected.append(naive_average_precision(answer, relevant))
    (score,) = judge([run], JUDGEMENTS, "AP")[similarity].evaluation.scores
    assert score.values == pytest.approx(expected)
    assert score.mean == pytest.approx(sum(expected) / 2)


def test_several_similarities_are_ranked_over_one_index_in_order():
    stages = []
    runs = rank_collection(
        collection(), ["tfidf", "bm25:k1=2", "lsi"], progress=lambda *args: stages.append(args)
    )
    assert [run.name for run in runs] == ["tfidf", "bm25:k1=2", "lsi"]
    assert [args for args in stages if args[0] == "ranking"] == [("ranking", done, 3) for done in range(4)]
    assert {args[0] for args in stages if args[0].startswith("fitting")} == {"fitting lsi"}


def test_only_so_many_documents_are_ranked_as_were_asked_for():
    full, cut = (rank_collection(collection(), ["bm25"], depth=depth)[0] for depth in (None, 1))
    for query, hits in full.hits.items():
        assert len(hits) > 1
        assert list(cut.hits[query]) == list(hits)[:1]


def test_the_seed_decides_what_is_random():
    first, again, other = (rank_collection(collection(), ["plsi-kl"], seed=seed)[0] for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_collection_without_judged_queries_is_refused():
    with pytest.raises(ParameterError, match="toy has no judged queries, so nothing can be measured"):
        rank_collection(collection(judgements=()), ["bm25"])


def test_unknown_similarities_are_refused_before_anything_is_built():
    with pytest.raises(UnknownName, match="there is no similarity 'bm52'"):
        rank_collection(collection(), ["bm25", "bm52"], progress=lambda *args: pytest.fail("it was built"))


def test_two_runs_of_one_name_are_refused():
    run = Run("same", {"q1": (Hit("d1", 1.0),)})
    with pytest.raises(ParameterError, match="two rankings are called 'same'; give each a name of its own"):
        judge([run, run], JUDGEMENTS, "AP")
