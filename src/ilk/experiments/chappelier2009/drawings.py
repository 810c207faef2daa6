"""Figures 1 to 4 of the paper, for all five collections, and one of ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ilk.experiments.chappelier2009.fitting import PLAIN, TEMPERED
from ilk.experiments.chappelier2009.grid import Grid
from ilk.experiments.chappelier2009.published import CURVES, CURVES_OF, KL_TOPICS, TABLE_2, TITLES
from ilk.experiments.chappelier2009.similarities import BM25_NAME, KL, LITERAL, ROOT_LITERAL
from ilk.experiments.figures import BASELINE, baseline, by_topics, look, panels, style
from ilk.experiments.report import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

FORMS = ("K H", "K IID", "K DFIM-H", "K DFIM-IID")
MAIN = ("K H", KL, "Kw DFIM-H", "Kw H")
PARTS = ("K H", "Kw H", "Kz H", "K DFIM-H", "Kw DFIM-H", "Kz DFIM-H")
READINGS = ("Kw H", "Kw DFIM-H", LITERAL, ROOT_LITERAL)
EM_TITLES = {PLAIN: "plain EM", TEMPERED: "tempered EM"}
LEVELS = np.linspace(0.0, 1.0, 11)
LOOKS = {
    "K H": 0,
    KL: 1,
    "Kw DFIM-H": 2,
    "Kw H": 3,
    "Kz H": 4,
    "K DFIM-H": 5,
    "Kz DFIM-H": 6,
    "K IID": 7,
    "K DFIM-IID": 6,
    LITERAL: 1,
    ROOT_LITERAL: 0,
}
"""Which colour and marker a similarity has; the same in all figures, as far as there are enough."""
SOLID, FAINT = {"linestyle": "-"}, {"linestyle": ":", "linewidth": 1.2, "alpha": 0.65, "markersize": 2.5}


def figures(grid: Grid) -> dict[str, Figure]:
    """Return the figures by a short name."""
    drawn = {
        "1": Figure(
            "chappelier2009-1-iid-and-hofmann",
            "Figure 1: K IID and K H, with and without the diagonal information. MAP by |Z|; error bars are "
            "one standard deviation over the starts. The dashed line is BM25.",
            lambda: side_by_side(grid, FORMS),
        ),
        "2": Figure(
            "chappelier2009-2-main",
            "Figure 2: MAP by |Z|. Solid: tempered EM; dotted: plain EM; error bars are one standard "
            "deviation over the starts; large open markers: the numbers that the paper prints, where it "
            "names the |Z|. The dashed line is BM25.",
            lambda: main_figure(grid),
        ),
        "3": Figure(
            "chappelier2009-3-parts",
            "Figure 3: K H and K DFIM-H against their parts of words, Kw, and of topics, Kz.",
            lambda: side_by_side(grid, PARTS),
        ),
        "5": Figure(
            "chappelier2009-5-information",
            "Ours: Kw under several readings of the diagonal information, tempered EM. MAP by |Z|; large "
            "open markers: the numbers that the paper prints for Kw DFIM-H, where it names the |Z|.",
            lambda: compact(grid, READINGS, (TEMPERED,)),
        ),
    }
    if CURVES_OF in grid.collections:
        drawn["4"] = Figure(
            "chappelier2009-4-precision-recall",
            f"Figure 4: precision by recall on {TITLES[CURVES_OF]}, the mean over the starts.",
            lambda: precision_recall(grid),
        )
    return drawn


def side_by_side(grid: Grid, names: Sequence[str]) -> Drawing:
    """Draw similarities by |Z|: a row a collection, plain EM to the left, tempered to the right."""
    with style():
        figure, axes = panels(len(grid.collections), 2, width=3.6, height=2.5, sharex=True, sharey="row")
        for place, panel in enumerate(axes):
            collection, variant = grid.collections[place // 2], (PLAIN, TEMPERED)[place % 2]
            _lines(panel, grid, collection, variant, names)
            baseline(panel, grid.bm25(collection), BM25_NAME)
            panel.set_title(f"{TITLES[collection]}, {EM_TITLES[variant]}")
            _topic_axis(panel, grid, last=place >= len(axes) - 2)
            if place % 2 == 0:
                panel.set_ylabel("MAP, %")
        _legend_above(figure, axes[0], 2 if len(names) < len(PARTS) else 3)
    return figure


def main_figure(grid: Grid) -> Drawing:
    """Draw figure 2: a panel a collection, both ways of EM in it."""
    return compact(grid, MAIN, (TEMPERED, PLAIN))


def compact(grid: Grid, names: Sequence[str], variants: Sequence[str]) -> Drawing:
    """Draw similarities by |Z|, a panel a collection; the first way of EM is solid, the second dotted."""
    n_columns = 2
    n_rows = -(-(len(grid.collections) + 1) // n_columns)
    looks: tuple[Mapping[str, Any], ...] = (SOLID, FAINT) if len(variants) > 1 else ({},)
    with style():
        figure, axes = panels(n_rows, n_columns, width=3.6, height=2.75)
        for panel, collection in zip(axes, grid.collections, strict=False):
            for variant, options in zip(variants[::-1], looks[::-1], strict=True):
                _lines(panel, grid, collection, variant, names, options)
            _printed(panel, collection, names, grid.topics(variants[0]))
            baseline(panel, grid.bm25(collection), "")  # named in the legend: there are marks at its end
            panel.set_title(TITLES[collection])
            panel.set_ylabel("MAP, %")
            _topic_axis(panel, grid, last=True)
        _legend_panel(axes[len(grid.collections)], names, variants, looks[0])
        for panel in axes[len(grid.collections) + 1 :]:
            panel.set_axis_off()
    return figure


def precision_recall(grid: Grid) -> Drawing:
    """Draw figure 4."""
    with style():
        figure, axes = panels(1, 2, width=3.6, height=3.4, sharey=True)
        for panel, variant in zip(axes, (PLAIN, TEMPERED), strict=True):
            for name, wanted in CURVES.items():
                topics = min(grid.topics(variant), key=lambda n: abs(n - wanted))
                runs = [run["precision"][name] for run in grid.runs(CURVES_OF, variant, topics)]
                spread = np.std(runs, axis=0, ddof=1) if len(runs) > 1 else None
                panel.errorbar(
                    LEVELS, np.mean(runs, axis=0), spread, label=f"{name}, |Z| = {topics}", **_small(name)
                )
            lexical = grid.facts(CURVES_OF)["precision"][BM25_NAME]
            panel.plot(LEVELS, lexical, color=BASELINE, linestyle=(0, (6, 2)), label=BM25_NAME)
            panel.set_title(f"{TITLES[CURVES_OF]}, {EM_TITLES[variant]}")
            panel.set_xlabel("recall")
            panel.set_ylim(0, 1)
        axes[0].set_ylabel("precision")
        _legend_above(figure, axes[0], 3)
    return figure


def _lines(
    panel: Axes,
    grid: Grid,
    collection: str,
    variant: str,
    names: Sequence[str],
    options: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    topics = grid.topics(variant)
    for name in names:
        means = [grid.mean(collection, variant, n, name) for n in topics]
        spread = [mean.deviation or 0.0 for mean in means]
        values = [mean.value for mean in means]
        panel.errorbar(topics, values, spread, label=name, **(_small(name) | dict(options)))


def _printed(panel: Axes, collection: str, names: Sequence[str], topics: Sequence[int]) -> None:
    """Mark what the paper prints, where it says for which number of topics."""
    printed = TABLE_2[collection]
    marks = [(printed.best_name, printed.best_topics, printed.best), (KL, KL_TOPICS, printed.kl)]
    for name, n_topics, value in marks:
        if name in names and n_topics in topics:
            options = look(LOOKS[name])
            panel.plot(
                n_topics,
                value,
                marker=options["marker"],
                color=options["color"],
                markersize=11,
                mfc="none",
                mew=1.6,
            )


def _legend_panel(
    panel: Axes, names: Sequence[str], variants: Sequence[str], options: Mapping[str, Any]
) -> None:
    """Use the panel that is left over for the legend."""
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], label=name, **(_small(name) | dict(options))) for name in names]
    if len(variants) > 1:
        handles.append(Line2D([], [], color="black", linestyle="-", label=EM_TITLES[variants[0]]))
        handles.append(Line2D([], [], color="black", linestyle=":", label=EM_TITLES[variants[1]]))
    handles.append(Line2D([], [], color=BASELINE, linestyle=(0, (6, 2)), label=BM25_NAME))
    handles.append(
        Line2D([], [], color="black", linestyle="", marker="o", markersize=11, mfc="none", label="printed")
    )
    panel.set_axis_off()
    panel.legend(handles=handles, loc="center", fontsize=11)


def _legend_above(figure: Drawing, panel: Axes, n_columns: int) -> None:
    handles, labels = panel.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=n_columns)


def _topic_axis(panel: Axes, grid: Grid, *, last: bool) -> None:
    by_topics(panel, grid.topics(PLAIN))
    if not last:
        panel.set_xlabel("")


def _small(name: str) -> dict[str, Any]:
    """Return the look of a similarity in a small panel."""
    return look(LOOKS[name]) | {"markersize": 4.5, "linewidth": 1.5}
