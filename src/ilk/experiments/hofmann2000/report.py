"""Tables, figures and findings of the study."""

from __future__ import annotations

from ilk.experiments.hofmann2000.category_tables import category_section
from ilk.experiments.hofmann2000.factor_tables import factor_section
from ilk.experiments.hofmann2000.findings import findings
from ilk.experiments.hofmann2000.retrieval_tables import retrieval_section
from ilk.experiments.hofmann2000.summary import summary
from ilk.experiments.hofmann2000.view import View
from ilk.experiments.report import Report, Section, findings_table
from ilk.experiments.results import Results


def report(results: Results) -> Report:
    """Say what was reproduced."""
    view = View(results)
    judged = findings(view)
    judgement = Section(
        "Findings",
        "The abstract claims advantages in retrieval and categorisation, also with labelled and unlabelled "
        "data, and section 2 that factors are identifiable topics. Each claim is put so that our results "
        "can judge it.",
        [findings_table("The claims of the paper", judged)],
    )
    sections = [judgement, factor_section(view), retrieval_section(view), category_section(view)]
    return Report(summary(view, judged), sections)
