"""Where the labels of documents come from: a table, JSON Lines, or a metadata field of the index.

A table has a header; a row or object names a document and its label. What has no label yet is left out, so
that a list of all documents with some labels filled in is read as it is.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ilk.corpus.readers.fields import ID_FIELDS, listed, plain
from ilk.errors import InputError
from ilk.tasks.classify.label_tables import STANDARD_INPUT, read_table
from ilk.tasks.metadata import check_field

if TYPE_CHECKING:
    from ilk.index import Index

LABEL_FIELDS = ("label", "labels", "class", "category", "topic", "topics", "tag", "tags")
SEPARATORS = re.compile(r"[;|]")

LabelsById = dict[str, str] | dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LabelColumns:
    """How the columns with the ids and the labels are called; None for the usual names."""

    id: str | None = None
    label: str | None = None

    def may_be(self, name: str) -> bool:
        """Say whether a column of this name may hold ids or labels."""
        return name in (self.id, self.label) or _folded(name) in (*ID_FIELDS, *LABEL_FIELDS)

    def found_in(self, names: Sequence[str], where: str, line: int) -> tuple[str, str]:
        """Return the two columns among the names of a table."""
        known = {_folded(name): name for name in reversed(names)}
        found = []
        for what, asked, usual in (("id", self.id, ID_FIELDS), ("label", self.label, LABEL_FIELDS)):
            chosen = asked if asked in names else None
            if asked is None:
                chosen = next((known[name] for name in usual if name in known), None)
            if chosen is None:
                problem = f"there is no column {asked or what!r}, only {listed(names)}"
                raise InputError(where, line, problem, f"name the one that holds it with --{what}-field")
            if names.count(chosen) > 1:
                raise InputError(where, line, f"two columns are called {chosen!r}", "rename one of them")
            found.append(chosen)
        return found[0], found[1]


def read_labels(
    source: str,
    columns: LabelColumns | None = None,
    *,
    several: bool = False,
    known: Container[str] = frozenset(),
) -> LabelsById:
    """Read the labels in a file by document id; `-` is standard input.

    With `several`, a document may occur on several lines, a cell may hold labels separated by ; or |, and an
    object a list of them. Blanks around an id are left out, unless it is known with them.
    """
    where = "standard input" if source == STANDARD_INPUT else source
    columns = columns or LabelColumns()
    table = read_table(source, where, columns.may_be)
    id_column, label_column = columns.found_in(table.names, where, table.line)
    gathered = Gathered(where, several)
    for line, record in table.records:
        if id_column not in record:
            problem = f"there is no {id_column!r}"
            raise InputError(where, line, problem, "give the id of a document, or delete the line")
        document = plain(record[id_column])
        document = document if document in known else document.strip()
        if not document:
            raise InputError(where, line, "the id is empty", "give the id of a document, or delete the line")
        gathered.add(document, _values(record.get(label_column), several=several), line)
    if not gathered.by_id:
        raise InputError(where, None, "there are no labels", "write a line with an id and a label each")
    return gathered.labels()


def labels_in_field(index: Index, field: str, *, several: bool = False) -> LabelsById:
    """Return the labels that a metadata field holds, by document id; documents without it have none."""
    check_field(index, field)
    column = index.documents.column(field)
    gathered = Gathered(f"the field {field!r}", several)
    ids = index.documents.ids()
    for number, code in zip(column.numbers.tolist(), column.codes.tolist(), strict=True):
        gathered.add(ids[number], _values(column.values[code], several=several), None)
    return gathered.labels()


class Gathered:
    """The labels that were read so far, one or several a document."""

    def __init__(self, where: str, several: bool) -> None:
        """Start without any."""
        self.where, self.several = where, several
        self.by_id: dict[str, tuple[str, ...]] = {}

    def add(self, document: str, values: Sequence[str], line: int | None) -> None:
        """Take the labels of a document; none is no label."""
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


def _values(given: object, *, several: bool) -> list[str]:
    """Return the labels in a cell, a metadata value or what JSON holds: one, several or none.

    Only a text is cut at signs: the parts of a list are labels already.
    """
    if isinstance(given, list | tuple):
        return [plain(part) for part in given]
    return SEPARATORS.split(plain(given)) if several else [plain(given)]


def _folded(name: str) -> str:
    return name.strip().lower()
