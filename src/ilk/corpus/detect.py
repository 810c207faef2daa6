"""Which format a source is in: by the names of its files, and by how they begin.

In a folder or an archive the format wins that most files are in, and the larger share of the bytes where
two have as many; files such as README count only where there is nothing else.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePosixPath

from ilk.corpus.collections import Collection, recognise
from ilk.corpus.opening import UNREADABLE, Entry, unreadable
from ilk.corpus.problems import Problems
from ilk.corpus.readers import FORMATS
from ilk.corpus.readers.messages import looks_like_message
from ilk.corpus.readers.text import is_html
from ilk.corpus.sources import Kind, Source, ending, locate, without_gz
from ilk.corpus.streams import BOMS
from ilk.errors import InputError

COLLECTION = "collection"
MAX_FILES = 1_000
MAX_LOOKS = 5
ABOUT = frozenset(
    {"readme", "license", "licence", "copying", "notice", "changelog", "authors", "contributing"}
)
SIGNATURES = (
    ("reuters", re.compile(r"\s*(?:<!DOCTYPE lewis|<REUTERS\b)", re.IGNORECASE)),
    ("trec", re.compile(r"\s*<(?:DOC|doc)(?=[\s>])")),
    ("smart", re.compile(r"\s*\.I \d+\s*\n")),
)
JSON_OBJECT = re.compile(r'\s*\{\s*["}]')
BY_ENDING = {".eml": "messages"} | {
    known: name
    for name in ("text", "jsonl", "csv", "tsv", "trec")
    for known in FORMATS[name].endings
    if known not in FORMATS["reuters"].endings  # SGML is Reuters or TREC: how it begins tells
}


def detect(source: str | Path) -> str:
    """Return the name of the format that a path is in, or "collection" where it is a known one."""
    located = locate(source)
    return detect_in(located) if collection_in(located) is None else COLLECTION


def collection_in(source: Source) -> Collection | None:
    """Return the collection, with queries or labels, that a folder holds."""
    return recognise(source.path) if source.kind is Kind.FOLDER else None


def is_beir(source: Source) -> bool:
    """Whether a folder is laid out as those of BEIR."""
    return any((source.path / name).is_file() for name in ("corpus.jsonl", "corpus.jsonl.gz"))


def detect_in(source: Source) -> str:
    """Return the name of the format that a source is in, leaving collections aside."""
    if source.kind in {Kind.FOLDER, Kind.ARCHIVE}:
        return _of_many(source)
    entry = next(source.entries(Problems()))
    try:
        found = _of_file(entry.name, entry.head())
    except UNREADABLE as error:
        raise unreadable(source.shown, error) from error
    return found or ("lines" if source.kind is Kind.STREAM else "text")


def _of_file(name: str, beginning: bytes) -> str | None:
    """Return the format that a file's beginning or its name tells; None where it may be plain text."""
    head = _as_text(beginning)
    for format_name, signature in SIGNATURES:
        if signature.match(head):
            return format_name
    if known := BY_ENDING.get(ending(name)):
        return known
    if JSON_OBJECT.match(head):
        return "jsonl"
    if is_html(name, head):
        return "text"
    return "messages" if looks_like_message(head) else None


def _of_many(source: Source) -> str:
    """Return the format that most files of a folder or an archive are in."""
    tallies: dict[tuple[bool, str], _Tally] = defaultdict(_Tally)
    problems = Problems(skip=True)
    for entry in islice(source.entries(problems), MAX_FILES):
        name = PurePosixPath(without_gz(entry.name))
        if name.name == "corpus.jsonl":
            return "beir"
        tallies[name.stem in ABOUT, ending(entry.name)].add(entry)
    for about in (False, True):
        sizes: Counter[str] = Counter()
        files: Counter[str] = Counter()
        for (is_about, _), tally in tallies.items():
            if is_about is about and (found := tally.format()):
                files[found] += tally.files
                sizes[found] += tally.bytes
        if files:
            return max(files, key=lambda name: (files[name], sizes[name]))
    raise problems.examples[0] if problems.examples else _nothing_to_read(source, empty=not tallies)


@dataclass(slots=True)
class _Tally:
    """The files of one ending: how many, how large, and what the first of them look like."""

    files: int = 0
    bytes: int = 0
    looks: Counter[str | None] = field(default_factory=Counter)

    def add(self, entry: Entry) -> None:
        """Count a file, and look into it if it is one of the first."""
        self.files += 1
        self.bytes += entry.size or 0
        if self.files <= MAX_LOOKS:
            self.looks[_guess(entry)] += 1

    def format(self) -> str | None:
        """Return the format of most files that were looked into."""
        return self.looks.most_common(1)[0][0]


def _guess(entry: Entry) -> str | None:
    """Return the format of a file among many; plain text counts only where the name has no ending."""
    try:
        head = entry.head()
    except UNREADABLE:  # reading will say so
        return BY_ENDING.get(ending(entry.name))
    plain = "text" if not ending(entry.name) and head and b"\0" not in head else None
    return _of_file(entry.name, head) or plain


def _nothing_to_read(source: Source, empty: bool) -> InputError:
    if empty:
        return InputError(
            source.shown, None, f"is an empty {source.kind.value}", "give one that holds documents"
        )
    return InputError(
        source.shown,
        None,
        f"holds no file that ilk knows by its ending ({', '.join(sorted(BY_ENDING))}) or its beginning",
        f"name the format with --format, one of {', '.join(FORMATS)}",
    )


def _as_text(head: bytes) -> str:
    """Return the beginning of a file as text; to tell the format, ASCII is enough."""
    mark = next((mark for mark in BOMS if head.startswith(mark)), b"")
    text = head[len(mark) :].decode(BOMS.get(mark, "latin-1"), "replace")
    return text.replace("\r\n", "\n")
