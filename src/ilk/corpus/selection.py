"""Which files of a source are read, each with its format; the others are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ilk.corpus.beginnings import BY_ENDING
from ilk.corpus.contents import Contents, shown_ending
from ilk.corpus.opening import UNREADABLE, Entry, report_unreadable
from ilk.corpus.problems import EMPTY, Problems
from ilk.corpus.readers import FORMATS, Format
from ilk.corpus.sources import Source, ending
from ilk.errors import InputError

Selected = Iterator[tuple[Format, Entry]]


def each_in_its_own(source: Source, contents: Contents, problems: Problems) -> Selected:
    """Yield the files of a folder or an archive, opened once to tell their formats and to be read."""
    for entry in source.entries(problems):
        try:
            opened = entry.opened()
        except UNREADABLE as error:
            if ending(entry.name) and ending(entry.name) not in BY_ENDING:
                problems.leave_out(shown_ending(entry.name))
            else:
                report_unreadable(problems, entry.shown, error)
            continue
        with opened.open():
            head = opened.head()
            name = contents.format_of(entry.name, head) if head else None
            if name is not None:
                yield FORMATS[name], opened
            elif not contents.is_companion(entry.name):
                problems.leave_out(contents.kind_of_unread(entry.name) if head else EMPTY)


def all_in_one(source: Source, chosen: Format, problems: Problems) -> Selected:
    """Yield the files of a format: those with its endings, else those with no ending, else all."""
    belongs = _with_ending(source, chosen)
    for entry in source.entries(problems):
        if belongs is None or belongs(entry.name):
            yield chosen, entry
        elif not chosen.is_companion(entry.name):
            problems.leave_out(shown_ending(entry.name))


def _with_ending(source: Source, chosen: Format) -> Callable[[str], bool] | None:
    """Return what tells the files of a format by their names; None where all of them are tried."""
    if not source.holds_many or not chosen.endings:
        return None
    tests = (chosen.has_ending,) if chosen.needs_ending else (chosen.has_ending, _has_no_ending)
    for belongs in tests:
        if any(belongs(entry.name) for entry in source.entries(Problems(skip=True))):
            return belongs
    if chosen.needs_ending:
        problem = f"holds no file {chosen.endings[0]}"
        raise InputError(source.shown, None, problem, "check the path, or name another format with --format")
    return None


def _has_no_ending(name: str) -> bool:
    return not ending(name)
