"""The figures: factors as bars of words, MAP, precision by recall, and F1 by share of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ilk.evaluation.dense import LEVELS
from ilk.experiments.figures import PALETTE, look, panels, style
from ilk.experiments.hofmann2000.categorisation import NEIGHBOURS, SVM
from ilk.experiments.hofmann2000.kernels import FISHER_ALL, FISHER_LABELLED, TF_AND_FISHER_ALL
from ilk.experiments.hofmann2000.kernels import TF as TF_KERNEL
from ilk.experiments.hofmann2000.kernels import TFIDF as TFIDF_KERNEL
from ilk.experiments.hofmann2000.matching import Match
from ilk.experiments.hofmann2000.settings import PLAIN, RETRIEVAL, TEMPERED
from ilk.experiments.hofmann2000.view import FISHER, TF, TFIDF, Kernel, Ranking, View

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

COMMON_COLOUR, OWN_COLOUR = PALETTE[0], "#A9CCE3"
COLUMNS = 4
BESIDE = 1.035
"""How far lines stand beside each other on the axis of shares, so that their bars of error do not hide."""


def factor_figure(matches: Sequence[Match]) -> Drawing:
    """Draw a panel of bars for each factor, the most probable word on top."""
    from matplotlib.patches import Patch

    n_rows = -(-len(matches) // COLUMNS)
    with style():
        figure, axes = panels(n_rows, COLUMNS, width=2.5, height=2.35)
        for panel, match in zip(axes, matches, strict=False):
            _draw_factor(panel, match)
        for panel in axes[len(matches) :]:
            panel.set_axis_off()
        figure.supxlabel("P(w|z) in per cent")
        keys = [
            Patch(color=COMMON_COLOUR, label="in the paper's list too"),
            Patch(color=OWN_COLOUR, label="in ours alone"),
        ]
        figure.legend(handles=keys, loc="outside upper center", ncols=2)
    return figure


def _draw_factor(panel: Axes, match: Match) -> None:
    places = np.arange(len(match.words))
    colours = [COMMON_COLOUR if word in match.common else OWN_COLOUR for word in match.words]
    panel.barh(places, 100 * np.array(match.factor["probabilities"]), color=colours, height=0.75)
    panel.set_yticks(places, list(match.words))
    panel.invert_yaxis()
    panel.tick_params(axis="y", length=0)
    panel.grid(visible=False, axis="y")
    panel.set_title(f"{100 * match.factor['share']:.1f} % of words", fontsize=10)


def map_figure(view: View) -> Drawing:
    """Draw bars of MAP, a group for each collection."""
    rankings = {
        "tf": TF,
        "tf-idf": TFIDF,
        "Fisher K = 1": Ranking(RETRIEVAL, "one cosine", TEMPERED),
        f"Fisher K = {view.n_topics}": Ranking(RETRIEVAL, "many cosine", TEMPERED),
        f"Fisher K = 1 + K = {view.n_topics}": FISHER,
    }
    places, width = np.arange(len(view.collections)), 0.8 / len(rankings)
    with style():
        figure, (panel,) = panels(width=8.0)
        for number, (label, ranking) in enumerate(rankings.items()):
            values = [view.precisions(collection, ranking) for collection in view.collections]
            means = [np.nan if value is None else value.mean for value in values]
            errors = [np.nan if value is None else value.deviation or np.nan for value in values]
            offset = (number - (len(rankings) - 1) / 2) * width
            colour = PALETTE[number]
            panel.bar(places + offset, means, 0.9 * width, yerr=errors, color=colour, label=label)
        panel.set_xticks(places, [collection.upper() for collection in view.collections])
        panel.grid(visible=False, axis="x")
        panel.set_ylabel("MAP in per cent")
        figure.legend(loc="outside upper center", ncols=3)
    return figure


def recall_figure(view: View) -> Drawing:
    """Draw precision by recall, a panel for each collection."""
    lines = {"tf": TF, "tf-idf": TFIDF, "Fisher, tempered EM": FISHER}
    lines["Fisher, plain EM"] = Ranking(RETRIEVAL, "both cosine", PLAIN)
    n_columns = min(2, len(view.collections))
    with style():
        n_rows = -(-len(view.collections) // n_columns)
        figure, axes = panels(n_rows, n_columns, width=4.3, height=3.3, sharex=True, sharey=True)
        for panel, collection in zip(axes, view.collections, strict=False):
            for number, (label, ranking) in enumerate(lines.items()):
                if view.precisions(collection, ranking) is not None:
                    values = view.by_recall(collection, ranking)
                    panel.plot(100 * LEVELS, values, label=label, **look(number))
            panel.set_title(collection.upper())
            panel.set(xlim=(-2, 102), ylim=(0, 100))
        _outer_labels(axes, n_columns, "recall in per cent", "precision in per cent")
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=2)
    return figure


def category_figure(view: View) -> Drawing:
    """Draw F1 and break-even by share of labels, a column for each classifier."""
    lines = {
        "tf": TF_KERNEL,
        "tf-idf": TFIDF_KERNEL,
        "Fisher, labelled texts": FISHER_LABELLED,
        "Fisher, all texts": FISHER_ALL,
        "tf + Fisher, all texts": TF_AND_FISHER_ALL,
    }
    measures = {"micro_f1": "micro F1 in per cent", "micro_break_even": "micro break-even in per cent"}
    classifiers = {NEIGHBOURS: "nearest neighbours", SVM: "support vector machines"}
    with style():
        figure, axes = panels(2, 2, width=4.6, height=3.7, sharex=True, sharey="row")
        for place, (measure, classifier) in enumerate([(m, c) for m in measures for c in classifiers]):
            panel = axes[place]
            for number, (label, kernel) in enumerate(lines.items()):
                _draw_shares(panel, view, kernel, classifier, measure, label, number)
            panel.set_xscale("log")
            panel.set_xticks(view.shares, [str(share) for share in view.shares])
            panel.minorticks_off()
        for panel, title in zip(axes, classifiers.values(), strict=False):
            panel.set_title(title)
        for panel, title in zip(axes[::2], measures.values(), strict=True):
            panel.set_ylabel(title)
        for panel in axes[2:]:
            panel.set_xlabel("training documents with labels, in per cent")
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=3)
    return figure


def _draw_shares(
    panel: Axes, view: View, kernel: Kernel, classifier: str, measure: str, label: str, number: int
) -> None:
    found = {share: view.categorised(kernel, classifier, measure, share) for share in view.shares}
    shown = {share: value for share, value in found.items() if value is not None}
    if shown:
        beside = BESIDE ** (number - 2)
        errors = [value.deviation or np.nan for value in shown.values()]
        means = [value.mean for value in shown.values()]
        panel.errorbar([share * beside for share in shown], means, yerr=errors, label=label, **look(number))


def _outer_labels(axes: Sequence[Axes], n_columns: int, below: str, left: str) -> None:
    """Label the axes at the left and at the bottom alone."""
    for panel in axes[-n_columns:]:
        panel.set_xlabel(below)
    for panel in axes[::n_columns]:
        panel.set_ylabel(left)
