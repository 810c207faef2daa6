"""What the default owes to its parts, and to having been chosen on the collections that it is measured on."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ilk.evaluation.compare import randomisation_test
from ilk.experiments.beyond.similarities import BM25, RESAMPLES
from ilk.experiments.beyond.view import Floats, View

LEVEL = 0.05
"""Below this a difference is called significant."""


class Gain(NamedTuple):
    """The default beside BM25 on one collection; p is the largest of all random starts."""

    collection: str
    difference: float
    p: float
    better: int
    worse: int


@lru_cache(maxsize=4)
def gains(view: View, over: str = BM25) -> tuple[Gain, ...]:
    """Compare the default with another similarity on every collection."""
    found = []
    for collection in view.collections:
        other = view.average_precisions(collection, over)
        starts = view.starts(collection)
        difference = 100 * float(np.mean(starts) - other.mean())
        p = max(randomisation_test(values - other, resamples=RESAMPLES) for values in starts)
        mean = np.mean(starts, axis=0) - other
        found.append(Gain(collection, difference, p, int((mean > 0).sum()), int((mean < 0).sum())))
    return tuple(found)


def ratios(view: View, part: str | None = None) -> Floats:
    """Return MAP over BM25's from each start, the mean over collections; without a part if one is named."""
    maps = [view.default_maps(c) if part is None else view.maps_without(c, part) for c in view.classic]
    return _relative(view, maps)


def ratios_with_models(view: View, size: str) -> Floats:
    """Return the same with an ensemble of another size."""
    return _relative(view, [view.maps_with_models(c, size) for c in view.classic])


class Choice(NamedTuple):
    """MAP on a collection with the constants that are best on all others."""

    collection: str
    chosen: float
    best: float
    mean: float


def choices(view: View) -> list[Choice]:
    """Choose among the constants drawn for each collection, by the mean ratio to BM25 on the others."""
    names = tuple(view.drawn)
    if len(names) < 2:  # noqa: PLR2004  # one to choose on, one to measure on
        return []
    maps = np.array([view.drawn[name] for name in names])  # (collections, draws)
    relative = maps / np.array([[view.mean(name, BM25)] for name in names])
    found = []
    for place, name in enumerate(names):
        others = np.delete(relative, place, axis=0).mean(axis=0)
        found.append(
            Choice(
                name, float(maps[place, others.argmax()]), float(maps[place].max()), float(maps[place].mean())
            )
        )
    return found


def share_above_bm25(view: View) -> float:
    """Return the share of the constants drawn that are above BM25 on every collection."""
    above = [maps > view.mean(name, BM25) for name, maps in view.drawn.items()]
    return float(np.all(above, axis=0).mean())


def mean_ratio(view: View, maps: dict[str, float]) -> float:
    """Return the mean over collections of MAP over BM25's."""
    return float(np.mean([value / view.mean(name, BM25) for name, value in maps.items()]))


def _relative(view: View, maps: list[Floats]) -> Floats:
    baseline = np.array([[view.mean(name, BM25)] for name in view.classic])
    return np.asarray((np.array(maps) / baseline).mean(axis=0))
