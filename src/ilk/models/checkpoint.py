"""A long fit survives a crash: its state stands in one file that is only ever replaced as a whole."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.errors import StorageError

TRACE, DONE, KEY = "_trace", "_done", "_key"


@dataclass(frozen=True, slots=True)
class Saved:
    """What a checkpoint holds: the arrays of the model, the trace so far, whether the fit had finished."""

    state: Mapping[str, NDArray[Any]]
    trace: tuple[float, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One file in a folder, written every few iterations; `key` names the counts and parameters behind it."""

    folder: Path
    name: str
    key: str
    every: int = 10

    @property
    def path(self) -> Path:
        """Return where the state is kept."""
        return self.folder / f"{self.name}.npz"

    def is_due(self, iteration: int, max_iter: int) -> bool:
        """Say whether to write after this iteration: every so many, and after the last."""
        return iteration % self.every == 0 or iteration == max_iter

    def write(self, state: Mapping[str, NDArray[Any]], trace: Sequence[float], done: bool) -> None:
        """Write beside and rename into place: a reader finds the old state or the new one."""
        beside = self.path.with_suffix(".partial")
        notes: dict[str, Any] = {TRACE: np.asarray(trace, dtype=np.float64), DONE: np.bool_(done)}
        notes[KEY] = np.frombuffer(self.key.encode(), dtype=np.uint8)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with beside.open("wb") as file:
                np.savez(file, allow_pickle=False, **state, **notes)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        except OSError as error:
            raise StorageError(
                f"cannot write the checkpoint {self.path}: {error}; give another folder"
            ) from error

    def read(self) -> Saved | None:
        """Return the state kept last, None where there is none yet."""
        if not self.path.exists():
            return None
        try:
            with self.path.open("rb") as file, NpzFile(file, allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
            key = arrays.pop(KEY).tobytes().decode()
            trace, done = arrays.pop(TRACE), arrays.pop(DONE)
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise StorageError(
                f"the checkpoint {self.path} is damaged: {error}; remove it to start over"
            ) from error
        if key != self.key:
            raise StorageError(
                f"the checkpoint {self.path} belongs to other counts or other parameters; "
                "give another folder, or remove it to start over"
            )
        return Saved(arrays, tuple(trace.tolist()), bool(done))


def fingerprint(counts: csr_array, parameters: Mapping[str, object]) -> str:
    """Return a name for counts and parameters together, the same on every machine and in every process."""
    digest = hashlib.blake2b(digest_size=16)
    digest.update(json.dumps([counts.shape, parameters], sort_keys=True, default=str).encode())
    for array in (counts.indptr, counts.indices, counts.data):
        digest.update(array.dtype.str.encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()
