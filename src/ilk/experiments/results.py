"""What the settings of a study gave, in memory and as the JSON from which its page is made."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ilk._version import __version__
from ilk.errors import InputError
from ilk.experiments.study import Parameters, Scalar, key_of
from ilk.threads import thread_count

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """A setting, what it gave, and how many seconds it took in its process."""

    parameters: Parameters
    result: Any
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Results:
    """The outcomes of a study, in the order of its settings.

    `seconds` is the time that people waited, over all runs where it was interrupted; `environment` says with
    what it was computed, and `data` is a fingerprint of from what.
    """

    study: str
    revision: int
    quick: bool
    outcomes: tuple[Outcome, ...]
    seconds: float = 0.0
    ilk_version: str = __version__
    environment: Mapping[str, Scalar] = field(default_factory=dict)
    data: str = ""

    def where(self, **wanted: Scalar) -> Iterator[Outcome]:
        """Yield the outcomes whose parameters agree, in the order of the settings."""
        for outcome in self.outcomes:
            parameters = outcome.parameters
            if all(name in parameters and parameters[name] == value for name, value in wanted.items()):
                yield outcome

    def one(self, **wanted: Scalar) -> Outcome:
        """Return the only outcome whose parameters agree."""
        found = list(self.where(**wanted))
        if len(found) != 1:
            raise LookupError(f"{len(found)} settings of {self.study} have {key_of(wanted)}, not one")
        return found[0]

    def values(self, parameter: str) -> tuple[Scalar, ...]:
        """Return the different values of a parameter, in the order in which they first occur."""
        return tuple(
            dict.fromkeys(o.parameters[parameter] for o in self.outcomes if parameter in o.parameters)
        )


def environment() -> dict[str, Scalar]:
    """Say with what results are computed: versions and the number of cores, nothing that names a machine."""
    packages = {name: version(name) for name in ("numpy", "scipy", "scikit-learn", "numba")}
    return {"python": platform.python_version(), **packages, "cores": thread_count(None)}


def write_results(file: Path, results: Results) -> None:
    """Write results as JSON, one setting a line; the file is replaced in one step."""
    head = {
        "format": FORMAT,
        "study": results.study,
        "revision": results.revision,
        "quick": results.quick,
        "ilk": results.ilk_version,
        "seeds": list(results.values("seed")),
        "seconds": round(results.seconds, 1),
        "environment": dict(results.environment),
        "data": results.data,
    }
    lines = [json.dumps(outcome_as_json(outcome), ensure_ascii=False) for outcome in results.outcomes]
    opening = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    text = opening + ',\n "settings": [\n' + ",\n".join(lines) + "\n]}\n"
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


def read_results(file: Path) -> Results:
    """Read what `write_results` wrote."""
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        if stored["format"] != FORMAT:
            raise InputError(str(file), None, "its format is another", "run the experiment again")
        return Results(
            study=stored["study"],
            revision=stored["revision"],
            quick=stored["quick"],
            outcomes=tuple(outcome_from_json(row) for row in stored["settings"]),
            seconds=stored["seconds"],
            ilk_version=stored["ilk"],
            environment=stored["environment"],
            data=stored["data"],
        )
    except (ValueError, KeyError, TypeError):
        problem = "this is not the JSON of an experiment"
        raise InputError(str(file), None, problem, "remove it and run the experiment again") from None


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as an object."""
    return {
        "setting": dict(outcome.parameters),
        "seconds": round(outcome.seconds, 3),
        "result": outcome.result,
    }


def outcome_from_json(row: Mapping[str, Any]) -> Outcome:
    """Return the outcome that an object stands for."""
    return Outcome(dict(row["setting"]), row["result"], float(row["seconds"]))
