"""BEIR folders: splits, headers, ids with spaces, and lines that are not what they should be."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ilk.corpus.collections import Collection, open_collection, recognise
from ilk.errors import InputError, ParameterError, UnknownName
from ilk.records import Document, Judgement, Query

CORPUS = """\
{"_id": "d1", "title": "Tea", "text": "leaves in water", "metadata": {"year": 1961}}
{"_id": "d 2", "text": "beans"}
"""
QUERIES = """\
{"_id": "q1", "text": "hot drinks", "metadata": {}}

{"_id": 2, "text": "cold drinks"}
"""
HEADER = "query-id\tcorpus-id\tscore\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "drinks"
    (root / "qrels").mkdir(parents=True)
    (root / "corpus.jsonl").write_text(CORPUS)
    (root / "queries.jsonl").write_text(QUERIES)
    (root / "qrels" / "test.tsv").write_text(HEADER + "q1\td1\t2\nq1\td 2\t0\n")
    (root / "qrels" / "train.tsv").write_text(HEADER + "2\td 2\t1\n2\td 2\t1\n")
    return root


def opened(folder: Path, variant: str | None = None) -> Collection:
    collection = recognise(folder, variant)
    assert collection is not None
    return collection


def test_documents_queries_and_the_judgements_of_the_test_split(folder):
    collection = opened(folder)
    assert collection.name == "drinks"
    assert list(collection.documents) == list(collection.documents)
    assert list(collection.documents) == [
        Document("d1", "leaves in water", "Tea", {"year": 1961}),
        Document("d 2", "beans"),
    ]
    assert collection.queries == (Query("q1", "hot drinks"), Query("2", "cold drinks"))
    assert collection.judgements == (Judgement("q1", "d1", 2), Judgement("q1", "d 2", 0))
    assert collection.judged_queries == collection.queries[:1]
    assert "'test'" in collection.note


def test_a_variant_is_another_split(folder):
    assert opened(folder, "train").judgements == (Judgement("2", "d 2", 1),)
    with pytest.raises(
        UnknownName, match=r"no variant of drinks 'tset'; did you mean 'test'\? known: test, train"
    ):
        recognise(folder, "tset")


def test_without_a_test_split_the_next_best_is_taken_and_named(folder):
    (folder / "qrels" / "test.tsv").unlink()
    collection = opened(folder)
    assert collection.judgements == (Judgement("2", "d 2", 1),)
    assert "'train'" in collection.note


def test_a_folder_without_judgements_is_still_a_collection(folder):
    for split in (folder / "qrels").iterdir():
        split.unlink()
    (folder / "qrels").rmdir()
    assert opened(folder).judgements == ()
    with pytest.raises(ParameterError, match="drinks has no variants, got 'test'"):
        recognise(folder, "test")


def test_every_file_may_be_gzipped(folder):
    plain = opened(folder)
    before = (list(plain.documents), plain.queries, plain.judgements)
    for path in [*folder.glob("*.jsonl"), *folder.glob("qrels/*.tsv")]:
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    zipped = opened(folder)
    assert (list(zipped.documents), zipped.queries, zipped.judgements) == before


def test_a_table_without_a_header_loses_no_row(folder):
    (folder / "qrels" / "test.tsv").write_text("q1\td1\t1\n")
    assert opened(folder).judgements == (Judgement("q1", "d1"),)


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("queries.jsonl", '{"_id": "q1"}\n', r"queries\.jsonl, line 1: a query is a JSON object"),
        ("queries.jsonl", QUERIES + "[1]\n", r"queries\.jsonl, line 4: a query is a JSON object"),
        ("queries.jsonl", "{broken\n", r"queries\.jsonl, line 1: a query is a JSON object"),
        (
            "qrels/test.tsv",
            HEADER + "q1\td1\thigh\n",
            r"test\.tsv, line 2: .*between tabs, got 'q1\\td1\\thigh'",
        ),
        (
            "qrels/test.tsv",
            "q1 0 d1 1\n",
            r"test\.tsv, line 1: a judgement is query, document and whole grade",
        ),
    ],
)
def test_a_malformed_line_is_named(folder, file, text, sentence):
    (folder / file).write_text(text)
    with pytest.raises(InputError, match=sentence):
        open_collection(folder)


def test_a_malformed_document_is_named_when_it_is_read(folder):
    (folder / "corpus.jsonl").write_text(CORPUS + "{broken\n")
    with pytest.raises(InputError, match=r"corpus\.jsonl, line 3: not valid JSON"):
        list(opened(folder).documents)
