"""Finding the files of a collection in a folder: case does not matter, and each may be gzipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ilk.errors import InputError
from ilk.lines import numbered_lines


def files_of(folder: Path) -> dict[str, Path]:
    """Return the files of a folder by their lower-case names, without a final `.gz`; plain before gzipped."""
    gzipped_last = sorted(folder.iterdir(), key=lambda path: (path.suffix.lower() == ".gz", path.name))
    found: dict[str, Path] = {}
    for path in gzipped_last:
        if path.is_file():
            found.setdefault(path.name.lower().removesuffix(".gz"), path)
    return found


def find_file(files: Mapping[str, Path], names: tuple[str, ...]) -> Path | None:
    """Return the first of several lower-case names that is there."""
    return next((files[name] for name in names if name in files), None)


def number_rows(path: Path, columns: int) -> Iterator[tuple[int, list[int]]]:
    """Yield (line number, its first columns as whole numbers) for each line that is not blank."""
    for line, text in numbered_lines(path, "latin-1"):
        cells = text.split()[:columns]
        if not cells:
            continue
        try:
            numbers = [int(cell) for cell in cells]
        except ValueError:
            numbers = []
        if len(numbers) < columns:
            problem = f"a judgement needs {columns} whole numbers first, got {text.strip()!r}"
            raise InputError(str(path), line, problem, "correct the line")
        yield line, numbers
