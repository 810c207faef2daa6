"""What the study says in the end: tables, figures and findings in order."""

from __future__ import annotations

from ilk.experiments.elkan2005 import tables, texts
from ilk.experiments.elkan2005.accuracies import Accuracies
from ilk.experiments.elkan2005.drawings import figures
from ilk.experiments.elkan2005.findings import findings, pairs
from ilk.experiments.elkan2005.summary import machines_text, prepared_text, summary
from ilk.experiments.report import Report, Section, findings_table
from ilk.experiments.results import Results
from ilk.tasks.classify.neighbours import SIMILARITY, UNIFORM


def report(results: Results) -> Report:
    """Turn the results into a report."""
    found = Accuracies(results)
    drawn, judged = figures(found), findings(found)
    return Report(
        summary(found, judged),
        [
            Section(
                "Table 1", texts.TABLE_1, [tables.sizes(found), tables.table_1(found), tables.industry()]
            ),
            Section("Figure 1", texts.FIGURE_1, figures=[drawn["k"]]),
            Section("The findings", tables=[findings_table("What the paper says", judged)]),
            Section("Tests", texts.TESTS, [tables.gaps(found, pairs(found))]),
            Section(
                "What the text decides",
                f"{texts.PREPARED}\n\n{prepared_text(found)}",
                [tables.preparations(found)],
                [drawn["texts"]],
            ),
            Section("Bayes classifiers", texts.BAYES, [tables.bayes(found)]),
            Section(
                "Support vector machines",
                f"{machines_text(found)}\n\n{texts.MACHINES}",
                [tables.machines(found)],
                [drawn["machines"]],
            ),
            Section(
                "All kernels by the number of neighbours",
                texts.VOTES,
                [tables.votes(found, UNIFORM), tables.votes(found, SIMILARITY)],
                [drawn["votes"]],
            ),
        ],
    )
