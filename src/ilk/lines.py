"""Lines of a text file, plain or gzipped, read and written, with one sentence when that cannot be done."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from ilk.errors import InputError, NotFound

GZIP_MAGIC = b"\x1f\x8b"


def numbered_lines(path: Path, encoding: str = "utf-8-sig") -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, line without its end); gzip is known by its first bytes, not by the name."""
    number = 0
    try:
        with path.open("rb") as raw:
            packed = raw.peek(len(GZIP_MAGIC)).startswith(GZIP_MAGIC)  # a pipe cannot be wound back
            stream = gzip.GzipFile(fileobj=raw) if packed else raw
            with io.TextIOWrapper(stream, encoding=encoding) as lines:
                for number, line in enumerate(lines, start=1):
                    yield number, line.rstrip("\n")
    except FileNotFoundError:
        raise NotFound(f"there is no file {path}; check the path") from None
    except UnicodeDecodeError as error:
        # many lines are decoded at a time: those before the bad bytes were not counted yet
        bad = number + 1 + error.object.count(b"\n", 0, error.start)
        problem = f"the text is not {encoding.removesuffix('-sig')}"
        raise InputError(str(path), bad, problem, "convert the file to UTF-8") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(str(path), number, "the gzip file is damaged", "copy or download it again") from None
    except OSError as error:
        raise InputError(str(path), None, f"cannot be read ({error.strerror})", "check the file") from None


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, unless it is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"no folder can be made there ({error.strerror})"
        raise InputError(str(path), None, problem, "choose another one") from None


@contextmanager
def written_lines(path: Path) -> Iterator[TextIO]:
    """Open a file beside the path, gzipped where it ends in .gz, and rename it into place when complete.

    A link stays one: the file that it leads to is replaced. What is no file, such as a pipe or a device, has
    no contents to keep until others are complete: it is written to as it is.
    """
    straight = path.exists() and not path.is_file()
    target = path if straight else Path(os.path.realpath(path))
    unfinished = path if straight else target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as raw, _encoded(raw, zipped=path.suffix == ".gz") as lines:
            yield lines
        if not straight:
            unfinished.replace(target)
    except FileNotFoundError:
        folder = target.parent if path.is_symlink() else path.parent
        raise NotFound(f"there is no folder {folder} to write {path.name} into; make it first") from None
    except (IsADirectoryError, PermissionError) as error:
        problem = f"cannot be written ({error.strerror})"
        raise InputError(str(path), None, problem, "choose another file") from None
    finally:
        if not straight:
            unfinished.unlink(missing_ok=True)


def _encoded(raw: BinaryIO, *, zipped: bool) -> TextIO:
    below: Any = gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) if zipped else raw
    return io.TextIOWrapper(below, encoding="utf-8", newline="\n")
