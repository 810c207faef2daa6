"""Zip archives are read in place, as tar archives are: in order, and never unpacked to disk."""

from __future__ import annotations

import gzip
import io
import stat
import sys
import zipfile
from pathlib import Path

import pytest
from corpus.packing import put, zip_archive

from ilk.corpus.problems import Problems
from ilk.corpus.read import read
from ilk.corpus.sources import Kind, locate
from ilk.errors import InputError


def contents(path: Path) -> dict[str, bytes]:
    found = {}
    for entry in locate(path).entries(Problems()):
        with entry.open() as stream:
            found[entry.name] = stream.read()
    return found


@pytest.mark.parametrize("name", ["a.zip", "A.ZIP", "archive"])
def test_members_of_a_zip_archive_keep_its_order(tmp_path: Path, name: str) -> None:
    path = zip_archive(
        tmp_path / name,
        {"b/": "", "b/2.txt": "2", "a/1.txt.gz": gzip.compress(b"1"), ".x": "x", "__MACOSX/b/2.txt": "mac"},
    )
    assert locate(path).kind is Kind.ARCHIVE
    assert contents(path) == {"b/2.txt": b"2", "a/1.txt.gz": b"1"}


def test_names_that_lead_out_of_the_archive_and_links_are_left_out(tmp_path: Path) -> None:
    path = zip_archive(tmp_path / "a.zip", {"../up.txt": "up", "a/../../b.txt": "b", "in.txt": "in"})
    link = zipfile.ZipInfo("link.txt")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr(link, "/etc/hostname")
    assert contents(path) == {"in.txt": b"in"}


def test_documents_of_a_zip_archive(tmp_path: Path) -> None:
    members: dict[str, bytes | str] = {"x/b.txt": "b", "x/a.txt": "a"}
    path = zip_archive(tmp_path / "folder.zip", members)
    expected = [("x/b.txt", "b"), ("x/a.txt", "a")]
    documents = read(path)
    for _ in range(2):
        assert [(document.id, document.text) for document in documents] == expected
    assert [document.id for document in read(tmp_path)] == ["folder.zip/x/b.txt", "folder.zip/x/a.txt"]


def test_what_word_processors_write_is_no_archive_of_texts(tmp_path: Path) -> None:
    path = zip_archive(tmp_path / "letter.docx", {"word/document.xml": "<w:t>words</w:t>"})
    assert locate(path).kind is Kind.FILE
    with pytest.raises(InputError, match=r"letter\.docx: is a binary file; convert it to text"):
        list(read(path))


def test_one_enormous_text_is_not_taken_into_memory(tmp_path: Path) -> None:
    path = zip_archive(tmp_path / "a.zip", {"bomb.txt": b"x" * (33 << 20), "b.txt": "b"})
    assert path.stat().st_size < 1 << 20
    with pytest.raises(InputError, match=r"a\.zip/bomb\.txt: the file is longer than 32 MiB"):
        list(read(path))
    assert [document.id for document in read(path, skip_bad=True)] == ["b.txt"]


def test_a_zip_archive_on_standard_input_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = zip_archive(tmp_path / "a.zip", {"a.txt": "a"}).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    with pytest.raises(InputError, match="standard input: is a zip archive; save it to a file"):
        locate("-")


def test_a_damaged_zip_archive_is_one_sentence(tmp_path: Path) -> None:
    whole = zip_archive(tmp_path / "a.zip", {"a.txt": "words " * 500}).read_bytes()
    (tmp_path / "a.zip").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"a\.zip: is a damaged zip archive \(.*\); fetch it again"):
        list(read(tmp_path / "a.zip"))
    stored = whole.replace(whole[40:48], b"\xff" * 8)
    with pytest.raises(InputError, match=r"b\.zip/a\.txt: is damaged \(.*\); fetch it again"):
        list(read(put(tmp_path / "b.zip", stored)))


def test_a_name_that_is_not_in_its_encoding_is_one_sentence(tmp_path: Path) -> None:
    whole = zip_archive(tmp_path / "a.zip", {"é.txt": "a"}).read_bytes()
    for copies, name in ((1, r"b\.zip/é\.txt"), (2, r"b\.zip")):  # before the member, and in the list too
        path = put(tmp_path / "b.zip", whole.replace("é".encode(), b"\xff\xff", copies))
        with pytest.raises(InputError, match=rf"{name}: is a damaged zip archive \(.*\); fetch it again"):
            list(read(path))


@pytest.mark.parametrize(
    ("flags", "method", "reason"), [(1, 8, "it is encrypted"), (0, 14, "it is packed by an unusual method")]
)
def test_what_cannot_be_taken_out_says_why(tmp_path: Path, flags: int, method: int, reason: str) -> None:
    data = bytearray(zip_archive(tmp_path / "a.zip", {"a.txt": "a", "b.txt": "b"}).read_bytes())
    directory = data.index(b"PK\x01\x02")
    data[directory + 8], data[directory + 10] = flags, method
    path = put(tmp_path / "b.zip", bytes(data))
    with pytest.raises(InputError, match=rf"b\.zip/a\.txt: cannot be unpacked \({reason}\); unpack the"):
        list(read(path))
    documents = read(path, skip_bad=True)
    assert [document.id for document in documents] == ["b.txt"]
    assert documents.problems.kinds == {"unreadable file": 1}
