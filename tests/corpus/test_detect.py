"""The format is told by names and beginnings, in files, folders, archives and streams."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from corpus.packing import archive, packings, put

from ilk.corpus.detect import COLLECTION, detect
from ilk.errors import InputError, NotFound

MESSAGE = "From: a\nSubject: b\n\nbody"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", "words", "text"),
        ("a.pdf", b"%PDF-1.4\0", "text"),
        ("a.html", "<p>", "text"),
        ("page", "<!DOCTYPE html><p>", "text"),
        ("a.unknown", "words", "text"),
        ("noending", "words", "text"),
        ("a.jsonl", "{}", "jsonl"),
        ("a.ndjson", "", "jsonl"),
        ("records", '\n {"id": 1}', "jsonl"),
        ("braces", "{not json}", "text"),
        ("a.csv", "a,b\n", "csv"),
        ("a.tsv", "a\tb\n", "tsv"),
        ("a.sgml", "<DOC>\n<DOCNO>1</DOCNO>", "trec"),
        ("a.txt", "<DOC id='x'>\n", "trec"),
        ("a.txt", "<DOCUMENT>\n", "text"),
        ("a.sgm", '<!DOCTYPE lewis SYSTEM "lewis.dtd">', "reuters"),
        ("news", '<REUTERS NEWID="1">', "reuters"),
        ("cran.all", ".I 1\n.T\ntitle", "smart"),
        ("a.txt", ".I am not a record", "text"),
        ("a.eml", "x", "messages"),
        ("12345", MESSAGE, "messages"),
        ("12345", MESSAGE.replace("\n", "\r\n"), "messages"),
        ("wide.dat", '{"id": 1}'.encode("utf-16"), "jsonl"),
    ],
)
def test_a_single_file(tmp_path: Path, name: str, content: bytes | str, expected: str) -> None:
    assert detect(put(tmp_path / name, content)) == expected
    assert detect(put(tmp_path / f"{name}.gz", content)) == expected


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.jsonl", "{}", "jsonl"),
        ("a.csv", "a,b", "csv"),
        ("a.tsv", "a\tb", "tsv"),
        ("a.sgml", "<DOC>", "trec"),
        ("a.sgm", "<REUTERS>", "reuters"),
        ("a.md", "# x", "text"),
        ("part-0000", '{"id": 1}', "jsonl"),
        ("101", MESSAGE, "messages"),
        ("corpus.jsonl", "{}", "beir"),
    ],
)
def test_a_file_in_a_folder_or_an_archive(tmp_path: Path, name: str, content: str, expected: str) -> None:
    for path in packings(tmp_path / "x", name, content)[2:]:
        assert detect(path) == expected


def test_several_formats_are_a_mixture_unless_most_files_are_of_a_data_set(tmp_path: Path) -> None:
    put(tmp_path / "table.csv", "a,b" * 1_000)
    put(tmp_path / "more.csv", "a,b")
    assert detect(tmp_path) == "csv"
    put(tmp_path / "a.md", "a")
    assert detect(tmp_path) == "mixed"
    put(tmp_path / "b/1.sgml", "<DOC>")
    put(tmp_path / "b/2.sgml", "<DOC>" * 100)
    assert detect(tmp_path) == "mixed"
    put(tmp_path / "b/2.sgml", "<DOC>" * 1_000)
    assert detect(tmp_path) == "trec"


def test_files_about_the_data_count_only_where_there_is_nothing_else(tmp_path: Path) -> None:
    for name in ("README.md", "LICENSE", "CHANGELOG.txt"):
        put(tmp_path / name, "words" * 100)
    assert detect(tmp_path) == "text"
    put(tmp_path / "a.jsonl", "{}")
    assert detect(tmp_path) == "jsonl"


def test_a_stray_file_does_not_hide_messages(tmp_path: Path) -> None:
    put(tmp_path / "alt.x/0", "no headers here")
    for number in range(1, 8):
        put(tmp_path / f"alt.x/{number}", MESSAGE)
    assert detect(tmp_path) == "messages"


def test_a_known_collection_comes_first(tmp_path: Path) -> None:
    put(tmp_path / "corpus.jsonl", '{"_id": "d", "title": "", "text": "t"}')
    assert detect(tmp_path) == "beir"
    put(tmp_path / "queries.jsonl", '{"_id": "q", "text": "t"}')
    put(tmp_path / "qrels/test.tsv", "query-id\tcorpus-id\tscore\nq\td\t1\n")
    assert detect(tmp_path) == COLLECTION


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"words\n", "lines"),
        (b'{"id": 1}\n', "jsonl"),
        (b"<DOC>\n", "trec"),
        (b".I 1\n.W\n", "smart"),
        (b"", "lines"),
    ],
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, sent: bytes, expected: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent)))
    assert detect("-") == expected


def test_an_empty_folder_or_archive(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is an empty folder; give one that holds documents"):
        detect(tmp_path)
    with pytest.raises(InputError, match="is an empty archive; give one that holds documents"):
        detect(archive(tmp_path / "a.tar.gz", {}))


def test_a_folder_of_unknown_files_lists_what_is_known(tmp_path: Path) -> None:
    put(tmp_path / "a.png", b"\x89PNG\0")
    put(tmp_path / "b.py", "print()")
    put(tmp_path / "program", b"\x7fELF\0")
    with pytest.raises(InputError) as caught:
        detect(tmp_path)
    for known in (".txt", ".jsonl", ".csv", ".html", "--format", "reuters", "trec", "smart", "lines"):
        assert known in str(caught.value)


def test_a_missing_path(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no file or folder"):
        detect(tmp_path / "gone")


def test_a_damaged_file_is_a_sentence_and_not_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(b"\x1f\x8bnot gzip at all")
    with pytest.raises(InputError, match=r"a\.jsonl\.gz: is a damaged gzip file"):
        detect(tmp_path / "a.jsonl.gz")
    assert detect(tmp_path) == "jsonl"
    with pytest.raises(InputError, match=r"b\.tar: is a damaged tar archive .*; fetch it again"):
        detect(put(tmp_path / "b.tar", "no archive" * 100))
