"""One setting of the study: which part it belongs to says what is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from ilk.experiments.beyond import settings
from ilk.experiments.beyond.constants import run_constants
from ilk.experiments.beyond.cost import run_build, run_latency
from ilk.experiments.beyond.recipe import run_recipe
from ilk.experiments.beyond.similarities import run_similarities
from ilk.experiments.beyond.titles import run_titles
from ilk.experiments.study import Parameters, Result

RUNS: Mapping[str, Callable[[Parameters, Path], Result]] = MappingProxyType(
    {
        settings.SIMILARITIES: run_similarities,
        settings.RECIPE: run_recipe,
        settings.CONSTANTS: run_constants,
        settings.TITLES: run_titles,
        settings.BUILD: run_build,
        settings.LATENCY: run_latency,
    }
)


def run(parameters: Parameters, data: Path) -> Result:
    """Run one setting."""
    return RUNS[str(parameters["part"])](parameters, data)
