"""Writing a folder of arrays: all of it or nothing."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ilk.errors import ParameterError, StorageError
from ilk.storage import commit
from ilk.storage.manifest import (
    ENCODINGS,
    MANIFEST,
    Manifest,
    Part,
    checked_dtype,
    checked_name,
    damaged,
    to_bytes,
)
from ilk.storage.reading import StoredFolder

CHUNK = 1 << 22


@contextlib.contextmanager
def create(
    path: str | PathLike[str],
    *,
    parameters: Mapping[str, Any] | None = None,
    seed: int | None = None,
    replacing: str | None = None,
) -> Iterator[FolderWriter]:
    """Give a folder to write into that becomes the index at `path` when the block ends well.

    An index that stands there is replaced in one step; when the block fails, it stays as it was and nothing
    of the new one is left. With `replacing`, only that generation is replaced, and any other refused.
    """
    target = Path(path).resolve()
    to_bytes(Manifest("", parameters or {}, seed))  # refuses bad parameters before the work, not after it
    with commit.writing(target):
        commit.refuse_unless_replaceable(target)
        if replacing is not None:
            commit.refuse_unless_current(target, replacing)
    with commit.staging_folder(target) as staging:
        folder = FolderWriter(staging / commit.new_token(), parameters or {}, seed)
        yield folder
        with commit.writing(target):
            folder.finish()
            commit.publish(staging, target, folder.path.name, replacing)


def copy(stored: StoredFolder, target: str | PathLike[str]) -> None:
    """Write an opened index to another place, every checksum compared on the way."""
    with create(target, parameters=stored.manifest.parameters, seed=stored.manifest.seed) as folder:
        for name in stored.manifest.parts:
            folder.copy_part(stored, name)


class FolderWriter:
    """A generation that is being written: `path` is its folder, `parameters` may still be added to."""

    def __init__(self, path: Path, parameters: Mapping[str, Any], seed: int | None) -> None:
        """Create the generation's folder."""
        self.path = path
        self.parameters = dict(parameters)
        self.seed = seed
        self._parts: dict[str, Part] = {}
        self._in_place: dict[str, NDArray[Any]] = {}
        with commit.writing(path):
            path.mkdir()

    def write_array(self, name: str, array: NDArray[Any]) -> None:
        """Write an array of any shape, chunk by chunk."""
        file = self._new_file(name, ".npy")
        dtype = checked_dtype(array.dtype)
        with commit.writing(file), file.open("xb") as out:
            hashed = _HashedFile(out)
            np.lib.format.write_array(hashed, array, allow_pickle=False)
        self._parts[name] = hashed.part(file, "array", shape=array.shape, dtype=dtype.str)

    def new_array(self, name: str, shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
        """Return an array of zeros in the file itself, to be filled before the block ends."""
        file = self._new_file(name, ".npy")
        with commit.writing(file):
            array = np.lib.format.open_memmap(file, mode="w+", dtype=checked_dtype(dtype), shape=shape)
        self._in_place[name] = array
        return array

    def write_json(self, name: str, value: Any) -> None:
        """Write a value made of dicts, lists, texts, numbers, truth values and None."""
        file = self._new_file(name, ".json")
        try:
            data = json.dumps(value, allow_nan=False).encode("ascii")
        except (TypeError, ValueError) as error:
            raise ParameterError(f"the part {name!r} must be plain JSON values: {error}") from error
        with commit.writing(file), file.open("xb") as out:
            hashed = _HashedFile(out)
            hashed.write(data)
        self._parts[name] = hashed.part(file, "json")

    def adopt(self, name: str, file: str, kind: str = "sqlite") -> None:
        """Make a part of a file that was written in place, closed, under `path`."""
        if kind not in ENCODINGS or kind == "array":
            raise ParameterError(f"a file can be adopted as json or sqlite, got {kind!r}")
        self._check_new(name)
        self._parts[name] = self._measured(self.path / checked_name(file), kind)

    def copy_part(self, stored: StoredFolder, name: str) -> None:
        """Copy one part of an opened index as it is."""
        part = stored.manifest.parts[name]
        self._check_new(name)
        try:
            source = stored.path(name).open("rb")
        except OSError as error:
            raise StorageError(f"{stored.path(name)} cannot be read: {error.strerror}") from error
        file = self.path / part.file
        with source, commit.writing(file), file.open("xb") as out:
            hashed = _HashedFile(out)
            while chunk := source.read(CHUNK):
                hashed.write(chunk)
        if hashed.part(file, part.kind).checksum != part.checksum:
            raise damaged(stored.folder, f"the checksum of {part.file} differs")
        self._parts[name] = part

    def finish(self) -> None:
        """Bring everything to the disk and write the manifest beside the generation."""
        for name, array in self._in_place.items():
            if isinstance(array, np.memmap):
                array.flush()
            file = self.path / f"{name}.npy"
            self._parts[name] = self._measured(file, "array", shape=array.shape, dtype=array.dtype.str)
        for part in self._parts.values():
            commit.sync_file(self.path / part.file)
        commit.sync_folder(self.path)
        manifest = self.path.parent / MANIFEST
        manifest.write_bytes(to_bytes(Manifest(self.path.name, self.parameters, self.seed, self._parts)))
        commit.sync_file(manifest)
        commit.sync_folder(self.path.parent)

    def _new_file(self, name: str, suffix: str) -> Path:
        self._check_new(name)
        return self.path / (name + suffix)

    def _check_new(self, name: str) -> None:
        checked_name(name)
        if name in self._parts or name in self._in_place:
            raise ParameterError(f"the part {name!r} has already been written")

    def _measured(self, file: Path, kind: str, **array: Any) -> Part:
        with commit.writing(file), file.open("rb") as source:
            checksum = hashlib.file_digest(source, "sha256").hexdigest()
            return Part(file.name, kind, ENCODINGS[kind], source.tell(), checksum, **array)


class _HashedFile:
    """A file that keeps a checksum and a count of what is written to it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._checksum = hashlib.sha256()
        self._n_bytes = 0

    def write(self, data: bytes) -> int:
        self._checksum.update(data)
        self._n_bytes += len(data)
        return self._file.write(data)

    def part(self, file: Path, kind: str, **array: Any) -> Part:
        return Part(file.name, kind, ENCODINGS[kind], self._n_bytes, self._checksum.hexdigest(), **array)
