"""Opening a folder of arrays: what is cheap to verify is verified, and no checksum is computed."""

from __future__ import annotations

import contextlib
import json
import mmap
import sqlite3
import stat
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from ilk.errors import NotFound, ParameterError, StorageError
from ilk.storage.manifest import Manifest, Part, damaged, read_manifest

T = TypeVar("T")
MAX_HEADER = 10_000


def open_folder(path: str | PathLike[str]) -> StoredFolder:
    """Open the index at `path`; its parts all come from one generation, even while it is being replaced."""
    folder = Path(path)
    manifest = read_manifest(folder)
    while True:
        try:
            return StoredFolder(folder, manifest)
        except FileNotFoundError as missing:
            # Either a newer index has taken this one's place since we read the manifest, or a file is lost.
            newer = read_manifest(folder)
            if newer.generation == manifest.generation:
                raise damaged(folder, f"{Path(missing.filename).name} is missing") from None
            manifest = newer


@contextlib.contextmanager
def fitting(path: str | PathLike[str]) -> Iterator[None]:
    """Say that an index is damaged where its parts, each whole by itself, do not fit together."""
    try:
        yield
    except ParameterError as error:
        raise damaged(Path(path), str(error)) from error


class StoredFolder:
    """An opened index: every part is held open, so that it stays whole when a newer one takes its place."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        """Open all parts; raises FileNotFoundError where one is missing."""
        self.folder = folder
        self.manifest = manifest
        self._arrays: dict[str, NDArray[Any]] = {}
        self._values: dict[str, Any] = {}
        self._databases: dict[str, sqlite3.Connection] = {}
        demand_plain(folder / manifest.generation, stat.S_ISDIR)
        for name, part in manifest.parts.items():
            self._open(name, part)

    def __contains__(self, name: str) -> bool:
        """Say whether there is such a part."""
        return name in self.manifest.parts

    def array(self, name: str) -> NDArray[Any]:
        """Return an array that is read from the disk where it is touched, and cannot be written to."""
        return self._opened(self._arrays, name)

    def json(self, name: str) -> Any:
        """Return the value of a JSON part."""
        return self._opened(self._values, name)

    def database(self, name: str) -> sqlite3.Connection:
        """Return the read-only connection to a SQLite part, which one thread at a time may use."""
        return self._opened(self._databases, name)

    def path(self, name: str) -> Path:
        """Return where the file of a part stands, as long as no newer index takes its place."""
        if name not in self:
            known = ", ".join(sorted(self.manifest.parts))
            raise NotFound(f"{self.folder} has no part {name!r}; it has: {known}")
        return self.folder / self.manifest.generation / self.manifest.parts[name].file

    def _opened(self, parts: dict[str, T], name: str) -> T:
        file = self.path(name)
        if name not in parts:
            raise NotFound(f"the part {name!r} of {self.folder} is of another kind: it is {file.name}")
        return parts[name]

    def _open(self, name: str, part: Part) -> None:
        file = self.path(name)
        size = demand_plain(file, stat.S_ISREG)
        if size != part.n_bytes:
            raise damaged(self.folder, f"{part.file} has {size:,} bytes instead of {part.n_bytes:,}")
        try:
            if part.kind == "array":
                self._arrays[name] = mapped_array(file, part)
            elif part.kind == "json":
                self._values[name] = json.loads(file.read_bytes())
            else:
                self._databases[name] = connect_read_only(file)
        except FileNotFoundError:
            raise
        except (ValueError, EOFError, RecursionError, OSError, sqlite3.Error) as error:
            raise damaged(self.folder, f"{part.file} cannot be read ({error})") from error


def demand_plain(path: Path, is_kind: Callable[[int], bool]) -> int:
    """Return the size of a file or folder that stands there itself: a link could lead out of the index."""
    found = path.lstat()
    if not is_kind(found.st_mode):
        raise StorageError(f"{path} is neither a plain file nor a plain folder; build the index again")
    return found.st_size


def mapped_array(file: Path, part: Part) -> NDArray[Any]:
    """Return the array of a .npy file, or raise ValueError where it is not the one of the manifest."""
    # np.load evaluates the header as Python source, which is slow, and in Python 3.11 fails now and then when
    # two threads do it at once. We know what the header must say, so we only have to compare.
    with file.open("rb") as content:
        magic, version, _ = content.read(6), content.read(1), content.read(1)
        length = int.from_bytes(content.read(2 if version == b"\x01" else 4), "little")
        header = content.read(min(length, MAX_HEADER)).rstrip()
        offset = content.tell()
        order: Literal["C", "F"] = "F" if header == _header(part, fortran=True) else "C"
        if magic != b"\x93NUMPY" or (order == "C" and header != _header(part, fortran=False)):
            raise ValueError(f"it is not an array of type {part.dtype} and shape {part.shape}")
        memory = mmap.mmap(content.fileno(), 0, access=mmap.ACCESS_READ)
    return np.ndarray(part.shape or (), np.dtype(part.dtype), memory, offset, order=order)


def _header(part: Part, fortran: bool) -> bytes:
    return f"{{'descr': {part.dtype!r}, 'fortran_order': {fortran}, 'shape': {part.shape}, }}".encode("ascii")


def connect_read_only(file: Path) -> sqlite3.Connection:
    """Open a SQLite file that nobody writes to; the connection closes itself when it is dropped.

    Raises FileNotFoundError where there is none, sqlite3.DatabaseError where it is something else.
    """
    # as_uri escapes what a file name may hold and an address may not, such as '?' and '#'.
    address = file.resolve().as_uri() + "?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(address, uri=True, check_same_thread=False, factory=_Connection)
    except sqlite3.OperationalError:
        file.lstat()
        raise
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


class _Connection(sqlite3.Connection):
    """Closes itself: whoever drops an index has not forgotten anything."""

    def __del__(self) -> None:
        with contextlib.suppress(sqlite3.ProgrammingError):  # one that could not even be opened
            self.close()
