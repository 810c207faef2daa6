"""`read`: from a path to documents, whatever is there, with the checks that hold for every format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from ilk.corpus.collections import open_collection
from ilk.corpus.contents import look
from ilk.corpus.detect import COLLECTION, collection_in, format_of_one, is_beir
from ilk.corpus.opening import Entry
from ilk.corpus.problems import EMPTY, LEAVE_OUT, Problems
from ilk.corpus.readers import format_named
from ilk.corpus.selection import Selected, all_in_one, each_in_its_own
from ilk.corpus.sources import Kind, Source, locate
from ilk.corpus.streams import Options
from ilk.errors import InputError, ParameterError
from ilk.records import Document

STDLIB = "stdlib"
EXTERNAL = "ir_datasets:"


class Documents(Iterable[Document]):
    """The documents of a source, read anew each time somebody iterates over them.

    `source` and `format` say what is read, "mixed" where the files are in several formats; `problems` says,
    after an iteration, what was left out of it.
    """

    def __init__(
        self,
        source: str,
        format_name: str,
        read: Callable[[Problems], Iterable[Document]],
        *,
        skip_bad: bool = False,
        only_once: bool = False,
    ) -> None:
        """Keep how to read; nothing is read before somebody iterates."""
        self.source, self.format = source, format_name
        self.problems = Problems(skip_bad)
        self._read = read
        self._only_once = only_once
        self._started = False

    def __iter__(self) -> Iterator[Document]:
        """Start at the first document, with nothing left out yet."""
        if self._only_once and self._started:
            raise InputError(
                self.source, None, "was already read", "keep its documents in a list, or in a file"
            )
        self._started = True
        self.problems = Problems(self.problems.skip)
        return iter(self._read(self.problems))


def read(
    source: str | Path,
    *,
    format: str | None = None,  # noqa: A002  # the name that people expect
    skip_bad: bool = False,
    encoding: str | None = None,
    id_field: str | None = None,
    text_field: str | None = None,
    title_field: str | None = None,
) -> Documents:
    """Return the documents of a file, a folder, an archive, a known collection, or "-" for standard input.

    The format of each file is detected unless it is named. "stdlib" stands for the documentation of Python's
    standard library, "ir_datasets:NAME" for a collection of that catalogue. With skip_bad, what cannot be
    read is left out and counted; without it, it is an InputError.
    """
    options = Options(_checked_encoding(encoding), id_field, text_field, title_field)
    chosen = None if format is None else format_named(format)
    if source == STDLIB and format is None and not Path(STDLIB).exists():
        return Documents(STDLIB, STDLIB, lambda _: _stdlib())
    if format is None and str(source).startswith(EXTERNAL):
        external = open_collection(str(source))
        return Documents(str(source), COLLECTION, lambda _: external.documents)
    located = locate(source)
    # a BEIR folder is also an ordinary source, for whoever wants it read in a way of their own
    own_way = (skip_bad or options != Options()) and is_beir(located)
    if format is None and not own_way and (collection := collection_in(located)):
        return Documents(located.shown, COLLECTION, lambda _: collection.documents)
    if format is None and located.holds_many:
        contents = look(located)
        name, select = contents.name, partial(each_in_its_own, located, contents)
    else:
        name = format or format_of_one(located)
        select = partial(all_in_one, located, chosen or format_named(name))
    reading = partial(_read, located, select, options)
    return Documents(located.shown, name, reading, skip_bad=skip_bad, only_once=located.kind is Kind.STREAM)


def _read(
    source: Source, select: Callable[[Problems], Selected], options: Options, problems: Problems
) -> Iterator[Document]:
    """Yield the documents that are neither empty nor there twice; none at all is an error."""
    ids = _Ids()
    for chosen, entry in select(problems):
        for document in chosen.reader()([entry], options, problems):
            if not chosen.keeps_empty and _is_blank(document.text) and _is_blank(document.title):
                _report_empty(document, entry, problems)
            elif (place := ids.add(document.id, problems.where, problems.line)) is not None:
                problem = f"the id {document.id!r} is taken by another document{place}"
                advice = "give each document an id of its own, or leave it out with --skip-bad"
                problems.report(problems.where, problems.line, problem, advice, kind="duplicate id")
            else:
                yield document
    if not ids:
        problem = f"holds no document ({problems.summary()})" if problems.count else "holds no document"
        raise InputError(source.shown, None, problem, "check the path and the format")


def _report_empty(document: Document, entry: Entry, problems: Problems) -> None:
    """Take note of an empty file among others; an empty record, or a source that is empty, is a problem."""
    if problems.line is None and not entry.alone:
        problems.leave_out(EMPTY)
    else:
        problem = f"the document {document.id!r} is empty"
        problems.report(problems.where, problems.line, problem, LEAVE_OUT, kind="empty document")


class _Ids:
    """The ids that have come by and where: a hash and a number each, since there may be millions."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._files: list[str] = []

    def __len__(self) -> int:
        return len(self._places)

    def add(self, name: str, where: str, line: int | None) -> str | None:
        """Take note of an id; return where it was if it is not new."""
        key = hash(name)
        if key in self._places:
            return self._written(self._places[key])
        if line is None:  # a file that is one document: its name is its id
            self._places[key] = 0
            return None
        if self._files[-1:] != [where]:
            self._files.append(where)
        self._places[key] = len(self._files) << 40 | line
        return None

    def _written(self, place: int) -> str:
        file, line = place >> 40, place & ((1 << 40) - 1)
        return f" ({self._files[file - 1]}, line {line})" if file else ""


def _checked_encoding(encoding: str | None) -> str | None:
    try:
        if encoding is not None:
            "\n".encode(encoding)
    except (LookupError, ValueError) as error:
        known = "a name that Python knows, such as utf-8, latin-1, cp1252 or utf-16"
        raise ParameterError(f"encoding must be {known}, got {encoding!r}") from error
    return encoding


def _is_blank(text: str) -> bool:
    return not text or text.isspace()


def _stdlib() -> Iterable[Document]:
    from ilk.corpus.stdlib_docs import documents

    return documents()
