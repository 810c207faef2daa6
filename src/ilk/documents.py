"""The documents of an index, read from one SQLite file."""

from __future__ import annotations

import difflib
import json
import math
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.document_writer import storable_text
from ilk.errors import NotFound, StorageError
from ilk.records import Document, Value
from ilk.storage.reading import connect_read_only

_ONE_DOCUMENT = """
SELECT id, text, title, metadata FROM documents JOIN texts USING (number) WHERE number = ?
"""
_ONE_COLUMN = """
SELECT documents.number, field.type, field.value FROM documents, json_each(documents.metadata) AS field
WHERE field.key = ? ORDER BY documents.number
"""
_NEIGHBOURS = """
SELECT id FROM (SELECT id FROM documents WHERE id < ? ORDER BY id DESC LIMIT 10)
UNION ALL SELECT id FROM (SELECT id FROM documents WHERE id >= ? ORDER BY id LIMIT 10)
"""
_CACHED_COLUMNS = 16


@dataclass(frozen=True, slots=True)
class Column:
    """One metadata field of all documents that have it: document `numbers[i]` holds `values[codes[i]]`."""

    values: tuple[Value, ...]
    numbers: NDArray[np.int64]
    codes: NDArray[np.int64]


class DocumentStore:
    """The documents by number and by id; any number of threads may ask at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take a connection that nobody else uses."""
        self._connection = connection
        # One connection for all threads: one opened later would find a newer file, or none, under its name.
        self._lock = threading.RLock()
        self._columns: dict[str, Column] = {}
        try:
            ((last,),) = self._rows("SELECT max(number) FROM documents")
            self.fields = tuple(name for (name,) in self._rows("SELECT name FROM fields ORDER BY name"))
        except sqlite3.Error as error:
            raise StorageError(f"this SQLite file does not hold documents ({error})") from error
        self._length: int = 0 if last is None else last + 1

    @classmethod
    def open(cls, path: str | PathLike[str]) -> DocumentStore:
        """Open a file that a DocumentWriter has finished."""
        try:
            return cls(connect_read_only(Path(path)))
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"{path} cannot be read: {error}") from error

    def __len__(self) -> int:
        """Return how many documents there are."""
        return self._length

    def __iter__(self) -> Iterator[Document]:
        """Yield all documents in the order of their numbers."""
        for number in range(self._length):
            yield self.get(number)

    def number(self, document_id: str) -> int:
        """Return the number of the document with this id."""
        wanted = storable_text(document_id)
        for (number,) in self._rows("SELECT number FROM documents WHERE id = ?", wanted):
            return int(number)
        near = difflib.get_close_matches(
            wanted, [each for (each,) in self._rows(_NEIGHBOURS, wanted, wanted)]
        )
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise NotFound(f"there is no document {wanted!r} among the {self._length:,} of this index{hint}")

    def get(self, number: int) -> Document:
        """Return the document with this number."""
        for found, text, title, metadata in self._rows(_ONE_DOCUMENT, int(number)):
            return Document(found, text, title, _from_json(metadata))
        raise self._no_such(number)

    def many(self, numbers: Iterable[int]) -> list[Document]:
        """Return the documents with these numbers, in the order in which they are asked for."""
        return [self.get(number) for number in numbers]

    def ids(self, numbers: Iterable[int] | None = None) -> list[str]:
        """Return the ids of the documents with these numbers, in that order; of all when none are given."""
        if numbers is None:
            return [each for (each,) in self._rows("SELECT id FROM documents ORDER BY number")]
        return [self._id(number) for number in numbers]

    def column(self, field: str) -> Column:
        """Return one metadata field of all documents; those asked for lately are kept."""
        with self._lock:
            column = self._columns.pop(field, None) or _column(self._rows(_ONE_COLUMN, field))
            self._columns[field] = column
            if len(self._columns) > _CACHED_COLUMNS:
                del self._columns[next(iter(self._columns))]
            return column

    def _id(self, number: int) -> str:
        for (found,) in self._rows("SELECT id FROM documents WHERE number = ?", int(number)):
            return str(found)
        raise self._no_such(number)

    def _no_such(self, number: int) -> NotFound:
        if not self._length:
            return NotFound(f"there is no document number {number}; the index is empty")
        return NotFound(f"there is no document number {number}; numbers run from 0 to {self._length - 1}")

    def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(statement, values).fetchall()


def _from_json(metadata: str | None) -> dict[str, Value]:
    if metadata is None:
        return {}
    return {name: _value(value) for name, value in json.loads(metadata).items()}


def _value(stored: Any) -> Value:
    if isinstance(stored, list):
        return tuple(stored)
    return math.nan if stored is None else stored


def _column(rows: list[tuple[int, str, Any]]) -> Column:
    """Number the distinct values in the order in which they first appear."""
    codes: dict[tuple[str, Any], int] = {}
    coded = [codes.setdefault((kind, value), len(codes)) for _, kind, value in rows]
    return Column(
        values=tuple(_decoded(kind, value) for kind, value in codes),
        numbers=np.fromiter((row[0] for row in rows), np.int64, len(rows)),
        codes=np.array(coded, dtype=np.int64),
    )


def _decoded(kind: str, value: Any) -> Value:
    """Return a value as SQLite's json_each gives it: truth values as 0 and 1, lists as JSON."""
    if kind in {"true", "false"}:
        return kind == "true"
    return _value(json.loads(value) if kind == "array" else value)
