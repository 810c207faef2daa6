"""The pages in docs/results are what the stored results say, and nobody has edited them since."""

from __future__ import annotations

from pathlib import Path

import pytest

from ilk.experiments.catalogue import STUDIES, load_study
from ilk.experiments.pages import FIGURES, markdown
from ilk.experiments.results import read_results

RESULTS = Path(__file__).parents[2] / "docs" / "results"


@pytest.mark.parametrize("name", STUDIES)
def test_a_page_is_made_from_its_results(name):
    study, results = load_study(name), read_results(RESULTS / f"{name}.json")
    report = study.report(results)
    assert not results.quick
    assert (RESULTS / f"{name}.md").read_text(encoding="utf-8") == markdown(study, results, report)
    for figure in report.figures:
        for suffix in ("png", "svg"):
            assert (RESULTS / FIGURES / f"{figure.name}.{suffix}").stat().st_size > 1000
