"""Both tables drawn: published and ours on one scale, one panel a collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ilk.experiments.figures import BASELINE, PALETTE, panels, style
from ilk.experiments.nyffenegger2006 import fitting, kernels, published
from ilk.experiments.nyffenegger2006.combined import Searched, searches
from ilk.experiments.nyffenegger2006.published import Cell
from ilk.experiments.nyffenegger2006.settings import COMBINATION, PLSI
from ilk.experiments.nyffenegger2006.view import Runs, View, mean_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PUBLISHED = "published"
LOOKS: Mapping[str, dict[str, Any]] = {
    PUBLISHED: {"color": "black", "marker": "D", "markerfacecolor": "white", "linestyle": "none"}
}
PLSI_LABELS = {"hofmann": "Hofmann", "vector-space": "VS", "diagonal": "diagonal"}
MIXTURE_LABELS = {"raw": "original", "vector-space": "VS", "diagonal": "diagonal"}
MIXTURE_SERIES = {
    fitting.PLAIN: fitting.FIT_LABELS[fitting.PLAIN],
    fitting.RANDOM: f"{fitting.FIT_LABELS[fitting.PLAIN]} {fitting.FIT_LABELS[fitting.RANDOM]}",
}
"""The smoothed mixture stands in the table; here it would hide the two that explain the published."""
XLABEL = "R-precision (%)"


class Point(NamedTuple):
    """A number in a row of a panel: which series it belongs to, and ours with its deviation."""

    series: str
    row: int
    value: Runs


class Panel(NamedTuple):
    """A collection: its rows from top to bottom, its points, and vertical lines by their label."""

    title: str
    rows: Sequence[str]
    points: Sequence[Point]
    lines: Mapping[str, float]


def draw_table_1(view: View) -> Figure:
    """Draw the kernels of table 1, one row each, for every number of topics."""
    return _drawn([_table_1_panel(view, collection) for collection in view.collections])


def draw_table_2(view: View) -> Figure:
    """Draw the optimum on all queries, the cross-validated, equal weights and the best single kernel."""
    return _drawn([_table_2_panel(view, collection) for collection in view.collections])


def _table_1_panel(view: View, collection: str) -> Panel:
    rows: list[str] = []
    points: list[Point] = []
    cells = [cell for cell in view.cells if cell.collection == collection]
    for label, printed, runs in _rows_of(view, cells):
        points.append(Point(PUBLISHED, len(rows), Runs(printed, None)))
        points += [Point(em, len(rows), value) for em, value in runs.items() if value is not None]
        rows.append(label)
    lines = {"tf-idf, published": published.TFIDF[collection]}
    if tfidf := mean_of(view.baseline(collection, kernels.TFIDF)):
        lines["cosine of tf-idf, ours"] = tfidf.mean
    return Panel(collection, rows, points, lines)


def _rows_of(view: View, cells: Sequence[Cell]) -> Iterator[tuple[str, float, dict[str, Runs | None]]]:
    """Yield each kernel's label, its printed number and ours by the way of EM."""
    for name, label in PLSI_LABELS.items():
        for cell in cells:
            runs = {fitting.FIT_LABELS[em]: mean_of(view.plsi(cell, em, name)) for em in view.fits(PLSI)}
            yield f"PLSI {label}, K={cell.topics}", published.PLSI[name][cell], runs
    for name, label in MIXTURE_LABELS.items():
        for cell in cells:
            runs = {way: mean_of(view.mixture(cell, em, name)) for em, way in MIXTURE_SERIES.items()}
            yield f"NB {label}, K={cell.topics}", published.NAIVE_BAYES[name][cell], runs


def _table_2_panel(view: View, collection: str) -> Panel:
    rows: list[str] = []
    points: list[Point] = []
    for em in view.fits(COMBINATION):
        for name, kernel in kernels.COMBINED.items():
            searched = searches(view, em, name).get(collection)
            if searched is None:
                continue
            rows.append(f"{kernel.label.removesuffix(' (eq. 5)')},\n{fitting.FIT_LABELS[em]}")
            printed = published.COMBINATION.get(name, {}).get(collection)
            if printed:
                points.append(Point(PUBLISHED, len(rows) - 1, Runs(printed.combined, None)))
            points += _table_2_points(searched, len(rows) - 1)
    return Panel(collection, rows, points, {})


def _table_2_points(searched: Searched, row: int) -> Iterator[Point]:
    series = {
        "best on all queries": searched.best,
        "cross-validated": searched.validated,
        "equal weights": searched.equal,
        "best single kernel": searched.best_single,
    }
    yield from (Point(name, row, runs) for name, runs in series.items() if runs)


def _drawn(of: Sequence[Panel]) -> Figure:
    n_columns = min(2, len(of))
    n_rows = -(-len(of) // n_columns)
    series = list(dict.fromkeys(point.series for panel in of for point in panel.points))
    most = max(len(panel.rows) for panel in of)
    with style():
        figure, axes = panels(n_rows, n_columns, width=4.4, height=1.0 + 0.44 * most, sharey=True)
        for axis, panel in zip(axes, of, strict=False):
            _draw(axis, panel, series)
        axes[0].invert_yaxis()
        for axis in axes[len(of) :]:
            axis.set_visible(False)
        handles: dict[str, Any] = {}
        for axis in axes:
            handles |= dict(zip(*reversed(axis.get_legend_handles_labels()), strict=True))
        figure.legend(list(handles.values()), list(handles), loc="outside lower center", ncols=3)
    return figure


def _draw(axis: Axes, panel: Panel, series: Sequence[str]) -> None:
    for place, name in enumerate(series):
        points = [point for point in panel.points if point.series == name]
        if not points:
            continue
        looks = LOOKS.get(name) or _look(place)
        # each series a little lower than the one before, so that none covers another
        shift = 0.5 * (place / max(len(series) - 1, 1) - 0.5)
        axis.errorbar(
            [point.value.mean for point in points],
            [point.row + shift for point in points],
            xerr=[point.value.deviation or 0.0 for point in points],
            label=name,
            capsize=2,
            **looks,
        )
    for label, value in panel.lines.items():
        dashes = (0, (6, 2)) if "published" in label else "-"
        axis.axvline(value, color=BASELINE, linewidth=1.2, linestyle=dashes, label=label)
    axis.set_yticks(range(len(panel.rows)), panel.rows)
    axis.set_title(panel.title.upper())
    axis.set_xlabel(XLABEL)
    axis.margins(x=0.08)


def _look(place: int) -> dict[str, Any]:
    markers = ("D", "o", "s", "^", "v")
    return {"color": PALETTE[(place - 1) % len(PALETTE)], "marker": markers[place % 5], "linestyle": "none"}
