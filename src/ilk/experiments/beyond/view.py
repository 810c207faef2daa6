"""The results of the study by what they are about; MAPs in percent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.experiments.beyond.published import PRINTED
from ilk.experiments.beyond.settings import BUILD, CONSTANTS, LATENCY, RECIPE, SIMILARITIES, TITLES
from ilk.experiments.beyond.similarities import BM25
from ilk.experiments.results import Outcome, Results

Floats = NDArray[np.float64]


def deviation(values: Floats) -> float | None:
    """Return the standard deviation of several runs, as far as they tell it; None for one run."""
    return float(values.std(ddof=1)) if len(values) > 1 else None


class View:
    """What was measured, whichever settings were run."""

    def __init__(self, results: Results) -> None:
        """Read results."""
        self._results = results
        self._judged = {str(o.parameters["collection"]): o.result for o in results.where(part=SIMILARITIES)}
        self.collections = tuple(self._judged)
        self.classic = tuple(name for name in self.collections if name in PRINTED)
        """Those that others have published numbers for; means are over these."""

    @cached_property
    def similarities(self) -> tuple[str, ...]:
        """Return the names of the similarities that were compared."""
        return tuple(next(iter(self._judged.values()))["similarities"])

    def documents(self, collection: str) -> int:
        """Return how many documents a collection has."""
        return int(self._judged[collection]["documents"])

    def queries(self, collection: str) -> int:
        """Return how many queries of a collection have a relevant document."""
        return int(self._judged[collection]["queries"])

    def mean(self, collection: str, similarity: str, measure: str = "AP") -> float:
        """Return the mean of a measure over the queries, in percent."""
        return 100 * float(self._judged[collection]["similarities"][similarity]["measures"][measure])

    def p(self, collection: str, similarity: str, measure: str = "AP") -> float | None:
        """Return the corrected p against BM25; None for BM25 itself."""
        return self._p("p", collection, similarity, measure)

    def p_against_lsi(self, collection: str, similarity: str) -> float | None:
        """Return the corrected p against LSI; None for LSI itself."""
        return self._p("p against lsi", collection, similarity, "AP")

    def precision_by_recall(self, collection: str, similarity: str) -> Floats:
        """Return the mean precision at the eleven levels of recall, in percent."""
        return 100 * np.array(self._judged[collection]["similarities"][similarity]["precision"])

    def ratio(self, similarity: str) -> float:
        """Return MAP over BM25's, the mean over the classic collections."""
        return float(np.mean([self.mean(c, similarity) / self.mean(c, BM25) for c in self.classic]))

    def average_precisions(self, collection: str, similarity: str) -> Floats:
        """Return AP of the queries (n_queries,), of the few similarities for which it is kept."""
        return np.array(self._judged[collection]["AP"][similarity])

    def starts(self, collection: str) -> list[Floats]:
        """Return AP of the default for the queries (n_queries,), from each random start."""
        return [np.array(o.result["AP"]) for o in self._recipes(collection)]

    def default_maps(self, collection: str) -> Floats:
        """Return the default's MAP from each random start."""
        return np.array([100 * values.mean() for values in self.starts(collection)])

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Return the parts of the recipe that were left out."""
        return tuple(next(self._results.where(part=RECIPE)).result["left out"])

    @cached_property
    def ensembles(self) -> tuple[str, ...]:
        """Return the sizes of ensemble that were tried beside the default's."""
        return tuple(next(self._results.where(part=RECIPE)).result["models"])

    def maps_without(self, collection: str, part: str) -> Floats:
        """Return the default's MAP without a part, from each random start."""
        return self._variants(collection, "left out", part)

    def maps_with_models(self, collection: str, size: str) -> Floats:
        """Return the default's MAP with an ensemble of another size, from each random start."""
        return self._variants(collection, "models", size)

    @cached_property
    def drawn(self) -> Mapping[str, Floats]:
        """Return the MAP with each of the constants drawn, by collection."""
        return {
            str(o.parameters["collection"]): 100 * np.array(o.result)
            for o in self._results.where(part=CONSTANTS)
        }

    @cached_property
    def titles(self) -> Sequence[Outcome]:
        """Return what came of asking with titles."""
        return tuple(self._results.where(part=TITLES))

    @cached_property
    def builds(self) -> Mapping[str, Any]:
        """Return what indexing took, by collection."""
        return {str(o.parameters["collection"]): o.result for o in self._results.where(part=BUILD)}

    @cached_property
    def latencies(self) -> Mapping[str, Any]:
        """Return what fitting and searching took, by collection."""
        return {str(o.parameters["collection"]): o.result for o in self._results.where(part=LATENCY)}

    def milliseconds(self, collection: str, similarity: str) -> tuple[float, float]:
        """Return the median and the 95th percentile of a query's milliseconds."""
        median, high = self.latencies[collection]["milliseconds"][similarity]
        return float(median), float(high)

    def _p(self, kind: str, collection: str, similarity: str, measure: str) -> float | None:
        found = self._judged[collection]["similarities"][similarity][kind].get(measure)
        return None if found is None else float(found)

    def _recipes(self, collection: str) -> list[Outcome]:
        return list(self._results.where(part=RECIPE, collection=collection))

    def _variants(self, collection: str, kind: str, name: str) -> Floats:
        return np.array([100 * float(o.result[kind][name]) for o in self._recipes(collection)])
