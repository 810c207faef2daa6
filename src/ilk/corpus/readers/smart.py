"""SMART files: `.I n` opens a record; a line that is just `.T .A .B .W .X .N .K` or `.C` opens a field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.streams import Options, Readable, readable
from ilk.records import Document, Value

# The whole line has to be the marker: running text may well begin a line with a dot (".016 ug/100 ml").
RECORD = re.compile(r"\.I[ \t]+(\d+)\s*")
FIELD = re.compile(r"\.([TABWXNKC])\s*")
TEXT = "W"


@dataclass(frozen=True, slots=True)
class SmartRecord:
    """One record: its number, its fields by letter with their line breaks, and the line of its `.I`."""

    number: int
    fields: Mapping[str, str]
    line: int


def read_smart(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield the records of SMART files as documents; latin-1 unless another encoding is asked for."""
    for file in readable(entries, options, problems, default="latin-1"):
        for record in smart_records(file.text_lines(), partial(_report_stray, file)):
            problems.at(file.entry.shown, record.line)
            yield smart_document(record)


def smart_records(lines: Iterable[tuple[int, str]], stray: Callable[[int], None]) -> Iterator[SmartRecord]:
    """Yield the records of numbered lines; `stray` hears of each line of text that is in no field."""
    number, start, field = 0, 0, ""
    fields: dict[str, list[str]] = {}
    for position, line in lines:
        if opening := RECORD.fullmatch(line):
            if start:
                yield _record(number, fields, start)
            number, start, field, fields = int(opening[1]), position, "", {}
        elif start and (marker := FIELD.fullmatch(line)):
            field = _next_field(field, marker[1], fields)
        elif field:
            fields[field].append(line.rstrip())
        elif line.strip():
            stray(position)
    if start:
        yield _record(number, fields, start)


def smart_document(record: SmartRecord) -> Document:
    """Turn a record into a document; `.X`, counts of citations between documents, is left out."""
    fields = record.fields
    metadata: dict[str, Value] = {
        "authors": tuple(tidy_text(fields.get("A", "")).splitlines()),
        "bibliography": one_line(fields.get("B", "")),
        "keywords": tuple(filter(None, map(str.strip, one_line(fields.get("K", "")).split(",")))),
        "categories": tuple(fields.get("C", "").replace(",", " ").split()),
        "note": one_line(fields.get("N", "")),
    }
    return Document(
        id=str(record.number),
        text=tidy_text(fields.get(TEXT, "")),
        title=one_line(fields.get("T", "")),
        metadata={name: value for name, value in metadata.items() if value},
    )


def one_line(text: str) -> str:
    """Join the words of a text by single spaces."""
    return " ".join(text.split())


def tidy_text(text: str) -> str:
    """Keep the lines of a text, without indentation, runs of spaces and empty lines."""
    return "\n".join(filter(None, map(one_line, text.splitlines())))


def _report_stray(file: Readable, line: int) -> None:
    advice = "begin records with a line such as .I 1 and fields with a line such as .W"
    file.report(line, "text outside of any field of a SMART record", advice, kind="text outside of a field")


def _next_field(field: str, letter: str, fields: dict[str, list[str]]) -> str:
    """Return the field that a marker opens.

    Inside the text, the marker of a field that the record already had is a slip of whoever typed the file
    (Cranfield has three such records): the text goes on.
    """
    if field == TEXT and letter in fields:
        return field
    fields.setdefault(letter, [])
    return letter


def _record(number: int, fields: Mapping[str, list[str]], line: int) -> SmartRecord:
    return SmartRecord(number, {letter: "\n".join(lines) for letter, lines in fields.items()}, line)
