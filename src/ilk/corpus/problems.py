"""What was wrong with the input: raised at once, or counted where bad records are to be left out."""

from __future__ import annotations

from ilk.errors import InputError

MAX_EXAMPLES = 5
MAX_KINDS = 20
OTHER = "other problems"
LEAVE_OUT = "correct it, or leave it out with --skip-bad"
"""The advice for a record that has nothing but itself to blame."""


class Problems:
    """The bad records of one reading; memory stays bounded however many there are."""

    def __init__(self, skip: bool = False) -> None:
        """Raise on the first problem or, with skip, take note of it and let the reader go on."""
        self.skip = skip
        self.count = 0
        self.kinds: dict[str, int] = {}
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
        kind = kind or problem
        if kind not in self.kinds and len(self.kinds) >= MAX_KINDS:
            kind = OTHER
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(error)

    def summary(self) -> str:
        """Say in one sentence how many were left out and why, most frequent reason first."""
        if not self.count:
            return "nothing left out"
        reasons = sorted(self.kinds.items(), key=lambda item: (-item[1], item[0]))
        why = ", ".join(f"{kind} ({count:,})" for kind, count in reasons)
        return f"{self.count:,} record{'' if self.count == 1 else 's'} left out: {why}"
