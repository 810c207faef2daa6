"""How far the constants of the default owe their worth to the collections that they were chosen on.

Constants are drawn at random; for each collection, the report takes those that are best on the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from ilk.default.constants import Constants, Weights
from ilk.experiments.beyond.measuring import short
from ilk.experiments.beyond.recipe import ENSEMBLE, fitted
from ilk.experiments.study import Parameters, Result

RANGES: Mapping[str, Sequence[Any]] = MappingProxyType(
    {
        "lexical": (0.5, 1.0, 1.5, 2.0),
        "theme": (0.5, 1.0, 1.5),
        "language": (0.5, 1.0, 1.5),
        "idf_power": (0.0, 0.25, 0.5, 0.75),
        "spaces": ((100,), (50, 100, 200), (25, 50, 100, 200)),
        "own_share": (0.3, 0.5, 0.7),
        "pseudo_length": (1.0, 3.0, 10.0),
        "feedback_documents": (5, 10, 20),
        "feedback_terms": (20, 50, 100),
        "feedback_share": (0.2, 0.3, 0.4, 0.5, 0.6),
        "temperature": (0.1, 0.2, 0.3, 0.5),
        "neighbour_share": (0.0, 0.2, 0.3, 0.4, 0.5, 0.6),
    }
)
"""What is drawn from, each value as likely as the others; what is fitted stays as it is."""


def drawn(n_draws: int, seed: int) -> list[Constants]:
    """Draw constants; the first of many are the same as few."""
    random = np.random.default_rng(seed)
    draws = []
    for _ in range(n_draws):
        values = {name: choices[int(random.integers(len(choices)))] for name, choices in RANGES.items()}
        weights = Weights(*(values.pop(voice) for voice in Weights._fields))
        draws.append(Constants(weights=weights, **values))
    return draws


def run_constants(parameters: Parameters, data: Path) -> Result:
    """Return the MAP with each of the constants drawn, on one collection."""
    seed = int(parameters["seed"])
    fit = fitted(data, str(parameters["collection"]), seed, ENSEMBLE)
    draws = drawn(int(parameters["draws"]), seed)
    return [short(fit.average_precisions(constants).mean()) for constants in draws]
