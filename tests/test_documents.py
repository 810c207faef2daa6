from __future__ import annotations

import math
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ilk import columns
from ilk.document_writer import DocumentWriter
from ilk.documents import DocumentStore
from ilk.errors import InputError, NotFound, StorageError
from ilk.records import Document

# SQLite's reader of JSON stops at NUL.
FIELD_TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=6)
VALUES = (
    FIELD_TEXT | st.integers() | st.floats() | st.booleans() | st.lists(FIELD_TEXT, max_size=3).map(tuple)
)
DOCUMENTS = st.lists(
    st.builds(
        Document,
        id=st.text(max_size=8),
        text=st.text(max_size=30),
        title=st.text(max_size=8),
        metadata=st.dictionaries(FIELD_TEXT, VALUES, max_size=4),
    ),
    max_size=8,
    unique_by=lambda document: document.id,
)


def stored(path: Path, documents: list[Document]) -> DocumentStore:
    """Write documents and open them."""
    with DocumentWriter(path / "documents.sqlite") as writer:
        assert list(writer.adding(documents)) == documents
    return DocumentStore.open(path / "documents.sqlite")


def spelled(documents: list[Document]) -> str:
    """Return a spelling in which nan equals nan, and 1, 1.0 and True differ."""
    return repr(
        [(d.id, d.title, d.text, sorted(d.metadata.items(), key=lambda item: item[0])) for d in documents]
    )


@given(documents=DOCUMENTS)
@example(documents=[Document("a\0b", "x\0y", "\0", {"n": math.nan, "i": math.inf, "j": -math.inf})])
@example(documents=[Document("", "", "", {'a"b': "x", "a\\b": ("y",), "": True, "big": 10**400})])
def test_documents_survive_the_round_trip(tmp_path_factory, documents):
    store = stored(tmp_path_factory.mktemp("round"), documents)
    assert len(store) == len(documents)
    assert spelled(list(store)) == spelled(documents)
    assert store.ids() == [document.id for document in documents]
    assert store.titles() == [document.title for document in documents]
    assert [store.number(document.id) for document in documents] == list(range(len(documents)))
    assert set(store.fields) == {name for document in documents for name in document.metadata}


@given(documents=DOCUMENTS, most_values=st.sampled_from([0, 1, 10_000]))
@example(
    documents=[Document("a", "", "", {'a"b': "x", "a\\b": ("y",), "é\n": True, "": 1.5}), Document("b", "")],
    most_values=0,
)
def test_columns_hold_what_the_documents_hold_coded_or_gathered(tmp_path_factory, documents, most_values):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "_MOST_VALUES", most_values)
        store = stored(tmp_path_factory.mktemp("columns"), documents)
    for field in store.fields:
        column = store.column(field)
        found = dict(
            zip(column.numbers.tolist(), (column.values[code] for code in column.codes), strict=True)
        )
        expected = {n: d.metadata[field] for n, d in enumerate(documents) if field in d.metadata}
        assert found.keys() == expected.keys()
        for number, value in expected.items():
            if repr(found[number]) != repr(value):  # 0.0 and -0.0, or more than SQLite's 64 bits
                assert isinstance(value, int | float)
                assert found[number] == pytest.approx(float(value))


@pytest.mark.parametrize("values", [["x" * 201] * 3, [("a",) * 201], [f"v{n}" for n in range(10_001)]])
def test_only_few_and_short_values_are_coded(tmp_path, values):
    def is_coded(folder, values):
        folder.mkdir()
        store = stored(folder, [Document(str(n), "", "", {"f": value}) for n, value in enumerate(values)])
        assert [store.column("f").values[code] for code in store.column("f").codes] == values
        assert store.fields == ("f",)
        return store._rows("SELECT choices IS NOT NULL FROM fields") == [(1,)]

    assert not is_coded(tmp_path / "a", values)
    assert is_coded(tmp_path / "b", [value[1:] for value in values][:10_000])


def test_what_cannot_be_stored_is_replaced_one_for_one(tmp_path):
    metadata = {"k\udc00": ("\ud800", "x\0"), "l\0": "\udc01"}
    with DocumentWriter(tmp_path / "d.sqlite") as writer:
        (seen,) = writer.adding([Document("a\ud800", "b\udfffc", "\ud83d", metadata)])
    replaced = {"k\ufffd": ("\ufffd", "x\ufffd"), "l\ufffd": "\ufffd"}
    assert seen == Document("a\ufffd", "b\ufffdc", "\ufffd", replaced)
    store = DocumentStore.open(tmp_path / "d.sqlite")
    assert store.get(0) == seen
    assert store.number("a\ud800") == 0


def test_a_list_of_texts_is_read_as_a_tuple(tmp_path):
    with DocumentWriter(tmp_path / "d.sqlite") as writer:
        list(writer.adding([Document("a", "", "", {"topics": ["x", "y"]})]))
    assert DocumentStore.open(tmp_path / "d.sqlite").get(0).metadata == {"topics": ("x", "y")}


@pytest.mark.parametrize("value", [None, {"a": 1}, [1], ("x", 2), np.float32(1), b"x"])
def test_other_values_are_refused(tmp_path, value):
    with DocumentWriter(tmp_path / "d.sqlite") as writer:
        sentence = "document 'a': its metadata field 'k' holds .*; a field holds a text, a number"
        with pytest.raises(InputError, match=sentence):
            list(writer.adding([Document("a", "", "", {"k": value})]))


def test_a_second_document_of_the_same_id_is_refused_at_once(tmp_path):
    def documents():
        yield from [Document("a", "1"), Document("b", "2"), Document("a", "3")]
        pytest.fail("nothing may be read after the refusal")

    sentence = "document 'a': another document has the same id; give every document"
    with pytest.raises(InputError, match=sentence), DocumentWriter(tmp_path / "d.sqlite") as writer:
        list(writer.adding(documents()))


@pytest.mark.parametrize("n_characters", [0, 3_000])
def test_many_batches_in_one_file(tmp_path, n_characters):
    documents = [Document(f"d{n}", "x" * n_characters, f"title {n}") for n in range(2_345)]
    store = stored(tmp_path, documents)
    assert len(store) == 2_345
    assert store.many([2_344, 0, 1_000, 999, 0]) == [documents[n] for n in (2_344, 0, 1_000, 999, 0)]
    assert store.ids(np.array([7, 5])) == ["d7", "d5"]
    assert [entry.name for entry in tmp_path.iterdir()] == ["documents.sqlite"]


def test_what_was_yielded_is_stored_when_the_reader_stops_early(tmp_path):
    with DocumentWriter(tmp_path / "d.sqlite") as writer:
        adding = writer.adding(Document(f"d{n}", "") for n in range(10))
        assert [next(adding).id, next(adding).id] == ["d0", "d1"]
        assert len(writer) == 2
    assert DocumentStore.open(tmp_path / "d.sqlite").ids() == ["d0", "d1"]


def test_documents_may_come_in_several_streams(tmp_path):
    with DocumentWriter(tmp_path / "d.sqlite") as writer:
        list(writer.adding([Document("a", "1")]))
        list(writer.adding([Document("b", "2")]))
    assert DocumentStore.open(tmp_path / "d.sqlite").ids() == ["a", "b"]


def test_an_id_that_is_not_there_brings_its_neighbours(tmp_path):
    store = stored(
        tmp_path, [Document(name, "") for name in ("json.dump", "json.dumps", "json.loads", "re.sub")]
    )
    with pytest.raises(
        NotFound, match=r"no document 'json\.dumbs' among the 4 of this index; did you mean 'json\.dumps'"
    ):
        store.number("json.dumbs")
    with pytest.raises(NotFound, match=r"there is no document 'zzz' among the 4 of this index$"):
        store.number("zzz")


def test_a_piece_of_an_id_brings_the_ids_that_have_it(tmp_path):
    store = stored(tmp_path, [Document(name, "") for name in ("travel/Lisbon.md", "travel/lisbon-2.md", "z")])
    hint = "did you mean 'travel/Lisbon.md' or 'travel/lisbon-2.md'?"
    with pytest.raises(NotFound, match=re.escape(hint)):
        store.number("lisbon")
    with pytest.raises(NotFound, match=r"of this index$"):
        store.number(" ")


def test_numbers_that_are_not_there(tmp_path):
    store = stored(tmp_path, [Document("a", "")])
    for number in (-1, 1, 10**6):
        for ask in (store.get, lambda n: store.many([n]), lambda n: store.ids([n])):
            with pytest.raises(
                NotFound, match=f"there is no document number {number}; numbers run from 0 to 0"
            ):
                ask(number)


def test_an_empty_store(tmp_path):
    store = stored(tmp_path, [])
    assert (len(store), list(store), store.ids(), store.fields) == (0, [], [], ())
    with pytest.raises(NotFound, match="the index is empty"):
        store.get(0)
    assert store.column("x").values == ()


def test_files_that_are_not_document_stores(tmp_path):
    with pytest.raises(StorageError, match=r"cannot be read: .*No such file"):
        DocumentStore.open(tmp_path / "nothing.sqlite")
    (tmp_path / "text.sqlite").write_text("not a database at all" * 100)
    with pytest.raises(StorageError, match="cannot be read: file is not a database"):
        DocumentStore.open(tmp_path / "text.sqlite")
    sqlite3.connect(tmp_path / "other.sqlite").close()
    with pytest.raises(StorageError, match=r"does not hold documents \(no such table: documents\)"):
        DocumentStore.open(tmp_path / "other.sqlite")
    with pytest.raises(StorageError, match="exists already"):
        DocumentWriter(tmp_path / "text.sqlite")


def test_texts_that_are_lost_are_said_to_be_damaged(tmp_path):
    stored(tmp_path, [Document("a", "apple")])
    connection = sqlite3.connect(tmp_path / "documents.sqlite")
    connection.execute("DROP TABLE texts")
    connection.close()
    store = DocumentStore.open(tmp_path / "documents.sqlite")
    with pytest.raises(StorageError, match=r"cannot be read \(no such table: texts\); ilk check says"):
        store.get(0)


def test_an_error_while_adding_closes_the_file(tmp_path):
    with pytest.raises(RuntimeError, match="stop"), DocumentWriter(tmp_path / "d.sqlite"):
        raise RuntimeError("stop")
    (tmp_path / "d.sqlite").unlink()
    with DocumentWriter(tmp_path / "d.sqlite"):
        pass


def test_a_disk_that_is_full(tmp_path):
    sentence = r"d\.sqlite cannot be written: database or disk is full"
    with pytest.raises(StorageError, match=sentence), DocumentWriter(tmp_path / "d.sqlite") as writer:  # noqa: PT012
        writer._connection.execute("PRAGMA max_page_count = 10")
        list(writer.adding(Document(f"d{n}", "x" * 1_000) for n in range(1_000)))


def test_threads_ask_one_store_at_once(tmp_path):
    documents = [Document(f"d{n}", f"text {n}", "", {"parity": n % 2}) for n in range(500)]
    store = stored(tmp_path, documents)

    def ask(number: int) -> tuple[Document, int, int]:
        return store.get(number), store.number(f"d{number}"), store.column("parity").codes.size

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, range(500)))
    assert answers == [(document, number, 500) for number, document in enumerate(documents)]


def test_columns_are_kept_but_not_all(tmp_path):
    store = stored(tmp_path, [Document("a", "", "", {f"f{n}": n for n in range(40)})])
    assert store.column("f3") is store.column("f3")
    for n in range(40):
        assert store.column(f"f{n}").values == (n,)
    assert len(store._columns) == 16
