"""The switch from the old index to the new one, and what a killed build leaves behind.

A build works in a sibling of its target, `.papers.ilk.<token>.tmp`, which it keeps locked (flock, which ends
with the process). To commit, the sibling is renamed to the target where there is none; otherwise its
generation is moved into the target and the manifest is replaced, which is one atomic step. Builds that commit
to the same target take turns by a lock on the target itself.

Whoever changes an index, rather than builds one, makes the new generation out of the old one. Such changes
take turns by a lock on the old generation, from reading it to replacing it, and a change is refused where a
build has replaced its generation meanwhile: none is lost without a word.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from ilk.errors import StorageError
from ilk.progress import Progress, silent
from ilk.storage.manifest import GENERATION, MANIFEST, damaged, is_index, read_manifest

try:
    import fcntl
except (
    ImportError
):  # Windows has no flock: there, leftovers of killed builds stay until a person removes them
    _HAS_FLOCK = False
else:
    _HAS_FLOCK = True

_CANNOT_LOCK = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}


def new_token() -> str:
    """Return a name that nobody else has."""
    return secrets.token_hex(8)


def refuse_unless_replaceable(target: Path) -> None:
    """Refuse a target that is anything but absent, an empty folder or an ilk index."""
    if not target.parent.is_dir():
        raise StorageError(f"{target} cannot be written: there is no folder {target.parent}; create it first")
    if target.is_dir():
        if is_index(target) or not any(target.iterdir()):
            return
    elif not os.path.lexists(target):
        return
    raise StorageError(f"{target} exists and is not an ilk index; choose another name or remove it first")


def refuse_unless_current(target: Path, generation: str) -> None:
    """Refuse to replace any other generation than this one."""
    if read_manifest(target).generation != generation:
        raise StorageError(f"{target} has been replaced meanwhile and stays as it is now; try it again")


@contextlib.contextmanager
def changing(path: str | PathLike[str], progress: Progress = silent) -> Iterator[None]:
    """Wait until nobody else changes the index at `path`, and keep others waiting until the block ends."""
    folder = Path(path)
    while True:
        generation = read_manifest(folder).generation
        with writing(folder):
            try:
                lock = _turn(folder / generation, progress)
            except FileNotFoundError:
                if _is_current(folder, generation):
                    raise damaged(folder, f"{generation} is missing") from None
                continue
        try:
            if _is_current(folder, generation):
                yield
                return
            # replaced while we waited: the newer generation has a lock of its own
        finally:
            if lock is not None:
                os.close(lock)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the system says about writing there into one sentence."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror or error}") from error


@contextlib.contextmanager
def staging_folder(target: Path) -> Iterator[Path]:
    """Give a new locked sibling of the target, and remove what is left of it in the end."""
    with writing(target):
        staging, lock = _new_locked_sibling(target)
    try:
        yield staging
    finally:
        # After a rename to the target this path is gone, and there is nothing to remove.
        shutil.rmtree(staging, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def publish(staging: Path, target: Path, generation: str, replacing: str | None = None) -> None:
    """Make the staged index the one that readers find, in one atomic step, then sweep up.

    With `replacing`, the target must be an index that is still at that generation.
    """
    if replacing is not None or not _published_where_nothing_stands(staging, target):
        refuse_unless_replaceable(target)
        with _waited_lock(target):
            if replacing is not None:
                refuse_unless_current(target, replacing)
            _replace(staging, target, generation)
            _remove_other_generations(target, generation)
    _remove_stale_siblings(target)


def sync_file(path: Path) -> None:
    """Bring a file's content to the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Bring a folder's entries to the disk, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _published_where_nothing_stands(staging: Path, target: Path) -> bool:
    try:
        staging.rename(target)  # the system refuses this where a file or a folder with content stands
        sync_folder(target.parent)
    except OSError:
        if not os.path.lexists(target):
            raise
        return False
    return True


def _replace(staging: Path, target: Path, generation: str) -> None:
    moved = target / generation
    try:
        (staging / generation).rename(moved)
        sync_folder(target)
        (staging / MANIFEST).replace(target / MANIFEST)
    except BaseException:
        if not _is_current(target, generation):
            shutil.rmtree(moved, ignore_errors=True)
        raise
    sync_folder(target)


def _is_current(target: Path, generation: str) -> bool:
    try:
        return read_manifest(target).generation == generation
    except StorageError:
        return False


def _remove_other_generations(target: Path, current: str) -> None:
    for folder in target.iterdir():
        if GENERATION.fullmatch(folder.name) and folder.name != current:
            shutil.rmtree(folder, ignore_errors=True)


def _remove_stale_siblings(target: Path) -> None:
    """Remove what killed builds of this target left; a folder that is locked belongs to a living one."""
    name = re.compile(re.escape(f".{target.name}.") + r"[0-9a-f]{16}\.tmp")
    for folder in target.parent.iterdir():
        if not name.fullmatch(folder.name):
            continue
        try:
            lock = _lock(folder)
        except OSError:  # locked, gone by now, or not ours to open
            continue
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _new_locked_sibling(target: Path) -> tuple[Path, int | None]:
    while True:
        staging = target.parent / f".{target.name}.{new_token()}.tmp"
        staging.mkdir()
        # In the moment before the lock, another build's sweep may take the folder for a leftover.
        with contextlib.suppress(BlockingIOError, FileNotFoundError):
            lock = _lock(staging)
            if lock is None or staging.exists():
                return staging, lock
            os.close(lock)


def _lock(folder: Path, wait: bool = False) -> int | None:
    """Return a descriptor that holds the folder's lock, or None where the system cannot lock folders.

    Raises BlockingIOError where somebody else holds the lock and we do not wait for it.
    """
    if not _HAS_FLOCK:
        return None
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException as error:
        os.close(descriptor)
        if isinstance(error, OSError) and error.errno in _CANNOT_LOCK:
            return None
        raise
    return descriptor


def _turn(folder: Path, progress: Progress) -> int | None:
    """Return the folder's lock, and say so where we have to wait for it."""
    try:
        return _lock(folder)
    except BlockingIOError:
        progress("waiting for another change", 0, None)
        return _lock(folder, wait=True)


@contextlib.contextmanager
def _waited_lock(folder: Path) -> Iterator[None]:
    """Wait for the folder's lock and hold it."""
    lock = _lock(folder, wait=True)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)
