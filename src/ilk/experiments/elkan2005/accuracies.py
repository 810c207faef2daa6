"""Accuracies by method, out of the results: means, deviations and tests over the splits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from ilk.experiments.elkan2005.published import K
from ilk.experiments.elkan2005.settings import BAYES, MACHINE, NEIGHBOURS, TEXT
from ilk.experiments.results import Outcome, Results
from ilk.tasks.classify.neighbours import UNIFORM

BySplit = Mapping[int, float]
"""A number by the seed of its split."""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean over some splits, and the standard deviation where there are several."""

    value: float
    deviation: float | None
    splits: int


@dataclass(frozen=True, slots=True)
class Gap:
    """By how much one method is above another, and the probability of such a difference by chance."""

    difference: float
    p: float | None
    splits: int


class Accuracies:
    """What the settings gave, by method; whatever was not run is absent."""

    def __init__(self, results: Results) -> None:
        """Take the results of the study, of a full or a quick run."""
        self._results = results
        self.ks = next((tuple(o.result["k"]) for o in results.where(what=NEIGHBOURS)), (K,))

    @cached_property
    def sizes(self) -> Mapping[str, Any]:
        """Return the size of the collection, and of the parts of a split."""
        return dict(next(iter(self._results.where(what=BAYES))).result)

    @cached_property
    def bayes(self) -> Mapping[str, BySplit]:
        """Return the accuracies of the Bayes classifiers."""
        return _by_method((o, o.result["accuracy"]) for o in self._results.where(what=BAYES))

    def neighbours(self, k: int = K, weights: str = UNIFORM) -> Mapping[str, BySplit]:
        """Return the accuracies of all kernels for a number of neighbours and a kind of vote."""
        place = self.ks.index(k)
        return _by_method(
            (o, {name: found[weights][place] for name, found in o.result["accuracy"].items()})
            for o in self._results.where(what=NEIGHBOURS)
        )

    def table_1(self) -> Mapping[str, BySplit]:
        """Return the accuracies of Bayes classifiers and of nearest neighbours with the paper's k."""
        return {**self.bayes, **self.neighbours()}

    @cached_property
    def machines(self) -> Mapping[str, BySplit]:
        """Return the accuracies of the support vector machines."""
        return _by_method(
            (o, {str(o.parameters["kernel"]): o.result["accuracy"]})
            for o in self._results.where(what=MACHINE)
        )

    @cached_property
    def costs(self) -> Mapping[str, BySplit]:
        """Return the C that each machine has chosen."""
        return _by_method(
            (o, {str(o.parameters["kernel"]): o.result["C"]}) for o in self._results.where(what=MACHINE)
        )

    @property
    def preparations(self) -> tuple[str, ...]:
        """Return the ways in which the text was prepared."""
        return tuple(str(name) for name in self._results.values("text"))

    def prepared(self, preparation: str) -> Mapping[str, BySplit]:
        """Return the accuracies of the nine methods with a preparation of the text."""
        found = self._results.where(what=TEXT, text=preparation)
        return _by_method((o, o.result["accuracy"]) for o in found)

    def prepared_sizes(self, preparation: str) -> Mapping[str, Any]:
        """Return the size of the collection with a preparation of the text."""
        return dict(next(iter(self._results.where(what=TEXT, text=preparation))).result)

    def gap(self, one: BySplit, other: BySplit) -> Gap:
        """Compare two methods on the splits that both have.

        Student's t with the variance of overlapping splits, σ² (1/n + n_test/n_train), after Nadeau and
        Bengio: the plain test takes the splits for independent samples and finds far too much.
        """
        splits = sorted(one.keys() & other.keys())
        differences = [one[split] - other[split] for split in splits]
        mean = fmean(differences)
        if len(splits) < 2:  # noqa: PLR2004  # no deviation of one number
            return Gap(mean, None, len(splits))
        share = self.sizes["test"] / self.sizes["train"]
        error = stdev(differences) * sqrt(1 / len(splits) + share)
        return Gap(mean, _two_sided(mean, error, len(splits) - 1), len(splits))


def mean(values: BySplit) -> Mean:
    """Return mean and deviation over the splits."""
    numbers = list(values.values())
    return Mean(fmean(numbers), stdev(numbers) if len(numbers) > 1 else None, len(numbers))


def means(methods: Mapping[str, BySplit]) -> dict[str, float]:
    """Return the mean of each method."""
    return {name: mean(values).value for name, values in methods.items()}


def _two_sided(difference: float, error: float, degrees: int) -> float:
    from scipy.stats import t

    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return float(2 * t.sf(abs(difference) / error, degrees))


def _by_method(found: Iterator[tuple[Outcome, Mapping[str, float]]]) -> dict[str, dict[int, float]]:
    methods: dict[str, dict[int, float]] = {}
    for outcome, numbers in found:
        for name, number in numbers.items():
            methods.setdefault(name, {})[int(outcome.parameters["seed"])] = float(number)
    return methods
