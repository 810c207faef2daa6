"""The results as arrays: runs by queries, R-precision in percent, whatever part of the settings there is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.experiments.nyffenegger2006 import published
from ilk.experiments.nyffenegger2006.published import Cell
from ilk.experiments.nyffenegger2006.settings import BASELINES, COMBINATION, MIXTURE, PLSI
from ilk.experiments.results import Results

Floats = NDArray[np.float64]
PERCENT = 100.0


class Runs(NamedTuple):
    """The mean of several runs, and their standard deviation where there are at least two."""

    mean: float
    deviation: float | None


def of_runs(values: Iterable[float]) -> Runs | None:
    """Return mean and deviation, or None of nothing."""
    listed = list(values)
    if not listed:
        return None
    return Runs(float(np.mean(listed)), float(np.std(listed, ddof=1)) if len(listed) > 1 else None)


@dataclass(frozen=True, slots=True)
class View:
    """What was measured, asked by kernel and cell."""

    results: Results

    @property
    def collections(self) -> tuple[str, ...]:
        """Return the collections that there are, in the order of the paper."""
        there = self.results.values("collection")
        return tuple(name for name in published.COLLECTIONS if name in there)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return the columns of table 1 that there are."""
        topics = self.results.values("topics")
        return tuple(c for c in published.CELLS if c.collection in self.collections and c.topics in topics)

    def fits(self, what: str) -> tuple[str, ...]:
        """Return the ways of EM that a part of the study has."""
        return tuple(dict.fromkeys(str(o.parameters["em"]) for o in self.results.where(what=what)))

    def baseline(self, collection: str, name: str) -> Floats:
        """Return the R-precision of each query, (1, n_queries)."""
        return self._by_query(collection, [self._baselines(collection)["hits"][name]])

    def plsi(self, cell: Cell, em: str, kernel: str) -> Floats:
        """Return the R-precision of a kernel of table 1, (n_runs, n_queries)."""
        return self._runs(PLSI, cell, em, kernel)

    def mixture(self, cell: Cell, em: str, kernel: str) -> Floats:
        """Return the R-precision of a Naive Bayes kernel, (n_runs, n_queries)."""
        return self._runs(MIXTURE, cell, em, kernel)

    def variant(self, cell: Cell, em: str, kernel: str, group: str = "variants") -> Runs | None:
        """Return the mean of a kernel that table 1 has not, or of the cosine of one (`cosines`)."""
        return of_runs(PERCENT * outcome.result[group][kernel] for outcome in self._outcomes(PLSI, cell, em))

    def combination(self, collection: str, em: str, kernel: str, first: str) -> list[dict[str, Any]]:
        """Return what a search for weights gave, one a run."""
        found = self.results.where(what=COMBINATION, collection=collection, em=em)
        return [outcome.result[kernel][first] for outcome in found]

    def _runs(self, what: str, cell: Cell, em: str, kernel: str) -> Floats:
        hits = [outcome.result["hits"][kernel] for outcome in self._outcomes(what, cell, em)]
        return self._by_query(cell.collection, hits)

    def _outcomes(self, what: str, cell: Cell, em: str) -> list[Any]:
        return list(self.results.where(what=what, collection=cell.collection, em=em, topics=cell.topics))

    def _by_query(self, collection: str, hits: list[list[int]]) -> Floats:
        n_relevant = np.array(self._baselines(collection)["relevant"], dtype=np.float64)
        return PERCENT * np.array(hits, dtype=np.float64).reshape(-1, n_relevant.size) / n_relevant

    def _baselines(self, collection: str) -> Any:
        return self.results.one(what=BASELINES, collection=collection).result


def mean_of(runs: Floats) -> Runs | None:
    """Return the mean over queries of runs (n_runs, n_queries)."""
    return of_runs(runs.mean(axis=1)) if len(runs) else None
