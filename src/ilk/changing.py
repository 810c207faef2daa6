"""Changing the documents of an index: they go through the builder again, without some and with others.

An index keeps its documents whole and what its build was asked for, so a changed index has the same bits as
one that is built from all its texts at once: its vectors and topics are those of the documents that it has.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ilk.build import Recipe, counted, write_index, written
from ilk.document_writer import DocumentWriter
from ilk.documents import DocumentStore
from ilk.errors import ParameterError
from ilk.progress import Progress
from ilk.records import Document

if TYPE_CHECKING:
    from ilk.storage import FolderWriter, StoredFolder

T = TypeVar("T")


def written_anew(
    open_index: Callable[[Path], T],
    stored: StoredFolder,
    write: Callable[..., None],
    path: str | PathLike[str] | None,
) -> T:
    """Return the index that `write(folder, recipe=…)` makes with what a stored one was built with.

    It may take the place of the stored one, unless that has been replaced meanwhile.
    """
    recipe = Recipe.of(stored.manifest)
    in_place = path is not None and Path(path).resolve() == stored.folder.resolve()
    replacing = stored.manifest.generation if in_place else None
    return written(open_index, partial(write, recipe=recipe), path, recipe.seed, replacing)


def write_added(
    folder: FolderWriter,
    recipe: Recipe,
    old: DocumentStore,
    documents: Iterable[Document],
    *,
    replace: bool,
    progress: Progress,
) -> None:
    """Write an index of the old documents and the new ones, which come last.

    The new ones are set aside before the old ones are read again: whatever is wrong with them shows at once,
    and with `replace` one has to know which of the old ones they replace.
    """
    taken = frozenset() if replace else frozenset(old.ids())
    with tempfile.TemporaryDirectory(dir=folder.path, prefix="new-") as aside:
        file = Path(aside) / "documents.sqlite"
        with DocumentWriter(file) as writer:
            for document in counted(writer.adding(documents), progress, "reading new documents"):
                _refuse_taken(document.id, taken)
            if not len(writer):
                raise ParameterError("there are no documents to add; check the source and its format")
        new = DocumentStore.open(file)
        kept = _without(old, frozenset(new.ids()))
        write_index(folder, itertools.chain(kept, new), recipe, progress)


def write_removed(
    folder: FolderWriter, recipe: Recipe, old: DocumentStore, ids: Iterable[str], *, progress: Progress
) -> None:
    """Write an index of the old documents without those with these ids, all of which must be there."""
    gone = frozenset(old.ids(old.number(each) for each in ids))
    if not gone:
        raise ParameterError("there is no document to remove; give at least one id")
    if len(gone) == len(old):
        raise ParameterError(
            f"these are all {len(old):,} documents of the index, and one without documents cannot be; "
            "delete its folder instead"
        )
    write_index(folder, _without(old, gone), recipe, progress)


def _without(documents: Iterable[Document], ids: Collection[str]) -> Iterator[Document]:
    return (document for document in documents if document.id not in ids)


def _refuse_taken(document_id: str, taken: Collection[str]) -> None:
    if document_id in taken:
        raise ParameterError(
            f"the index has a document {document_id!r} already; replace such documents with --replace, "
            "or give the new ones other ids"
        )
