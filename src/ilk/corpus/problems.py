"""What was wrong with the input: raised at once, or counted where bad records are to be left out.

Files that were not read, because they are empty or in no format that ilk knows, are no errors: they lie among
others that were. They are always counted.
"""

from __future__ import annotations

from ilk.errors import InputError

MAX_EXAMPLES = 5
MAX_KINDS = 20
MAX_ENDINGS = 200
MAX_SHOWN = 10
OTHER = "other problems"
OTHER_FILES = "other endings"
EMPTY = "empty"
"""The kind of file that holds nothing to read."""
LEAVE_OUT = "correct it, or leave it out with --skip-bad"
"""The advice for a record that has nothing but itself to blame."""


class Problems:
    """The bad records and the unread files of one reading; memory stays bounded however many there are.

    `count` is the number of both; `kinds` counts the records by what was wrong, `files` the files by ending.
    """

    def __init__(self, skip: bool = False) -> None:
        """Raise on the first problem or, with skip, take note of it and let the reader go on."""
        self.skip = skip
        self.count = 0
        self.kinds: dict[str, int] = {}
        self.files: dict[str, int] = {}
        self.examples: list[InputError] = []
        self.where = ""
        self.line: int | None = None

    def at(self, where: str, line: int | None = None) -> None:
        """Remember which record is being read, for the checks that see only the finished document."""
        self.where, self.line = where, line

    def report(
        self, where: str, line: int | None, problem: str, advice: str, kind: str | None = None
    ) -> None:
        """Raise the problem as an InputError, or count it under its kind (the problem itself by default)."""
        error = InputError(where, line, problem, advice)
        if not self.skip:
            raise error
        self.count += 1
        _count(self.kinds, kind or problem, MAX_KINDS, OTHER)
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(error)

    def leave_out(self, kind: str) -> None:
        """Count a file that was not read under its kind, which may be its ending."""
        self.count += 1
        _count(self.files, kind, MAX_ENDINGS, OTHER_FILES)

    def summary(self) -> str:
        """Say in one sentence what was left out and why, most frequent reason first."""
        parts = []
        if self.kinds:
            parts.append(f"{_amount(self.kinds, 'record')} left out: {_by_frequency(self.kinds)}")
        if self.files:
            parts.append(f"{_amount(self.files, 'file')} not read: {_by_frequency(self.files)}")
        return "; ".join(parts) or "nothing left out"


def _count(kinds: dict[str, int], kind: str, most: int, other: str) -> None:
    if kind not in kinds and len(kinds) >= most:
        kind = other
    kinds[kind] = kinds.get(kind, 0) + 1


def _amount(kinds: dict[str, int], what: str) -> str:
    count = sum(kinds.values())
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _by_frequency(kinds: dict[str, int]) -> str:
    reasons = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(count for _, count in reasons[MAX_SHOWN:])
    shown = reasons[:MAX_SHOWN] + ([("others", rest)] if rest else [])
    return ", ".join(f"{kind} ({count:,})" for kind, count in shown)
