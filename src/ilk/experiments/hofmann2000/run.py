"""One setting of the study."""

from __future__ import annotations

from pathlib import Path

from ilk.experiments.hofmann2000.categorisation import run_categories, run_categories_plain
from ilk.experiments.hofmann2000.factors import run_factors
from ilk.experiments.hofmann2000.retrieval import run_retrieval, run_summed, run_vector_space
from ilk.experiments.hofmann2000.settings import (
    CATEGORIES,
    CATEGORIES_PLAIN,
    FACTORS,
    RETRIEVAL,
    SUMMED,
    VECTOR_SPACE,
)
from ilk.experiments.study import Parameters, Result

PARTS = {
    FACTORS: run_factors,
    VECTOR_SPACE: run_vector_space,
    RETRIEVAL: run_retrieval,
    SUMMED: run_summed,
    CATEGORIES_PLAIN: run_categories_plain,
    CATEGORIES: run_categories,
}


def run(parameters: Parameters, data: Path) -> Result:
    """Do the part that the parameters name."""
    return PARTS[str(parameters["part"])](parameters, data)
