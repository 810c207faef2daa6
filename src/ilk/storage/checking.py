"""Checking a stored index byte by byte."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from ilk.errors import StorageError
from ilk.progress import Progress, silent
from ilk.storage.manifest import GENERATION, MANIFEST, Manifest, Part, read_manifest
from ilk.storage.reading import demand_plain, mapped_array


def check(path: str | PathLike[str], progress: Progress = silent) -> list[str]:
    """Return what is wrong with the index at `path`, one sentence a problem; nothing when it is sound."""
    folder = Path(path)
    try:
        manifest = read_manifest(folder)
        while True:
            problems = list(_problems(folder, manifest, progress))
            newer = read_manifest(folder)
            if newer.generation == manifest.generation:
                return problems
            manifest = newer  # replaced while we looked: what we saw belongs to no index any more
    except StorageError as error:
        return [str(error)]


def _problems(folder: Path, manifest: Manifest, progress: Progress) -> Iterator[str]:
    generation = folder / manifest.generation
    done, total = 0, sum(part.n_bytes for part in manifest.parts.values())
    for part in manifest.parts.values():
        problem = _problem(generation / part.file, part)
        if problem:
            yield f"{generation / part.file}: {problem}"
        done += part.n_bytes
        progress("checking", done, total)
    yield from _strangers(folder, {MANIFEST, manifest.generation})
    if generation.is_dir():
        yield from _strangers(generation, {part.file for part in manifest.parts.values()})


def _problem(file: Path, part: Part) -> str | None:
    try:
        size = demand_plain(file, stat.S_ISREG)
        if size != part.n_bytes:
            return f"it has {size:,} bytes instead of {part.n_bytes:,}"
        with file.open("rb") as content:
            if hashlib.file_digest(content, "sha256").hexdigest() != part.checksum:
                return "its checksum differs: the content has changed since it was written"
        if part.kind == "array":
            mapped_array(file, part)
    except FileNotFoundError:
        return "the file is missing"
    except (OSError, ValueError, EOFError) as error:
        return f"it cannot be read: {error}"
    except StorageError as error:
        return str(error)
    return None


def _strangers(folder: Path, known: set[str]) -> Iterator[str]:
    for entry in sorted(folder.iterdir()):
        if entry.name in known:
            continue
        if GENERATION.fullmatch(entry.name) and entry.is_dir():
            yield f"{entry}: an interrupted build left this folder; the next build removes it"
        else:
            yield f"{entry}: it does not belong to the index; remove it"
