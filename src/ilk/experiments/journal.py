"""The journal of a run: a line for each finished setting, so that an interrupted run goes on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from ilk._version import __version__
from ilk.experiments.results import Outcome, outcome_as_json, outcome_from_json
from ilk.experiments.study import Study, key_of
from ilk.lines import make_folder, written_lines


@dataclass(frozen=True, slots=True)
class Journal:
    """A file whose first line says whose journal it is, and each further line what one setting gave.

    A line counts only if it is whole: a run that was killed while it wrote loses that setting alone. Outcomes
    of another version of ilk, another revision of the study, another scale or other data are never taken
    over.
    """

    file: Path
    study: Study
    quick: bool
    data: str

    def read(self) -> dict[str, Outcome]:
        """Return the finished settings by their keys; none where the journal is absent or another's."""
        if not self.file.exists():
            return {}
        first, *lines = self.file.read_text(encoding="utf-8").split("\n")
        if first != self._head():
            return {}
        outcomes = map(_outcome, lines)
        return {key_of(outcome.parameters): outcome for outcome in outcomes if outcome is not None}

    def start(self, kept: dict[str, Outcome]) -> None:
        """Begin the file anew with what is kept."""
        make_folder(self.file.parent)
        with written_lines(self.file) as lines:
            for line in (self._head(), *map(_line, kept.values())):
                lines.write(f"{line}\n")

    def add(self, outcome: Outcome) -> None:
        """Write one more finished setting."""
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(_line(outcome) + "\n")

    def remove(self) -> None:
        """Remove the file, once everything it says is elsewhere."""
        self.file.unlink(missing_ok=True)

    def _head(self) -> str:
        whose = {
            "study": self.study.name,
            "revision": self.study.revision,
            "quick": self.quick,
            "ilk": __version__,
            "data": self.data,
        }
        return json.dumps(whose)


def _line(outcome: Outcome) -> str:
    return json.dumps(outcome_as_json(outcome), ensure_ascii=False)


def _outcome(line: str) -> Outcome | None:
    """Return what a line says, or None if it is not whole."""
    try:
        return outcome_from_json(json.loads(line))
    except (ValueError, KeyError, TypeError):
        return None
