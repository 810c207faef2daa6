"""Which collection a folder, an archive or a name stands for."""

from __future__ import annotations

from pathlib import Path

from ilk.corpus.collections.beir import recognise_beir
from ilk.corpus.collections.collection import Collection
from ilk.corpus.collections.external import PREFIX, open_external
from ilk.corpus.collections.files import files_of
from ilk.corpus.collections.labelled import recognise_archive, recognise_labelled
from ilk.corpus.collections.smart import recognise_smart
from ilk.errors import InputError, NotFound

KNOWN = "cacm, cisi, cran, med, time, BEIR, Reuters-21578 and 20 Newsgroups"


def recognise(path: Path, variant: str | None = None) -> Collection | None:
    """Return the collection whose files are in a folder, or whose archive this is; None where none is.

    The variant chooses within a collection: "all" for cacm, the split of a BEIR folder.
    """
    if path.is_file():
        return recognise_archive(path, variant)
    if not path.is_dir():
        return None
    try:
        files = files_of(path)
        return (
            recognise_smart(files, variant)
            or recognise_beir(path, files, variant)
            or recognise_labelled(path, files, variant)
        )
    except PermissionError:
        raise InputError(str(path), None, "the folder may not be read", "ask for the permission") from None


def open_collection(spec: str | Path, variant: str | None = None) -> Collection:
    """Open a collection by its path, or as ir_datasets:NAME by its name in that catalogue."""
    if isinstance(spec, str) and spec.startswith(PREFIX):
        return open_external(spec.removeprefix(PREFIX), variant)
    path = Path(spec).expanduser()
    if not path.exists():
        raise NotFound(
            f"there is no folder or file {str(spec)!r}; give the path of a collection, or {PREFIX}NAME"
        )
    collection = recognise(path, variant)
    if collection is None:
        raise InputError(
            str(spec),
            None,
            f"its files are those of no known collection ({KNOWN})",
            "bring your own data into the form of BEIR: corpus.jsonl, queries.jsonl and qrels/test.tsv",
        )
    return collection
