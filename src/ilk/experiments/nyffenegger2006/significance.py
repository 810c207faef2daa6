"""Wilcoxon's signed-rank test over queries, as in the paper."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Verdict(NamedTuple):
    """In how many runs one kernel is significantly better than another, in how many worse, of how many."""

    better: int
    worse: int
    runs: int

    @property
    def mostly_better(self) -> bool:
        """Say whether it is better in more than half of the runs."""
        return 2 * self.better > self.runs

    @property
    def mostly_worse(self) -> bool:
        """Say whether it is worse in more than half of the runs."""
        return 2 * self.worse > self.runs

    def __str__(self) -> str:
        """Write how many runs are significant."""
        parts = [f"{self.better}+"] * bool(self.better) + [f"{self.worse}−"] * bool(self.worse)
        return f"{' '.join(parts) or '0'} of {self.runs}"


def wilcoxon_p(differences: Floats) -> float:
    """Return the two-sided p of paired differences (n,); zeros have no sign and are left out."""
    from scipy.stats import wilcoxon

    # rounding makes 0.1 + 0.2 − 0.3 a difference, and equal differences unequal
    signed = np.round(differences, 9)
    signed = signed[signed != 0]
    return float(wilcoxon(signed).pvalue) if signed.size else 1.0


def verdict(ours: Floats, theirs: Floats, level: float) -> Verdict:
    """Compare runs (n_runs, n_queries) with the same runs of another kernel, or with its only one."""
    better = worse = 0
    for differences in ours - theirs:
        if wilcoxon_p(differences) < level:
            better += bool(differences.mean() > 0)
            worse += bool(differences.mean() <= 0)
    return Verdict(better, worse, len(ours))
