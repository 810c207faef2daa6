"""The results as the report asks for them: means and deviations over the runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from ilk.experiments.clinchant2013.clustering import AVERAGE, PLAIN, SIZE
from ilk.experiments.clinchant2013.retrieval import PLAIN as AP
from ilk.experiments.clinchant2013.settings import (
    BASELINES,
    CLUSTERING,
    COST,
    FV,
    GROWTH,
    LSI,
    RETRIEVAL,
    SAMPLE,
    UNSEEN,
)
from ilk.experiments.report import NOTHING, with_deviation
from ilk.experiments.results import Outcome, Results

Key = TypeVar("Key")

ARI, NMI = 0, 1
"""Where each measure stands in a result."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean of several runs, their standard deviation, None for a single run, and how many they are."""

    mean: float
    deviation: float | None = None
    runs: int = 1


@dataclass(frozen=True, slots=True)
class Words:
    """Which word vectors: their name and dimensions."""

    embedding: str
    dimensions: int


class View:
    """Results, as means and deviations."""

    def __init__(self, results: Results) -> None:
        """Keep the results."""
        self.results = results

    def clustering(self, method: str, measure: int, variant: str = PLAIN) -> Spread | None:
        """Return ARI or NMI of a method without word vectors."""
        return _spread(o.result[variant][measure] for o in self._of(CLUSTERING, method=method))

    def newsgroups(self) -> tuple[int, int, int] | None:
        """Return how many documents, terms and classes were clustered."""
        sizes = [o.result[SIZE] for o in self._of(CLUSTERING, method=LSI)]
        return (sizes[0][0], sizes[0][1], sizes[0][2]) if sizes else None

    def clustered_words(self) -> tuple[Words, ...]:
        """Return which word vectors were clustered by."""
        return _words(self._of(CLUSTERING, method=FV))

    def clustering_by_gaussians(self, embedding: str, measure: int) -> Mapping[str, Spread]:
        """Return ARI or NMI by number of Gaussians, and of averaged words, with one kind of vectors."""
        return _spreads(
            {name: pair[measure] for name, pair in o.result.items()}
            for o in self._of(CLUSTERING, method=FV, embedding=embedding)
        )

    @cached_property
    def collections(self) -> tuple[str, ...]:
        """Return the judged collections that there are results for."""
        return tuple(dict.fromkeys(str(o.parameters["collection"]) for o in self._of(RETRIEVAL)))

    def retrieved_words(self) -> tuple[Words, ...]:
        """Return which word vectors were searched by."""
        return _words(self._of(RETRIEVAL))

    def retrieval(self, collection: str, words: Words, way: str = AP) -> Mapping[int, Spread]:
        """Return MAP by number of Gaussians."""
        found = self._of(
            RETRIEVAL, collection=collection, embedding=words.embedding, dimensions=words.dimensions
        )
        return _spreads({int(k): v[way] for k, v in o.result.items() if k != AVERAGE} for o in found)

    def mean_retrieval(self, words: Words) -> Mapping[int, Spread]:
        """Return the mean MAP over collections by number of Gaussians; the spread is that of the seeds."""
        found = self._of(RETRIEVAL, embedding=words.embedding, dimensions=words.dimensions)
        rows = [(o, {int(k): v[AP] for k, v in o.result.items() if k != AVERAGE}) for o in found]
        return _spreads(_means_by_seed(rows))

    def average(self, collection: str, words: Words) -> float | None:
        """Return MAP of averaged word vectors, which have no seed."""
        spread = _spread(
            o.result[AVERAGE]
            for o in self._of(
                RETRIEVAL, collection=collection, embedding=words.embedding, dimensions=words.dimensions
            )
        )
        return None if spread is None else spread.mean

    def baselines(self, collection: str) -> Mapping[str, Any]:
        """Return MAP of PL2, TF-IDF and LSI, and the size of the collection."""
        result: Mapping[str, Any] = self.results.one(part=BASELINES, collection=collection).result
        return result

    def sampled(self) -> tuple[str, ...]:
        """Return the collections on which the mixture's sample was varied."""
        return tuple(dict.fromkeys(str(o.parameters["collection"]) for o in self._of(SAMPLE)))

    def by_sample(self, collection: str) -> Mapping[int, Spread]:
        """Return MAP, or NMI where there are classes, by the size of the mixture's sample."""
        outcomes = [o.result["samples"] for o in self._of(SAMPLE, collection=collection)]
        return _spreads(
            {int(k): v[NMI] if isinstance(v, list) else v for k, v in row.items()} for row in outcomes
        )

    def by_share(self, collection: str, what: str) -> Mapping[float, Spread]:
        """Return MAP "with" or "without" unseen words, or how many are "unseen", by share of documents."""
        found = self._of(UNSEEN, collection=collection)
        return _spreads({float(k): v[what] for k, v in o.result.items()} for o in found)

    def mean_by_share(self, what: str) -> Mapping[float, Spread]:
        """Return the mean of by_share over collections; the spread is that of the seeds."""
        rows = [(o, {float(k): v[what] for k, v in o.result.items()}) for o in self._of(UNSEEN)]
        return _spreads(_means_by_seed(rows))

    def growth(self, embedding: str) -> Mapping[int, Mapping[str, Spread]]:
        """Return MAP of LSI, TF-IDF, averaged words and Fisher vectors, by the number of documents."""
        rows: dict[int, list[Mapping[str, float]]] = {}
        for outcome in self._of(GROWTH, embedding=embedding):
            values = dict(outcome.result)
            rows.setdefault(int(values.pop("documents")), []).append(values)
        return {size: _spreads(found) for size, found in sorted(rows.items())}

    def cost(self) -> Mapping[str, Any]:
        """Return what the largest collection cost."""
        result: Mapping[str, Any] = self.results.one(part=COST).result
        return result

    def gaussians_of(self, part: str) -> int:
        """Return the number of Gaussians with which a part was run."""
        return int(next(iter(self._of(part))).parameters["gaussians"])

    def has(self, part: str) -> bool:
        """Say whether there are results of a part."""
        return any(self._of(part))

    def runs_of(self, part: str, **wanted: Any) -> int:
        """Return over how many runs means are taken."""
        return len(list(self._of(part, **wanted)))

    def _of(self, part: str, **wanted: Any) -> Iterable[Outcome]:
        return self.results.where(part=part, **wanted)


def best(spreads: Mapping[Any, Spread]) -> tuple[Any, Spread]:
    """Return the key with the largest mean, the first of equal ones, and its spread."""
    key = max(spreads, key=lambda name: spreads[name].mean)
    return key, spreads[key]


def shown(spread: Spread | None) -> str:
    """Write a mean and its deviation, or a dash."""
    return NOTHING if spread is None else with_deviation(spread.mean, spread.deviation)


def numbered(spreads: Mapping[str, Spread]) -> dict[int, Spread]:
    """Return what belongs to numbers of Gaussians."""
    return {int(name): spread for name, spread in spreads.items() if name.isdigit()}


def _words(outcomes: Iterable[Outcome]) -> tuple[Words, ...]:
    return tuple(
        dict.fromkeys(
            Words(str(o.parameters["embedding"]), int(o.parameters["dimensions"])) for o in outcomes
        )
    )


def _spread(values: Iterable[float]) -> Spread | None:
    given = list(values)
    if not given:
        return None
    deviation = float(np.std(given, ddof=1)) if len(given) > 1 else None
    return Spread(float(np.mean(given)), deviation, len(given))


def _spreads(rows: Iterable[Mapping[Key, float]]) -> dict[Key, Spread]:
    """Return the spread of each column over the rows, which may have different columns."""
    columns: dict[Key, list[float]] = {}
    for row in rows:
        for name, value in row.items():
            columns.setdefault(name, []).append(value)
    spreads = {name: _spread(values) for name, values in columns.items()}
    return {name: spread for name, spread in spreads.items() if spread is not None}


def _means_by_seed(rows: Iterable[tuple[Outcome, Mapping[Key, float]]]) -> list[dict[Key, float]]:
    """Return for each seed the means over collections, of the columns that all of them have."""
    by_seed: dict[int, list[Mapping[Key, float]]] = {}
    for outcome, row in rows:
        by_seed.setdefault(int(outcome.parameters["seed"]), []).append(row)
    return [
        {key: float(np.mean([row[key] for row in found])) for key in found[0] if all(key in r for r in found)}
        for found in by_seed.values()
    ]
