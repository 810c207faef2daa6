"""A small index of every kind of part, made of one number so that a mix of two indexes would show."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ilk import storage

Write = Callable[[Path, int], None]


def write_index(path: Path, number: int) -> None:
    """Write an index all of whose parts say the same number."""
    with storage.create(path, parameters={"number": number}, seed=number) as folder:
        folder.write_array("written", np.full((40, 3), number, dtype=np.int32))
        folder.new_array("filled", (50,), np.float32)[:] = number
        folder.write_json("value", {"number": number})
        database = sqlite3.connect(folder.path / "documents.sqlite")
        database.execute("CREATE TABLE numbers (number INTEGER)")
        database.execute("INSERT INTO numbers VALUES (?)", (number,))
        database.commit()
        database.close()
        folder.adopt("documents", "documents.sqlite")


def numbers_in(stored: storage.StoredFolder) -> set[int]:
    """Return the numbers that an index speaks of: one, unless it is a mix."""
    (in_database,) = stored.database("documents").execute("SELECT number FROM numbers").fetchone()
    found = {
        stored.manifest.parameters["number"],
        stored.manifest.seed,
        stored.json("value")["number"],
        in_database,
    }
    return found | set(stored.array("written").ravel().tolist()) | set(stored.array("filled").tolist())


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The path of an index that says 1."""
    write_index(tmp_path / "papers.ilk", 1)
    return tmp_path / "papers.ilk"
