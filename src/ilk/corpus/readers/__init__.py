"""The formats that ilk reads: one small module each, loaded when it is needed.

A reader is a function (entries, options, problems) -> documents. It reports what is wrong with a record to
`problems` and goes on with the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.sources import without_gz
from ilk.corpus.streams import Options
from ilk.errors import UnknownName
from ilk.records import Document

Reader = Callable[[Iterable[Entry], Options, Problems], Iterator[Document]]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write documents: the function that reads it, and how its files are called in a folder.

    Where no file of a folder has one of the endings, the reader tries all files, unless it needs the ending.
    Empty documents are a problem, unless the format is that of a data set that is known to hold some.
    Companions are parts of the names of files that a data set has beside its documents.
    """

    module: str
    function: str
    endings: tuple[str, ...] = ()
    needs_ending: bool = False
    keeps_empty: bool = False
    companions: tuple[str, ...] = ()

    def has_ending(self, name: str) -> bool:
        """Whether a file's name, with or without .gz, says that it is of this format."""
        return without_gz(name).endswith(self.endings)

    def is_companion(self, name: str) -> bool:
        """Whether a file lies beside those of this format and holds no documents."""
        return any(part in without_gz(name) for part in self.companions)

    def reader(self) -> Reader:
        """Load the function that reads this format."""
        function: Reader = getattr(import_module(f"{__name__}.{self.module}"), self.function)
        return function


TEXT_ENDINGS = (".txt", ".text", ".md", ".markdown", ".rst", ".html", ".htm", ".xhtml", ".pdf")
FORMATS = {
    "beir": Format(
        "jsonl", "read_beir", ("corpus.jsonl",), needs_ending=True, companions=("queries.jsonl", "qrels/")
    ),
    "csv": Format("delimited", "read_csv", (".csv",)),
    "jsonl": Format("jsonl", "read_jsonl", (".jsonl", ".ndjson", ".json")),
    "lines": Format("lines", "read_lines"),
    "messages": Format("messages", "read_messages"),
    "reuters": Format("reuters", "read_reuters", (".sgm", ".sgml"), keeps_empty=True),
    "smart": Format("smart", "read_smart"),
    "text": Format("text", "read_text", TEXT_ENDINGS),
    "trec": Format("trec", "read_trec", (".trec", ".trectext", ".trecweb", ".sgml", ".sgm")),
    "tsv": Format("delimited", "read_tsv", (".tsv", ".tab")),
}


def format_named(name: str) -> Format:
    """Return a format by its name."""
    if name not in FORMATS:
        raise UnknownName("format", name, FORMATS)
    return FORMATS[name]
