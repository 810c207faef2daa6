"""Tables: delimiters, quotes, newlines in fields, and rows that do not fit."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

import pytest
from corpus.packing import packings, put
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus.read import read
from ilk.errors import InputError
from ilk.records import Document


@pytest.mark.parametrize(
    ("name", "delimiter"), [("a.csv", ","), ("a.csv", ";"), ("a.csv", "\t"), ("a.tsv", "\t")]
)
def test_rows_become_documents_in_every_packing(tmp_path: Path, name: str, delimiter: str) -> None:
    rows = [
        ["ID", "Title", "text", "year"],
        ["7", "T", '"two\nlines; with, all"', "1999"],
        ["8", "", "plain", ""],
    ]
    content = "\r\n".join(delimiter.join(row) for row in rows) + "\r\n"
    for path in packings(tmp_path, name, content):
        documents = read(path)
        assert documents.format == name[2:]
        assert list(documents) == [
            Document("7", "two\nlines; with, all", "T", {"year": "1999"}),
            Document("8", "plain"),
        ]


def test_a_header_with_the_delimiter_in_quotes_does_not_deceive(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", '"a,b,c,d";text\n1;t\n')
    assert list(read(path)) == [Document("2", "t", "", {"a,b,c,d": "1"})]


def test_a_byte_order_mark_and_utf_16_do_not_matter(tmp_path: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        path = put(tmp_path / "a.csv", "id,text\nä,größe\n".encode(encoding))
        assert list(read(path)) == [Document("ä", "größe")]


def test_columns_can_be_named(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", "a,b,c\n1,2,3\n")
    assert list(read(path, id_field="c", text_field="a", title_field="b")) == [Document("3", "1", "2")]
    with pytest.raises(
        InputError, match=r"line 2: there is no field with a text, only a, b, c; .*--text-field"
    ):
        list(read(path))


def test_columns_without_a_name_get_a_number(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", ",text,\n1,t,3\n")
    assert list(read(path)) == [Document("2", "t", "", {"column 1": "1", "column 3": "3"})]


def test_a_row_of_another_length_names_its_line(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", 'id,text\n1,"a\nb"\n\n2,c,d\n3,e\n')
    with pytest.raises(InputError, match=r"a\.csv, line 5: the row has 3 fields where the header has 2; put"):
        list(read(path))
    documents = read(path, skip_bad=True)
    assert [document.id for document in documents] == ["1", "3"]
    assert documents.problems.summary() == "1 record left out: row of another length (1)"


def test_a_quote_that_does_not_end_does_not_swallow_silently(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", 'text,id\nfine,1\nx,"2\ny,3\nz,4\n')
    with pytest.raises(
        InputError, match=r"a\.csv, line 3: a quoted field begins in this row and does not end"
    ):
        list(read(path))
    documents = read(path, skip_bad=True)
    assert [document.id for document in documents] == ["1"]
    assert documents.problems.kinds == {"quote that does not end": 1}


def test_an_undecodable_row_is_left_out_alone(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", b'id,text\n1,one\n2,"caf\xe9\nau lait"\n3,three\n')
    with pytest.raises(InputError, match=r"a\.csv, line 3: cannot be decoded as utf-8 .*--encoding latin-1"):
        list(read(path))
    assert [document.id for document in read(path, skip_bad=True)] == ["1", "3"]
    assert [document.id for document in read(path, encoding="latin-1")] == ["1", "2", "3"]


def test_a_return_inside_of_a_line_is_not_a_valid_row(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", "id,text\n1,one\r2,two\n3,three\n")
    with pytest.raises(InputError, match=r"a\.csv, line 2: not a valid row"):
        list(read(path))
    assert [document.id for document in read(path, skip_bad=True)] == ["3"]


def test_a_field_may_be_larger_than_the_limit_of_csv(tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", f"id,text\n1,{'word ' * 50_000}\n")
    (document,) = read(path)
    assert len(document.text) == 250_000


@pytest.mark.parametrize("content", ["", "id,text\n"])
def test_a_table_without_rows_holds_no_document(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError, match=r"a\.csv: holds no document; check the path and the format"):
        list(read(put(tmp_path / "a.csv", content)))


cells = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
documents = st.builds(
    Document,
    id=cells.filter(str.strip),
    text=cells.filter(str.strip),
    title=cells,
    metadata=st.fixed_dictionaries({"extra": cells.filter(bool)}),
)


@pytest.mark.parametrize(("name", "delimiter"), [("a.csv", ","), ("a.csv", ";"), ("a.tsv", "\t")])
@given(st.lists(documents, min_size=1, unique_by=lambda document: document.id))
def test_documents_come_back_as_they_were_written(name: str, delimiter: str, written: list[Document]) -> None:
    table = io.StringIO()
    writer = csv.writer(table, delimiter=delimiter)
    writer.writerow(["id", "text", "title", "extra"])
    writer.writerows([d.id, d.text, d.title, str(d.metadata["extra"])] for d in written)
    with tempfile.TemporaryDirectory() as folder:
        path = put(Path(folder) / name, table.getvalue())
        assert list(read(path)) == written
