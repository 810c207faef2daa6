"""What is no collection, and what is said about it; the catalogue ir_datasets where it is installed."""

from __future__ import annotations

import sys

import pytest

from ilk.corpus.collections import open_collection, recognise
from ilk.corpus.collections.external import _document
from ilk.errors import InputError, MissingExtra, NotFound, ParameterError
from ilk.records import Document, Judgement, Query


def test_a_plain_folder_a_plain_file_and_nothing_at_all(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    assert recognise(tmp_path) is None
    assert recognise(tmp_path / "letter.txt") is None
    assert recognise(tmp_path / "absent") is None


def test_a_folder_that_is_no_collection(tmp_path):
    with pytest.raises(InputError, match=r"no known collection \(cacm, .*form of BEIR: corpus\.jsonl"):
        open_collection(tmp_path)


def test_a_path_that_is_not_there(tmp_path):
    with pytest.raises(NotFound, match=r"no folder or file '.*absent'; give the path .* or ir_datasets:NAME"):
        open_collection(str(tmp_path / "absent"))


def test_without_the_extra_the_sentence_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    with pytest.raises(MissingExtra, match=r"ir_datasets:NAME needs .* pip install ir-datasets$"):
        open_collection("ir_datasets:vaswani")


@pytest.fixture
def registered(tmp_path):
    """A collection of our own in the real catalogue."""
    catalogue = pytest.importorskip("ir_datasets", reason="the extra ir-datasets is not installed")
    (tmp_path / "docs.tsv").write_text("d1\tleaves in water\nd2\tbeans\n")
    (tmp_path / "queries.tsv").write_text("q1\thot drinks\nq2\tcold drinks\n")
    (tmp_path / "qrels").write_text("q1 0 d1 1\nq1 0 d2 0\n")
    name = f"ilk-drinks-{tmp_path.name}"
    catalogue.registry.register(
        name,
        catalogue.create_dataset(
            docs_tsv=str(tmp_path / "docs.tsv"),
            queries_tsv=str(tmp_path / "queries.tsv"),
            qrels_trec=str(tmp_path / "qrels"),
        ),
    )
    return name


def test_a_collection_of_the_catalogue(registered):
    collection = open_collection(f"ir_datasets:{registered}")
    assert collection.name == registered
    assert list(collection.documents) == list(collection.documents)
    assert list(collection.documents) == [Document("d1", "leaves in water"), Document("d2", "beans")]
    assert collection.queries == (Query("q1", "hot drinks"), Query("q2", "cold drinks"))
    assert collection.judgements == (Judgement("q1", "d1", 1), Judgement("q1", "d2", 0))


def test_a_record_of_the_catalogue_with_more_fields():
    formats = pytest.importorskip("ir_datasets.formats", reason="the extra ir-datasets is not installed")
    record = formats.TitleUrlTextDoc("d1", title="Tea", text="leaves", url="tea.example")
    assert _document(record) == Document("d1", "leaves", "Tea", {"url": "tea.example"})
    marked_up = formats.TrecDoc("d2", "beans", "<TEXT>" + "beans " * 100)
    assert _document(marked_up) == Document("d2", "beans")


def test_the_catalogue_is_asked_for_what_it_does_not_have(registered):
    with pytest.raises(NotFound, match=rf"no collection '{registered}x'; did you mean {registered}"):
        open_collection(f"ir_datasets:{registered}x")
    with pytest.raises(ParameterError, match="has no variants, got 'all'"):
        open_collection(f"ir_datasets:{registered}", "all")
