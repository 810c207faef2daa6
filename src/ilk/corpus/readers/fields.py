"""From a record with named fields, a JSON object or a row of a table, to a document.

The id, the text and the title are taken from the fields that were named or, where none was, from the first of
the usual names that the record has, whatever their case. Every other field becomes metadata: strings, numbers
and truth values as they are, a list as a tuple of strings, an object as one field for each of its own
("author.name"); what is null or an empty string is left out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ilk.corpus.opening import Entry
from ilk.corpus.problems import LEAVE_OUT
from ilk.corpus.streams import Options, Readable
from ilk.records import Document, Value

ID_FIELDS = ("id", "_id", "docid", "doc_id", "docno", "key", "uuid")
TEXT_FIELDS = ("text", "body", "content", "contents", "abstract", "description")
TITLE_FIELDS = ("title", "headline", "name", "subject")
MAX_NAMES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Chosen:
    """The names of the fields that hold the id, the text and the title; None where there is none."""

    id: str | None
    text: str | None
    title: str | None


@lru_cache(maxsize=256)
def choose(names: tuple[str, ...], options: Options) -> Chosen:
    """Choose among the names of a record; a name that was asked for is taken whether it is there or not."""
    by_lower_case = {name.lower(): name for name in reversed(names)}

    def first(usual: Iterable[str]) -> str | None:
        return next((by_lower_case[name] for name in usual if name in by_lower_case), None)

    return Chosen(
        options.id_field or first(ID_FIELDS),
        options.text_field or first(TEXT_FIELDS),
        options.title_field or first(TITLE_FIELDS),
    )


def document(record: Mapping[str, object], number: int, file: Readable, options: Options) -> Document | None:
    """Make a document of the record that stands on a line, or report why that cannot be done."""
    fields = dict(_flat(record)) if any(isinstance(value, dict) for value in record.values()) else record
    chosen = choose(tuple(fields), options)
    if not _has_needed(fields, chosen, options, number, file):
        return None
    name = number_as_id(file.entry, number) if chosen.id is None else plain(fields[chosen.id])
    if not name.strip():
        file.report(number, f"the id in the field {chosen.id!r} is empty", LEAVE_OUT, kind="empty id")
        return None
    taken = (chosen.id, chosen.text, chosen.title)
    metadata = {key: value(given) for key, given in fields.items() if key not in taken and _is_kept(given)}
    return Document(
        name, plain(fields.get(chosen.text or "")), plain(fields.get(chosen.title or "")), metadata
    )


def number_as_id(entry: Entry, number: int) -> str:
    """Return the id of a record that has none: its number, with the file where there are several."""
    return str(number) if entry.alone else f"{entry.name}:{number}"


def plain(given: object) -> str:
    """Return the text of a field: a string as it is, a list line by line, nothing for null, else its JSON."""
    if isinstance(given, str):
        return given
    if given is None:
        return ""
    if isinstance(given, list):
        return "\n".join(plain(part) for part in given if part is not None)
    return json.dumps(given, ensure_ascii=False)


def value(given: object) -> Value:
    """Return a field as a metadata value; parts of a list that are not strings are written as JSON."""
    if isinstance(given, (str, bool, int, float)):
        return given
    if isinstance(given, list):
        return tuple(
            part if isinstance(part, str) else json.dumps(part) for part in given if part is not None
        )
    return plain(given)


def listed(names: Iterable[str]) -> str:
    """Write the names of fields for a sentence, the first ones where there are many."""
    names = list(names)
    shown = ", ".join(names[:MAX_NAMES_SHOWN]) or "none"
    return f"{shown}, …" if len(names) > MAX_NAMES_SHOWN else shown


def _has_needed(
    fields: Mapping[str, object], chosen: Chosen, options: Options, number: int, file: Readable
) -> bool:
    """Check that the fields are there that were asked for, and that there is a text or a title."""
    for asked, option in (
        (options.id_field, "--id-field"),
        (options.text_field, "--text-field"),
        (options.title_field, None),  # not every document has a title
    ):
        if option and asked and asked not in fields:
            problem = f"there is no field {asked!r}, only {listed(fields)}"
            file.report(
                number, problem, f"name another with {option}, or use --skip-bad", kind="missing field"
            )
            return False
    if chosen.text is None and chosen.title is None:
        problem = f"there is no field with a text, only {listed(fields)}"
        advice = "name the field that holds it with --text-field, or leave it out with --skip-bad"
        file.report(number, problem, advice, kind="no text field")
        return False
    return True


def _flat(record: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, given in record.items():
        if isinstance(given, dict):
            yield from _flat(given, f"{prefix}{key}.")
        else:
            yield prefix + key, given


def _is_kept(given: object) -> bool:
    """Leave out what says nothing: null, an empty string, and numbers that JSON cannot hold."""
    return given is not None and given != "" and not (isinstance(given, float) and not math.isfinite(given))
