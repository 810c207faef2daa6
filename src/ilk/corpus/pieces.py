"""Counts of consecutive documents, kept in memory while they are few and on disk once they are many."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

IN_MEMORY = 1 << 28  # bytes


class Piece(NamedTuple):
    """Term and count of each entry of some documents; row_ends says where each document's entries end."""

    terms: NDArray[np.int32]
    counts: NDArray[np.int32]
    row_ends: NDArray[np.int64]


class Pieces:
    """A list of pieces that outgrows memory: written once, read once, in order; gone when the `with` ends.

    On disk there is one file, terms and counts of each piece one after the other.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Use a temporary folder inside of `folder`, or where the system has its temporary files."""
        self._parent = folder
        self._pieces: list[Piece] = []
        self._lengths: list[tuple[int, NDArray[np.int64]]] = []
        self._size = 0
        self._folder: Path | None = None
        self._file: BinaryIO | None = None

    def __enter__(self) -> Self:
        """Keep pieces until the block ends."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove what was written."""
        if self._file is not None:
            self._file.close()
        if self._folder is not None:
            shutil.rmtree(self._folder)

    @property
    def on_disk(self) -> bool:
        """Say whether the pieces have outgrown memory."""
        return self._file is not None

    def append(self, piece: Piece) -> None:
        """Add a piece at the end."""
        self._pieces.append(piece)
        self._size += piece.terms.nbytes + piece.counts.nbytes
        if self._size > IN_MEMORY:
            self._write()

    def __iter__(self) -> Iterator[Piece]:
        """Give the pieces in their order, those on disk first: they are the older ones."""
        if self._file is not None:
            self._file.seek(0)
            for n, row_ends in self._lengths:
                terms = np.fromfile(self._file, dtype=np.int32, count=n)
                counts = np.fromfile(self._file, dtype=np.int32, count=n)
                yield Piece(terms, counts, row_ends)
        yield from self._pieces

    def _write(self) -> None:
        if self._file is None:
            self._folder = Path(tempfile.mkdtemp(prefix="ilk-counting-", dir=self._parent))
            self._file = (self._folder / "pieces").open("w+b")
        for piece in self._pieces:
            piece.terms.tofile(self._file)
            piece.counts.tofile(self._file)
            self._lengths.append((piece.terms.size, piece.row_ends))
        self._pieces.clear()
        self._size = 0
