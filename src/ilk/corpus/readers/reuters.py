"""Reuters-21578: newswire of 1987 in SGML, 1,000 records a file, with topics and other labels.

Every record becomes a document, also the 2,535 that have no body: their text is empty, and their title is the
headline or, in the records that were never processed, the first line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ilk.corpus.opening import Entry
from ilk.corpus.problems import LEAVE_OUT, Problems
from ilk.corpus.readers.sgml import documents_of, unescaped, without_tags
from ilk.corpus.streams import Options, Readable, readable
from ilk.records import Document, Value

START, END = re.compile(rb"<REUTERS"), re.compile(rb"</REUTERS>")
MAX_TAG = 4096
ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
LABEL = re.compile("<D>([^<]*)</D>")
LABELS = ("TOPICS", "PLACES", "PEOPLE", "ORGS", "EXCHANGES", "COMPANIES")


def read_reuters(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each record; its id is NEWID."""
    for file in readable(entries, options, problems, default="latin-1"):
        yield from documents_of(file, START, END, _document)


def _document(record: str, line: int, file: Readable) -> Document | None:
    head, _, content = record.partition(">")
    attributes = dict(ATTRIBUTE.findall(head[:MAX_TAG]))
    if "NEWID" not in attributes:
        file.report(line, "the record has no NEWID", LEAVE_OUT, kind="missing id")
        return None
    labels, _, text = content.partition("<TEXT")
    metadata: dict[str, Value] = {name.lower(): _labels(labels, name) for name in LABELS}
    metadata["date"] = _between(labels, "DATE").strip()
    metadata["lewissplit"] = attributes.get("LEWISSPLIT", "")
    metadata["topics_attribute"] = attributes.get("TOPICS", "")
    title = unescaped(_between(text, "TITLE")) or _first_line(text)
    body = unescaped(_between(text, "BODY")).strip()
    return Document(attributes["NEWID"], body, " ".join(title.split()), metadata)


def _between(text: str, name: str) -> str:
    """Return what stands between the first tag of a name and its end; nothing where it is not there."""
    _, found, rest = text.partition(f"<{name}>")
    return rest.partition(f"</{name}>")[0] if found else ""


def _labels(text: str, name: str) -> tuple[str, ...]:
    inner = _between(text, name)
    return tuple(unescaped(label) for label in LABEL.findall(inner)) if inner else ()


def _first_line(text: str) -> str:
    """Return the first line of a text that was never taken apart into title and body."""
    return without_tags(text.partition(">")[2]).strip().partition("\n")[0]
