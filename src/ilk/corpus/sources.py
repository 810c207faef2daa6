"""Where bytes come from: a file, a folder, a tar archive or a stream, each as a sequence of entries.

Gzip is recognised by its first bytes everywhere. Archives are read from front to back and never unpacked.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import tarfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from ilk.corpus.problems import Problems
from ilk.errors import InputError, NotFound

HEAD_BYTES = 8192
GZIP_MAGIC = b"\x1f\x8b"
TAR_MAGIC, TAR_MAGIC_AT = b"ustar", 257
TAR_ENDINGS = (".tar", ".tar.gz", ".tgz")
STANDARD_INPUT = "-"
UNREADABLE = (OSError, EOFError, zlib.error, tarfile.TarError)
"""What a file that cannot be opened, or is damaged, raises while it is read."""


class Kind(Enum):
    """What a source is made of."""

    FILE = "file"
    FOLDER = "folder"
    ARCHIVE = "archive"
    STREAM = "stream"


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


@dataclass(frozen=True, slots=True)
class Source:
    """Something to read: its kind, the path as it was given, and where it lies unless it is a stream."""

    kind: Kind
    shown: str
    path: Path
    stream: Entry | None = None

    def entries(self, problems: Problems) -> Iterator[Entry]:
        """Yield every visible regular file: a folder's in sorted order, an archive's in its own."""
        if self.stream is not None:
            yield self.stream
        elif self.kind is Kind.FOLDER:
            yield from _walk(self.path, problems)
        elif self.kind is Kind.ARCHIVE:
            yield from _members(self.path, self.shown, "", problems)
        else:
            size = self.path.stat().st_size if self.path.exists() else None
            yield Entry(printable(self.path.name), self.shown, partial(_open, self.path), size, alone=True)


def locate(source: str | Path) -> Source:
    """Find out what a path leads to; "-" is standard input."""
    shown = printable(str(source))
    if shown == STANDARD_INPUT:
        entry = _read_once("standard input", sys.stdin.buffer, ours=False)
        return Source(Kind.STREAM, entry.shown, Path(), entry)
    try:
        path = Path(source).expanduser()
        exists = bool(shown) and path.exists()
    except (OSError, RuntimeError) as error:  # a name that is too long, or the home of nobody
        raise NotFound(f"the path {shown!r} cannot be looked up ({error}); check the spelling") from error
    if not exists:
        raise NotFound(f"there is no file or folder {shown!r}; check the spelling, or give the full path")
    if path.is_dir():
        return Source(Kind.FOLDER, shown, path)
    try:
        if not path.is_file():  # a pipe, such as the shell's <(command)
            return Source(Kind.STREAM, shown, path, _read_once(shown, path.open("rb"), ours=True))
        return Source(Kind.ARCHIVE if _is_archive(path) else Kind.FILE, shown, path)
    except UNREADABLE as error:
        raise unreadable(shown, error) from error


def unreadable(where: str, error: BaseException) -> InputError:
    """Turn what the operating system, gzip or tarfile raised into a sentence."""
    if isinstance(error, PermissionError):
        return InputError(where, None, "may not be read", "ask for the permission, or leave it out")
    if isinstance(error, (EOFError, gzip.BadGzipFile, zlib.error)):
        return InputError(where, None, f"is a damaged gzip file ({error})", "fetch it again")
    if isinstance(error, tarfile.TarError):
        return InputError(where, None, f"is a damaged tar archive ({error})", "fetch it again")
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(where, None, f"cannot be read ({reason})", "check the file and the disk")


def report_unreadable(problems: Problems, where: str, error: BaseException) -> None:
    """Report a file that cannot be read, wherever that came out."""
    sentence = unreadable(where, error)
    problems.report(where, None, sentence.problem, sentence.advice, kind="unreadable file")


def ending(name: str) -> str:
    """Return the suffix that tells the format: lower case, without .gz, none where it is a number."""
    stem, _, suffix = without_gz(name).rpartition("/")[2].rpartition(".")
    return f".{suffix}" if stem and suffix and not suffix.isdigit() else ""


def without_gz(name: str) -> str:
    """Return a name in lower case, without the .gz of a zipped file."""
    return name.lower().removesuffix(".gz")


def _walk(root: Path, problems: Problems) -> Iterator[Entry]:
    """Yield the files below a folder, depth first by name; a folder that links lead to twice is read once."""
    seen: set[tuple[int, int]] = set()
    waiting = [(root, "")]
    while waiting:
        path, name = waiting.pop()
        try:
            status = path.stat()
            if stat.S_ISREG(status.st_mode):
                yield from _file_or_members(path, name, status.st_size, problems)
            elif stat.S_ISDIR(status.st_mode) and (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                with os.scandir(path) as children:
                    visible = sorted((child.name for child in children if child.name[0] != "."), reverse=True)
                waiting += [(path / child, f"{name}/{child}" if name else child) for child in visible]
        except FileNotFoundError:  # a link that leads nowhere
            continue
        except OSError as error:
            report_unreadable(problems, str(path), error)


def _file_or_members(path: Path, name: str, size: int, problems: Problems) -> Iterator[Entry]:
    """Yield a file of a folder or, where it is an archive, what is in it."""
    name, shown = printable(name), printable(str(path))
    if name.lower().endswith(TAR_ENDINGS):
        yield from _members(path, shown, f"{name}/", problems)
    else:
        yield Entry(name, shown, partial(_open, path), size)


def _members(archive: Path, shown: str, prefix: str, problems: Problems) -> Iterator[Entry]:
    """Yield the regular files of an archive while it is read from front to back."""
    try:
        with _open(archive) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
            while (member := tar.next()) is not None:
                # tarfile keeps every member that went by; the list is public, but not in the type stubs
                tar.members.clear()  # type: ignore[attr-defined]
                name = printable(member.name.removeprefix("./"))
                if member.isreg() and not any(part.startswith(".") for part in name.split("/")):
                    yield Entry(prefix + name, f"{shown}/{name}", _member_opener(tar, member), member.size)
    except UNREADABLE as error:
        report_unreadable(problems, shown, error)


def _member_opener(tar: tarfile.TarFile, member: tarfile.TarInfo) -> Callable[[], BinaryIO]:
    # a regular member always has a file, which tarfile's types cannot say
    return lambda: _unzipped(cast(io.BufferedReader, tar.extractfile(member)))


def _is_archive(path: Path) -> bool:
    if path.name.lower().endswith(TAR_ENDINGS):
        return True
    with _open(path) as stream:
        return _begins_like_tar(stream.read(HEAD_BYTES))


def _begins_like_tar(head: bytes) -> bool:
    return head[TAR_MAGIC_AT : TAR_MAGIC_AT + len(TAR_MAGIC)] == TAR_MAGIC


def _read_once(shown: str, stream: BinaryIO, ours: bool) -> Entry:
    """Look at the beginning of a stream and give it back together with the rest; close only what is ours."""
    try:
        whole = _unzipped(io.BufferedReader(_Rewound(b"", stream, closes=ours)))
        head = whole.read(HEAD_BYTES)
    except UNREADABLE as error:
        raise unreadable(shown, error) from error
    if _begins_like_tar(head):
        raise InputError(shown, None, "is a tar archive", "save it to a file and give the path of that file")
    rest = io.BufferedReader(_Rewound(head, whole, closes=True))
    return Entry("stdin", shown, lambda: rest, None, alone=True, peeked=head)


def _open(path: Path) -> BinaryIO:
    return _unzipped(path.open("rb"))


def _unzipped(stream: io.BufferedReader) -> BinaryIO:
    """Return the stream itself or, where it begins like gzip, what was zipped in it."""
    try:
        zipped = stream.peek(len(GZIP_MAGIC))[: len(GZIP_MAGIC)] == GZIP_MAGIC
    except OSError:
        stream.close()
        raise
    return cast(BinaryIO, _Gunzip(stream)) if zipped else stream


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
