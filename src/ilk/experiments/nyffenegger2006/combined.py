"""Table 2 as numbers: means over runs of what the searches for weights gave, in percent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.experiments.nyffenegger2006.combining import COMBINED_TOPICS, N_STEPS, OWN
from ilk.experiments.nyffenegger2006.published import LEVEL
from ilk.experiments.nyffenegger2006.view import PERCENT, Runs, View, of_runs
from ilk.kernels.combination import simplex_grid

Floats = NDArray[np.float64]
GRID = simplex_grid(len(COMBINED_TOPICS), N_STEPS)
"""The weights (66, 3) to which the means of a surface belong."""
NEAR = 0.95
"""The share of the optimum from which on a combination counts as good."""


@dataclass(frozen=True, slots=True)
class Searched:
    """Several runs of one search, for a collection and a kernel."""

    runs: Sequence[dict[str, Any]]

    @property
    def best(self) -> Runs | None:
        """The best on all queries, as in the paper."""
        return of_runs(PERCENT * run["best"] for run in self.runs)

    @property
    def validated(self) -> Runs | None:
        """What weights give that were chosen on other queries."""
        return of_runs(PERCENT * run["validated"] for run in self.runs)

    @property
    def between_splits(self) -> float:
        """The deviation of the cross-validated number over splits of the queries, mean over runs."""
        return PERCENT * float(np.mean([run["between_splits"] for run in self.runs]))

    @property
    def equal(self) -> Runs | None:
        """All weights the same: nothing is chosen."""
        return of_runs(PERCENT * run["equal"] for run in self.runs)

    @property
    def best_single(self) -> Runs | None:
        """The best of the three kernels by itself, chosen on all queries as in the paper."""
        return of_runs(PERCENT * max(run["singles"]) for run in self.runs)

    @property
    def first(self) -> Runs | None:
        """What stands at K1's place, by itself."""
        return of_runs(PERCENT * run["singles"][0] for run in self.runs)

    @property
    def significant(self) -> int:
        """In how many runs the cross-validated is better than the best single kernel, by Wilcoxon's test."""
        return sum(run["p"] < LEVEL and run["validated"] > max(run["singles"]) for run in self.runs)

    @property
    def surface(self) -> Floats:
        """The mean over runs of each combination on the grid, (66,)."""
        return np.asarray(PERCENT * np.mean([run["means"] for run in self.runs], axis=0))

    @property
    def weights(self) -> Floats:
        """The weights with the best mean over runs, (3,)."""
        return np.asarray(GRID[int(np.argmax(self.surface))])

    @property
    def usual_pick(self) -> Floats:
        """The weights that cross-validation chose most often, (3,)."""
        return np.asarray(GRID[int(np.argmax(np.sum([run["picks"] for run in self.runs], axis=0)))])

    @property
    def good_share(self) -> float:
        """The share of the grid that comes near to the optimum."""
        surface = self.surface
        return float(np.mean(surface >= NEAR * surface.max()))


def searches(view: View, em: str, kernel: str, first: str = OWN) -> dict[str, Searched]:
    """Return the searches of a kernel by collection, for those that have any."""
    found = {name: Searched(view.combination(name, em, kernel, first)) for name in view.collections}
    return {name: searched for name, searched in found.items() if searched.runs}
