"""One document a line, and standard input."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest
from corpus.packing import packings

from ilk.corpus.read import read
from ilk.errors import InputError
from ilk.records import Document


def test_each_line_is_a_document_with_its_number(tmp_path: Path) -> None:
    ids = []
    for path in packings(tmp_path, "a.txt", "one\n\n  \nfour\n"):
        documents = list(read(path, format="lines"))
        assert [document.text for document in documents] == ["one", "four"]
        ids.append([document.id for document in documents])
    alone, among_others = ["1", "4"], ["inner/a.txt:1", "inner/a.txt:4"]
    assert ids == [alone, alone, among_others, among_others, among_others]


@pytest.mark.parametrize("zipped", [False, True])
def test_plain_standard_input_is_read_line_by_line(monkeypatch: pytest.MonkeyPatch, zipped: bool) -> None:
    sent = gzip.compress(b"one\ntwo\n") if zipped else b"one\ntwo\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent)))
    documents = read("-")
    assert (documents.source, documents.format) == ("standard input", "lines")
    assert list(documents) == [Document("1", "one"), Document("2", "two")]
    with pytest.raises(InputError, match="standard input: was already read; keep its documents in a list"):
        iter(documents)


def test_a_line_that_is_too_long_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.write(b"one\n")
        for _ in range(50):
            file.write(b"x" * 1_000_000)
        file.write(b"\nthree\n")
    with pytest.raises(InputError, match=r"a\.txt, line 2: the line is longer than 32 MiB.*split it"):
        list(read(path, format="lines"))
    documents = read(path, format="lines", skip_bad=True)
    assert [document.id for document in documents] == ["1", "3"]
    assert documents.problems.summary() == "1 record left out: line too long (1)"
