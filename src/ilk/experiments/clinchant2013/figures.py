"""The figures: MAP and NMI by number of Gaussians, and MAP by share of documents that the mixture saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ilk.experiments.clinchant2013.clustering import AVERAGE
from ilk.experiments.clinchant2013.names import EMBEDDINGS, TITLES, WEIGHTS, title
from ilk.experiments.clinchant2013.retrieval_tables import summing_words
from ilk.experiments.clinchant2013.settings import (
    GLOVE,
    LDA,
    LSI,
    PLSA,
    SINGULAR,
    SUMMING,
    TFIDF,
    UNIT,
    YULE,
)
from ilk.experiments.clinchant2013.view import NMI, Spread, View, Words, numbered
from ilk.experiments.figures import BASELINE, by_topics, look, panels, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GAUSSIANS = "number of Gaussians K"
LOOKS = {SUMMING: 0, YULE: 1, UNIT: 2, SINGULAR: 3, GLOVE: 4}
"""Which colour and marker word vectors have, in all figures."""
READING_LOOKS: Mapping[str, Mapping[str, Any]] = {
    SUMMING: {"linestyle": "-", "marker": "o"},
    TFIDF: {"linestyle": "--", "marker": "D"},
}
WIDTH = 3.6
"""Inches of a panel with another beside it: what is written on both can still be read at half their width."""
DASHES = {"PLSA": (0, (1, 1.5)), "LDA": (0, (4, 1.5, 1, 1.5)), "LSI": (0, (6, 2))}


def clustering(view: View) -> Figure:
    """Draw NMI on 20 Newsgroups by number of Gaussians, other methods as lines."""
    with style():
        figure, (axes,) = panels()
        for method in (PLSA, LDA, LSI):
            spread = view.clustering(method, NMI)
            if spread is not None:
                axes.axhline(
                    spread.mean, color=BASELINE, linestyle=DASHES[method], linewidth=1.4, label=method
                )
        numbers: set[int] = set()
        for words in view.clustered_words():
            if words.embedding not in {YULE, GLOVE}:
                spreads = numbered(view.clustering_by_gaussians(words.embedding, NMI))
                numbers |= set(spreads)
                _line(axes, spreads, f"FV, {title(words)}", LOOKS[words.embedding])
        by_topics(axes, sorted(numbers), GAUSSIANS)
        axes.set_ylabel("NMI (%)")
        axes.set_title("Clusters of 20 Newsgroups against its groups")
        figure.legend(loc="outside lower center", ncols=2)
        return figure


def retrieval(view: View) -> Figure:
    """Draw figure 1: MAP by number of Gaussians, a panel for each collection, with the baselines as lines."""
    n_columns = 2
    n_rows = -(-(len(view.collections) + 1) // n_columns)
    with style():
        figure, axes = panels(n_rows, n_columns, width=WIDTH, height=2.75)
        for place, name in zip(axes, view.collections, strict=False):
            _one_collection(place, view, name)
        handles, labels = axes[0].get_legend_handles_labels()
        for place in axes[len(view.collections) :]:
            place.axis("off")
        axes[len(view.collections)].legend(handles, labels, loc="center", fontsize=11)
        return figure


def embeddings(view: View) -> Figure:
    """Draw figure 2 and its like: averaged words against Fisher vectors, for clustering and for retrieval."""
    with style():
        figure, (left, right) = panels(1, 2, width=WIDTH, height=3.6)
        for words in view.clustered_words():
            if words.embedding in {YULE, GLOVE, SUMMING}:
                spreads = view.clustering_by_gaussians(words.embedding, NMI)
                _against_average(left, numbered(spreads), spreads[AVERAGE].mean, words)
        left.set_ylabel("NMI (%)")
        left.set_title("Clusters of 20 Newsgroups")
        for words in _first_of_each(view.retrieved_words()):
            averages = [view.average(name, words) for name in view.collections]
            known = [average for average in averages if average is not None]
            if words.embedding in {YULE, GLOVE, SUMMING} and len(known) == len(averages):
                _against_average(right, view.mean_retrieval(words), float(np.mean(known)), words)
        right.set_ylabel("mean MAP (%)")
        right.set_title("Retrieval")
        for axes in (left, right):
            axes.margins(y=0.07)  # no line on the frame
        handles = {
            label: handle
            for drawn in (left, right)
            for handle, label in zip(*drawn.get_legend_handles_labels(), strict=True)
        }
        labels = sorted(handles, key=lambda label: (label.split()[0] != "FV", label))
        figure.legend([handles[n] for n in labels], labels, loc="outside lower center", ncols=2)
        return figure


def unseen(view: View) -> Figure:
    """Draw MAP by the share of documents that the mixture saw, with and without words new to it."""
    with style():
        figure, (axes,) = panels()
        shares: set[float] = set()
        for number, (what, label) in enumerate((("with", "all words"), ("without", "seen words only"))):
            means = view.mean_by_share(what)
            shares |= set(means)
            _line(axes, means, label, number)
        ticks = sorted(shares)
        axes.set_xscale("log")
        axes.set_xticks(ticks, [f"{100 * share:g}" for share in ticks])
        axes.minorticks_off()
        axes.set_xlabel("documents that the mixture was fitted to (%)")
        axes.set_ylabel("mean MAP (%)")
        axes.legend(loc="lower right")
        return figure


def _one_collection(axes: Axes, view: View, name: str) -> None:
    """Draw each reading's Fisher vectors, and LSI in the colour of those with as many dimensions."""
    base = view.baselines(name)
    numbers: set[int] = set()
    dimensions = [words.dimensions for words in summing_words(view)]
    for place, e in enumerate(dimensions):
        for reading, marks in READING_LOOKS.items():
            spreads = view.retrieval(name, Words(reading, e))
            numbers |= set(spreads)
            if spreads:
                _line(axes, spreads, f"FV, {WEIGHTS[reading]}, e = {e}", place, **marks)
        line = {"color": look(place)["color"], "linestyle": (0, (1, 1.5)), "linewidth": 1.6}
        axes.axhline(base["LSI"][str(e)], label=f"LSI, e = {e}", **line)
    axes.axhline(base["PL2"], color=BASELINE, linestyle=(0, (6, 2)), linewidth=1.4, label="PL2")
    axes.axhline(base["TF-IDF"], color="black", linewidth=0.9, label="TF-IDF")
    by_topics(axes, sorted(numbers), GAUSSIANS)
    axes.set_ylabel("MAP (%)")
    axes.set_title(TITLES[name])


def _against_average(axes: Axes, spreads: Mapping[int, Spread], average: float, words: Words) -> None:
    number = LOOKS[words.embedding]
    name = EMBEDDINGS[words.embedding]
    _line(axes, spreads, f"FV of {name}", number)
    line = {"color": look(number)["color"], "linestyle": (0, (2, 1.5)), "linewidth": 1.4}
    axes.axhline(average, label=f"averaged {name}", **line)
    drawn = {int(n) for line in axes.get_lines() for n in np.asarray(line.get_xdata()) if n >= 1}
    by_topics(axes, sorted(drawn), GAUSSIANS)


def _first_of_each(words: Sequence[Words]) -> tuple[Words, ...]:
    """Keep one number of dimensions for each kind of word vectors, the first."""
    kept: dict[str, Words] = {}
    for one in words:
        kept.setdefault(one.embedding, one)
    return tuple(kept.values())


def _line(axes: Axes, spreads: Mapping[Any, Spread], label: str, number: int, **marks: Any) -> None:
    """Draw means with one standard deviation over the runs."""
    numbers = sorted(spreads)
    means = [spreads[n].mean for n in numbers]
    deviations = [spreads[n].deviation or 0.0 for n in numbers]
    axes.errorbar(numbers, means, yerr=deviations, label=label, **{**look(number), **marks})
