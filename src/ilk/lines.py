"""Numbered lines of a text file, plain or gzipped, with one sentence when they cannot be read."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path

from ilk.errors import InputError, NotFound

GZIP_MAGIC = b"\x1f\x8b"


def numbered_lines(path: Path, encoding: str = "utf-8-sig") -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, line without its end); gzip is known by its first bytes, not by the name."""
    number = 0
    try:
        with path.open("rb") as raw:
            packed = raw.read(len(GZIP_MAGIC)) == GZIP_MAGIC
            raw.seek(0)
            stream = gzip.GzipFile(fileobj=raw) if packed else raw
            with io.TextIOWrapper(stream, encoding=encoding) as lines:
                for number, line in enumerate(lines, start=1):
                    yield number, line.rstrip("\n")
    except FileNotFoundError:
        raise NotFound(f"there is no file {path}; check the path") from None
    except UnicodeDecodeError:
        problem = f"the text after this line is not {encoding.removesuffix('-sig')}"
        raise InputError(str(path), number, problem, "convert the file to UTF-8") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(str(path), number, "the gzip file is damaged", "copy or download it again") from None
    except OSError as error:
        raise InputError(str(path), None, f"cannot be read ({error.strerror})", "check the file") from None
