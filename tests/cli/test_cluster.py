"""`ilk cluster` as a person and as a program run it."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

import ilk as package
from ilk.records import Document

TEXTS = {
    "music": [
        "Pianos and violins played a sonata for the singers",
        "The singers practised the sonata with two violins",
        "A sonata for pianos, violins and singers",
    ],
    "garden": [
        "Plant tulips and roses before the frost",
        "Roses suffer in frost, tulips do not",
        "Tulips, roses and other flowers after the frost",
        "Frost kills roses but tulips flower",
    ],
}


@pytest.fixture
def index(tmp_path, monkeypatch):
    """Two kinds of texts, with their kind, and one text without words."""
    monkeypatch.chdir(tmp_path)
    documents = [
        Document(f"{kind}-{i}", text, f"{kind.title()} {i}", {"kind": kind})
        for kind, texts in TEXTS.items()
        for i, text in enumerate(texts)
    ]
    empty = Document("empty", "…", "", {"kind": "music"})
    package.Index.build([*documents, empty], path="kinds.ilk", language="english", effort="quick")
    return "kinds.ilk"


def test_it_explains_itself_with_examples(ilk):
    assert re.search(r"^  cluster +\w", ilk("--help").out, re.MULTILINE)
    assert "ilk cluster notes.ilk --clusters 20" in ilk("cluster", "--help").out.split("Examples:")[1]


def test_clusters_for_a_person(ilk, index):
    result = ilk("cluster", index, "--clusters", 2, "--documents", 1, "--terms", 4)
    assert result.status == 0
    first, document, second, other = result.out.splitlines()
    assert first == "1  4  frost, garden, roses  tulips"
    assert re.match(r" +Garden \d  garden-\d$", document)
    assert second == "2  3  music, singers, sonata  violins"
    assert re.match(r" +Music \d  music-\d$", other)
    assert result.err == "1 document without words: in no cluster\n"


def test_clusters_as_json(ilk, index):
    answer = json.loads(ilk("cluster", index, "-n", 2, "--json", "--seed", 3, "--compare", "kind").out)
    assert (answer["index"], answer["method"], answer["kernel"], answer["seed"]) == (
        index,
        "k-means",
        "lsi",
        3,
    )
    assert [set(each) for each in answer["clusters"]] == 2 * [
        {"number", "size", "name", "terms", "words", "documents"}
    ]
    assert answer["assignments"]["garden-0"]["cluster"] == 1
    assert 0 < answer["assignments"]["garden-0"]["strength"] <= 1
    assert answer["without_words"] == ["empty"]
    assert answer["comparison"]["adjusted_rand_index"] == 1.0
    assert answer["comparison"]["values"]["2"] == [{"value": "music", "share": 1.0}]


def test_assignments_are_written_as_csv(ilk, index):
    Path("clusters.csv").write_text("old")
    result = ilk("cluster", index, "-n", 2, "--out", "clusters.csv")
    assert result.status == 0
    assert result.err.startswith("wrote clusters.csv\n")
    rows = list(csv.DictReader(io.StringIO(Path("clusters.csv").read_text())))
    assert [row["id"] for row in rows] == [
        "music-0",
        "music-1",
        "music-2",
        *(f"garden-{i}" for i in range(4)),
    ]
    assert [row["cluster"] for row in rows] == ["2"] * 3 + ["1"] * 4
    assert rows[0]["title"] == "Music 0"
    assert len({row["name"] for row in rows}) == 2
    assert all(0 <= float(row["strength"]) <= 1 for row in rows)
    assert sorted(file.name for file in Path().iterdir()) == ["clusters.csv", "kinds.ilk"]


def test_assignments_on_standard_output_stand_alone(ilk, index):
    result = ilk("cluster", index, "-n", 2, "--out", "-")
    rows = list(csv.reader(io.StringIO(result.out)))
    assert rows[0] == ["id", "cluster", "name", "strength", "title"]
    assert len(rows) == 1 + 7


def test_clusters_beside_a_field(ilk, index):
    result = ilk("cluster", index, "-n", 2, "--compare", "kind")
    assert "kind of 7 documents: adjusted Rand index 1.000, normalised mutual information 1.000" in result.out
    assert re.search(r"^cluster +size +most frequent kind +next$", result.out, re.MULTILINE)
    assert re.search(r"^1 .* 4 +garden 100 %$", result.out, re.MULTILINE)


def test_topics_that_no_document_has_are_left_out(ilk, index):
    result = ilk("cluster", index, "-n", 7, "--method", "plsi")
    assert result.status == 0
    shown = re.findall(r"^\d  \d  ", result.out, re.MULTILINE)
    assert len(shown) < 7
    assert f"{len(shown)} of the 7 topics are the main topic of a document\n" in result.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-n", 1], "the number of clusters must be a whole number of at least 2, got 1"),
        (["-n", 8], "the number of clusters must be at most the number of documents with words, 7, got 8"),
        (["-n", 2, "--kernel", "lsl"], "there is no kernel 'lsl'; did you mean 'lsi'?"),
        (["-n", 2, "--method", "means"], "there is no method 'means'"),
        (["-n", 2, "--method", "plsi", "--kernel", "lsi"], "the method plsi has no kernel, got 'lsi'"),
        (["-n", 2, "--compare", "kinds"], "there is no metadata field 'kinds'; did you mean 'kind'?"),
        (["-n", 2, "--seed", "-1"], "seed must be a whole number of at least 0, got -1"),
        (["-n", 2, "--out", "nowhere/a.csv"], "there is no folder nowhere to write a.csv into"),
        (["-n", 2, "--out", "-", "--json"], "--out - prints CSV alone"),
        (("--clusters", 2, "--out", "no/where.csv"), "there is no folder no to write where.csv into"),
        (("--clusters", 2, "--out", "."), ".: is a folder; give the name of a file"),
        (("--clusters", 2, "--out", ""), "--out names no file"),
    ],
)
def test_mistakes_get_one_sentence_and_exit_2(ilk, index, arguments, sentence):
    result = ilk("cluster", index, *arguments)
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("ilk: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1


def test_an_index_of_empty_documents(ilk, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    package.Index.build([Document("a", ""), Document("b", "…")], path="empty.ilk", language="none")
    result = ilk("cluster", "empty.ilk", "-n", 2)
    assert result.status == 2
    assert result.err.startswith("ilk: no document of this index has words")


def test_the_number_of_clusters_is_needed(ilk, index):
    result = ilk("cluster", index)
    assert result.status == 2
    assert "missing option '-n' / '--clusters'" in result.err
