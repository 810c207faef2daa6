"""How figures look: one style, colours that colour-blind readers can tell apart, files that stay the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ilk.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D31")
"""Okabe and Ito's colours with neighbours kept apart, without their yellow, which is too pale."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", "-.", ":")
BASELINE = "#555555"
WIDTH, HEIGHT = 7.0, 4.4
"""Inches of a single panel: at half the width of a page, 10 points are still 5 and can be read."""
STYLE: Any = {
    "font.size": 11,
    "axes.titlesize": 12,
    "axes.labelsize": 12,
    "legend.fontsize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "lines.linewidth": 1.8,
    "lines.markersize": 6,
    "errorbar.capsize": 3,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
    "svg.hashsalt": "ilk",
    "svg.fonttype": "path",
    "savefig.facecolor": "white",
}


def require_matplotlib() -> None:
    """Say how to install matplotlib where it is absent, before hours of work and not after them."""
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError:
        raise MissingExtra("drawing figures", "matplotlib", "experiments") from None


@contextmanager
def style() -> Iterator[None]:
    """Draw in our style."""
    import matplotlib as mpl

    with mpl.rc_context(STYLE):
        yield


def panels(
    n_rows: int = 1, n_columns: int = 1, *, width: float = WIDTH, height: float = HEIGHT, **options: Any
) -> tuple[Figure, list[Axes]]:
    """Return an empty figure and its axes, row by row; width and height are those of one panel, in inches.

    To be called, and drawn upon, inside of `style`.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(n_columns * width, n_rows * height))
    axes = figure.subplots(n_rows, n_columns, squeeze=False, **options)
    return figure, list(axes.flat)


def look(number: int) -> dict[str, Any]:
    """Return colour, marker and dashes of the n-th line: told apart by shape too, not by colour alone."""
    return {
        "color": PALETTE[number % len(PALETTE)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[(number // 2) % len(DASHES)],
    }


def by_topics(axes: Axes, topics: Sequence[int], label: str = "number of topics |Z|") -> None:
    """Make the horizontal axis one of numbers of topics: logarithmic, each value named."""
    axes.set_xscale("log", base=2)
    axes.set_xticks(list(topics), [str(n) for n in topics])
    axes.minorticks_off()
    axes.set_xlabel(label)


def baseline(axes: Axes, value: float, label: str) -> None:
    """Draw a horizontal line for what has no error bars, such as BM25, and name it at its end."""
    axes.axhline(value, color=BASELINE, linewidth=1.4, linestyle=(0, (6, 2)))
    axes.annotate(
        label,
        xy=(1.0, value),
        xycoords=("axes fraction", "data"),
        xytext=(-4, 3),
        textcoords="offset points",
        ha="right",
        color=BASELINE,
        fontsize=10,
    )


def save(path: Path, figure: Figure) -> tuple[Path, Path]:
    """Write a figure as PNG and SVG; the same figure gives the same bytes."""
    png, svg = path.with_suffix(".png"), path.with_suffix(".svg")
    with style():
        figure.savefig(png, dpi=120, metadata={"Software": None})
        figure.savefig(svg, metadata={"Date": None, "Creator": None})
    return png, svg
