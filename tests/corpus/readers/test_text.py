"""Folders of text, Markdown, reStructuredText, HTML and PDF: one document a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus.packing import archive, put

from ilk.corpus.read import read
from ilk.errors import InputError
from ilk.records import Document


def test_each_file_of_a_folder_is_a_document(tmp_path: Path) -> None:
    put(tmp_path / "b/notes.md", "intro\n# Heading\nbody")
    put(tmp_path / "a.txt.gz", "First line\r\nsecond")
    put(tmp_path / "c.html", "<title>Page</title><p>text")
    put(tmp_path / "d.rst", "Title\n=====\nbody")
    put(tmp_path / "image.png", b"\x89PNG\0")
    put(tmp_path / "Makefile", "all:")
    assert list(read(tmp_path)) == [
        Document("a.txt.gz", "First line\nsecond", "First line"),
        Document("b/notes.md", "intro\n# Heading\nbody", "Heading"),
        Document("c.html", "text", "Page"),
        Document("d.rst", "Title\n=====\nbody", "Title"),
    ]


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz"])
def test_an_archive_is_read_like_a_folder(tmp_path: Path, name: str) -> None:
    path = archive(tmp_path / name, {"x/b.txt": "b", "x/a.txt": "a", "x/c.png": b"\0"})
    assert [(document.id, document.text) for document in read(path)] == [("x/b.txt", "b"), ("x/a.txt", "a")]


def test_a_single_file_is_read_whatever_its_name(tmp_path: Path) -> None:
    documents = read(put(tmp_path / "notes.log", "one\ntwo"))
    assert documents.format == "text"
    assert list(documents) == [Document("notes.log", "one\ntwo", "one")]


def test_files_without_an_ending_are_read_where_there_are_no_others(tmp_path: Path) -> None:
    put(tmp_path / "one", "1")
    put(tmp_path / "image.png", b"\x89PNG\0")
    assert [document.id for document in read(tmp_path)] == ["one"]


def test_any_file_is_read_as_text_where_that_is_asked_for(tmp_path: Path) -> None:
    put(tmp_path / "a.log", "a")
    put(tmp_path / "b.tex", "b")
    assert [document.id for document in read(tmp_path, format="text")] == ["a.log", "b.tex"]


def test_the_encoding_of_a_page_is_the_one_it_declares(tmp_path: Path) -> None:
    page = '<meta charset="iso-8859-1"><p>caf\xe9'.encode("latin-1")
    (document,) = read(put(tmp_path / "a.html", page))
    assert document.text == "café"
    with pytest.raises(InputError, match=r"a\.html, line 1: cannot be decoded as utf-8"):
        list(read(put(tmp_path / "a.html", page.replace(b"charset", b"set")), format="text"))
    (document,) = read(put(tmp_path / "a.html", page.replace(b"iso-8859-1", b"utf-8")), encoding="latin-1")
    assert document.text == "café"


def test_a_page_without_a_title_has_its_first_line(tmp_path: Path) -> None:
    (document,) = read(put(tmp_path / "a.htm", "<p>first<p>second"))
    assert document.title == "first"


def test_a_binary_file_is_a_problem_of_its_own(tmp_path: Path) -> None:
    put(tmp_path / "a.txt", b"text\0\x01")
    put(tmp_path / "b.txt", "fine")
    with pytest.raises(InputError, match=r"a\.txt: is a binary file; convert it to text, .* --skip-bad"):
        list(read(tmp_path))
    documents = read(tmp_path, skip_bad=True)
    assert [document.id for document in documents] == ["b.txt"]
    assert documents.problems.summary() == "1 record left out: binary file (1)"


def test_an_unreadable_encoding_names_file_line_and_remedy(tmp_path: Path) -> None:
    put(tmp_path / "a.txt", "eins\nGr\xfc\xdfe".encode("latin-1"))
    put(tmp_path / "b.txt", "fine")
    for path, advice in (
        (
            tmp_path / "a.txt",
            "give the encoding of the file, for instance --encoding latin-1, or leave it out",
        ),
        (
            tmp_path,
            "convert the file, leave it out with --skip-bad, or if all are .* give --encoding latin-1",
        ),
    ):
        with pytest.raises(InputError, match=rf"a\.txt, line 2: cannot be decoded as utf-8 .*; {advice}"):
            list(read(path))
    documents = read(tmp_path, skip_bad=True)
    assert [document.id for document in documents] == ["b.txt"]
    assert [document.text for document in read(tmp_path, encoding="latin-1")] == ["eins\nGrüße", "fine"]


def test_front_matter_stays_in_the_text(tmp_path: Path) -> None:
    text = "---\ntitle: x\n---\n# Heading\n"
    assert list(read(put(tmp_path / "a.md", text))) == [Document("a.md", text, "Heading")]
