"""The figures: accuracy by k, by the kind of vote, by classifier, and by preparation of the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ilk.experiments.elkan2005 import published
from ilk.experiments.elkan2005.accuracies import Accuracies, mean
from ilk.experiments.elkan2005.methods import DCM_ROOT, MACHINES
from ilk.experiments.figures import BASELINE, look, panels, style
from ilk.experiments.report import Figure
from ilk.tasks.classify.neighbours import SIMILARITY, UNIFORM

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

ALL = (
    *published.FIGURE_1,
    published.BHATTACHARYYA,
    published.L0,
    published.L1,
    DCM_ROOT,
)
"""The lines of both figures by k, in one order, so that a method looks the same in both."""
OFFSET = 0.15
"""How far below each other the points of a row are, so that none hides another."""
BARS = "error bars are one standard deviation over the splits"


def figures(found: Accuracies) -> dict[str, Figure]:
    """Return the figures by their short names."""
    return {
        "k": Figure(
            "elkan2005-neighbours",
            f"The paper's figure 1: accuracy by the number of neighbours; {BARS}.",
            lambda: _by_k(found),
        ),
        "votes": Figure(
            "elkan2005-votes",
            f"All kernels of the paper and the square root of the DCM's gradient, with equal votes and with "
            f"votes by similarity; {BARS}.",
            lambda: _by_vote(found),
        ),
        "machines": Figure(
            "elkan2005-svm",
            f"Each kernel in a support vector machine and with nearest neighbours; {BARS}.",
            lambda: _machines(found),
        ),
        "texts": Figure(
            "elkan2005-text",
            "Accuracy by what of a message is counted; black bars are the printed numbers, error bars are "
            "one standard deviation over the splits.",
            lambda: _texts(found),
        ),
    }


def _by_k(found: Accuracies) -> Drawing:
    with style():
        figure, (axes,) = panels()
        _curves(axes, found, published.FIGURE_1, UNIFORM)
        axes.set_ylabel("accuracy")
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        return figure


def _by_vote(found: Accuracies) -> Drawing:
    with style():
        figure, both = panels(2, 1, width=7.0, height=3.9, sharex=True)
        for axes, weights, title in zip(
            both, (UNIFORM, SIMILARITY), ("one vote each", "votes by similarity"), strict=True
        ):
            _curves(axes, found, ALL, weights)
            axes.set_title(title)
            bayes = mean(found.bayes[published.MULTINOMIAL_BAYES]).value
            axes.axhline(bayes, color=BASELINE, linestyle=(0, (6, 2)), label=published.MULTINOMIAL_BAYES)
            axes.set_ylabel("accuracy")
        handles, labels = both[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3)
        return figure


def _curves(axes: Axes, found: Accuracies, names: Sequence[str], weights: str) -> None:
    by_k = [found.neighbours(k, weights) for k in found.ks]
    for place, name in enumerate(names):
        points = [mean(methods[name]) for methods in by_k]
        axes.errorbar(
            found.ks,
            [point.value for point in points],
            yerr=[point.deviation or 0.0 for point in points],
            label=name,
            **look(place),
        )
    axes.set_xscale("log")
    axes.set_xticks(list(found.ks), [str(k) for k in found.ks])
    axes.minorticks_off()
    axes.set_xlabel("number of neighbours k")


def _machines(found: Accuracies) -> Drawing:
    names = [name for name in MACHINES if name in found.machines]
    with style():
        figure, (axes,) = panels(width=8.4, height=0.45 * len(names) + 1.6)
        series = (
            (f"neighbours, k = {published.K}", found.neighbours()),
            (f"neighbours, k = {found.ks[-1]}", found.neighbours(found.ks[-1])),
            ("SVM", found.machines),
        )
        for place, (label, methods) in enumerate(series):
            points = [mean(methods[name]) for name in names]
            axes.errorbar(
                [point.value for point in points],
                [row + OFFSET * (place - 1) for row in range(len(names))],
                xerr=[point.deviation or 0.0 for point in points],
                label=label,
                **look(place) | {"linestyle": "none"},
            )
        _named(axes, names)
        figure.legend(loc="outside lower center", ncols=len(series))
        return figure


def _texts(found: Accuracies) -> Drawing:
    names = list(published.METHODS)
    with style():
        figure, (axes,) = panels(width=8.4, height=0.45 * len(names) + 2.0)
        axes.plot(
            [published.NEWSGROUPS[name] for name in names],
            range(len(names)),
            label="published",
            color="black",
            marker="|",
            markersize=17,
            markeredgewidth=3,
            linestyle="none",
        )
        for place, preparation in enumerate(found.preparations):
            methods = found.prepared(preparation)
            accuracies = [mean(methods[name]) for name in names]
            axes.errorbar(
                [accuracy.value for accuracy in accuracies],
                range(len(names)),
                xerr=[accuracy.deviation or 0.0 for accuracy in accuracies],
                label=preparation,
                **look(place) | {"linestyle": "none"},
            )
        _named(axes, names)
        figure.legend(loc="outside lower center", ncols=4)
        return figure


def _named(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("accuracy")
