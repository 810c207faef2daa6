"""Every error that ilk raises on purpose, each one sentence for a person.

IlkError
├── InputError          a text, record or file that cannot be read: names file and line, and what to do
├── ParameterError      a value outside of what is allowed (also a ValueError)
│   └── UnknownName     a similarity, format, measure or language that does not exist
├── NotFound            a document, topic or path that is not there (also a LookupError)
├── StorageError        an index folder that is missing, damaged or of another version
└── MissingExtra        a feature whose optional package is not installed (also an ImportError)

The same sentence is shown in Python, on the command line and over HTTP.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class IlkError(Exception):
    """The root: whatever ilk raises on purpose."""


class InputError(IlkError):
    """A text, record or file that cannot be read, and where it stands."""

    def __init__(self, where: str, line: int | None, problem: str, advice: str) -> None:
        """Keep the pieces apart so that skipped records can be counted by problem."""
        self.where, self.line, self.problem, self.advice = where, line, problem, advice
        place = where if line is None else f"{where}, line {line}"
        super().__init__(f"{place}: {problem}; {advice}")


class ParameterError(IlkError, ValueError):
    """A value outside of what is allowed."""


class UnknownName(ParameterError):
    """A name that is not in a closed list; the sentence offers the nearest ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str], main: Sequence[str] = ()) -> None:
        """Say which names there are, the one that is nearest first; `main` are those to show of very many."""
        self.kind, self.name, self.known = kind, name, sorted(known)
        by_folded = {each.casefold(): each for each in self.known}
        near = difflib.get_close_matches(name.casefold(), by_folded, n=1)
        hint = f"did you mean {by_folded[near[0]]!r}? " if near else ""
        shown = ", ".join(main or self.known) or "none"
        more = f" and {len(self.known) - len(main)} more" if main else ""
        super().__init__(f"there is no {kind} {name!r}; {hint}known: {shown}{more}")


class NotFound(IlkError, LookupError):
    """A document, topic or path that is not there."""


class StorageError(IlkError):
    """An index folder that is missing, damaged or of another version."""


class MissingExtra(IlkError, ImportError):
    """A feature whose optional package is not installed."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        """Name the feature, the package that it needs and the extra that brings it.

        The advice is to install the package: an index of packages would have no ilk, or another one.
        """
        brought = f"the package {package} (ilk's extra {extra!r})"
        super().__init__(f"{what} needs {brought}; install it with: pip install {package}")
