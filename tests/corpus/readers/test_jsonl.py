"""JSON Lines: fields named or guessed, other fields as metadata, and every way a line can be wrong."""

from __future__ import annotations

import io
import json
import sys
import tempfile
from pathlib import Path

import pytest
from corpus.packing import archive, packings, put
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus.read import read
from ilk.errors import InputError
from ilk.records import Document

GOOD = '{"id": "x", "text": "fine"}\n'


def only(path: Path, line: str, **options: str) -> Document:
    (document,) = read(put(path / "a.jsonl", line), **options)  # type: ignore[arg-type]
    return document


def test_the_usual_fields_are_found_in_every_packing(tmp_path: Path) -> None:
    lines = '{"id": 7, "title": "T", "text": "body", "year": 1999}\n\n{"text": "second"}\n'
    ids = []
    for path in packings(tmp_path, "a.jsonl", lines):
        documents = read(path)
        assert documents.format == "jsonl"
        first, second = documents
        assert first == Document("7", "body", "T", {"year": 1999})
        ids.append(second.id)
    assert ids == ["3", "3"] + ["inner/a.jsonl:3"] * 3


def test_standard_input_that_begins_with_an_object(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert list(read("-")) == [Document("x", "fine")]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"_id": "a", "Body": "b", "Headline": "c"}, Document("a", "b", "c")),
        ({"id": "a", "_id": "b", "text": "c"}, Document("a", "c", "", {"_id": "b"})),
        ({"id": "a", "name": "only a title"}, Document("a", "", "only a title")),
        ({"id": 1.5, "text": ["two", "lines", None]}, Document("1.5", "two\nlines")),
        ({"id": "a", "text": "t", "title": None}, Document("a", "t")),
        ({"id": "a", "text": 3}, Document("a", "3")),
    ],
)
def test_fields_are_guessed(tmp_path: Path, record: dict[str, object], expected: Document) -> None:
    assert only(tmp_path, json.dumps(record)) == expected


def test_fields_that_are_named_are_taken(tmp_path: Path) -> None:
    record = '{"id": "a", "text": "b", "no": 5, "post": {"words": "c", "by": "d"}, "called": "e"}'
    document = only(tmp_path, record, id_field="no", text_field="post.words", title_field="called")
    assert document == Document("5", "c", "e", {"id": "a", "text": "b", "post.by": "d"})
    assert only(tmp_path, '{"text": "b"}', title_field="called").title == ""


def test_other_fields_become_metadata(tmp_path: Path) -> None:
    record = {
        "id": "a", "text": "t", "s": "x", "i": 2, "f": 2.5, "b": True, "null": None, "empty": "",
        "tags": ["u", "v", None], "mixed": ["u", 1, {"k": "w"}], "none": [],
        "deep": {"a": {"b": 1}, "c": [2]},
    }  # fmt: skip
    assert only(tmp_path, json.dumps(record)).metadata == {
        "s": "x", "i": 2, "f": 2.5, "b": True, "tags": ("u", "v"), "mixed": ("u", "1", '{"k": "w"}'),
        "none": (), "deep.a.b": 1, "deep.c": ("2",),
    }  # fmt: skip


def test_numbers_that_json_does_not_have_are_left_out(tmp_path: Path) -> None:
    line = '{"id": "a", "text": "t", "x": NaN, "y": -Infinity, "z": 1e999, "n": 1}'
    assert only(tmp_path, line).metadata == {"n": 1}


def test_half_characters_are_replaced(tmp_path: Path) -> None:
    document = only(tmp_path, r'{"id": "a", "text": "\ud83d\ude42 \ud800 \\ud800", "tags": ["\udc00"]}')
    assert document.text == "🙂 \ufffd \\ud800"
    assert document.metadata == {"tags": ("\ufffd",)}


@pytest.mark.parametrize(
    ("line", "problem", "kind"),
    [
        (
            '{"id": "a", "text": ',
            "not valid JSON (Expecting value); write one object a line",
            "not valid JSON",
        ),
        ("[1, 2]", "a JSON list instead of an object; write one object a line", "not a JSON object"),
        ("3", "a JSON single value instead of an object", "not a JSON object"),
        ('{"id": "a"}', "there is no field with a text, only id; name the field that", "no text field"),
        ("{}", "there is no field with a text, only none", "no text field"),
        ('{"id": null, "text": "t"}', "the id in the field 'id' is empty", "empty id"),
        ('{"id": " ", "text": "t"}', "the id in the field 'id' is empty", "empty id"),
        ('{"id": "a", "text": " \\n"}', "the document 'a' is empty; correct it", "empty document"),
        ('{"id": "x", "text": "again"}', "the id 'x' is taken by another document (", "duplicate id"),
        ("[" * 100_000, "the JSON is nested too deeply; correct it", "JSON nested too deeply"),
        (f'{{"id": {"9" * 5_000}}}', "not valid JSON (", "not valid JSON"),
    ],
)
def test_a_bad_line_is_named_and_can_be_left_out(tmp_path: Path, line: str, problem: str, kind: str) -> None:
    path = put(tmp_path / "a.jsonl", f'{GOOD}\n{line}\n{{"id": "z", "text": "last"}}\n')
    with pytest.raises(InputError) as caught:
        list(read(path))
    assert str(caught.value).startswith(f"{path}, line 3: {problem}")
    documents = read(path, skip_bad=True)
    assert [document.id for document in documents] == ["x", "z"]
    assert documents.problems.kinds == {kind: 1}


def test_a_field_that_was_named_has_to_be_there(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", GOOD)
    with pytest.raises(InputError, match=r"line 1: there is no field 'body', only id, text; .*--text-field"):
        list(read(path, text_field="body"))
    with pytest.raises(InputError, match=r"line 1: there is no field 'key', only id, text; .*--id-field"):
        list(read(path, id_field="key"))


def test_many_fields_are_not_all_listed(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", json.dumps({f"f{n}": n for n in range(50)}))
    with pytest.raises(InputError, match=r"only f0, .*, f11, …; name the field"):
        list(read(path))


def test_a_list_over_several_lines_gets_advice(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", '[\n  {"id": "a", "text": "b"}\n]\n')
    with pytest.raises(InputError, match=r"line 1: not valid JSON .*jq -c '\.\[\]'"):
        list(read(path))


def test_an_undecodable_line_is_left_out_alone(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", GOOD.encode() + b'{"id": "y", "text": "caf\xe9"}\n' + b'{"text": "z"}\n')
    with pytest.raises(InputError, match=r"a\.jsonl, line 2: cannot be decoded as utf-8"):
        list(read(path))
    assert [document.text for document in read(path, skip_bad=True)] == ["fine", "z"]
    assert [document.text for document in read(path, encoding="latin-1")] == ["fine", "café", "z"]


def test_a_beir_folder_without_queries(tmp_path: Path) -> None:
    line = '{"_id": "d1", "title": "T", "text": "body", "metadata": {"url": "u"}, "lang": "en"}\n'
    expected = [Document("d1", "body", "T", {"url": "u", "lang": "en"})]
    put(tmp_path / "plain/corpus.jsonl", line)
    put(tmp_path / "zipped/corpus.jsonl.gz", line)
    put(tmp_path / "zipped/notes.txt", "not this")
    packed = archive(tmp_path / "a.tar.gz", {"set/corpus.jsonl": line, "set/other.jsonl": GOOD})
    for path in (tmp_path / "plain", tmp_path / "zipped", packed):
        documents = read(path)
        assert documents.format == "beir"
        assert list(documents) == expected
    put(tmp_path / "other/x.jsonl", line)
    with pytest.raises(InputError, match=r"holds no file corpus\.jsonl; check the path"):
        list(read(tmp_path / "other", format="beir"))


texts = st.text(st.characters(codec="utf-8"))
values = st.one_of(texts.filter(bool), st.integers(), st.booleans(), st.lists(texts).map(tuple))
documents = st.builds(
    Document,
    id=texts.filter(str.strip),
    text=texts.filter(str.strip),
    title=texts,
    metadata=st.dictionaries(texts.map(lambda key: f"m{key}"), values, max_size=4),
)


@given(st.lists(documents, min_size=1, unique_by=lambda document: document.id))
def test_documents_come_back_as_they_were_written(written: list[Document]) -> None:
    lines = [
        json.dumps({"id": d.id, "text": d.text, "title": d.title, **d.metadata}, ensure_ascii=number % 2 == 0)
        for number, d in enumerate(written)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = put(Path(folder) / "a.jsonl", "\n".join(lines))
        assert list(read(path)) == written
