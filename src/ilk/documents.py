"""The documents of an index, read from one SQLite file."""

from __future__ import annotations

import difflib
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from ilk.columns import Column, metadata_from_json
from ilk.document_writer import storable_text
from ilk.errors import NotFound, StorageError
from ilk.records import Document
from ilk.storage.reading import connect_read_only

_ONE_DOCUMENT = """
SELECT id, text, title, metadata FROM documents JOIN texts USING (number) WHERE number = ?
"""
_CODED_COLUMN = "SELECT choices, numbers, codes FROM fields WHERE name = ? AND choices IS NOT NULL"
_GATHERED_COLUMN = """
SELECT documents.number, field.type, field.value FROM documents, json_each(documents.metadata) AS field
WHERE field.key = ? ORDER BY documents.number
"""
_NEIGHBOURS = """
SELECT id FROM (SELECT id FROM documents WHERE id < ? ORDER BY id DESC LIMIT 10)
UNION ALL SELECT id FROM (SELECT id FROM documents WHERE id >= ? ORDER BY id LIMIT 10)
"""
_WITH_PIECE = """
SELECT id FROM documents WHERE instr(lower(id), lower(?)) ORDER BY length(id), id LIMIT 3
"""
_CACHED_COLUMNS = 16


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
        except StorageError as error:
            raise StorageError(f"this SQLite file does not hold documents ({error.__cause__})") from error
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
        neighbours = [each for (each,) in self._rows(_NEIGHBOURS, wanted, wanted)]
        near = difflib.get_close_matches(wanted, neighbours) or self._ids_with(wanted)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise NotFound(f"there is no document {wanted!r} among the {self._length:,} of this index{hint}")

    def get(self, number: int) -> Document:
        """Return the document with this number."""
        for found, text, title, metadata in self._rows(_ONE_DOCUMENT, int(number)):
            return Document(found, text, title, metadata_from_json(metadata))
        raise self._no_such(number)

    def many(self, numbers: Iterable[int]) -> list[Document]:
        """Return the documents with these numbers, in the order in which they are asked for."""
        return [self.get(number) for number in numbers]

    def ids(self, numbers: Iterable[int] | None = None) -> list[str]:
        """Return the ids of the documents with these numbers, in that order; of all when none are given."""
        if numbers is None:
            return [each for (each,) in self._rows("SELECT id FROM documents ORDER BY number")]
        return [self._id(number) for number in numbers]

    def titles(self) -> list[str]:
        """Return the titles of all documents, in the order of their numbers, without reading any text."""
        return [each for (each,) in self._rows("SELECT title FROM documents ORDER BY number")]

    def column(self, field: str) -> Column:
        """Return one metadata field of all documents; those asked for lately are kept."""
        with self._lock:
            column = self._columns.pop(field, None) or self._read_column(field)
            self._columns[field] = column
            if len(self._columns) > _CACHED_COLUMNS:
                del self._columns[next(iter(self._columns))]
            return column

    def coded_column(self, field: str) -> Column | None:
        """Return a field of few different values; None for one that would have to be gathered."""
        return next((Column.from_stored(*stored) for stored in self._rows(_CODED_COLUMN, field)), None)

    def _read_column(self, field: str) -> Column:
        return self.coded_column(field) or Column.from_scan(self._rows(_GATHERED_COLUMN, field))

    def _id(self, number: int) -> str:
        for (found,) in self._rows("SELECT id FROM documents WHERE number = ?", int(number)):
            return str(found)
        raise self._no_such(number)

    def _ids_with(self, piece: str) -> list[str]:
        """Return the shortest ids that have a text in them: a path is often named by its end."""
        return [each for (each,) in self._rows(_WITH_PIECE, piece)] if piece.strip() else []

    def _no_such(self, number: int) -> NotFound:
        if not self._length:
            return NotFound(f"there is no document number {number}; the index is empty")
        return NotFound(f"there is no document number {number}; numbers run from 0 to {self._length - 1}")

    def _rows(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise StorageError(
                f"the documents of this index cannot be read ({error}); ilk check says what is damaged"
            ) from error
