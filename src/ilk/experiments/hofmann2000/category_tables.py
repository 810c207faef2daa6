"""The section on categorisation."""

from __future__ import annotations

from ilk.experiments.hofmann2000.categorisation import CLASSIFIERS, NEIGHBOURS, SVM
from ilk.experiments.hofmann2000.figures import category_figure
from ilk.experiments.hofmann2000.kernels import (
    FISHER_ALL,
    FISHER_LABELLED,
    KERNELS,
    TF,
    TF_AND_FISHER_ALL,
    kernel_title,
)
from ilk.experiments.hofmann2000.view import Kernel, View
from ilk.experiments.report import NOTHING, Figure, Section, Table

CLASSIFIER_TITLES = {NEIGHBOURS: "nearest neighbours", SVM: "support vector machines"}
MEASURE_TITLES = {
    "micro_f1": "Micro F1",
    "macro_f1": "Macro F1",
    "micro_break_even": "Micro break-even",
    "error": "Error, wrong decisions in per cent",
}


def category_section(view: View) -> Section:
    """Return measures by kernel and share of labels."""
    text = (
        "The ModApte split of Reuters-21578, 9,603 training and 3,299 test documents, and its ten most "
        "frequent topics, each against the rest; a document may have several or none. Labels are drawn at "
        "random, and a smaller share is part of the larger one; deviations are over draws, each with its "
        "own model. A topic that a draw has no document of is never predicted. The model is fitted to the "
        "labelled documents alone, or to all training documents; never to the test.\n\nNeighbours vote by "
        "their similarity and a majority decides; how many, from 1 to 40, is chosen by leaving one "
        "labelled document out at a time. Machines have C = 10. Break-even is the precision among the R "
        "best documents of a topic that has R, where precision and recall are equal, all topics taken "
        "together. Words are as written, those of fewer than three training documents or of more than half "
        "of them left out. Kernels are cosines; «tf + K» is ours."
    )
    if view.n_documents:
        text += f" This run took {view.n_documents:,} of the training documents, and a third as many to test."
    tables = [_table(view, classifier, measure) for measure in MEASURE_TITLES for classifier in CLASSIFIERS]
    tables += [_gains(view, measure) for measure in ("micro_f1", "micro_break_even")]
    figure = Figure(
        "hofmann2000-categories",
        "Micro F1 and micro break-even on the ten most frequent topics by share of labels; bars of error "
        "are one standard deviation over draws of labels; tempered EM.",
        lambda: category_figure(view),
    )
    return Section("Categorisation", text, tables, [figure])


def _table(view: View, classifier: str, measure: str) -> Table:
    rows = []
    for kernel in KERNELS:
        cells = [_cell(view, kernel, classifier, measure, share) for share in view.shares]
        if any(cell != NOTHING for cell in cells):
            rows.append((kernel_title(kernel, view.n_topics), *cells))
    header = ("kernel", *(f"{share} %" for share in view.shares))
    return Table(
        f"{MEASURE_TITLES[measure]}, {CLASSIFIER_TITLES[classifier]}, by share of labels", header, rows
    )


def _cell(view: View, kernel: Kernel, classifier: str, measure: str, share: int) -> str:
    values = view.categorised(kernel, classifier, measure, share)
    return NOTHING if values is None else str(values)


def _gains(view: View, measure: str) -> Table:
    """Compare kernels on the same draws of labels."""
    comparisons = {
        "unlabelled texts: K = 1 + K, all texts against labelled ones": (FISHER_ALL, FISHER_LABELLED),
        "Fisher against plain: K = 1 + K, all texts, against tf": (FISHER_ALL, TF),
        "ours: tf + K, all texts, against tf": (TF_AND_FISHER_ALL, TF),
    }
    rows = [
        (
            f"{CLASSIFIER_TITLES[classifier]}, {what}".replace(" + K,", f" + K = {view.n_topics},"),
            *(_gain(view, pair, classifier, measure, share) for share in view.few_shares),
        )
        for what, pair in comparisons.items()
        for classifier in CLASSIFIERS
    ]
    header = ("difference", *(f"{share} %" for share in view.few_shares))
    return Table(
        f"Difference of {MEASURE_TITLES[measure].lower()} on the same draws, tempered EM", header, rows
    )


def _gain(view: View, pair: tuple[Kernel, Kernel], classifier: str, measure: str, share: int) -> str:
    values = view.gain(*pair, classifier, measure, share)
    if values is None:
        return NOTHING
    deviation = "" if values.deviation is None else f" ± {values.deviation:.1f}"
    return f"{values.mean:+.1f}{deviation}"
