"""`ilk classify`: predictions as CSV, a summary for a person, JSON for a program, sentences for mistakes."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import small_index
from cli.processes import program

from ilk.index import Index
from ilk.records import Document

KINDS = ("cat", "dog")


@pytest.fixture(scope="module")
def stored_index(tmp_path_factory):
    """An index of 40 documents of two kinds, of which every second one says so in its metadata."""
    rng = np.random.default_rng(3)
    documents = [
        Document(
            f"d{number}",
            small_index.text(rng, number % 2, 20),
            f"Title {number}",
            {"kind": KINDS[number % 2]} if number < 20 else {},
        )
        for number in range(40)
    ]
    path = tmp_path_factory.mktemp("classify") / "pets.ilk"
    Index.build(documents, path=path, language="none")
    return path


@pytest.fixture
def pets(stored_index, tmp_path, monkeypatch):
    """The index, and labels for half of it in labels.csv, in the current folder."""
    monkeypatch.chdir(tmp_path)
    rows = [f"d{number},{KINDS[number % 2]}" for number in range(20)]
    Path("labels.csv").write_text("\n".join(["id,label", *rows]) + "\n")
    return stored_index


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def right(rows: list[dict[str, str]]) -> float:
    return float(np.mean([row["label"] == KINDS[int(row["id"][1:]) % 2] for row in rows]))


def test_predictions_go_to_a_file_and_a_summary_to_the_terminal(ilk, pets):
    result = ilk("classify", pets, "--labels", "labels.csv", "--out", "predicted.csv")
    assert result.status == 0
    rows = rows_of(Path("predicted.csv").read_text())
    assert [row["id"] for row in rows] == [f"d{number}" for number in range(20, 40)]
    assert rows[0]["title"] == "Title 20"
    assert right(rows) > 0.9
    assert all(0 <= float(row["confidence"]) <= 1 for row in rows)
    assert result.err == "wrote predicted.csv\n"
    lines = result.out.splitlines()
    assert lines[0] == "learned from 20 documents, labelled 20 (svm, kernel ilk)"
    assert lines[1].split() == ["label", "given", "predicted"]
    assert lines[2].split()[:2] == ["cat", "10"]
    assert lines[4].startswith("expect about ")
    assert "cross-validated on 20 labelled documents" in lines[4]
    assert lines[6] == "least certain, worth labelling next:"
    assert len(lines) == 12
    assert not list(Path().glob("*.part"))


def test_without_a_file_predictions_are_printed_and_the_summary_goes_beside(ilk, pets):
    for arguments in ((), ("--out", "-")):
        result = ilk("classify", pets, "--labels", "labels.csv", *arguments, "--method", "bayes")
        assert len(rows_of(result.out)) == 20
        assert "learned from 20 documents, labelled 20 (bayes)" in result.err


def test_json_is_one_object(ilk, pets):
    result = ilk("classify", pets, "-l", "labels.csv", "--json", "--kernel", "tfidf-elkan")
    found = json.loads(result.out)
    assert found["method"] == "svm"
    assert found["kernel"] == "tfidf-elkan"
    assert found["labelled"] == 20
    assert found["several"] is False
    assert [row["label"] for row in found["classes"]] == ["cat", "dog"]
    assert sum(row["predicted"] for row in found["classes"]) == len(found["predictions"]) == 20
    assert found["estimate"]["n_docs"] == 20
    assert set(found["predictions"][0]) == {"id", "labels", "confidence", "title"}
    assert result.err == ""


def test_labels_from_standard_input_with_columns_of_other_names(ilk, pets):
    table = Path("labels.csv").read_text().replace("id,label", "key of mine,kind")
    arguments = ("--id-field", "key of mine", "--label-field", "kind", "--method", "neighbours", "--k", "3")
    result = ilk("classify", pets, "--labels", "-", *arguments, stdin=table)
    assert result.status == 0
    assert right(rows_of(result.out)) > 0.8


def test_labels_in_the_metadata_of_the_index(ilk, pets):
    result = ilk("classify", pets, "--field", "kind", "--method", "dcm-bayes")
    assert [row["id"] for row in rows_of(result.out)] == [f"d{number}" for number in range(20, 40)]


def test_several_labels_a_document(ilk, pets):
    rows = [f"d{n},{KINDS[n % 2]}{';small' if n % 2 else ''}" for n in range(20)]
    Path("several.csv").write_text("\n".join(["id,label", *rows]) + "\n")
    result = ilk("classify", pets, "--labels", "several.csv", "--several", "--out", "p.csv")
    assert "exactly their labels" in result.out
    assert "F1" in result.out
    labels = {row["label"] for row in rows_of(Path("p.csv").read_text())}
    assert {"cat", "dog;small"} <= labels


def test_few_labels_say_that_they_are_too_few(ilk, pets):
    Path("few.csv").write_text("id,label\nd0,cat\nd1,dog\n")
    result = ilk("classify", pets, "--labels", "few.csv", "--out", "p.csv")
    assert "too few labels to tell how good this is" in result.out


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("", "bad.csv: is empty; write a header such as id,label and a line a document"),
        ("id,label\n", "bad.csv: there are no labels; write a line with an id and a label each"),
        (
            "id,label\nd0,cat\nd1,cat\n",
            (
                "every labelled document has the label 'cat', so there is nothing to tell apart; "
                "label some documents with another one too"
            ),
        ),
        (
            "id,label\nd0,cat\nx1,dog\nx2,dog\n",
            "2 of the 3 labelled documents are unknown: there is no document 'x1' among the 40 of this index",
        ),
        (
            "id,kind\nd0,cat\n",
            (
                "bad.csv, line 1: there is no column 'label', only id, kind; "
                "name the one that holds it with --label-field"
            ),
        ),
        (
            "id,label\nd0,cat\nd0,dog\n",
            (
                "bad.csv, line 3: document 'd0' has two labels, 'cat' and 'dog'; "
                "keep one of them, or allow several with --several"
            ),
        ),
        (
            "id,label\n" + "".join(f"d{number},{KINDS[number % 2]}\n" for number in range(40)),
            "all 40 documents have a label already; there is none to predict",
        ),
    ],
)
def test_bad_labels_get_one_sentence(ilk, pets, table, sentence):
    Path("bad.csv").write_text(table)
    result = ilk("classify", pets, "--labels", "bad.csv", "--out", "predicted.csv")
    assert result.status == 2
    assert result.err == f"ilk: {sentence}\n"
    assert not Path("predicted.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "say where the labels are: either --labels FILE, or --field"),
        (("--labels", "labels.csv", "--field", "kind"), "say where the labels are: either"),
        (("--labels", "none.csv"), "there is no file none.csv"),
        (("--field", "kinds"), "there is no metadata field 'kinds'; did you mean 'kind'?"),
        (("--field", "kind", "--label-field", "x"), "--id-field and --label-field name columns of"),
        (("--labels", "labels.csv", "--method", "svn"), "there is no method 'svn'; did you mean 'svm'?"),
        (("--labels", "labels.csv", "--kernel", "nothing"), "there is no kernel 'nothing'"),
        (("--labels", "labels.csv", "--C", "0"), "C must be a finite number, greater than 0"),
        (
            ("--labels", "labels.csv", "--out", "no/where.csv"),
            "there is no folder no to write where.csv into",
        ),
        (("--labels", "labels.csv", "--out", "."), ".: is a folder; give the name of a file"),
        (("--labels", "labels.csv", "--out", ""), "--out names no file; give the name of one, or -"),
        (("--labels", "labels.csv", "--out", "-", "--json"), "--out - prints CSV alone; with --json give"),
    ],
)
def test_bad_arguments_get_one_sentence(ilk, pets, arguments, sentence):
    result = ilk("classify", pets, *arguments)
    assert result.status == 2
    assert result.err.startswith(f"ilk: {sentence}")
    assert result.err.count("\n") == 1


def test_the_labels_are_never_overwritten(ilk, pets):
    labels = Path("labels.csv").read_text()
    Path("link.csv").symlink_to("labels.csv")
    for out in ("labels.csv", "./labels.csv", "link.csv"):
        result = ilk("classify", pets, "--labels", "labels.csv", "--out", out)
        assert result.status == 2
        assert result.err == (
            "ilk: --out would overwrite labels.csv, which is read; give the name of another file\n"
        )
    assert Path("labels.csv").read_text() == labels


def test_streams_that_are_closed(ilk, pets, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert ilk("classify", pets, "--labels", "labels.csv", "--method", "bayes").status == 0
    monkeypatch.undo()
    monkeypatch.chdir(pets.parent)
    command = program("classify", pets.name, "--field", "kind", "--method", "bayes")
    for closed, sentence in ((">&-", "standard output: is closed"), ("2>&-", "")):
        result = subprocess.run(
            ["sh", "-c", f'exec "$@" {closed}', "sh", *command], capture_output=True, text=True, check=False
        )
        assert result.returncode == (2 if sentence else 0)
        assert sentence in result.stderr
        assert "Traceback" not in result.stderr


def test_no_text_is_read_and_documents_without_words_are_counted(ilk, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = {"a": "red apples", "b": "blue sky", "c": "apples", "d": "…", "e": ""}
    Index.build(
        [Document(name, text, "Of c" if name == "c" else "") for name, text in texts.items()],
        path="few.ilk",
        language="none",
        effort="quick",
    )
    Path("labels.csv").write_text("id,label\na,fruit\nb,weather\n")
    monkeypatch.setattr("ilk.documents.DocumentStore.get", lambda *_: 1 / 0)
    result = ilk("classify", "few.ilk", "-l", "labels.csv", "--method", "bayes", "--out", "p.csv")
    assert result.status == 0
    assert result.err == "wrote p.csv\n2 documents without words: labelled by guessing\n"
    assert [row["title"] for row in rows_of(Path("p.csv").read_text())] == ["Of c", "", ""]
