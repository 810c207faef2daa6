"""What a folder or an archive holds, by a look at its first files, and the format of each file in it.

Each file is read in its own format. Two things depend on the others: where most files are those of a data set
(SMART, TREC, Reuters, BEIR), only its own are read; and files about the data, such as README, are read where
others of their format are, or where there is nothing else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from ilk.corpus.beginnings import BY_ENDING, by_file, by_look, by_signature, is_object_a_line
from ilk.corpus.opening import UNREADABLE, Entry
from ilk.corpus.problems import Problems
from ilk.corpus.readers import FORMATS
from ilk.corpus.sources import Source, ending, without_gz
from ilk.errors import InputError

MIXED = "mixed"
MAX_FILES = 1_000
MAX_LOOKS = 5
MAX_ENDING = 10
DATA_SETS = frozenset({"beir", "reuters", "smart", "trec"})
READ_AS_THE_OTHERS = frozenset({"messages", "reuters", "smart", "trec"})
"""Formats in which also a file may be that has no ending and does not begin like them."""
SURELY_JSON_LINES = frozenset({".jsonl", ".ndjson"})
ABOUT = frozenset({
    "readme", "license", "licence", "copying", "notice", "changelog", "authors", "contributing", "makefile",
    "dockerfile",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Contents:
    """The formats of the files that were looked at, and what that says about all of them.

    data_set: the one format of which files are read. plain: what a file counts as that has no ending and
    looks like nothing but text. endings_tell: some file has a known ending, so one with another is no text.
    only_about: there are no files but those about the data.
    """

    formats: frozenset[str]
    data_set: str | None = None
    plain: str = "text"
    endings_tell: bool = False
    only_about: bool = False

    @property
    def name(self) -> str:
        """The format of all files, or "mixed" where there are several."""
        return self.data_set or (next(iter(self.formats)) if len(self.formats) == 1 else MIXED)

    def format_of(self, name: str, beginning: bytes) -> str | None:
        """Return the format in which a file is read; None where it is not."""
        found = self._own_format(name, beginning)
        if self.data_set:
            belongs = found == self.data_set or FORMATS[self.data_set].has_ending(name)
            return self.data_set if belongs else None
        if is_about(name) and not self.only_about:
            return found if ending(name) and found in self.formats else None
        return found

    def kind_of_unread(self, name: str) -> str:
        """Say for a note what kind of file was not read."""
        if self.data_set is None and is_about(name):
            return "README and the like"
        if self.data_set is None and BY_ENDING.get(ending(name)) == "jsonl":
            return f"{ending(name)} that is not one object a line"
        return shown_ending(name)

    def is_companion(self, name: str) -> bool:
        """Whether a file belongs to the data set and holds no documents, such as its queries."""
        return self.data_set is not None and FORMATS[self.data_set].is_companion(name)

    def _own_format(self, name: str, beginning: bytes) -> str | None:
        suffix = ending(name)
        found = by_signature(beginning) or BY_ENDING.get(suffix)
        if found is None and not (suffix and self.endings_tell):
            found = by_look(name, beginning)
        if found is None and not suffix and b"\0" not in beginning:
            found = self.plain
        is_sure = suffix in SURELY_JSON_LINES or self.formats == {"jsonl"}
        if found == "jsonl" and not is_sure and not is_object_a_line(beginning):
            return None  # the settings of some program, or a single large object
        return found


def look(source: Source) -> Contents:
    """Look at the first files that ilk knows in a folder or an archive; where there are none, say so."""
    tallies: dict[tuple[bool, str], _Tally] = defaultdict(_Tally)
    problems = Problems(skip=True)
    folders: set[tuple[str, ...]] = set()
    of_beir: set[tuple[str, ...]] = set()
    n_known = 0
    for entry in source.entries(problems):
        path = PurePosixPath(without_gz(entry.name))
        folders.add(path.parts[:-1])
        if path.name == "corpus.jsonl":
            of_beir.add(path.parts[:-1])
        tally = tallies[is_about(entry.name), ending(entry.name)]
        tally.add(entry)
        n_known += tally.format() is not None
        if n_known == MAX_FILES:  # a thousand pictures before the first text say nothing about the texts
            break
    if any(all(folder[: len(root)] == root for folder in folders) for root in of_beir):
        # all else lies beside it or below: in a tree of notes the name would say nothing
        return Contents(frozenset({"beir"}), "beir")
    for about in (False, True):
        found = {suffix: tally for (of_about, suffix), tally in tallies.items() if of_about is about}
        if contents := _contents(found, about):
            return contents
    raise problems.examples[0] if problems.examples else _nothing_to_read(source, empty=not tallies)


def is_about(name: str) -> bool:
    """Whether a file is about the data, or about a program beside them, by its name."""
    file = without_gz(name).rpartition("/")[2]
    return (file.rpartition(".")[0] or file) in ABOUT


def shown_ending(name: str) -> str:
    """Return the ending of a file that was not read, for a note: what nobody would know is not repeated."""
    suffix = ending(name)
    if suffix[1:].isalnum() and len(suffix) <= MAX_ENDING:
        return suffix
    return "other endings" if suffix else "no ending"


@dataclass(slots=True)
class _Tally:
    """The files of one ending: how many, how large, and what the first of them look like."""

    files: int = 0
    bytes: int = 0
    looks: Counter[str | None] = field(default_factory=Counter)

    def add(self, entry: Entry) -> None:
        """Count a file, and look into it if it is one of the first."""
        self.files += 1
        self.bytes += entry.size or 0
        if self.files <= MAX_LOOKS:
            self.looks[_guess(entry)] += 1

    def format(self) -> str | None:
        """Return the format of most files that were looked into."""
        return self.looks.most_common(1)[0][0]


def _contents(tallies: dict[str, _Tally], about: bool) -> Contents | None:
    """Sum up the tallies by ending; the format of most files, or of most bytes, may be that of a data set."""
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for tally in tallies.values():
        if found := tally.format():
            files[found] += tally.files
            sizes[found] += tally.bytes
    if not files:
        return None
    most = max(files, key=lambda name: (files[name], sizes[name]))
    plain = tallies[""].format() if "" in tallies else None
    return Contents(
        formats=frozenset(files),
        data_set=most if most in DATA_SETS else None,
        plain=plain if plain in READ_AS_THE_OTHERS else "text",
        endings_tell=not BY_ENDING.keys().isdisjoint(tallies),
        only_about=about,
    )


def _guess(entry: Entry) -> str | None:
    """Return the format of a file among many; plain text counts only where the name has no ending."""
    try:
        head = entry.head()
    except UNREADABLE:  # reading will say so
        return BY_ENDING.get(ending(entry.name))
    plain = "text" if not ending(entry.name) and head and b"\0" not in head else None
    return by_file(entry.name, head) or plain


def _nothing_to_read(source: Source, empty: bool) -> InputError:
    if empty:
        return InputError(
            source.shown, None, f"is an empty {source.kind.value}", "give one that holds documents"
        )
    return InputError(
        source.shown,
        None,
        f"holds no file that ilk knows by its ending ({', '.join(sorted(BY_ENDING))}) or its beginning",
        f"name the format with --format, one of {', '.join(FORMATS)}",
    )
