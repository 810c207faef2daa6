"""What the study runs: the parts on their collections, with the guessed seconds of one core."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ilk.experiments.study import Scalar, Setting

SIMILARITIES, RECIPE, CONSTANTS = "similarities", "recipe", "constants"
TITLES, BUILD, LATENCY = "titles", "build", "latency"
"""The parts of the study."""

COLLECTIONS = ("med", "cisi", "cran", "cacm", "time")
WHOLE_CACM = "cacm-all"
"""CACM with the half of its documents that are only a title."""

REUTERS, NEWSGROUPS = "reuters21578", "20newsgroups"
FOLDERS = (*COLLECTIONS, REUTERS, NEWSGROUPS)

LARGEST_ENSEMBLE = 12
SEEDS = tuple(range(0, 5 * LARGEST_ENSEMBLE, LARGEST_ENSEMBLE))
"""Model i of an ensemble starts from seed + i: seeds this far apart share no model."""

DRAWS = 64
ALL = 0
"""In place of a number of documents."""

EVERY, FEW = "every", "few"
"""Which similarities are compared."""

_COSTS = MappingProxyType(
    {
        SIMILARITIES: {"med": 8.0, "cisi": 12.0, "cran": 14.0, "cacm": 9.0, "time": 8.0, WHOLE_CACM: 12.0},
        RECIPE: {"med": 9.0, "cisi": 15.0, "cran": 19.0, "cacm": 12.0, "time": 11.0, WHOLE_CACM: 15.0},
        CONSTANTS: {"med": 10.0, "cisi": 30.0, "cran": 53.0, "cacm": 16.0, "time": 18.0},
        BUILD: {"med": 4.0, REUTERS: 33.0},
        LATENCY: {"med": 15.0, REUTERS: 112.0},
    }
)
QUICK_COST = 3.0


def settings(quick: bool) -> Sequence[Setting]:
    """List the settings: those of a few minutes, or all."""
    return _quick() if quick else _full()


def _full() -> list[Setting]:
    judged = (*COLLECTIONS, WHOLE_CACM)
    return [
        *(_setting(SIMILARITIES, name, 0, similarities=EVERY) for name in judged),
        *(_setting(RECIPE, name, seed, models=LARGEST_ENSEMBLE) for name in judged for seed in SEEDS),
        *(_setting(CONSTANTS, name, 0, draws=DRAWS) for name in COLLECTIONS),
        Setting({"part": TITLES, "collection": REUTERS, "documents": ALL, "seed": 0}, 48.0),
        Setting({"part": TITLES, "collection": REUTERS, "documents": 3000, "seed": 0}, 15.0),
        Setting({"part": TITLES, "collection": NEWSGROUPS, "documents": 4000, "seed": 0}, 21.0),
        *(_setting(BUILD, name, 0, documents=ALL) for name in ("med", REUTERS)),
        *(
            _setting(LATENCY, name, 0, documents=ALL, similarities=EVERY, rounds=5)
            for name in ("med", REUTERS)
        ),
    ]


def _quick() -> list[Setting]:
    names = ("med", "time")
    return [
        *(_quick_setting(SIMILARITIES, name, similarities=FEW) for name in names),
        *(_quick_setting(RECIPE, name, models=4) for name in names),
        *(_quick_setting(CONSTANTS, name, draws=3) for name in names),
        _quick_setting(TITLES, REUTERS, documents=400),
        _quick_setting(BUILD, "med", documents=300),
        _quick_setting(LATENCY, "med", documents=300, similarities=FEW, rounds=1),
    ]


def _setting(part: str, collection: str, seed: int, **others: Scalar) -> Setting:
    parameters = {"part": part, "collection": collection, **others, "seed": seed}
    return Setting(parameters, _COSTS[part][collection], alone=part in (BUILD, LATENCY))


def _quick_setting(part: str, collection: str, **others: Scalar) -> Setting:
    return Setting({"part": part, "collection": collection, **others, "seed": 0}, QUICK_COST)
