"""Collections whose documents carry labels instead of judgements: Reuters-21578 and 20 Newsgroups."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ilk.corpus.collections.collection import Collection, Rereadable, check_variant
from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.readers.messages import read_messages
from ilk.corpus.readers.reuters import read_reuters
from ilk.corpus.sources import locate
from ilk.corpus.streams import Options
from ilk.records import Document

NEWSGROUPS = frozenset({"alt.atheism", "comp.graphics", "rec.autos", "sci.space", "talk.religion.misc"})
"""Five of the twenty, by whose folders an unpacked copy is known."""


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """A labelled set: what its archives and its files are called, where labels are, and how it is read."""

    name: str
    archive: re.Pattern[str]
    member: re.Pattern[str]
    label_field: str
    note: str
    read: Callable[[Iterable[Entry], Options, Problems], Iterator[Document]]

    def collection(self, path: Path, variant: str | None) -> Collection:
        """Return the collection that a folder or an archive holds."""
        check_variant(self.name, variant, ())
        return Collection(
            self.name,
            Rereadable(lambda: self._documents(path)),
            label_field=self.label_field,
            note=self.note,
        )

    def _documents(self, path: Path) -> Iterator[Document]:
        problems = Problems()
        entries = (e for e in locate(path).entries(problems) if self.member.fullmatch(e.name.lower()))
        return self.read(entries, Options(), problems)


REUTERS = LabelledSet(
    name="reuters21578",
    archive=re.compile(r"reuters-?21578.*\.(tar\.gz|tgz|tar)"),
    member=re.compile(r"(.*/)?reut2-\d+\.sgm(\.gz)?"),
    label_field="topics",
    note="every record, also those without a body; a document may have several topics, or none",
    read=read_reuters,
)
TWENTY_NEWSGROUPS = LabelledSet(
    name="20newsgroups",
    archive=re.compile(r"20[-_]?news.*\.(tar\.gz|tgz|tar)"),
    member=re.compile(r"(.*/)?(alt|comp|misc|rec|sci|soc|talk)\.[^/]+/\d+"),
    label_field="label",
    note="every message; the label is the newsgroup, and an id begins with the half, train or test",
    read=read_messages,
)
SETS = (REUTERS, TWENTY_NEWSGROUPS)


def recognise_archive(path: Path, variant: str | None) -> Collection | None:
    """Recognise the archive in which a labelled set is distributed, by its name."""
    for labelled in SETS:
        if labelled.archive.fullmatch(path.name.lower()):
            return labelled.collection(path, variant)
    return None


def recognise_labelled(folder: Path, files: Mapping[str, Path], variant: str | None) -> Collection | None:
    """Recognise a folder that holds the unpacked files of a labelled set, or its archive and nothing else."""
    if any(REUTERS.member.fullmatch(name) for name in files):
        return REUTERS.collection(folder, variant)
    if _holds_newsgroups(folder):
        return TWENTY_NEWSGROUPS.collection(folder, variant)
    others = [path for name, path in files.items() if not name.startswith("readme")]
    return recognise_archive(others[0], variant) if len(others) == 1 else None


def _holds_newsgroups(folder: Path) -> bool:
    """Look for folders of newsgroups here, or one level below, where train and test lie apart."""
    folders = {path.name.lower(): path for path in folder.iterdir() if path.is_dir()}
    halves = [path for name, path in folders.items() if name.startswith("20news")]
    return any(names >= NEWSGROUPS for names in (folders.keys(), *map(_names, halves)))


def _names(folder: Path) -> set[str]:
    return {path.name.lower() for path in folder.iterdir()}
