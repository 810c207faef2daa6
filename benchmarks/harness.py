"""What every benchmark shares: the data, a stopwatch, and a table of ratios with their bounds.

A benchmark measures us and the rival in one process on one machine; only the ratio means anything.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

DATA = Path(os.environ.get("ILK_DATA", Path(__file__).parents[2] / "shared" / "data"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """One measured pair: `ours` and `rival` in the same unit, and the bound on the ratio that we promise.

    `at_most` bounds ours/rival (latency), `at_least` bounds rival/ours (speed-up); one of them is given.
    """

    name: str
    ours: float
    rival: float
    unit: str
    rival_name: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def ratio(self) -> float:
        """Return the number that the bound speaks of."""
        return self.ours / self.rival if self.at_least is None else self.rival / self.ours

    @property
    def holds(self) -> bool:
        """Say whether the promise was kept in this run."""
        if self.at_least is not None:
            return self.ratio >= self.at_least
        return self.at_most is None or self.ratio <= self.at_most


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """Return the shortest wall-clock seconds of several runs: the least disturbed one."""
    return min(_seconds(work) for _ in range(repeats))


def median_of(repeats: int, work: Callable[[], object]) -> float:
    """Return the median wall-clock seconds of several runs."""
    return statistics.median(_seconds(work) for _ in range(repeats))


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
