"""Tiny copies of Reuters-21578 and 20 Newsgroups, made here: folders, archives, and folders of archives."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from ilk.corpus.collections import recognise
from ilk.errors import ParameterError

REUTERS = """\
<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" CGISPLIT="TRAINING-SET" OLDID="1" NEWID="7">
<DATE>1-JAN-1987</DATE>
<TOPICS><D>tea</D><D>milk</D></TOPICS>
<TEXT><TITLE>TEA &amp; MILK</TITLE><BODY>Up.</BODY></TEXT>
</REUTERS>
"""
GROUPS = ("alt.atheism", "comp.graphics", "rec.autos", "sci.space", "talk.religion.misc")


@pytest.fixture
def reuters(tmp_path: Path) -> Path:
    folder = tmp_path / "reuters"
    folder.mkdir()
    (folder / "reut2-000.sgm").write_text(REUTERS)
    (folder / "all-topics-strings.lc.txt").write_text("tea\nmilk\n")
    (folder / "README.txt").write_text("about")
    return folder


@pytest.fixture
def newsgroups(tmp_path: Path) -> Path:
    folder = tmp_path / "news"
    for half in ("20news-bydate-train", "20news-bydate-test"):
        for number, group in enumerate(GROUPS):
            (folder / half / group).mkdir(parents=True)
            (folder / half / group / str(number)).write_text(f"Subject: {half}\n\nabout {group}\n")
    return folder


def archived(folder: Path, name: str) -> Path:
    path = folder.parent / "archive" / name
    path.parent.mkdir()
    with tarfile.open(path, "w:gz") as tar:
        for child in sorted(folder.iterdir()):
            tar.add(child, child.name)
    return path


def found(path: Path) -> tuple[str, str | None, list[tuple[str, object]]]:
    collection = recognise(path)
    assert collection is not None
    field = collection.label_field or ""
    labels = [(document.id, document.metadata[field]) for document in collection.documents]
    assert labels == [(document.id, document.metadata[field]) for document in collection.documents]
    return collection.name, collection.label_field, labels


def test_reuters_in_a_folder_in_an_archive_and_in_a_folder_with_the_archive(reuters):
    expected = ("reuters21578", "topics", [("7", ("tea", "milk"))])
    archive = archived(reuters, "reuters21578.tar.gz")
    assert found(reuters) == expected
    assert found(archive) == expected
    assert found(archive.parent) == expected


def test_newsgroups_in_a_folder_in_an_archive_and_in_a_folder_with_the_archive(newsgroups):
    archive = archived(newsgroups, "20news-bydate.tar.gz")
    name, field, labels = found(newsgroups)
    assert (name, field) == ("20newsgroups", "label")
    assert labels[0] == ("20news-bydate-test/alt.atheism/0", "alt.atheism")
    assert len(labels) == 10
    assert found(archive) == found(archive.parent) == (name, field, labels)


def test_one_half_of_the_newsgroups(newsgroups):
    name, _, labels = found(newsgroups / "20news-bydate-train")
    assert name == "20newsgroups"
    assert dict(labels) == {f"{group}/{number}": group for number, group in enumerate(GROUPS)}


def test_an_archive_among_other_files_is_not_the_collection(reuters):
    archive = archived(reuters, "reuters21578.tar.gz")
    (archive.parent / "README").write_text("about")
    assert recognise(archive.parent) is not None
    (archive.parent / "letters.txt").write_text("mine")
    assert recognise(archive.parent) is None


def test_labelled_sets_have_no_variants(reuters):
    with pytest.raises(ParameterError, match="reuters21578 has no variants, got 'modapte'"):
        recognise(reuters, "modapte")
