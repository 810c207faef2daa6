"""What the study says in the end: tables, figures and findings in order."""

from __future__ import annotations

from ilk.experiments.chappelier2009 import texts
from ilk.experiments.chappelier2009.drawings import figures
from ilk.experiments.chappelier2009.findings import findings
from ilk.experiments.chappelier2009.fitting import VARIANTS
from ilk.experiments.chappelier2009.grid import Grid
from ilk.experiments.chappelier2009.more_tables import ablations, cost, readings
from ilk.experiments.chappelier2009.summary import cost_text, findings_text, summary
from ilk.experiments.chappelier2009.tables import (
    BOTH,
    characteristics,
    conclusions,
    main_results,
    whole_grid,
)
from ilk.experiments.report import Report, Section, findings_table
from ilk.experiments.results import Results


def report(results: Results) -> Report:
    """Turn the results into a report."""
    grid = Grid(results)
    drawn = figures(grid)
    judged = [findings_table(f"With {VARIANTS[em].about}", findings(grid, em)) for em in BOTH]
    return Report(
        summary(grid),
        [
            Section("The collections", texts.TABLE_1, [characteristics(grid)]),
            Section("The main results", texts.TABLE_2, [main_results(grid), conclusions(grid)], [drawn["2"]]),
            Section("The seven findings", findings_text(grid), judged),
            Section("The other figures", texts.FIGURES, figures=[drawn[n] for n in "134" if n in drawn]),
            Section("What tempering decides", texts.TEMPERING, ablations(grid)),
            Section(
                "The diagonal information", texts.READINGS, [readings(grid, em) for em in BOTH], [drawn["5"]]
            ),
            Section("The cost", cost_text(grid), [cost(grid)]),
            *(_whole_grid(grid, em) for em in BOTH),
        ],
    )


def _whole_grid(grid: Grid, variant: str) -> Section:
    tables = [whole_grid(grid, collection, variant) for collection in grid.collections]
    return Section(f"All means and deviations: {VARIANTS[variant].about}", tables=tables)
