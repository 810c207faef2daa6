"""Writes the files that the tests read: plain, zipped, and in archives."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path


def put(path: Path, content: bytes | str) -> Path:
    """Write a file, with the folders that it needs, zipped where its name ends in .gz."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def archive(path: Path, members: dict[str, bytes | str]) -> Path:
    """Write a tar archive, zipped unless its name ends in .tar."""
    with tarfile.open(path, "w" if path.suffix == ".tar" else "w:gz") as tar:
        for name, content in members.items():
            data = content.encode() if isinstance(content, str) else content
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return path


def zip_archive(path: Path, members: dict[str, bytes | str]) -> Path:
    """Write a zip archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return path


def packings(folder: Path, name: str, content: bytes | str) -> list[Path]:
    """Write a file plain, zipped, in a folder, in an archive and in a zipped archive."""
    return [
        put(folder / name, content),
        put(folder / f"{name}.gz", content),
        put(folder / "folder" / "inner" / name, content).parents[1],
        archive(folder / "plain.tar", {f"inner/{name}": content}),
        archive(folder / "zipped.tar.gz", {f"inner/{name}": content}),
    ]
