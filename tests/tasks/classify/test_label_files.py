"""Labels from tables, JSON Lines and metadata, and a sentence for what is wrong with them."""

from __future__ import annotations

import gzip
import io

import pytest

import ilk
from ilk.errors import InputError, NotFound, ParameterError, UnknownName
from ilk.tasks.classify.label_files import LabelColumns, labels_in_field, read_labels


@pytest.fixture
def read(tmp_path):
    """Write a text to a file and read the labels in it."""

    def reading(text: str, *names: str, several: bool = False) -> dict:
        path = tmp_path / "labels.txt"
        path.write_text(text, encoding="utf-8")
        return read_labels(str(path), LabelColumns(*names), several=several)

    return reading


@pytest.mark.parametrize(
    "text",
    [
        "id,label\na,x\nb,y\n",
        "\ufeffid,label\r\na,x\r\nb,y\r\n",
        "label;id\nx;a\ny;b\n",
        "ID\tLabel\na\tx\n\nb\ty",
        '{"id": "a", "label": "x"}\n\n{"id": "b", "label": "y", "more": NaN}\n',
        '{"_id": "c", "class": NaN}\n{"_id": "a", "class": "x"}\n{"_id": "b", "class": "y"}\n{"_id": "d"}\n',
        '{"id": "c", "topic": "z"}\n{"id": "a", "label": "x", "topic": "z"}\n{"id": "b", "label": "y"}\n',
        'id,"a;b;c;d;e",label\na,,x\nb,,y\n',
        'id,label\n"a","x"\n"b"," y "\nb,y\n',
        'id,abstract,label\na,"several\n\nlines, with a comma",x\nb,,y\nc,not yet,\n',
    ],
)
def test_tables_and_json_lines(read, text):
    assert read(text) == {"a": "x", "b": "y"}


def test_columns_by_name(read):
    text = "pmid,id,relevant,label\n1,no,yes,no\n2,no,no,no\n"
    assert read(text, "pmid", "relevant") == {"1": "yes", "2": "no"}


def test_numbers_and_truth_values_become_texts(read):
    assert read('{"id": 7, "label": true}\n{"id": 8, "label": 3}\n') == {"7": "true", "8": "3"}


@pytest.mark.parametrize(
    "text",
    [
        "id,label\na,x\na,y\nb,y\n",
        "id,label\na,x; y\nb,y\n",
        "id,label\na,x|y|x\nb,y\nc,;\n",
        '{"id": "a", "label": ["x", "y"]}\n{"id": "b", "label": "y"}\n{"id": "c", "label": []}\n',
        '{"id": "a", "label": "x;y"}\n{"id": "b", "label": ["y"]}\n',
    ],
)
def test_several_labels_by_lines_by_signs_and_by_lists(read, text):
    assert read(text, several=True) == {"a": ("x", "y"), "b": ("y",)}


def test_labels_in_a_list_are_not_cut(read):
    assert read('{"id": "a", "label": ["C|C++", "x;y"]}\n', several=True) == {"a": ("C|C++", "x;y")}


def test_the_name_of_a_file_says_that_tabs_separate(tmp_path):
    for name, write in (("labels.tsv", bytes), ("labels.tsv.gz", gzip.compress)):
        (tmp_path / name).write_bytes(write(b"id\tlabel\tone, two, three\na\tx\t\n"))
        assert read_labels(str(tmp_path / name)) == {"a": "x"}


def test_cells_may_be_long(read):
    assert read(f"id,text,label\na,{'word ' * 50_000},x\n") == {"a": "x"}


def test_blanks_around_an_id_are_no_part_of_it_unless_it_is_known_with_them(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("id,label\n sp ,x\n b,y\n")
    assert read_labels(str(path)) == {"sp": "x", "b": "y"}
    assert read_labels(str(path), known={" sp ", "b"}) == {" sp ": "x", "b": "y"}


def test_one_label_is_taken_as_it_is(read):
    assert read("id,label\na,x;y\n") == {"a": "x;y"}


def test_gzip_and_standard_input(tmp_path, monkeypatch):
    path = tmp_path / "labels.csv.gz"
    path.write_bytes(gzip.compress(b"id,label\na,x\n"))
    assert read_labels(str(path)) == {"a": "x"}
    monkeypatch.setattr("sys.stdin", io.StringIO("id,label\na,y\n"))
    assert read_labels("-") == {"a": "y"}
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="standard input: is closed; give the name of a file"):
        read_labels("-")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "labels.txt: is empty; write a header such as id,label"),
        ("\n \n", "labels.txt: is empty"),
        ("id,label\n", "labels.txt: there are no labels"),
        ("id,label\na,\nb, \n", "labels.txt: there are no labels"),
        ("a,x\nb,y\n", "line 1: there is no column 'id', only a, x; name the one .* --id-field"),
        ("id,kind\na,x\n", "line 1: there is no column 'label', only id, kind; .* --label-field"),
        ("id,label\na,x\na,y\n", "line 3: document 'a' has two labels, 'x' and 'y'; .* --several"),
        ("id,label\na,x,1\n", "line 2: the row has 3 cells where the header has 2"),
        ("id,label\n,x\n", "line 2: the id is empty"),
        ('{"id": "a", "label": "x"}\n{"id": \n', "line 2: not valid JSON"),
        ('{"id": "a", "label": "x"}\n[1]\n', "line 2: JSON that is not an object"),
        ('{"id": "a", "label": "x"}\n{"label": "y"}\n', "line 2: there is no 'id'; give the id"),
        ('{"id": "a", "label": ' + "[" * 100_000, "line 1: the JSON is nested too deeply; write one object"),
        ('[{"id": "a", "label": "x"}]\n', "line 1: a JSON list instead of an object; .*jq -c"),
        ('\n[\n{"id": "a", "label": "x"}\n]\n', "line 2: a JSON list instead of an object"),
        ('id,label\na,x\nb,"y\nc,z\nd,w\n', "line 3: a quoted cell begins .* and does not end; close"),
        ("id,label,label\na,x,y\n", "line 1: two columns are called 'label'; rename one of them"),
        ('{"id": "a", "label": ["x", "y"]}\n', "line 1: document 'a' has two labels, 'x' and 'y'"),
    ],
)
def test_what_is_wrong_is_said(read, text, problem):
    with pytest.raises(InputError, match=problem):
        read(text)


def test_a_column_that_is_asked_for_must_be_there(read):
    with pytest.raises(InputError, match="there is no column 'pmid', only id, label"):
        read("id,label\na,x\n", "pmid")


def test_no_file_is_not_found(tmp_path):
    with pytest.raises(NotFound, match="there is no file"):
        read_labels(str(tmp_path / "labels.csv"))


def test_labels_in_the_metadata():
    metadata = [{"kind": "x", "tags": ("p", "q")}, {"kind": ""}, {"tags": ()}, {"kind": "y", "tags": "q;r"}]
    documents = [ilk.Document(f"d{i}", "some words", metadata=each) for i, each in enumerate(metadata)]
    index = ilk.Index.build(documents, language="none", effort="quick")
    assert labels_in_field(index, "kind") == {"d0": "x", "d3": "y"}
    assert labels_in_field(index, "tags", several=True) == {"d0": ("p", "q"), "d3": ("q", "r")}
    with pytest.raises(InputError, match="the field 'tags': document 'd0' has two labels, 'p' and 'q'"):
        labels_in_field(index, "tags")
    with pytest.raises(UnknownName, match="there is no metadata field 'kin'; did you mean 'kind'"):
        labels_in_field(index, "kin")
    plain = ilk.Index.build([ilk.Document("d", "some words")], language="none", effort="quick")
    with pytest.raises(ParameterError, match="have no metadata, so there is no field 'kind'"):
        labels_in_field(plain, "kind")
