"""The seven numbered findings of the paper's section 5, judged from the means of a grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from ilk.experiments.chappelier2009.grid import Grid
from ilk.experiments.chappelier2009.published import TITLES
from ilk.experiments.chappelier2009.similarities import KERNELS, KL
from ilk.experiments.report import Finding

SIMILAR = 1.0
"""Points, in percent, up to which two means count as similar."""
NOT_FAR = 3.0
"""Points up to which two means count as a bit less similar."""
COMPETES = 2.0
"""Points up to which S_KL counts as reaching the best of twelve kernels, which is the best by chance too."""


@dataclass(frozen=True, slots=True)
class Judge:
    """A grid seen through one way of EM."""

    grid: Grid
    variant: str

    @property
    def topics(self) -> tuple[int, ...]:
        """Return the numbers of topics, increasing."""
        return self.grid.topics(self.variant)

    def value(self, collection: str, topics: int, name: str) -> float:
        """Return a mean."""
        return self.grid.value(collection, self.variant, topics, name)

    def differences(self, one: str, other: str, topics: Sequence[int] = ()) -> list[float]:
        """Return one minus other for every collection and number of topics above one, or for some of these.

        With one topic Kz is constant, and kernels differ by that alone.
        """
        return [
            self.value(collection, n, one) - self.value(collection, n, other)
            for collection in self.grid.collections
            for n in topics or [n for n in self.topics if n > 1]
        ]

    def distance(self, one: str, other: str) -> float:
        """Return the mean of the absolute differences."""
        return fmean(map(abs, self.differences(one, other)))

    def present(self, *names: str) -> tuple[str, ...]:
        """Return those of some collections that are in the results."""
        return tuple(name for name in self.grid.collections if name in names)


def findings(grid: Grid, variant: str) -> list[Finding]:
    """Judge the seven findings for one way of EM."""
    judge = Judge(grid, variant)
    return [finding(judge) for finding in _FINDINGS]


def _iid_like_hofmann(judge: Judge) -> Finding:
    plain, diagonal = judge.distance("K IID", "K H"), judge.distance("K DFIM-IID", "K DFIM-H")
    return Finding(
        "K IID and K H perform very similarly, K DFIM-IID and K DFIM-H a bit less so",
        plain <= SIMILAR and plain < diagonal <= NOT_FAR,
        f"mean distance {plain:.2f} points without the information, {diagonal:.2f} with it",
    )


def _diagonal_outperforms(judge: Judge) -> Finding:
    gains = judge.differences("K DFIM-H", "K H") + judge.differences("K DFIM-IID", "K IID")
    distance = judge.distance("K DFIM-H", "Kw DFIM-H")
    won = sum(gain > 0 for gain in gains)
    return Finding(
        "The DFIM kernels outperform those without the information, and their Kw dominates them",
        fmean(gains) > 0 and won > len(gains) / 2 and distance <= SIMILAR,
        f"better in {won} of {len(gains)} cases, by {fmean(gains):+.1f} points on average; "
        f"K DFIM-H and Kw DFIM-H are {distance:.1f} apart",
    )


def _topics_deteriorate(judge: Judge) -> Finding:
    alone = judge.differences("Kz H", "Kw H")
    few, many = next((n for n in judge.topics if n > 1), 1), judge.topics[-1]
    at_few = fmean(map(abs, judge.differences("K H", "Kw H", [few])))
    to_words = fmean(map(abs, judge.differences("K H", "Kw H", [many])))
    to_topics = fmean(map(abs, judge.differences("K H", "Kz H", [many])))
    worse = sum(difference < 0 for difference in alone)
    return Finding(
        "Kz performs poorly alone and deteriorates K H, which goes from Kw at few topics down to Kz at many",
        worse > len(alone) / 2 and at_few <= SIMILAR and to_topics < to_words,
        f"Kz H below Kw H in {worse} of {len(alone)} cases; K H is {at_few:.1f} from Kw H at |Z| = {few}, "
        f"and at |Z| = {many} {to_words:.1f} from Kw H and {to_topics:.1f} from Kz H",
    )


def _words_like_whole(judge: Judge) -> Finding:
    distance = judge.distance("Kw DFIM-H", "K DFIM-H")
    return Finding(
        "Kw DFIM-H and K DFIM-H behave alike, as the information makes Kz small",
        distance <= SIMILAR,
        f"mean distance {distance:.2f} points",
    )


def _kl_grows(judge: Judge) -> Finding:
    curves = {name: [judge.value(name, n, KL) for n in judge.topics] for name in judge.grid.collections}
    highest = [name for name, curve in curves.items() if curve[-1] == max(curve)]
    ends = ", ".join(f"{TITLES[name]} {curve[0]:.1f} → {curve[-1]:.1f}" for name, curve in curves.items())
    return Finding(
        "S_KL grows with the number of topics",
        len(highest) == len(curves),
        f"highest at |Z| = {judge.topics[-1]} on {len(highest)} of {len(curves)} collections ({ends})",
    )


def _kl_competes(judge: Judge) -> Finding:
    lead = {}
    for name in judge.present("cran", "med", "cisi"):
        best_kernel = judge.grid.best(name, judge.variant, KERNELS)
        lead[name] = judge.grid.best(name, judge.variant, [KL]).mean.value - best_kernel.mean.value
    seen = all(points > (0.0 if name == "cran" else -COMPETES) for name, points in lead.items())
    return Finding(
        "S_KL can outperform the best Fisher kernel on CRAN and reaches similar performance on MED and CISI",
        bool(lead) and seen,
        "S_KL minus the best kernel: " + _points(lead),
    )


def _beats_bm25(judge: Judge) -> Finding:
    lead = {
        name: judge.grid.best(name, judge.variant).mean.value - judge.grid.bm25(name)
        for name in judge.present("cisi", "med")
    }
    return Finding(
        "The best PLSI similarity beats BM25 on what is semantically more difficult: CISI and MED",
        bool(lead) and all(points > 0 for points in lead.values()),
        "the best similarity minus BM25: " + _points(lead),
    )


def _points(by_collection: dict[str, float]) -> str:
    parts = [f"{TITLES[name]} {points:+.1f}" for name, points in by_collection.items()]
    return ", ".join(parts) or "none of these collections was run"


_FINDINGS: tuple[Callable[[Judge], Finding], ...] = (
    _iid_like_hofmann,
    _diagonal_outperforms,
    _topics_deteriorate,
    _words_like_whole,
    _kl_grows,
    _kl_competes,
    _beats_bm25,
)
