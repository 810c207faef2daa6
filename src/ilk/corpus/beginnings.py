"""Which format one file is in: by how it begins, by the ending of its name, and by what it looks like."""

from __future__ import annotations

import re

from ilk.corpus.readers import FORMATS
from ilk.corpus.readers.messages import is_mailbox, looks_like_message
from ilk.corpus.readers.text import is_html
from ilk.corpus.sources import ending
from ilk.corpus.streams import BOMS

SIGNATURES = (
    ("reuters", re.compile(r"\s*(?:<!DOCTYPE lewis|<REUTERS\b)", re.IGNORECASE)),
    ("trec", re.compile(r"\s*<(?:DOC|doc)(?=[\s>])")),
    ("smart", re.compile(r"\s*\.I \d+\s*\n")),
)
JSON_OBJECT = re.compile(r'\s*\{\s*["}]')
OBJECT_A_LINE = re.compile(r'\s*\{[ \t]*["}](?:.*\}[ \t]*$|.*\Z)', re.MULTILINE)
BY_ENDING = {".eml": "messages", ".mbox": "messages"} | {
    known: name
    for name in ("text", "jsonl", "csv", "tsv", "trec")
    for known in FORMATS[name].endings
    if known not in FORMATS["reuters"].endings  # SGML is Reuters or TREC: how it begins tells
}


def by_file(name: str, beginning: bytes) -> str | None:
    """Return the format that a file's beginning or its name tells; None where it may be plain text."""
    return by_signature(beginning) or BY_ENDING.get(ending(name)) or by_look(name, beginning)


def by_signature(beginning: bytes) -> str | None:
    """Return the format that nothing else begins like, whatever the file is called."""
    head = _as_text(beginning)
    found = next((name for name, signature in SIGNATURES if signature.match(head)), None)
    return "messages" if found is None and is_mailbox(beginning) else found


def by_look(name: str, beginning: bytes) -> str | None:
    """Return the format that a beginning looks like, where no ending says what the file is."""
    head = _as_text(beginning)
    if JSON_OBJECT.match(head):
        return "jsonl"
    if is_html(name, head):
        return "text"
    return "messages" if looks_like_message(head) else None


def is_object_a_line(beginning: bytes) -> bool:
    """Whether the first line is a JSON object of its own, as far as the beginning shows."""
    return OBJECT_A_LINE.match(_as_text(beginning)) is not None


def _as_text(head: bytes) -> str:
    """Return the beginning of a file as text; to tell the format, ASCII is enough."""
    mark = next((mark for mark in BOMS if head.startswith(mark)), b"")
    text = head[len(mark) :].decode(BOMS.get(mark, "latin-1"), "replace")
    return text.replace("\r\n", "\n")
