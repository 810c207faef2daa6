"""SMART records: markers, slips of the typist, whitespace, and what becomes of each field."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus.problems import Problems
from ilk.corpus.readers.smart import (
    FIELD,
    RECORD,
    SmartRecord,
    read_smart,
    smart_document,
    smart_records,
    tidy_text,
)
from ilk.corpus.sources import locate
from ilk.corpus.streams import Options
from ilk.errors import InputError
from ilk.records import Document

RECORD_WITH_EVERY_FIELD = """\
.I 7
.T
On the  folding
of maps
.W
   A map is folded .
.5 of all maps tear.
.B
Journal of Maps, 1961
.A
Doe, J.
Roe, R.
.K
maps, folding, paper,
tears
.C
1.2 3.45, 6.7
.N
CA1 JD May 1
.X
1\t5\t7
"""


def parsed(text: str) -> list[SmartRecord]:
    return list(smart_records(enumerate(text.split("\n"), start=1), stray=_refuse))


def _refuse(line: int) -> None:
    raise AssertionError(f"line {line} was called stray")


def read(path: Path, problems: Problems | None = None) -> list[Document]:
    problems = problems or Problems()
    return list(read_smart(locate(path).entries(problems), Options(), problems))


def test_every_field_has_its_place():
    (record,) = parsed(RECORD_WITH_EVERY_FIELD)
    assert smart_document(record) == Document(
        id="7",
        title="On the folding of maps",
        text="A map is folded .\n.5 of all maps tear.",
        metadata={
            "authors": ("Doe, J.", "Roe, R."),
            "bibliography": "Journal of Maps, 1961",
            "keywords": ("maps", "folding", "paper", "tears"),
            "categories": ("1.2", "3.45", "6.7"),
            "note": "CA1 JD May 1",
        },
    )
    assert record.fields["X"] == "1\t5\t7\n"


@pytest.mark.parametrize(
    "line", [".016 ug", ". after a pause", ".Words", ".T here", ".Z", ".I think", " .W", ".w"]
)
def test_a_line_that_begins_with_a_dot_is_text(line):
    (record,) = parsed(f".I 1\n.W\nbefore\n{line}\nafter")
    assert record.fields == {"W": f"before\n{line}\nafter"}


def test_markers_may_have_spaces_behind_them_and_numbers_leading_zeros():
    (record,) = parsed(".I   007 \t\n.T  \ntitle\n.W\t\ntext")
    assert (record.number, record.fields, record.line) == (7, {"T": "title", "W": "text"}, 1)


def test_inside_the_text_a_field_that_was_there_does_not_open_again():
    (record,) = parsed(".I 1\n.T\ntitle\n.A\nDoe\n.W\none\n.A\ntwo\n.W\nthree")
    assert record.fields == {"T": "title", "A": "Doe", "W": "one\ntwo\nthree"}


def test_before_the_text_a_repeated_field_goes_on():
    (record,) = parsed(".I 1\n.A\nDoe\n.A\nRoe\n.W\ntext\n.B\n1961")
    assert record.fields == {"A": "Doe\nRoe", "W": "text", "B": "1961"}


def test_an_empty_record_is_an_empty_document():
    first, second = parsed(".I 471\n.T\n.A\n.B\n.W\n.I 472\n.W\ntext")
    assert smart_document(first) == Document("471", "")
    assert second.line == 6


lines = st.text(st.characters(codec="latin-1", exclude_characters="\n\r"), max_size=20).filter(
    lambda line: not RECORD.fullmatch(line) and not FIELD.fullmatch(line)
)
bodies = st.lists(lines, min_size=1, max_size=4).map(lambda body: [line.rstrip() for line in body])
records = st.lists(st.dictionaries(st.sampled_from("TABWXNKC"), bodies, min_size=1), max_size=5)


@given(records)
def test_what_is_written_is_read(written):
    text = "".join(
        f".I {number}\n" + "".join(f".{letter}\n" + "\n".join(body) + "\n" for letter, body in fields.items())
        for number, fields in enumerate(written)
    )
    found = parsed(text.removesuffix("\n")) if written else []
    assert [record.number for record in found] == list(range(len(written)))
    assert [record.fields for record in found] == [
        {letter: "\n".join(body) for letter, body in fields.items()} for fields in written
    ]


@given(st.text())
def test_tidying_keeps_the_words_and_is_done_once(text):
    assert tidy_text(text).split() == text.split()
    assert tidy_text(tidy_text(text)) == tidy_text(text)


@pytest.mark.parametrize("zipped", [False, True])
def test_files_are_latin_1_with_any_line_ends(tmp_path, zipped):
    data = ".I 1\r\n.W\r\ncafé\r\n.I 2\r\n.W\r\ntwo\r\nlines".encode("latin-1")
    path = tmp_path / "some.all"
    path.write_bytes(gzip.compress(data) if zipped else data)
    assert read(path) == [Document("1", "café"), Document("2", "two\nlines")]


def test_text_outside_of_a_field_is_a_problem_with_its_line(tmp_path):
    path = tmp_path / "some.all"
    path.write_text("\n.I 1\nlost words\n.W\nkept words\n")
    with pytest.raises(InputError, match=r"some\.all, line 3: text outside of any field.*\.I 1"):
        read(path)
    problems = Problems(skip=True)
    assert read(path, problems) == [Document("1", "kept words")]
    assert problems.kinds == {"text outside of a field": 1}
