"""Tables with labels: rows below a header, or JSON Lines, each with the line that it begins on."""

from __future__ import annotations

import csv
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ilk.corpus.readers.delimited import DELIMITERS
from ilk.corpus.streams import MAX_RECORD_BYTES
from ilk.errors import InputError
from ilk.lines import numbered_lines

STANDARD_INPUT = "-"
QUOTED = re.compile(r'"[^"]*"')
BEGINS_A_LIST = re.compile(r"\s*\[\s*(\{|$)")
ONE_A_LINE = "write one object a line"

# NaN and Infinity are no JSON: they count as null
_decode = json.JSONDecoder(parse_constant=lambda _: None).decode

Lines = Iterator[tuple[int, str]]
Records = Iterable[tuple[int, Mapping[str, object]]]


class Table(NamedTuple):
    """The names of the columns, the line that they stand on, and the records with the lines of each."""

    names: Sequence[str]
    line: int
    records: Records


def read_table(source: str, where: str, wanted: Callable[[str], bool]) -> Table:
    """Read a file, or standard input, as rows or as JSON Lines; of objects only wanted names are kept."""
    lines = _standard_input(where) if source == STANDARD_INPUT else numbered_lines(Path(source))
    first = next((numbered for numbered in lines if numbered[1].strip()), None)
    if first is None:
        raise InputError(where, None, "is empty", "write a header such as id,label and a line a document")
    everything = itertools.chain([first], lines)
    if BEGINS_A_LIST.match(first[1]):
        advice = f"{ONE_A_LINE} (jq -c '.[]' does that to a list)"
        raise InputError(where, first[0], "a JSON list instead of an object", advice)
    if first[1].lstrip().startswith("{"):
        return _of_objects(everything, where, wanted)
    delimiters = ("\t",) if ".tsv" in Path(source).suffixes else DELIMITERS
    header = QUOTED.sub("", first[1])
    rows = _rows(everything, where, max(delimiters, key=header.count))
    line, names = next(rows)
    return Table(names, line, _below(names, rows, where))


def _of_objects(lines: Lines, where: str, wanted: Callable[[str], bool]) -> Table:
    """Return objects with the names that any of them has, as each leaves out what it lacks."""
    names: dict[str, None] = {}
    records = []
    for number, line in lines:
        if line.strip():
            record = _object(line, number, where)
            names.update(dict.fromkeys(record))
            records.append((number, {name: value for name, value in record.items() if wanted(name)}))
    return Table(tuple(names), records[0][0], records)


def _object(line: str, number: int, where: str) -> dict[str, object]:
    try:
        record = _decode(line)
    except RecursionError:
        raise InputError(where, number, "the JSON is nested too deeply", ONE_A_LINE) from None
    except ValueError as error:
        raise InputError(where, number, f"not valid JSON ({error})", ONE_A_LINE) from None
    if not isinstance(record, dict):
        raise InputError(where, number, "JSON that is not an object", ONE_A_LINE)
    return record


def _below(names: Sequence[str], rows: Iterator[tuple[int, list[str]]], where: str) -> Records:
    for line, row in rows:
        if len(row) != len(names):
            problem = f"the row has {len(row)} cells where the header has {len(names)}"
            raise InputError(where, line, problem, "put cells that hold the delimiter in quotes")
        yield line, dict(zip(names, row, strict=True))


def _rows(lines: Lines, where: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield rows that are not blank; a quoted cell may span several lines, as texts beside the labels do."""
    begins: list[int] = []
    at_end = False

    def texts() -> Iterator[str]:
        nonlocal at_end
        for number, text in lines:
            begins.append(number)
            yield f"{text}\n"
        at_end = True

    csv.field_size_limit(max(csv.field_size_limit(), MAX_RECORD_BYTES))
    reader = csv.reader(texts(), delimiter=delimiter)
    while True:
        begins.clear()
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise InputError(where, begins[0], f"not a valid row ({error})", "correct the row") from None
        if row is None:
            return
        if at_end:  # only an open quote makes the reader ask for a line after the last one
            problem = "a quoted cell begins in this row and does not end"
            raise InputError(where, begins[0], problem, "close the quote")
        if row:
            yield begins[0], row


def _standard_input(where: str) -> Lines:
    if sys.stdin is None:
        raise InputError(where, None, "is closed", "give the name of a file")
    try:
        for number, line in enumerate(sys.stdin, start=1):
            yield number, line.rstrip("\r\n").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        problem = f"cannot be read as text ({error.reason})"
        raise InputError(where, None, problem, "convert it to UTF-8") from None
