"""The results by what they are asked for: values of all seeds or draws, and their mean and deviation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.experiments.hofmann2000.settings import (
    ALL,
    CATEGORIES,
    CATEGORIES_PLAIN,
    FACTORS,
    FULL_SHARE,
    RETRIEVAL,
    SUMMED,
    TEMPERED,
    VECTOR_SPACE,
    WRITTEN,
    shares_of,
)
from ilk.experiments.report import with_deviation
from ilk.experiments.results import Outcome, Results

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean of several runs, and their standard deviation where there are at least two."""

    mean: float
    deviation: float | None

    def __str__(self) -> str:
        """Write both."""
        return with_deviation(self.mean, self.deviation)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A way to rank: its part of the study, its name there, and how its model was fitted, if it has one."""

    part: str
    name: str
    fit: str | None = None


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel to categorise by: its name, and how and to which texts its model was fitted, if it has one."""

    name: str
    fit: str | None = None
    texts: str | None = None


TF, TFIDF = Ranking(VECTOR_SPACE, "tf"), Ranking(VECTOR_SPACE, "tf-idf")
FISHER = Ranking(RETRIEVAL, "both cosine", TEMPERED)
"""What the findings about retrieval are judged by: K = 1 and K = 64 summed, as cosines, tempered EM."""
FISHER_SUMMED = Ranking(SUMMED, "both cosine", TEMPERED)


class View:
    """Answers questions about the results of the study, whichever of its settings there are."""

    def __init__(self, results: Results) -> None:
        """Take the results."""
        self._results = results
        self.collections = tuple(map(str, results.values("collection")))
        self.words = tuple(map(str, results.values("words")))
        self.fits = tuple(map(str, results.values("fit")))
        self.n_topics = max((int(n) for n in results.values("topics")), default=0)
        self.shares = tuple(sorted({n for text in results.values("shares") for n in shares_of(str(text))}))
        self.n_documents = max((int(n) for n in results.values("documents")), default=0)
        self.few_shares = tuple(share for share in self.shares if share < FULL_SHARE)

    def factors(self, fit: str) -> list[list[dict[str, Any]]]:
        """Return the factors of each seed, the largest first."""
        return [outcome.result["factors"] for outcome in self._results.where(part=FACTORS, fit=fit)]

    def factor_texts(self) -> dict[str, Any]:
        """Return the numbers of documents and terms that factors were fitted to."""
        return dict(next(iter(self._results.where(part=FACTORS))).result)

    def factor_fits(self) -> tuple[str, ...]:
        """Return how factors were fitted."""
        return tuple(fit for fit in self.fits if self.factors(fit))

    def precisions(self, collection: str, ranking: Ranking, words: str = WRITTEN) -> Spread | None:
        """Return MAP in per cent over the seeds; None where there are no runs."""
        return spread([result["map"] for result in self._ranked(collection, ranking, words)])

    def by_recall(self, collection: str, ranking: Ranking, words: str = WRITTEN) -> Floats:
        """Return the mean precision (11,) at the levels of recall, in per cent."""
        rows = [result["precision"] for result in self._ranked(collection, ranking, words)]
        return np.asarray(np.mean(rows, axis=0))

    def average_precisions(self, collection: str, ranking: Ranking, words: str = WRITTEN) -> Floats:
        """Return AP (n_queries,), the mean over the seeds."""
        rows = [result["ap"] for result in self._ranked(collection, ranking, words)]
        return np.asarray(np.mean(rows, axis=0))

    def rankings(self, words: str = WRITTEN) -> tuple[Ranking, ...]:
        """Return the ways to rank of which there are results."""
        parts = (VECTOR_SPACE, RETRIEVAL, SUMMED)
        found = (
            Ranking(part, name, None if part == VECTOR_SPACE else str(outcome.parameters["fit"]))
            for part in parts
            for outcome in self._results.where(part=part, words=words)
            for name in outcome.result
        )
        return tuple(dict.fromkeys(found))

    def categorised(self, kernel: Kernel, classifier: str, measure: str, share: int) -> Spread | None:
        """Return a measure over the draws of labels; None where there are no runs."""
        return spread(
            [o.result[str(share)][kernel.name][classifier][measure] for o in self._drawn(kernel, share)]
        )

    def gain(self, one: Kernel, other: Kernel, classifier: str, measure: str, share: int) -> Spread | None:
        """Return by how much one kernel is above another over the draws of labels that both had."""
        pairs = [
            [o.result[str(share)][k.name][classifier][measure] for o in self._drawn(k, share)]
            for k in (one, other)
        ]
        return spread([a - b for a, b in zip(*pairs, strict=False)])

    def _ranked(self, collection: str, ranking: Ranking, words: str) -> Iterator[dict[str, Any]]:
        wanted = {"part": ranking.part, "collection": collection, "words": words}
        if ranking.fit is not None:
            wanted["fit"] = ranking.fit
        for outcome in self._results.where(**wanted):
            if ranking.name in outcome.result:
                yield outcome.result[ranking.name]

    def _drawn(self, kernel: Kernel, share: int) -> list[Outcome]:
        """Return the settings with the kernel and the share; with all labels all texts are labelled ones."""
        wanted = {"part": CATEGORIES_PLAIN}
        if kernel.fit is not None and kernel.texts is not None:
            texts = ALL if share == FULL_SHARE else kernel.texts
            wanted = {"part": CATEGORIES, "fit": kernel.fit, "texts": texts}
        return [
            outcome
            for outcome in self._results.where(**wanted)
            if str(share) in outcome.result and kernel.name in outcome.result[str(share)]
        ]


def spread(values: Sequence[float]) -> Spread | None:
    """Return mean and standard deviation; None of nothing."""
    if not values:
        return None
    return Spread(float(np.mean(values)), float(np.std(values, ddof=1)) if len(values) > 1 else None)
