"""Where the labels of documents come from: a table, JSON Lines, or a metadata field of the index.

A table has a header; a row or object names a document and its label. What has no label yet is left out, so
that a list of all documents with some labels filled in is read as it is.
"""

from __future__ import annotations

import csv
import itertools
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ilk.corpus.readers.delimited import DELIMITERS
from ilk.corpus.readers.fields import ID_FIELDS, listed, plain
from ilk.errors import InputError, UnknownName
from ilk.lines import numbered_lines

if TYPE_CHECKING:
    from ilk.index import Index

STANDARD_INPUT = "-"
LABEL_FIELDS = ("label", "labels", "class", "category", "topic", "topics", "tag", "tags")
SEPARATORS = re.compile(r"[;|]")

LabelsById = dict[str, str] | dict[str, tuple[str, ...]]
Lines = Iterator[tuple[int, str]]
Records = Iterator[tuple[int, Mapping[str, object]]]


@dataclass(frozen=True, slots=True)
class LabelColumns:
    """How the columns with the ids and the labels are called; None for the usual names."""

    id: str | None = None
    label: str | None = None

    def found_in(self, names: Sequence[str], where: str, line: int) -> tuple[str, str]:
        """Return the two columns among the names of a header or an object."""
        known = {name.strip().lower(): name for name in reversed(names)}
        found = []
        for what, asked, usual in (("id", self.id, ID_FIELDS), ("label", self.label, LABEL_FIELDS)):
            chosen = asked if asked in names else None
            if asked is None:
                chosen = next((known[name] for name in usual if name in known), None)
            if chosen is None:
                problem = f"there is no column {asked or what!r}, only {listed(names)}"
                raise InputError(where, line, problem, f"name the one that holds it with --{what}-field")
            found.append(chosen)
        return found[0], found[1]


def read_labels(source: str, columns: LabelColumns | None = None, *, several: bool = False) -> LabelsById:
    """Read the labels in a file by document id; `-` is standard input.

    With `several`, a document may occur on several lines, a cell may hold labels separated by ; or |, and an
    object a list of them.
    """
    where = "standard input" if source == STANDARD_INPUT else source
    columns = columns or LabelColumns()
    lines = _standard_input() if source == STANDARD_INPUT else numbered_lines(Path(source))
    gathered = Gathered(where, several)
    for line, record in _records(lines, where):
        id_column, label_column = columns.found_in(tuple(record), where, line)
        document = plain(record[id_column]).strip()
        if not document:
            raise InputError(where, line, "the id is empty", "give the id of a document, or delete the line")
        gathered.add(document, _values(record[label_column]), line)
    if not gathered.by_id:
        raise InputError(where, None, "there are no labels", "write a line with an id and a label each")
    return gathered.labels()


def labels_in_field(index: Index, field: str, *, several: bool = False) -> LabelsById:
    """Return the labels that a metadata field holds, by document id; documents without it have none."""
    if field not in index.documents.fields:
        raise UnknownName("metadata field", field, index.documents.fields)
    column = index.documents.column(field)
    gathered = Gathered(f"the field {field!r}", several)
    ids = index.documents.ids()
    for number, code in zip(column.numbers.tolist(), column.codes.tolist(), strict=True):
        gathered.add(ids[number], _values(column.values[code]), None)
    return gathered.labels()


class Gathered:
    """The labels that were read so far, one or several a document."""

    def __init__(self, where: str, several: bool) -> None:
        """Start without any."""
        self.where, self.several = where, several
        self.by_id: dict[str, tuple[str, ...]] = {}

    def add(self, document: str, values: Sequence[str], line: int | None) -> None:
        """Take the labels of a document; none is no label."""
        if self.several:
            values = [part for value in values for part in SEPARATORS.split(value)]
        given = [value.strip() for value in values if value.strip()]
        if not given:
            return
        known = tuple(dict.fromkeys((*self.by_id.get(document, ()), *given)))
        if len(known) > 1 and not self.several:
            problem = f"document {document!r} has two labels, {known[0]!r} and {known[1]!r}"
            raise InputError(self.where, line, problem, "keep one of them, or allow several with --several")
        self.by_id[document] = known

    def labels(self) -> LabelsById:
        """Return the label of each document, or its labels."""
        if self.several:
            return self.by_id
        return {document: labels[0] for document, labels in self.by_id.items()}


def _records(lines: Lines, where: str) -> Records:
    """Yield objects, or the rows below a header, with the lines that they begin on."""
    first = next((numbered for numbered in lines if numbered[1].strip()), None)
    if first is None:
        raise InputError(where, None, "is empty", "write a header such as id,label and a line a document")
    everything = itertools.chain([first], lines)
    return _objects(everything, where) if first[1].lstrip().startswith("{") else _rows(everything, where)


def _objects(lines: Lines, where: str) -> Records:
    for number, line in lines:
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError as error:
            raise InputError(where, number, f"not valid JSON ({error})", "write one object a line") from None
        if not isinstance(record, dict):
            raise InputError(where, number, "JSON that is not an object", "write one object a line")
        yield number, record


def _rows(lines: Lines, where: str) -> Records:
    """Yield the rows of a table; a quoted cell may span several lines, as texts beside the labels do."""
    (line, header), begins = next(lines), [0]
    delimiter = max(DELIMITERS, key=header.count)

    def texts() -> Iterator[str]:
        for number, text in itertools.chain([(line, header)], lines):
            begins.append(number)
            yield f"{text}\n"

    reader = csv.reader(texts(), delimiter=delimiter)
    names: list[str] | None = None
    while True:
        begins.clear()
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise InputError(where, begins[0], f"not a valid row ({error})", "correct the row") from None
        if row is None:
            return
        if names is None:
            names = row
        elif row and len(row) != len(names):
            problem = f"the row has {len(row)} cells where the header has {len(names)}"
            raise InputError(where, begins[0], problem, "put cells that hold the delimiter in quotes")
        elif row:
            yield begins[0], dict(zip(names, row, strict=True))


def _values(given: object) -> list[str]:
    """Return the labels in a cell, a metadata value or what JSON holds: one, several or none."""
    if isinstance(given, list | tuple):
        return [plain(part) for part in given]
    return [plain(given)]


def _standard_input() -> Lines:
    try:
        for number, line in enumerate(sys.stdin, start=1):
            yield number, line.rstrip("\r\n").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        problem = f"cannot be read as text ({error.reason})"
        raise InputError("standard input", None, problem, "convert it to UTF-8") from None
