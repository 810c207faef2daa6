"""PDF files through pypdf, and a sentence where it is not installed."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from corpus.packing import archive, put

from ilk.corpus.read import read
from ilk.errors import InputError

pypdf = pytest.importorskip("pypdf", reason="the extra pdf is not installed")


def pdf(lines: list[str], **information: str) -> bytes:
    """Write a page of text, line by line."""
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(200, 200)
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    named = DictionaryObject({NameObject(key): NameObject(value) for key, value in font.items()})
    fonts = DictionaryObject({NameObject("/F1"): named})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    content = DecodedStreamObject()
    shown = "".join(f"({line}) Tj 0 -14 Td " for line in lines)
    content.set_data(f"BT /F1 12 Tf 10 180 Td {shown} ET".encode())
    page[NameObject("/Contents")] = content
    writer.add_metadata({f"/{key}": value for key, value in information.items()})
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def test_a_pdf_file_gives_text_title_and_author(tmp_path: Path) -> None:
    put(tmp_path / "a.pdf", pdf(["First words", "more"], Title="On Things", Author="A. Writer"))
    put(tmp_path / "b.pdf", pdf(["First words", "more"]))
    first, second = read(tmp_path)
    assert first.title == "On Things"
    assert first.text.split() == ["First", "words", "more"]
    assert first.metadata == {"author": "A. Writer"}
    assert (second.title, second.metadata) == ("First words", {})


def test_a_pdf_file_in_an_archive(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tar.gz", {"x/a.pdf": pdf(["Words"]), "x/b.pdf": pdf(["Others"])})
    assert [(document.id, document.title) for document in read(path)] == [
        ("x/a.pdf", "Words"),
        ("x/b.pdf", "Others"),
    ]


def test_a_broken_pdf_file_is_a_problem(tmp_path: Path) -> None:
    put(tmp_path / "a.pdf", b"%PDF-1.4 and then nothing")
    put(tmp_path / "b.txt", "fine")
    with pytest.raises(
        InputError, match=r"a\.pdf: is not a PDF file that pypdf can read .*; convert it to text"
    ):
        list(read(tmp_path))
    documents = read(tmp_path, skip_bad=True)
    assert [document.id for document in documents] == ["b.txt"]
    assert documents.problems.kinds == {"unreadable PDF": 1}


def test_without_pypdf_the_sentence_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    put(tmp_path / "a.pdf", b"%PDF")
    with pytest.raises(
        InputError, match=r"a\.pdf: reading PDF needs the package pypdf .*; .*: pip install pypdf$"
    ):
        list(read(tmp_path))
