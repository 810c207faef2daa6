"""What an experiment consists of: settings that run by themselves, and a report on all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ilk.experiments.report import Report
    from ilk.experiments.results import Results

Scalar: TypeAlias = str | int | float | bool
Parameters: TypeAlias = Mapping[str, Scalar]
"""What tells a setting from the others, such as collection, topics and seed."""
Result: TypeAlias = "Scalar | list[Result] | dict[str, Result] | None"
"""What a setting gives: numbers, in lists and objects, as JSON has them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One run of an experiment; `cost` guesses its seconds, in any unit, for the time that is left.

    alone: after all others, and none beside it; for what measures time.
    """

    parameters: Parameters
    cost: float = 1.0
    alone: bool = False

    @property
    def key(self) -> str:
        """Return the parameters as one line of text, by which a finished setting is found again."""
        return key_of(self.parameters)


@dataclass(frozen=True, slots=True)
class Study:
    """An experiment of a paper.

    settings: given whether it is to be quick, lists what to run; each setting's seed is among its parameters.
    run: does one setting, given its parameters and the folder of collections; settings run in several
        processes at once, in any order, so it is a function of a module, keeps nothing and prints nothing.
    report: turns the results of all settings into tables, figures and findings; it reads no data.
    collections: the folders that `run` reads, checked before anything is run.
    revision: raised when `run` changes what it does, so that older results are not taken for its own.
    """

    name: str
    title: str
    reference: str
    settings: Callable[[bool], Sequence[Setting]]
    run: Callable[[Parameters, Path], Result]
    report: Callable[[Results], Report]
    collections: tuple[str, ...]
    revision: int = 1


def key_of(parameters: Parameters) -> str:
    """Return parameters as one line of text: collection=med topics=32 seed=0."""
    return " ".join(f"{name}={value}" for name, value in parameters.items())
