"""Where bytes come from: a file, a folder, an archive or a stream, each as a sequence of entries.

Folders that are an index of ilk are passed over: they lie beside the texts that they were built from.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import BinaryIO

from ilk.corpus.archives import ARCHIVE_ENDINGS, is_archive, kind_of_archive, members
from ilk.corpus.opening import (
    HEAD_BYTES,
    UNREADABLE,
    Entry,
    open_path,
    printable,
    report_unreadable,
    rewound,
    unreadable,
    unzipped,
)
from ilk.corpus.problems import Problems
from ilk.errors import InputError, NotFound

STANDARD_INPUT = "-"
INDEX = re.compile(rb'\s*\{\s*"what"\s*:\s*"ilk index"')


class Kind(Enum):
    """What a source is made of."""

    FILE = "file"
    FOLDER = "folder"
    ARCHIVE = "archive"
    STREAM = "stream"


@dataclass(frozen=True, slots=True)
class Source:
    """Something to read: its kind, the path as it was given, and where it lies unless it is a stream."""

    kind: Kind
    shown: str
    path: Path
    stream: Entry | None = None

    @property
    def holds_many(self) -> bool:
        """Whether this is a folder or an archive, however few files are in it."""
        return self.kind in {Kind.FOLDER, Kind.ARCHIVE}

    def entries(self, problems: Problems) -> Iterator[Entry]:
        """Yield every visible regular file: a folder's in sorted order, an archive's in its own."""
        if self.stream is not None:
            yield self.stream
        elif self.kind is Kind.FOLDER:
            yield from _walk(self.path, problems)
        elif self.kind is Kind.ARCHIVE:
            yield from members(self.path, self.shown, "", problems)
        else:
            name, size = printable(self.path.name), self.path.stat().st_size if self.path.exists() else None
            yield Entry(name, self.shown, partial(open_path, self.path), size, alone=True)


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
        if is_index(path):
            problem = "is an index of ilk, not a folder of texts"
            raise InputError(shown, None, problem, "give the texts that it was built from")
        return Source(Kind.FOLDER, shown, path)
    try:
        if not path.is_file():  # a pipe, such as the shell's <(command)
            return Source(Kind.STREAM, shown, path, _read_once(shown, path.open("rb"), ours=True))
        return Source(Kind.ARCHIVE if is_archive(path) else Kind.FILE, shown, path)
    except UNREADABLE as error:
        raise unreadable(shown, error) from error


def is_index(folder: Path) -> bool:
    """Whether a folder is an index that ilk has written, whatever its name."""
    try:
        with (folder / "manifest.json").open("rb") as stream:
            return INDEX.match(stream.read(HEAD_BYTES)) is not None
    except OSError:
        return False


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
                if "manifest.json" in visible and is_index(path):
                    continue
                waiting += [(path / child, f"{name}/{child}" if name else child) for child in visible]
        except FileNotFoundError:  # a link that leads nowhere
            continue
        except OSError as error:
            report_unreadable(problems, str(path), error)


def _file_or_members(path: Path, name: str, size: int, problems: Problems) -> Iterator[Entry]:
    """Yield a file of a folder or, where it is an archive, what is in it."""
    name, shown = printable(name), printable(str(path))
    if name.lower().endswith(ARCHIVE_ENDINGS):
        yield from members(path, shown, f"{name}/", problems)
    else:
        yield Entry(name, shown, partial(open_path, path), size)


def _read_once(shown: str, stream: BinaryIO, ours: bool) -> Entry:
    """Look at the beginning of a stream and give it back together with the rest; close only what is ours."""
    try:
        whole = unzipped(rewound(b"", stream, closes=ours))
        head = whole.read(HEAD_BYTES)
    except UNREADABLE as error:
        raise unreadable(shown, error) from error
    if kind := kind_of_archive(head):
        problem = f"is a {kind} archive"
        raise InputError(shown, None, problem, "save it to a file and give the path of that file")
    rest = rewound(head, whole, closes=True)
    return Entry("stdin", shown, lambda: rest, None, alone=True, peeked=head)
