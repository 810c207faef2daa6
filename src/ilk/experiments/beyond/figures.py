"""The figures: quality by similarity, by recall and against cost; what each part and constant is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ilk.evaluation.dense import LEVELS
from ilk.experiments.beyond.families import FAMILIES, family_of, is_topic_kernel
from ilk.experiments.beyond.honesty import choices, ratios
from ilk.experiments.beyond.similarities import BM25, ILK, LSI, RM3
from ilk.experiments.beyond.tables import ranked
from ilk.experiments.beyond.view import View, deviation
from ilk.experiments.figures import BASELINE, DASHES, MARKERS, PALETTE, panels, style
from ilk.similarities import FISHER_VECTORS, KL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

ILK_COLOUR, BM25_COLOUR, OTHER_COLOUR = PALETTE[1], "#000000", PALETTE[0]
ROW = 0.23
"""Inches of a row with a name of 11 points."""


def map_by_similarity(view: View) -> Drawing:
    """Draw a dot for each similarity and collection, the default and BM25 marked."""
    names = ranked(view)[::-1]
    rows = np.arange(len(names))
    with style():
        figure, axes = panels(1, len(view.classic), width=1.45, height=1.3 + ROW * len(names), sharey=True)
        for panel, collection in zip(axes, view.classic, strict=True):
            values = [view.mean(collection, name) for name in names]
            panel.axvline(
                view.mean(collection, BM25), color=BM25_COLOUR, linewidth=1.2, linestyle=(0, (4, 2))
            )
            for row, name, value in zip(rows, names, values, strict=True):
                panel.plot(value, row, **_dot(name))
            panel.set_title(collection)
            panel.set_xlim(0, 1.12 * max(values))
            panel.locator_params(axis="x", nbins=3)
        figure.supxlabel("MAP in percent", fontsize=12)
        axes[0].set_yticks(rows, names)
        axes[0].set_ylim(-0.7, len(names) - 0.3)
        for label in axes[0].get_yticklabels():
            if label.get_text() in {ILK, BM25}:
                label.set_fontweight("bold")
    return figure


def precision_recall(view: View) -> Drawing:
    """Draw precision by recall, a panel for each collection, the legend in a panel of its own."""
    names = curves(view)
    n_rows = -(-(len(view.classic) + 1) // 2)
    with style():
        figure, axes = panels(n_rows, 2, width=3.6, height=3.0, sharex=True, sharey=True)
        for panel, collection in zip(axes, view.classic, strict=False):
            for number, name in enumerate(names):
                panel.plot(
                    100 * LEVELS, view.precision_by_recall(collection, name), label=name, **_line(number)
                )
            panel.set_title(collection)
            panel.set(xlim=(0, 100), ylim=(0, 100), xlabel="recall in percent", ylabel="precision in percent")
            panel.tick_params(labelbottom=True)
        _only_legend(axes[len(view.classic) :], axes[0])
    return figure


def quality_by_cost(view: View) -> Drawing:
    """Draw the mean ratio to BM25's MAP against the milliseconds of a query."""
    collection = tuple(view.latencies)[-1]
    with style():
        figure, (axes,) = panels(height=5.0)
        for family, (colour, marker) in FAMILIES.items():
            names = [n for n in view.similarities if family_of(n) == family]
            points = [(view.milliseconds(collection, name)[0], view.ratio(name)) for name in names]
            if points:
                milliseconds, quality = zip(*points, strict=True)
                axes.scatter(milliseconds, quality, color=colour, marker=marker, s=50, label=family)
        for name in _named(view):
            axes.annotate(
                name,
                (view.milliseconds(collection, name)[0], view.ratio(name)),
                xytext=(-2, 9) if name == BM25 else (7, 3),
                textcoords="offset points",
                fontsize=10,
            )
        axes.axhline(1, color=BASELINE, linewidth=1.2, linestyle=(0, (6, 2)))
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_xlabel(f"milliseconds for one query on {collection}, median")
        axes.set_ylabel("MAP / MAP of bm25, mean")
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def ablation(view: View) -> Drawing:
    """Draw by how much the mean ratio to BM25 changes when a part is left out."""
    complete = ratios(view)
    changes = {part: ratios(view, part) - complete for part in view.left_out}
    parts = sorted(changes, key=lambda part: -changes[part].mean())
    with style():
        figure, (axes,) = panels(height=1.2 + 0.36 * len(parts))
        axes.barh(
            parts,
            [changes[part].mean() for part in parts],
            xerr=[deviation(changes[part]) or 0.0 for part in parts],
            color=OTHER_COLOUR,
            height=0.65,
        )
        axes.axvline(0, color=BASELINE, linewidth=1.2)
        axes.set_xlabel(f"change of MAP / MAP of bm25 (complete: {complete.mean():.3f})")
        axes.set_ylabel("left out")
    return figure


def constants_drawn(view: View) -> Drawing:
    """Draw what every drawing of the constants gives, on each collection."""
    with style():
        figure, (axes,) = panels()
        spread = np.random.default_rng(0)
        for place, choice in enumerate(choices(view)):
            bm25 = view.mean(choice.collection, BM25)
            values = view.drawn[choice.collection] / bm25
            across = place + 0.16 * (spread.random(len(values)) - 0.5)
            first = place == 0
            axes.plot(
                across,
                values,
                "o",
                color="#999999",
                markersize=4,
                alpha=0.7,
                label="drawn at random" if first else None,
            )
            for offset, value, colour, marker, label in (
                (-0.22, float(view.default_maps(choice.collection).mean()), ILK_COLOUR, "D", "the default's"),
                (0.22, choice.chosen, OTHER_COLOUR, "s", "chosen on the other collections"),
            ):
                axes.plot(
                    place + offset,
                    value / bm25,
                    marker,
                    color=colour,
                    markersize=8,
                    label=label if first else None,
                )
        axes.axhline(1, color=BASELINE, linewidth=1.2, linestyle=(0, (6, 2)))
        axes.set_xticks(range(len(view.drawn)), list(view.drawn))
        axes.set_ylabel("MAP / MAP of bm25")
        axes.grid(visible=False, axis="x")
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def curves(view: View) -> list[str]:
    """Return the similarities whose curves are drawn: the known ones, and the best Fisher kernel of PLSI."""
    known = [name for name in (ILK, BM25, RM3, LSI, "lm-dirichlet") if name in view.similarities]
    return [*known, *filter(is_topic_kernel, ranked(view))][: len(known) + 1]


def _dot(name: str) -> dict[str, Any]:
    if name == ILK:
        return {"color": ILK_COLOUR, "marker": "D", "markersize": 8}
    if name == BM25:
        return {"color": BM25_COLOUR, "marker": "s", "markersize": 7}
    return {"color": OTHER_COLOUR, "marker": "o", "markersize": 5}


def _line(number: int) -> dict[str, Any]:
    """Return a line's look: the default first and thick, BM25 black."""
    colours = (ILK_COLOUR, BM25_COLOUR, PALETTE[2], PALETTE[0], PALETTE[3], PALETTE[4])
    return {
        "color": colours[number % len(colours)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[(number + 1) // 2 % len(DASHES)],
        "markersize": 5,
        "linewidth": 2.4 if number == 0 else 1.5,
    }


def _only_legend(spare: Sequence[Axes], source: Axes) -> None:
    """Put the legend into the first spare panel, and show nothing else there."""
    for panel in spare:
        panel.axis("off")
    if spare:
        spare[0].legend(*source.get_legend_handles_labels(), loc="center", fontsize=12)


def _named(view: View) -> list[str]:
    """Return the points that get a name: those that people know, and the best Fisher kernel of PLSI."""
    known = [name for name in (ILK, BM25, RM3, LSI, KL, FISHER_VECTORS) if name in view.similarities]
    return [*known, *filter(is_topic_kernel, ranked(view))][: len(known) + 1]
