"""Metadata by field instead of by document, so that a filter looks at each distinct value once.

Fields with few distinct short values, such as years and labels, are coded while the documents are written;
the column of any other field is gathered from the documents when somebody asks for it.
"""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.records import Value

_MOST_VALUES = 10_000
_LONGEST_VALUE = 200
_STORED_TYPE = np.dtype("<i4")
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Column:
    """One metadata field of all documents that have it: document `numbers[i]` holds `values[codes[i]]`."""

    values: tuple[Value, ...]
    numbers: NDArray[np.int32]
    codes: NDArray[np.int32]

    @classmethod
    def from_stored(cls, values: str, numbers: bytes, codes: bytes) -> Column:
        """Return a column that a ColumnCoder has written."""
        return cls(
            tuple(_value(value) for value in json.loads(values)),
            np.frombuffer(numbers, _STORED_TYPE),
            np.frombuffer(codes, _STORED_TYPE),
        )

    @classmethod
    def from_scan(cls, rows: Sequence[tuple[int, str, Any]]) -> Column:
        """Return a column from document numbers with the types and values of SQLite's json_each."""
        known: dict[tuple[str, Any], int] = {}
        codes = [known.setdefault((kind, value), len(known)) for _, kind, value in rows]
        numbers = [row[0] for row in rows]
        values = tuple(_scanned(kind, value) for kind, value in known)
        return cls(values, np.array(numbers, _STORED_TYPE), np.array(codes, _STORED_TYPE))


class ColumnCoder:
    """Codes the fields of documents as they come by, as long as their values are few and short."""

    def __init__(self) -> None:
        """Start without fields."""
        self._known: dict[str, dict[tuple[type, Value], int]] = {}
        self._numbers: dict[str, array[int]] = {}
        self._codes: dict[str, array[int]] = {}

    def add(self, number: int, metadata: Mapping[str, Value]) -> None:
        """Take the metadata of the next document."""
        for field, value in metadata.items():
            known = self._known.get(field)
            if known is None:
                known = self._known[field] = {}
                self._numbers[field], self._codes[field] = array("i"), array("i")
            if field not in self._codes:
                continue
            # 1, 1.0 and True are equal in Python and are not the same value.
            code = known.setdefault((type(value), value), len(known))
            self._numbers[field].append(number)
            self._codes[field].append(code)
            if code == len(known) - 1 and _is_too_much(known, value):
                known.clear()
                del self._numbers[field], self._codes[field]

    def rows(self) -> Iterator[tuple[str, str | None, bytes | None, bytes | None]]:
        """Yield each field with its values as JSON, its document numbers and its codes, where it is coded."""
        for field, known in self._known.items():
            if field in self._codes:
                values = "[" + ", ".join(_literal(value) for _, value in known) + "]"
                yield field, values, _stored(self._numbers[field]), _stored(self._codes[field])
            else:
                yield field, None, None, None


def metadata_to_json(metadata: Mapping[str, Value]) -> str | None:
    """Return metadata as JSON that every reader of JSON takes: without NaN and Infinity."""
    if not metadata:
        return None
    try:
        return _ENCODER.encode(metadata)
    except ValueError:
        return (
            "{" + ", ".join(f"{_literal(name)}: {_literal(value)}" for name, value in metadata.items()) + "}"
        )


def metadata_from_json(metadata: str | None) -> dict[str, Value]:
    """Return the metadata that `metadata_to_json` has written."""
    return {} if metadata is None else {name: _value(value) for name, value in json.loads(metadata).items()}


def _is_too_much(known: Mapping[tuple[type, Value], int], value: Value) -> bool:
    return len(known) > _MOST_VALUES or (not isinstance(value, int | float) and len(value) > _LONGEST_VALUE)


def _stored(numbers: array[int]) -> bytes:
    return np.array(numbers, _STORED_TYPE).tobytes()


def _literal(value: Value) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        # A number too large for a float is read as infinite.
        return "null" if math.isnan(value) else "9e999" if value > 0 else "-9e999"
    return _ENCODER.encode(value)


def _value(stored: Any) -> Value:
    if isinstance(stored, list):
        return tuple(stored)
    return math.nan if stored is None else stored


def _scanned(kind: str, value: Any) -> Value:
    """Return a value as json_each gives it: truth values as 0 and 1, lists as JSON."""
    if kind in {"true", "false"}:
        return kind == "true"
    return _value(json.loads(value) if kind == "array" else value)
