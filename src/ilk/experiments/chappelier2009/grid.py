"""Means and deviations over the random starts, read from the results of a study."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, median, stdev
from typing import Any

from ilk.experiments.chappelier2009.published import COLLECTIONS
from ilk.experiments.chappelier2009.settings import COLLECTION, FIT
from ilk.experiments.chappelier2009.similarities import BM25_NAME, THIRTEEN
from ilk.experiments.results import Results

MAP, R_PRECISION = "MAP", "Rprec"
PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean over the starts in percent, and their standard deviation where there are several."""

    value: float
    deviation: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Return the mean of values."""
        return cls(fmean(values), stdev(values) if len(values) > 1 else None)


@dataclass(frozen=True, slots=True)
class Best:
    """The best of some similarities over all numbers of topics."""

    name: str
    topics: int
    mean: Mean


@dataclass(frozen=True, eq=False)
class Grid:
    """The results by collection, way of EM, number of topics and similarity."""

    results: Results
    measure: str = MAP

    @cached_property
    def collections(self) -> tuple[str, ...]:
        """Return the collections that are there, in the order of the paper."""
        present = set(self.results.values("collection"))
        return tuple(name for name in COLLECTIONS if name in present)

    @cached_property
    def variants(self) -> tuple[str, ...]:
        """Return the ways of EM that are there."""
        return tuple(str(name) for name in self.results.values("em"))

    def topics(self, variant: str) -> tuple[int, ...]:
        """Return the numbers of topics that were fitted in a way of EM, increasing."""
        return tuple(sorted({topics for _, em, topics in self._runs if em == variant}))

    def runs(self, collection: str, variant: str, topics: int) -> list[Any]:
        """Return the results of all starts."""
        return self._runs.get((collection, variant, topics), [])

    def mean(self, collection: str, variant: str, topics: int, name: str) -> Mean:
        """Return the mean of a similarity over the starts."""
        runs = self.runs(collection, variant, topics)
        return Mean.of([PERCENT * run[self.measure][name] for run in runs])

    def value(self, collection: str, variant: str, topics: int, name: str) -> float:
        """Return the mean alone."""
        return self.mean(collection, variant, topics, name).value

    def first(self, collection: str, variant: str, topics: int, name: str) -> float | None:
        """Return what the first start gave, None where there is none."""
        runs = self.runs(collection, variant, topics)
        return PERCENT * runs[0][self.measure][name] if runs else None

    def best(self, collection: str, variant: str, names: Iterable[str] = THIRTEEN) -> Best:
        """Return the similarity and the number of topics with the highest mean."""
        candidates = [
            Best(name, topics, self.mean(collection, variant, topics, name))
            for name in names
            for topics in self.topics(variant)
        ]
        return max(candidates, key=lambda best: best.mean.value)

    def bm25(self, collection: str) -> float:
        """Return what BM25 reaches."""
        return float(PERCENT * self.facts(collection)[self.measure][BM25_NAME])

    def facts(self, collection: str) -> Any:
        """Return what was counted in a collection."""
        return self.results.one(what=COLLECTION, collection=collection).result

    def fit_seconds(self, collection: str, variant: str, topics: int) -> float | None:
        """Return the median time of a fit on one core."""
        runs = self.runs(collection, variant, topics)
        return median(run["fit_seconds"] for run in runs) if runs else None

    @cached_property
    def _runs(self) -> dict[tuple[str, str, int], list[Any]]:
        runs: dict[tuple[str, str, int], list[Any]] = {}
        for outcome in self.results.where(what=FIT):
            parameters = outcome.parameters
            key = (str(parameters["collection"]), str(parameters["em"]), int(parameters["topics"]))
            runs.setdefault(key, []).append(outcome.result)
        return runs
