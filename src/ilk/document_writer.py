"""Writing the documents of an index while they stream by to be counted.

Texts have a table of their own, so that a walk over ids or metadata does not pass through them. Numbers run
from 0 in the order of arrival: they are the rows of every matrix.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ilk.columns import ColumnCoder, metadata_to_json
from ilk.errors import InputError, StorageError
from ilk.records import Document, Value

_SCHEMA = """
CREATE TABLE documents (number INTEGER PRIMARY KEY, id TEXT NOT NULL, title TEXT NOT NULL, metadata TEXT);
CREATE TABLE texts (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE fields (name TEXT PRIMARY KEY, choices TEXT, numbers BLOB, codes BLOB);
"""
# A build that fails leaves no file at all, so there is no need for a journal.
_BULK_LOAD = (
    "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
)
_BATCH_DOCUMENTS = 1_000
_BATCH_CHARACTERS = 4_000_000
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class DocumentWriter:
    """A new file of documents, finished when the block ends well."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Create the file, which must not exist yet."""
        self._path = Path(path)
        if self._path.exists():
            raise StorageError(f"{self._path} exists already; documents are written into a new file")
        self._ids: set[str] = set()
        self._columns = ColumnCoder()
        self._waiting: list[Document] = []
        self._waiting_characters = 0
        self._connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        self._connection.executescript(_BULK_LOAD + _SCHEMA + "BEGIN;")

    def __len__(self) -> int:
        """Return how many documents have come by so far."""
        return len(self._ids)

    def adding(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yield each document as it is stored: halves of surrogate pairs become U+FFFD."""
        for given in documents:
            document = _storable(given)
            if document.id in self._ids:
                where, problem = f"document {document.id!r}", "another document has the same id"
                raise InputError(where, None, problem, "give every document an id of its own")
            self._columns.add(len(self._ids), document.metadata)
            self._ids.add(document.id)
            self._waiting.append(document)
            self._waiting_characters += len(document.text)
            if len(self._waiting) >= _BATCH_DOCUMENTS or self._waiting_characters >= _BATCH_CHARACTERS:
                self._write_waiting()
            yield document

    def __enter__(self) -> Self:
        """Give the writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish the file; after an error leave it as it is, for whoever made its folder to remove."""
        try:
            if kind is None:
                self._write_waiting()
                self._write("INSERT INTO fields VALUES (?, ?, ?, ?)", self._columns.rows())
                self._write("CREATE UNIQUE INDEX documents_by_id ON documents (id)")
                self._write("COMMIT")
        finally:
            self._connection.close()

    def _write_waiting(self) -> None:
        rows = list(enumerate(self._waiting, start=len(self._ids) - len(self._waiting)))
        self._write(
            "INSERT INTO documents VALUES (?, ?, ?, ?)",
            ((number, each.id, each.title, metadata_to_json(each.metadata)) for number, each in rows),
        )
        self._write("INSERT INTO texts VALUES (?, ?)", ((number, each.text) for number, each in rows))
        self._waiting.clear()
        self._waiting_characters = 0

    def _write(self, statement: str, rows: Iterable[tuple[Any, ...]] | None = None) -> None:
        try:
            if rows is None:
                self._connection.execute(statement)
            else:
                self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise StorageError(f"{self._path} cannot be written: {error}") from error


def storable_text(text: str) -> str:
    """Return the text with U+FFFD for each half of a surrogate pair, which UTF-8 cannot hold."""
    if text.isascii():  # a flag of the string: nearly free
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _LONE_SURROGATE.sub("\ufffd", text)
    return text


def _storable(document: Document) -> Document:
    return Document(
        id=storable_text(document.id),
        text=storable_text(document.text),
        title=storable_text(document.title),
        metadata={
            _storable_json(name): _storable_value(document, name, value)
            for name, value in document.metadata.items()
        },
    )


def _storable_json(text: str) -> str:
    """Return a text of the metadata without NUL, at which SQLite's reader of JSON would stop."""
    text = storable_text(text)
    return text.replace("\0", "\ufffd") if "\0" in text else text


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _storable_value(document: Document, name: str, value: Value) -> Value:
    if isinstance(value, str):
        return _storable_json(value)
    if isinstance(value, int | float):
        return value
    if isinstance(value, list | tuple) and all(map(_is_text, value)):
        return tuple(map(_storable_json, value))
    raise InputError(
        f"document {document.id!r}",
        None,
        f"its metadata field {name!r} holds {value!r}",
        "a field holds a text, a number, a truth value or a list of texts",
    )
