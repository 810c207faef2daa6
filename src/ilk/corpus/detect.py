"""Which format a source is in: by the names of its files, and by how they begin."""

from __future__ import annotations

from pathlib import Path

from ilk.corpus.beginnings import by_file
from ilk.corpus.collections import Collection, recognise
from ilk.corpus.contents import look
from ilk.corpus.opening import UNREADABLE, unreadable
from ilk.corpus.problems import Problems
from ilk.corpus.sources import Kind, Source, locate

COLLECTION = "collection"


def detect(source: str | Path) -> str:
    """Return the format that a path is in: "collection" where it is a known one, "mixed" for several."""
    located = locate(source)
    if collection_in(located) is not None:
        return COLLECTION
    return look(located).name if located.holds_many else format_of_one(located)


def collection_in(source: Source) -> Collection | None:
    """Return the collection, with queries or labels, that a folder holds."""
    return recognise(source.path) if source.kind is Kind.FOLDER else None


def is_beir(source: Source) -> bool:
    """Whether a folder is laid out as those of BEIR."""
    return any((source.path / name).is_file() for name in ("corpus.jsonl", "corpus.jsonl.gz"))


def format_of_one(source: Source) -> str:
    """Return the name of the format that a file or a stream is in."""
    entry = next(source.entries(Problems()))
    try:
        found = by_file(entry.name, entry.head())
    except UNREADABLE as error:
        raise unreadable(source.shown, error) from error
    return found or ("lines" if source.kind is Kind.STREAM else "text")
