"""TREC files: what is written is read, as trec_eval reads it, and malformed lines are named."""

from __future__ import annotations

import gzip
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.errors import InputError, NotFound, ParameterError
from ilk.evaluation import Run, evaluate, read_qrels, read_run, write_qrels, write_run
from ilk.records import Hit, Judgement

LARGEST = float(np.finfo(np.float32).max)


def test_a_run_is_sorted_by_score_and_not_by_rank(tmp_path):
    path = tmp_path / "some.run"
    path.write_text("q1 Q0 a 1 0.5 us\n\nq2 Q0 a 1 -3 us\nq1\tQ0\tb  2 1e1 them\n")
    run = read_run(path)
    assert run == Run("us", {"q1": (Hit("b", 10.0), Hit("a", 0.5)), "q2": (Hit("a", -3.0),)})
    assert run.rankings == {"q1": ("b", "a"), "q2": ("a",)}


def test_equal_scores_come_in_the_order_of_trec_eval(tmp_path):
    path = tmp_path / "some.run"
    almost_one = 1 + 1e-9  # the same as 1 in single precision
    path.write_text(f"q Q0 a 1 {almost_one} us\nq Q0 c 2 1 us\nq Q0 B 3 1 us\nq Q0 b 4 1 us\n")
    assert read_run(path).rankings == {"q": ("c", "b", "a", "B")}
    judgements = [Judgement("q", "b")]
    assert evaluate(read_run(path).rankings, judgements, "RR").score("RR").mean == _trec_eval_rr(path, "b")


def _trec_eval_rr(path, relevant):
    import pytrec_eval

    with path.open() as lines:
        run = pytrec_eval.parse_run(lines)
    return pytrec_eval.RelevanceEvaluator({"q": {relevant: 1}}, {"recip_rank"}).evaluate(run)["q"][
        "recip_rank"
    ]


similarities = st.lists(
    st.floats(-1e30, 1e30, width=64) | st.sampled_from([0.0, 1.0, 1 + 1e-12, -LARGEST / 2]), max_size=8
)


@given(similarities, st.booleans())
def test_writing_keeps_our_order(tmp_path_factory, found, ascending_ids):
    names = [f"d{number}" for number in range(len(found))]
    ordered = sorted(found, reverse=True)
    hits = tuple(
        Hit(name, s) for name, s in zip(names if ascending_ids else names[::-1], ordered, strict=True)
    )
    path = tmp_path_factory.mktemp("runs") / "some.run"
    write_run(path, Run("us", {"q": hits}))
    read = read_run(path)
    assert read.rankings.get("q", ()) == tuple(hit.id for hit in hits)
    for ours, theirs in zip(hits, read.hits.get("q", ()), strict=True):
        assert math.isclose(ours.similarity, theirs.similarity, rel_tol=1e-5, abs_tol=1e-30)


def test_a_written_run_says_what_it_should(tmp_path):
    path = tmp_path / "some.run"
    write_run(path, Run("us", {"q": (Hit("a", 2.5), Hit("b", 2.5), Hit("c", 0.1))}))
    assert path.read_text() == "q Q0 a 1 2.5 us\nq Q0 b 2 2.4999998 us\nq Q0 c 3 0.1 us\n"
    assert [child.name for child in tmp_path.iterdir()] == ["some.run"]


def test_gzip_both_ways(tmp_path):
    run = Run("us", {"q": (Hit("a", 2.5),)})
    judgements = (Judgement("q", "a", 2),)
    write_run(tmp_path / "some.run.gz", run)
    write_qrels(tmp_path / "some.qrels.gz", judgements)
    assert gzip.decompress((tmp_path / "some.run.gz").read_bytes()) == b"q Q0 a 1 2.5 us\n"
    assert read_run(tmp_path / "some.run.gz") == run
    assert read_qrels(tmp_path / "some.qrels.gz") == judgements


words = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=5)


@given(st.lists(st.builds(Judgement, words, words, st.integers(-3, 9))))
def test_judgements_survive(tmp_path_factory, judgements):
    path = tmp_path_factory.mktemp("qrels") / "some.qrels"
    write_qrels(path, judgements)
    assert read_qrels(path) == tuple(judgements)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "q Q0 a 1 0.5\n",
            r"line 1: a line has 6 columns \(query Q0 document rank score tag\), got 5; correct",
        ),
        ("\nq Q0 a 1 0.5 us x\n", "line 2: .* got 7"),
        ("q Q0 a 1 high us\n", "line 1: a score is a finite number in single precision, got 'high'"),
        ("q Q0 a 1 nan us\n", "got 'nan'"),
        ("q Q0 a 1 1e300 us\n", "got '1e300'"),
        ("q Q0 a 1 2 us\nq Q0 a 2 1 us\n", "line 2: query 'q' has document 'a' a second time; keep one"),
    ],
)
def test_a_malformed_line_of_a_run_is_named(tmp_path, text, sentence):
    path = tmp_path / "some.run"
    path.write_text(text)
    with pytest.raises(
        InputError, match=r"some\.run, " + sentence if sentence.startswith("line") else sentence
    ):
        read_run(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("q 0 a\n", r"line 1: a line has 4 columns \(query 0 document grade\), got 3"),
        ("q 0 a 1\nq 0 b yes\n", "line 2: a grade is a whole number, got 'yes'"),
        ("q 0 a 0.5\n", r"got '0\.5'"),
    ],
)
def test_a_malformed_line_of_judgements_is_named(tmp_path, text, sentence):
    path = tmp_path / "some.qrels"
    path.write_text(text)
    with pytest.raises(InputError, match=sentence):
        read_qrels(path)


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (
            Run("us", {"q": (Hit("my letter.txt", 1.0),)}),
            r"cannot hold 'my letter\.txt': ids and names must have no",
        ),
        (Run("us", {"": (Hit("a", 1.0),)}), "cannot hold ''"),
        (Run("best run", {}), "cannot hold 'best run'"),
        (Run("us", {"q": (Hit("a", math.nan),)}), "query 'q': nan is no finite single-precision score"),
        (Run("us", {"q": (Hit("a", 1e300),)}), r"1e\+300 is no finite"),
    ],
)
def test_a_refused_run_leaves_the_old_file(tmp_path, run, sentence):
    path = tmp_path / "some.run"
    path.write_text("old")
    with pytest.raises(ParameterError, match=sentence):
        write_run(path, run)
    assert path.read_text() == "old"
    assert [child.name for child in tmp_path.iterdir()] == ["some.run"]


def test_refused_judgements(tmp_path):
    with pytest.raises(ParameterError, match="cannot hold 'a b'"):
        write_qrels(tmp_path / "some.qrels", [Judgement("q", "a b")])
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(NotFound, match=r"there is no folder .*absent to write some\.run into"):
        write_run(tmp_path / "absent" / "some.run", Run("us", {}))
