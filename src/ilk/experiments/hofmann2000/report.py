"""Tables, figures and findings of the study."""

from __future__ import annotations

from collections.abc import Sequence

from ilk.experiments.hofmann2000.category_tables import category_section
from ilk.experiments.hofmann2000.factor_tables import factor_section
from ilk.experiments.hofmann2000.findings import findings
from ilk.experiments.hofmann2000.retrieval_tables import retrieval_section
from ilk.experiments.hofmann2000.view import View
from ilk.experiments.report import Finding, Report, Section, findings_table
from ilk.experiments.results import Results

MISSING = (
    "The copy of the paper that we have ends before its experiments, so none of its tables can be set "
    "beside ours: its retrieval and categorisation were done again by their protocol, with the paper's "
    "kernel, and the numbers stand for themselves. What can be compared is figure 1, the words of 16 "
    "factors. How it cut texts into words, how it tempered EM and which constants its classifiers had is "
    "not known to us."
)


def report(results: Results) -> Report:
    """Say what was reproduced."""
    view = View(results)
    judged = findings(view)
    judgement = Section(
        "Findings",
        "Claims of the abstract and of section 2, judged by our results.",
        [findings_table("The claims of the paper", judged)],
    )
    return Report(
        f"{MISSING}\n\n{_summary(judged)}",
        [judgement, factor_section(view), retrieval_section(view), category_section(view)],
    )


def _summary(judged: Sequence[Finding]) -> str:
    """Say which claims were seen, with their evidence, and which were not."""
    seen, unseen = ([f for f in judged if f.seen is answer] for answer in (True, False))
    parts = [f"Of {len(judged)} claims, {len(seen)} were seen here."]
    parts += [f"{finding.statement} ({finding.evidence})." for finding in seen]
    if unseen:
        parts.append("Not seen:")
        parts += [f"{finding.statement} ({finding.evidence})." for finding in unseen]
    return " ".join(parts)
