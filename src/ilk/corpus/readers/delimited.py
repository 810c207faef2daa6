"""Tables of comma or tab separated values; the first row names the columns.

Quoted fields may hold the delimiter, quotes and newlines. Values stay strings, and empty ones are left out of
the metadata.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator

from ilk.corpus.opening import Entry
from ilk.corpus.problems import LEAVE_OUT, Problems
from ilk.corpus.readers import fields
from ilk.corpus.streams import MAX_RECORD_BYTES, Options, Readable, readable
from ilk.records import Document

DELIMITERS = (",", ";", "\t")
QUOTED = re.compile(rb'"[^"]*"')


def read_csv(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each row; the delimiter is the one most frequent in the first line."""
    return _read(entries, options, problems, DELIMITERS)


def read_tsv(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each row of tab separated values."""
    return _read(entries, options, problems, ("\t",))


def _read(
    entries: Iterable[Entry], options: Options, problems: Problems, delimiters: tuple[str, ...]
) -> Iterator[Document]:
    csv.field_size_limit(max(csv.field_size_limit(), MAX_RECORD_BYTES))
    for file in readable(entries, options, problems):
        rows = iter(_Rows(file, delimiters))
        _, names = next(rows, (0, []))
        names = [name.strip() or f"column {number}" for number, name in enumerate(names, start=1)]
        for number, row in rows:
            if len(row) != len(names):
                problem = f"the row has {len(row)} fields where the header has {len(names)}"
                advice = "put fields that hold the delimiter in quotes, or leave it out with --skip-bad"
                file.report(number, problem, advice, kind="row of another length")
                continue
            document = fields.document(dict(zip(names, row, strict=True)), number, file, options)
            if document is not None:
                yield document


class _Rows:
    """The rows of one file, with the line that each begins on."""

    def __init__(self, file: Readable, delimiters: tuple[str, ...]) -> None:
        self._file = file
        header = QUOTED.sub(b"", file.head).partition(b"\n")[0]
        self._delimiter = max(delimiters, key=lambda delimiter: header.count(delimiter.encode()))
        self._begins = 0
        self._undecodable: tuple[bytes, int] | None = None
        self._at_end = False

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        """Yield each row that is not blank and can be read; a row may span several lines."""
        reader = csv.reader(self._lines(), delimiter=self._delimiter)
        while True:
            self._begins, self._undecodable = 0, None
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                self._file.report(
                    self._begins, f"not a valid row ({error})", LEAVE_OUT, kind="not a valid row"
                )
                continue
            self._file.problems.at(self._file.entry.shown, self._begins)
            if self._undecodable:
                self._file.decode(*self._undecodable)
            elif self._at_end:  # only an open quote makes the reader ask for a line after the last one
                problem = "a quoted field begins in this row and does not end"
                self._file.report(self._begins, problem, "close the quote", kind="quote that does not end")
            elif row:
                yield self._begins, row

    def _lines(self) -> Iterator[str]:
        """Yield the lines as csv wants them, and note which of them the row is made of that asks for them."""
        for number, line in self._file.lines():
            self._begins = self._begins or number
            text = self._file.try_decode(line)
            if text is None:
                self._undecodable = (line, number)
            yield f"{text or ''}\n"
        self._at_end = True
