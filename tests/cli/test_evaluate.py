"""`ilk evaluate` on a small collection of our own, and on the real ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

# Where a plain BM25 lands, in percent of MAP: published for these collections, read with their traps in mind.
BM25_MAP = {"med": 52.9, "cran": 42.5, "cisi": 23.3, "cacm": 37.7, "time": 68.2}


@pytest.fixture
def collection(tmp_path, monkeypatch):
    """A BEIR folder with two queries."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "toy"
    (folder / "qrels").mkdir(parents=True)
    texts = {"d1": "red apples", "d2": "green apples and pears", "d3": "blue sky", "d4": "a red sky at night"}
    rows = [json.dumps({"_id": name, "title": "", "text": text}) for name, text in texts.items()]
    (folder / "corpus.jsonl").write_text("\n".join(rows) + "\n")
    queries = {"q1": "apples", "q2": "red sky", "q3": "unjudged"}
    rows = [json.dumps({"_id": name, "text": text}) for name, text in queries.items()]
    (folder / "queries.jsonl").write_text("\n".join(rows) + "\n")
    (folder / "qrels" / "test.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t2\nq2\td4\t1\n"
    )
    return folder


def test_json_has_the_documented_shape(ilk, collection):
    result = ilk(
        "evaluate", "toy", "--similarity", "bm25,tfidf", "--measure", "AP,Rprec", "--json", "--per-query"
    )
    report = json.loads(result.out)
    assert report["collection"]["documents"] == 4
    assert report["collection"]["queries"] == 2
    assert report["collection"]["judgements"] == 3
    first, second = report["results"]
    assert first["similarity"] == "bm25"
    assert first["measures"] == {"AP": 1.0, "Rprec": 1.0}
    assert first["comparison"] == {}
    assert second["comparison"]["AP"] == {"difference": 0.0, "p": 1.0, "corrected_p": 1.0}
    assert first["queries"]["AP"] == {"q1": 1.0, "q2": 1.0}


def test_the_table_shows_differences_to_the_baseline(ilk, collection):
    lines = ilk("evaluate", "toy", "-s", "bm25,tfidf", "-m", "AP", "--baseline", "tfidf").out.splitlines()
    assert lines[0].startswith("toy: 2 queries")
    assert lines[1].split() == ["similarity", "AP"]
    assert lines[2].split() == ["bm25", "100.0", "+0.0"]
    assert lines[3].split() == ["tfidf", "100.0"]


def test_runs_and_judgements_go_out_and_come_in_again(ilk, collection):
    first = ilk("evaluate", "toy", "-s", "bm25", "--save-runs", "runs", "--save-qrels", "toy.qrels", "--json")
    assert first.status == 0
    again = ilk("evaluate", "--qrels", "toy.qrels", "--run", "runs/bm25.run", "--json")
    measures = [json.loads(result.out)["results"][0]["measures"] for result in (first, again)]
    assert measures[0] == measures[1]
    both = ilk("evaluate", "toy", "-s", "tfidf", "--run", "runs/bm25.run", "--json")
    assert [row["similarity"] for row in json.loads(both.out)["results"]] == ["tfidf", "bm25"]


def test_names_may_have_blanks_between_them(ilk, collection):
    report = json.loads(ilk("evaluate", "toy", "-s", "bm25, tfidf", "--baseline", "tfidf", "--json").out)
    assert [result["similarity"] for result in report["results"]] == ["bm25", "tfidf"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--baseline", "bm52"), "there is no baseline among the systems 'bm52'; did you mean 'bm25'?"),
        (("-s", "bm25,bm25"), "two rankings are called 'bm25'"),
        (("--save-qrels", "nowhere/x"), "there is no folder nowhere to write x into"),
    ],
)
def test_mistakes_are_found_before_the_work(ilk, collection, monkeypatch, arguments, sentence):
    monkeypatch.setattr("ilk.trials.rank_collection", lambda *_, **__: 1 / 0)
    result = ilk("evaluate", "toy", *arguments)
    assert result.status == 2
    assert result.err.startswith(f"ilk: {sentence}")


def test_two_rankings_of_one_name_are_refused(ilk, collection):
    ilk("evaluate", "toy", "-s", "bm25", "--save-runs", "runs")
    result = ilk("evaluate", "toy", "-s", "bm25", "--run", "runs/bm25.run")
    assert result.status == 2
    assert "two rankings are called 'bm25'" in result.err


def test_an_unknown_baseline_is_refused(ilk, collection):
    result = ilk("evaluate", "toy", "-s", "bm25", "--baseline", "pl2")
    assert result.status == 2
    assert "'pl2'" in result.err


@pytest.mark.parametrize("name", BM25_MAP)
def test_bm25_lands_where_it_should(ilk, data_folder, name):
    result = ilk("evaluate", Path(data_folder, name), "--similarity", "bm25", "--measure", "AP", "--json")
    measured = json.loads(result.out)["results"][0]["measures"]["AP"]
    assert 100 * measured == pytest.approx(BM25_MAP[name], abs=1.0)
