"""Reuters-21578: a record in small, and all 21,578 of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus.packing import archive, packings, put

from ilk.corpus.read import read
from ilk.errors import InputError
from ilk.records import Document

FILE = """<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" OLDID="5544" NEWID="1">
<DATE> 1-JAN-1987 15:01:01.79</DATE>
<TOPICS><D>tea</D><D>a&amp;b</D></TOPICS>
<PLACES><D>usa</D></PLACES>
<PEOPLE></PEOPLE>
<TEXT>&#2;
<TITLE>TEA &lt;T>
RISES</TITLE>
<DATELINE>    LONDON, Jan 1 - </DATELINE><BODY>Tea rose
at &lt;T&amp;C>.
&#3;</BODY></TEXT>
</REUTERS>
<REUTERS TOPICS="BYPASS" LEWISSPLIT="NOT-USED" OLDID="5545" NEWID="2">
<TEXT TYPE="UNPROC">&#2;
FIRST LINE
second
&#3;
</TEXT>
</REUTERS>
<REUTERS NEWID="3"><TEXT TYPE="UNPROC">&#2;&#3;</TEXT></REUTERS>
"""
NO_LABELS = dict.fromkeys(("topics", "places", "people", "orgs", "exchanges", "companies"), ())
UNLABELLED = {**NO_LABELS, "date": "", "lewissplit": "", "topics_attribute": ""}


def test_records_in_every_packing(tmp_path: Path) -> None:
    for path in packings(tmp_path, "news.sgm", FILE):
        documents = read(path)
        assert documents.format == "reuters"
        first, second, third = documents
        assert (first.id, first.title, first.text) == ("1", "TEA <T> RISES", "Tea rose\nat <T&C>.")
        assert first.metadata == {
            **NO_LABELS,
            "topics": ("tea", "a&b"),
            "places": ("usa",),
            "date": "1-JAN-1987 15:01:01.79",
            "lewissplit": "TRAIN",
            "topics_attribute": "YES",
        }
        assert (second.id, second.title, second.text) == ("2", "FIRST LINE", "")
        assert second.metadata["topics_attribute"] == "BYPASS"
        assert third == Document("3", "", "", UNLABELLED)


def test_other_files_beside_the_records_are_not_read(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tar.gz", {"README.txt": "no", "lewis.dtd": "no", "r.sgm": FILE, "s.sgm": ""})
    assert [document.id for document in read(path)] == ["1", "2", "3"]


def test_latin_1_is_the_encoding(tmp_path: Path) -> None:
    path = put(tmp_path / "a.sgm", FILE.replace("Tea rose", "Th\xe9 rose").encode("latin-1"))
    assert next(iter(read(path))).text.startswith("Thé rose")


def test_a_record_without_a_number_is_a_problem(tmp_path: Path) -> None:
    path = put(tmp_path / "a.sgm", FILE.replace(' NEWID="2"', ""))
    with pytest.raises(InputError, match=r"a\.sgm, line 14: the record has no NEWID; correct it"):
        list(read(path))
    documents = read(path, skip_bad=True)
    assert [document.id for document in documents] == ["1", "3"]
    assert documents.problems.summary() == "1 record left out: missing id (1)"


@pytest.fixture(scope="module")
def all_records(data_folder: Path) -> list[Document]:
    path = data_folder / "reuters21578" / "reuters21578.tar.gz"
    if not path.is_file():
        pytest.skip(f"no Reuters-21578 at {path}")
    documents = read(path)
    assert documents.format == "reuters"
    return list(documents)


def test_all_records_are_there(all_records: list[Document]) -> None:
    assert len(all_records) == 21_578 == len({document.id for document in all_records})
    assert sum(bool(document.text) for document in all_records) == 19_043
    assert [document.id for document in all_records if not document.text and not document.title] == ["12793"]


def test_the_modapte_split_can_be_made(all_records: list[Document]) -> None:
    used = [d.metadata["lewissplit"] for d in all_records if d.metadata["topics_attribute"] == "YES"]
    assert (used.count("TRAIN"), used.count("TEST")) == (9_603, 3_299)


@pytest.mark.parametrize(
    ("position", "number", "title", "word", "topics", "date"),
    [
        (0, "1", "BAHIA COCOA REVIEW", "temporao", ("cocoa",), "26-FEB-1987"),
        (9, "10", "COMPUTER TERMINAL SYSTEMS <CPML> COMPLETES SALE", "Sedio", ("acq",), "26-FEB-1987"),
        (-1, "21578", "AMERICAN EXCHANGE INTRODUCES INSTITUTIONAL INDEX", "options", (), "19-OCT-1987"),
    ],
)
def test_records_0_9_and_last(
    all_records: list[Document],
    position: int,
    number: str,
    title: str,
    word: str,
    topics: tuple[str, ...],
    date: str,
) -> None:
    document = all_records[position]
    assert (document.id, document.title, document.metadata["topics"]) == (number, title, topics)
    assert word in document.text
    assert str(document.metadata["date"]).startswith(date)
    assert "&lt;" not in document.text
    assert "\x03" not in document.text
