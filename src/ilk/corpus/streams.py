"""Bytes cut into lines, records or whole texts, and decoded: never more than one record in memory.

A reader asks `readable` for the entries that can be opened, takes lines, records or the whole from each, and
reports what is wrong with them; where bad records are left out it simply goes on with the next.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from ilk.corpus.opening import HEAD_BYTES, UNREADABLE, Entry, report_unreadable
from ilk.corpus.problems import Problems

MAX_RECORD_BYTES = 32 << 20
CHUNK_BYTES = 1 << 18
BOMS = {  # the longer ones first: UTF-32 begins like UTF-16
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the person who reads has said about the input; None where it is to be guessed."""

    encoding: str | None = None
    id_field: str | None = None
    text_field: str | None = None
    title_field: str | None = None


def readable(
    entries: Iterable[Entry], options: Options, problems: Problems, *, default: str = "utf-8"
) -> Iterator[Readable]:
    """Yield each entry opened for reading text; what cannot be opened or is binary becomes a problem."""
    for entry in entries:
        problems.at(entry.shown)
        try:
            stream = entry.open()
        except UNREADABLE as error:
            report_unreadable(problems, entry.shown, error)
            continue
        with stream:
            opened = Readable(entry, stream, options.encoding, default, problems)
            if opened.is_binary:
                advice = "convert it to text" + ("" if entry.alone else ", or leave it out with --skip-bad")
                problems.report(entry.shown, None, "is a binary file", advice, "binary file")
            elif not opened.damaged:
                yield opened


class Readable:
    """An open entry, its encoding, and the ways to take it apart."""

    def __init__(
        self, entry: Entry, stream: BinaryIO, encoding: str | None, default: str, problems: Problems
    ) -> None:
        """Read the first chunk and settle the encoding: as asked for, by byte order mark, the default."""
        self.entry, self.problems = entry, problems
        self.damaged = False
        self._stream = stream
        self._first = self._read()
        mark = next((mark for mark in BOMS if self._first.startswith(mark)), b"")
        if not encoding or codecs.lookup(encoding).name == "utf-8":
            encoding = BOMS.get(mark, encoding)
        self.is_sure = encoding is not None
        self.decode_as(encoding or default)
        if mark and BOMS[mark] == self.encoding:
            self._first = self._first[len(mark) :]

    @property
    def head(self) -> bytes:
        """The first bytes, without the byte order mark."""
        return self._first[:HEAD_BYTES]

    @property
    def is_binary(self) -> bool:
        """Whether there is a NUL byte near the beginning that the encoding does not account for."""
        return not self._recoded and b"\0" in self.head

    def decode_as(self, encoding: str) -> None:
        """Settle the encoding, before anything is taken."""
        self.encoding = encoding
        # where a newline is not its ASCII byte, lines can only be found in UTF-8
        self._recoded = "\n".encode(encoding) != b"\n"

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield each line with its number from 1, without its newline; one that is too long is a problem."""
        number, held, size = 0, [], 0
        for chunk in self.chunks():
            first, *others = chunk.split(b"\n")
            held.append(first)
            size += len(first)
            for part in others:
                number += 1
                if self.fits(size, number, "line"):
                    yield number, b"".join(held)
                held, size = [part], len(part)
            if size > MAX_RECORD_BYTES:
                held.clear()
        if size and not self.damaged and self.fits(size, number + 1, "line"):
            yield number + 1, b"".join(held)

    def text_lines(self) -> Iterator[tuple[int, str]]:
        """Yield each line that can be decoded, with its number."""
        for number, line in self.lines():
            text = self.decode(line, number)
            if text is not None:
                yield number, text.removesuffix("\r")

    def whole(self) -> bytes | None:
        """Return everything, or None where it is damaged or too much for one document."""
        chunks, size = [], 0
        for chunk in self.chunks():
            chunks.append(chunk)
            size += len(chunk)
            if not self.fits(size, None, "file"):
                return None
        return None if self.damaged else b"".join(chunks)

    def decode(self, data: bytes, line: int = 1) -> str | None:
        """Decode bytes that begin on a line, or report the line that cannot be decoded and return None."""
        try:
            return data.decode("utf-8" if self._recoded else self.encoding)
        except UnicodeDecodeError as error:
            self._report_undecodable(error, line + data.count(b"\n", 0, error.start))
        return None

    def try_decode(self, data: bytes) -> str | None:
        """Decode bytes, or return None for somebody else to report."""
        try:
            return data.decode("utf-8" if self._recoded else self.encoding)
        except UnicodeDecodeError:
            return None

    def report(self, line: int | None, problem: str, advice: str, kind: str | None = None) -> None:
        """Report a problem of this entry."""
        self.problems.report(self.entry.shown, line, problem, advice, kind)

    def _report_undecodable(self, error: UnicodeDecodeError, line: int | None) -> None:
        option = "--encoding latin-1" if self.encoding != "latin-1" else "--encoding utf-8"
        advice = f"give the encoding of the file, for instance {option}, or leave it out with --skip-bad"
        if not self.entry.alone:  # the option is for all files
            advice = f"convert the file, leave it out with --skip-bad, or if all are like it give {option}"
        problem = f"cannot be decoded as {self.encoding} (byte 0x{error.object[error.start]:02x})"
        self.report(line, problem, advice, kind=f"not {self.encoding}")

    def fits(self, size: int, line: int | None, what: str) -> bool:
        """Say whether a record may be kept, which also makes it the one that is being read."""
        if size <= MAX_RECORD_BYTES:
            self.problems.at(self.entry.shown, line)
            return True
        limit = MAX_RECORD_BYTES >> 20
        problem = f"the {what} is longer than {limit} MiB, too much for one document"
        self.report(line, problem, "split it, or leave it out with --skip-bad", kind=f"{what} too long")
        return False

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes piece by piece, in UTF-8 where a newline would not be found otherwise."""
        if not self._recoded:
            yield from self._raw_chunks()
            return
        decoder = codecs.getincrementaldecoder(self.encoding)()
        try:
            for chunk in self._raw_chunks():
                yield decoder.decode(chunk).encode()
            yield decoder.decode(b"", final=not self.damaged).encode()
        except UnicodeDecodeError as error:
            self.damaged = True
            self._report_undecodable(error, None)

    def _raw_chunks(self) -> Iterator[bytes]:
        chunk, self._first = self._first, b""
        while chunk:
            yield chunk
            chunk = self._read()

    def _read(self) -> bytes:
        try:
            return self._stream.read(CHUNK_BYTES)
        except UNREADABLE as error:
            self.damaged = True
            report_unreadable(self.problems, self.entry.shown, error)
        return b""
