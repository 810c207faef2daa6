"""Opening the bytes of one file, wherever they lie, and saying in a sentence why that cannot be done.

Gzip is recognised by its first bytes everywhere.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from ilk.corpus.problems import Problems
from ilk.errors import InputError

HEAD_BYTES = 8192
GZIP_MAGIC = b"\x1f\x8b"


class Locked(OSError):
    """A member of an archive that is sound but cannot be taken out: encrypted, or packed unusually."""


UNREADABLE = (OSError, EOFError, zlib.error, tarfile.TarError, zipfile.BadZipFile)
"""What a file that cannot be opened, or is damaged, raises while it is read."""
DAMAGES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((EOFError, gzip.BadGzipFile), "a damaged gzip file"),
    ((zlib.error,), "damaged"),  # inside of a gzip file or of a zip archive
    ((tarfile.TarError,), "a damaged tar archive"),
    ((zipfile.BadZipFile,), "a damaged zip archive"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a source: its name below the root, the path to show, and how to open it.

    An entry of an archive can be opened only until the next one is asked for, that of a stream only once.
    """

    name: str
    shown: str
    opener: Callable[[], BinaryIO]
    size: int | None = None
    alone: bool = False
    peeked: bytes | None = None

    def open(self) -> BinaryIO:
        """Open the bytes, unzipped where they are gzip."""
        return self.opener()

    def head(self) -> bytes:
        """Return the first bytes, without losing them where the source can be read only once."""
        if self.peeked is not None:
            return self.peeked
        with self.open() as stream:
            return stream.read(HEAD_BYTES)

    def opened(self) -> Entry:
        """Open the entry for its one reading and look at its beginning; whoever asks closes what it opens."""
        stream = self.open()
        try:
            head = stream.read(HEAD_BYTES)
        except UNREADABLE:
            stream.close()
            raise
        if isinstance(stream, io.BufferedReader) and isinstance(stream.raw, io.FileIO):
            stream.seek(0)  # a file of its own: no detour through Python for all of it
        else:
            stream = rewound(head, stream, closes=True)
        return Entry(self.name, self.shown, lambda: stream, self.size, self.alone, head)


def open_path(path: Path) -> BinaryIO:
    """Open a file, unzipped where it is gzip."""
    return unzipped(path.open("rb"))


def unzipped(stream: io.BufferedReader) -> BinaryIO:
    """Return the stream itself or, where it begins like gzip, what was zipped in it."""
    try:
        zipped = stream.peek(len(GZIP_MAGIC))[: len(GZIP_MAGIC)] == GZIP_MAGIC
    except UNREADABLE:
        stream.close()
        raise
    return cast(BinaryIO, _Gunzip(stream)) if zipped else stream


def rewound(head: bytes, rest: BinaryIO, *, closes: bool) -> io.BufferedReader:
    """Return a stream as if the bytes were still in it that were already taken; it may close the rest too."""
    return io.BufferedReader(_Rewound(head, rest, closes))


def unreadable(where: str, error: BaseException) -> InputError:
    """Turn what the operating system, gzip, tarfile or zipfile raised into a sentence."""
    for kinds, damaged in DAMAGES:
        if isinstance(error, kinds):
            return InputError(where, None, f"is {damaged} ({error})", "fetch it again")
    if isinstance(error, PermissionError):
        return InputError(where, None, "may not be read", "ask for the permission, or leave it out")
    if isinstance(error, Locked):
        return InputError(where, None, f"cannot be unpacked ({error})", "unpack the archive yourself")
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(where, None, f"cannot be read ({reason})", "check the file and the disk")


def report_unreadable(problems: Problems, where: str, error: BaseException) -> None:
    """Report a file that cannot be read, wherever that came out."""
    sentence = unreadable(where, error)
    problems.report(where, None, sentence.problem, sentence.advice, kind="unreadable file")


def printable(name: str) -> str:
    """Replace what is not Unicode in a file's name, which could be neither printed nor stored."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class _Gunzip(gzip.GzipFile):
    """A gzip stream that closes what lies below it too."""

    def __init__(self, below: io.BufferedReader) -> None:
        super().__init__(fileobj=below, mode="rb")
        self._below = below

    def close(self) -> None:
        super().close()
        self._below.close()


class _Rewound(io.RawIOBase):
    """A stream behind the bytes that were already taken from it."""

    def __init__(self, head: bytes, rest: BinaryIO, closes: bool) -> None:
        self._head, self._rest, self._closes = head, rest, closes

    def close(self) -> None:
        super().close()
        if self._closes:
            self._rest.close()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # narrower than any buffer
        data = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(data) :]
        buffer[: len(data)] = data
        return len(data)
