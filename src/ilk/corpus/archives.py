"""Tar and zip archives: their regular files one after the other, read in place and never unpacked to disk.

What is hidden is left out, and so is whatever a name would lead to outside of the archive.
"""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from ilk.corpus.opening import (
    HEAD_BYTES,
    UNREADABLE,
    Entry,
    Locked,
    open_path,
    printable,
    report_unreadable,
    unzipped,
)
from ilk.corpus.problems import Problems

TAR_MAGIC, TAR_MAGIC_AT = b"ustar", 257
TAR_ENDINGS = (".tar", ".tar.gz", ".tgz")
ZIP_MAGICS = (b"PK\x03\x04", b"PK\x05\x06")
ZIP_ENDING = ".zip"
ARCHIVE_ENDINGS = (*TAR_ENDINGS, ZIP_ENDING)
MAC_COPIES = "__MACOSX"
ENCRYPTED = 0x1
USUAL_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
MODE_SHIFT = 16
"""Where zip keeps the mode of a file under Unix."""

Member = tuple[str, int, Callable[[], BinaryIO]]


def is_archive(path: Path) -> bool:
    """Whether a file is an archive, by its name or by how it begins.

    Word processors write zip archives too, under names of their own: those are no archives of texts.
    """
    if path.name.lower().endswith(ARCHIVE_ENDINGS):
        return True
    with open_path(path) as stream:
        kind = kind_of_archive(stream.read(HEAD_BYTES))
    return kind == "tar" or (kind == "zip" and not path.suffix)


def kind_of_archive(head: bytes) -> str | None:
    """Return tar or zip where a file that begins so is one."""
    if head[TAR_MAGIC_AT : TAR_MAGIC_AT + len(TAR_MAGIC)] == TAR_MAGIC:
        return "tar"
    return "zip" if head.startswith(ZIP_MAGICS) else None


def members(archive: Path, shown: str, prefix: str, problems: Problems) -> Iterator[Entry]:
    """Yield the regular files of an archive, in its order."""
    try:
        listed = _zip_members(archive) if _is_zip(archive) else _tar_members(archive)
        for path, size, opener in listed:
            name = printable(path.removeprefix("./"))
            if _is_visible(name):
                yield Entry(prefix + name, f"{shown}/{name}", opener, size)
    except UNREADABLE as error:
        report_unreadable(problems, shown, error)


def _tar_members(archive: Path) -> Iterator[Member]:
    """Yield name, size and opener of each file while the archive is read from front to back."""
    with open_path(archive) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        while (member := tar.next()) is not None:
            # tarfile keeps every member that went by; the list is public, but not in the type stubs
            tar.members.clear()  # type: ignore[attr-defined]
            if member.isreg():
                yield member.name, member.size, _tar_opener(tar, member)


def _tar_opener(tar: tarfile.TarFile, member: tarfile.TarInfo) -> Callable[[], BinaryIO]:
    # a regular member always has a file, which tarfile's types cannot say
    return lambda: unzipped(cast(io.BufferedReader, tar.extractfile(member)))


def _zip_members(archive: Path) -> Iterator[Member]:
    """Yield name, size and opener of each file in the order of the archive's own list."""
    with _opened_zip(archive) as packed:
        for member in packed.infolist():
            if not member.is_dir() and not stat.S_ISLNK(member.external_attr >> MODE_SHIFT):
                yield member.filename, member.file_size, partial(_open_zipped, packed, member)


def _opened_zip(archive: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(archive)
    except (NotImplementedError, ValueError) as error:  # of a later version, or with names of no encoding
        raise zipfile.BadZipFile(str(error)) from error


def _open_zipped(packed: zipfile.ZipFile, member: zipfile.ZipInfo) -> BinaryIO:
    if member.flag_bits & ENCRYPTED:
        raise Locked("it is encrypted")
    if member.compress_type not in USUAL_METHODS:
        raise Locked("it is packed by an unusual method")
    try:
        stream = packed.open(member)
    except NotImplementedError as error:
        raise Locked(str(error)) from error
    except ValueError as error:  # the name before the member is in no encoding
        raise zipfile.BadZipFile(str(error)) from error
    return unzipped(cast(io.BufferedReader, stream))  # it can peek, which is all that is needed


def _is_zip(archive: Path) -> bool:
    name = archive.name.lower()
    if name.endswith(ARCHIVE_ENDINGS):
        return name.endswith(ZIP_ENDING)
    with open_path(archive) as stream:
        return kind_of_archive(stream.read(HEAD_BYTES)) == "zip"


def _is_visible(name: str) -> bool:
    """Whether no part of a name is hidden, leads upwards, or is what macOS adds to zip archives."""
    return not any(part.startswith(".") or part == MAC_COPIES for part in name.split("/"))
