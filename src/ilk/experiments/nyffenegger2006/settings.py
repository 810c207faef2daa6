"""What is run: one fit a setting in table 1, one set of three fits in table 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from ilk.experiments.nyffenegger2006.fitting import MIXTURE_FITS, PLAIN, PLSI_FITS
from ilk.experiments.nyffenegger2006.published import COLLECTIONS, TOPICS
from ilk.experiments.study import Setting

BASELINES, PLSI, MIXTURE, COMBINATION = "baselines", "plsi", "mixture", "combination"
SEEDS = 6
"""The paper has one run, or does not say; that many show how far chance goes."""

_SECONDS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        BASELINES: {"cisi": 0.5, "cran": 0.5, "med": 0.5, "cacm": 0.5},
        PLSI: {"cisi": 1.1, "cran": 1.4, "med": 0.8, "cacm": 1.0},
        MIXTURE: {"cisi": 0.2, "cran": 0.3, "med": 0.2, "cacm": 0.3},
        COMBINATION: {"cisi": 6.5, "cran": 14.0, "med": 2.6, "cacm": 8.3},
    }
)
"""What a setting takes on one core."""


def settings(quick: bool) -> Sequence[Setting]:
    """List the settings; quick: one small collection, 32 topics, two runs, and one of table 2."""
    if quick:
        return list(_settings(("med",), TOPICS[:1], 2, (PLAIN,), 1))
    return list(_settings(COLLECTIONS, TOPICS, SEEDS, tuple(PLSI_FITS), SEEDS))


def _settings(
    collections: Sequence[str],
    topics: Sequence[int],
    seeds: int,
    combined_fits: Sequence[str],
    combined_seeds: int,
) -> Iterator[Setting]:
    fits = {PLSI: tuple(PLSI_FITS), MIXTURE: tuple(MIXTURE_FITS)}
    for collection in collections:
        what_and_where = {"what": BASELINES, "collection": collection}
        yield Setting(what_and_where, _SECONDS[BASELINES][collection])
        for what, ways in fits.items():
            for em in ways:
                for K in topics:
                    for seed in range(seeds):
                        yield Setting(
                            {"what": what, "collection": collection, "em": em, "topics": K, "seed": seed},
                            _SECONDS[what][collection],
                        )
        for em in combined_fits:
            for seed in range(combined_seeds):
                yield Setting(
                    {"what": COMBINATION, "collection": collection, "em": em, "seed": seed},
                    _SECONDS[COMBINATION][collection],
                )
