"""Results as CSV: where they go, checked before the work begins, and how they are written."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from ilk.cli.output import note
from ilk.errors import InputError, NotFound, ParameterError

STANDARD_OUTPUT = "-"


def checked_target(out: str | None, source: str | None = None) -> Path | None:
    """Return the file that --out names, None where it names none; refuse one that holds what is read."""
    if out is None or out == STANDARD_OUTPUT:
        return None
    if not out:
        raise ParameterError("--out names no file; give the name of one, or - to print")
    target = Path(out)
    check_file(target)
    if source is not None and target.exists() and Path(source).exists() and target.samefile(source):
        raise ParameterError(f"--out would overwrite {source}, which is read; give the name of another file")
    return target


def check_file(path: Path) -> None:
    """Refuse a file that cannot be written, which is better known before the work than after it."""
    if path.is_dir():
        raise InputError(str(path), None, "is a folder", "give the name of a file")
    if not path.parent.is_dir():
        raise NotFound(f"there is no folder {path.parent} to write {path.name} into; make it first")


def check_standard_output() -> None:
    """Refuse to print where nobody could read it."""
    if sys.stdout is None:
        raise InputError("standard output", None, "is closed", "give the name of a file with --out")


def write_table(target: Path | None, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows below a header to a file, and say so, or to standard output."""
    if target is None:
        _write_rows(sys.stdout, columns, rows)
        return
    from ilk.lines import written_lines

    with written_lines(target) as lines:
        _write_rows(lines, columns, rows)
    note(f"wrote {target}")


def _write_rows(lines: TextIO, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
