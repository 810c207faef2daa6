"""The manifest: what a folder is and what each of its parts must look like.

A manifest read from disk is not trusted: no name leads out of the folder, and every type is checked.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ilk._version import __version__
from ilk.errors import ParameterError, StorageError

FORMAT = 1
"""The version of the folder's layout; a reader refuses a later one."""

ENCODINGS = {"array": 1, "json": 1, "sqlite": 1}
"""The kinds of parts and the latest version of each that this ilk reads."""

MANIFEST = "manifest.json"
GENERATION = re.compile(r"[0-9a-f]{16}")
_WHAT = "ilk index"
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
_CHECKSUM = re.compile(r"[0-9a-f]{64}")
_ARRAY_KINDS = "biufUS"
_DTYPE = re.compile(rf"[<>|][{_ARRAY_KINDS}][0-9]{{1,9}}")


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a generation; shape and dtype are those of an array."""

    file: str
    kind: str
    encoding: int
    n_bytes: int
    checksum: str
    shape: tuple[int, ...] | None = None
    dtype: str | None = None


@dataclass(frozen=True, slots=True)
class Manifest:
    """The index in one record: everything about it that is not an array."""

    generation: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    parts: Mapping[str, Part] = field(default_factory=dict)
    ilk_version: str = __version__
    format: int = FORMAT


def checked_name(name: str) -> str:
    """Return the name of a part or of its file, or refuse what could lead out of the folder."""
    if not _FILE_NAME.fullmatch(name):
        raise ParameterError(f"a part's name must be letters, digits, '_', '-' and '.', got {name!r}")
    return name


def checked_dtype(dtype: Any) -> np.dtype[Any]:
    """Return a dtype whose arrays are plain memory: numbers, truth values or texts of fixed width."""
    found: np.dtype[Any] = np.dtype(dtype)
    if found.kind not in _ARRAY_KINDS:
        raise ParameterError(f"only arrays of numbers, truth values or texts can be stored, got {found}")
    return found


class NewerIndex(StorageError):
    """An index that is not damaged, but written by an ilk that came after this one."""


def to_bytes(manifest: Manifest) -> bytes:
    """Return the manifest as JSON, with a checksum of itself."""
    content = {"what": _WHAT, **asdict(manifest)}
    try:
        content["checksum"] = _checksum(content)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"the parameters of an index must be plain JSON values: {error}") from error
    return (json.dumps(content, indent=1) + "\n").encode("ascii")


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of an index folder, or say what stands there instead."""
    try:
        data = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        raise StorageError(_why_none(folder)) from None
    except NotADirectoryError:
        raise StorageError(f"{folder} is not an ilk index: it is not a folder") from None
    except OSError as error:
        raise StorageError(f"{folder / MANIFEST} cannot be read: {error.strerror}") from error
    return from_bytes(data, folder)


def from_bytes(data: bytes, folder: Path) -> Manifest:
    """Return the manifest that these bytes spell; the folder is for the sentence that refuses them."""
    content = _content(data, folder)
    version: Any = content.get("format")
    if not _whole(version):
        raise damaged(folder, f"the format in {MANIFEST} is not a number")
    if version > FORMAT:
        raise NewerIndex(
            f"{folder} was written by ilk {content.get('ilk_version')} with format {version}, "
            f"this ilk reads up to {FORMAT}; upgrade ilk"
        )
    try:
        _demand(content.pop("checksum", None) == _checksum(content), "checksum")
        manifest = _manifest(content)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise damaged(folder, f"{MANIFEST} cannot be understood ({error})") from error
    for name, part in manifest.parts.items():
        if part.encoding > ENCODINGS.get(part.kind, 0):
            raise NewerIndex(
                f"{folder} was written by ilk {manifest.ilk_version}, whose {part.kind} {name!r} "
                f"(version {part.encoding}) this ilk cannot read; upgrade ilk"
            )
    return manifest


def damaged(folder: Path, what: str) -> StorageError:
    """Return the error of an index of which something is broken."""
    return StorageError(f"{folder} is damaged: {what}; run 'ilk check {folder}' and build the index again")


def is_index(folder: Path) -> bool:
    """Say whether a folder holds an ilk index of any version, sound or not."""
    try:
        _content((folder / MANIFEST).read_bytes(), folder)
    except (OSError, StorageError):
        return False
    return True


def _why_none(folder: Path) -> str:
    """Say what to do instead where there is no index, first of all to take the one beside the texts."""
    beside = folder.with_name(f"{folder.name}.ilk") if folder.name else None
    hint = f"did you mean {beside}?" if beside and is_index(beside) else ""
    if not folder.exists():
        advice = hint or "build one with 'ilk build'"
        return f"there is no index at {folder}; {advice}"
    advice = hint or f"'ilk build {folder}' makes an index of texts"
    return f"{folder} is not an ilk index: it has no {MANIFEST}; {advice}"


def _content(data: bytes, folder: Path) -> dict[str, Any]:
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise damaged(folder, f"{MANIFEST} is not valid JSON") from error
    if not isinstance(content, dict) or content.get("what") != _WHAT:
        raise StorageError(f"{folder} is not an ilk index: its {MANIFEST} belongs to something else")
    return content


def _checksum(content: Mapping[str, Any]) -> str:
    # The plainest spelling of the same values, so that only a change of the values shows.
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(plain.encode("ascii")).hexdigest()


def _manifest(content: Mapping[str, Any]) -> Manifest:
    generation, parameters, seed = content["generation"], content["parameters"], content["seed"]
    _demand(isinstance(generation, str) and GENERATION.fullmatch(generation), "generation")
    _demand(isinstance(parameters, dict), "parameters")
    _demand(seed is None or (isinstance(seed, int) and not isinstance(seed, bool)), "seed")
    _demand(isinstance(content["parts"], dict), "parts")
    parts = {checked_name(name): _part(name, entry) for name, entry in content["parts"].items()}
    return Manifest(generation, parameters, seed, parts, str(content["ilk_version"]), content["format"])


def _part(name: str, entry: Mapping[str, Any]) -> Part:
    kind, shape, dtype = entry["kind"], entry["shape"], entry["dtype"]
    _demand(isinstance(kind, str), f"kind of {name}")
    _demand(_whole(entry["encoding"]), f"encoding of {name}")
    _demand(_whole(entry["n_bytes"]), f"size of {name}")
    _demand(
        isinstance(entry["checksum"], str) and _CHECKSUM.fullmatch(entry["checksum"]), f"checksum of {name}"
    )
    if kind == "array":
        _demand(isinstance(shape, list) and all(map(_whole, shape)), f"shape of {name}")
        _demand(isinstance(dtype, str) and _DTYPE.fullmatch(dtype) and np.dtype(dtype), f"dtype of {name}")
    return Part(
        file=checked_name(entry["file"]),
        kind=kind,
        encoding=entry["encoding"],
        n_bytes=entry["n_bytes"],
        checksum=entry["checksum"],
        shape=tuple(shape) if kind == "array" else None,
        dtype=dtype if kind == "array" else None,
    )


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _demand(held: object, what: str) -> None:
    if not held:
        raise ValueError(f"bad {what}")
