"""Figure 1: R-precision over the triangle of weights, one panel a collection and a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ilk.experiments.figures import panels, style
from ilk.experiments.nyffenegger2006 import kernels, published
from ilk.experiments.nyffenegger2006.combined import GRID, Floats, Searched, searches
from ilk.experiments.nyffenegger2006.combining import COMBINED_TOPICS
from ilk.experiments.nyffenegger2006.view import View

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])
"""Where K1, K16 and K64 stand by themselves, (3, 2)."""
OPTIMUM = "best on all queries"
PICK = "most often chosen in cross-validation"
PRINTED = "best, published"
MARKS: dict[str, dict[str, Any]] = {
    OPTIMUM: {"marker": "*", "s": 210, "facecolor": "white", "edgecolor": "black", "linewidth": 1.0},
    PICK: {"marker": "o", "s": 150, "facecolor": "none", "edgecolor": "#D55E00", "linewidth": 2.2},
    PRINTED: {"marker": "X", "s": 90, "facecolor": "black", "edgecolor": "white", "linewidth": 1.0},
}
LEVELS = 14
"""About so many colours; which, round numbers decide."""


def draw_triangles(view: View, em: str) -> Figure:
    """Draw collections from top to bottom, kernels side by side; a row has one scale of colours."""
    surfaces = {name: searches(view, em, name) for name in kernels.COMBINED}
    collections = [name for name in view.collections if any(name in found for found in surfaces.values())]
    with style():
        figure, axes = panels(len(collections), len(surfaces), width=2.75, height=2.45)
        for row, collection in enumerate(collections):
            row_axes = axes[row * len(surfaces) : (row + 1) * len(surfaces)]
            found = [surfaces[name][collection] for name in surfaces]
            filled = _draw_row(row_axes, collection, found)
            bar = figure.colorbar(filled, ax=row_axes, shrink=0.85, aspect=14)
            bar.set_label("R-precision (%)")
            row_axes[0].text(
                -0.22, 0.45, collection.upper(), rotation=90, va="center", fontsize=13, fontweight="bold"
            )
        for axis, kernel in zip(axes, kernels.COMBINED.values(), strict=False):
            axis.set_title(kernel.label, pad=20)
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), handletextpad=0.3)
    return figure


def _draw_row(axes: Sequence[Axes], collection: str, found: Sequence[Searched]) -> Any:
    from matplotlib.ticker import MaxNLocator

    values = np.concatenate([searched.surface for searched in found])
    levels = MaxNLocator(LEVELS).tick_values(values.min(), values.max())
    filled = None
    for axis, name, searched in zip(axes, kernels.COMBINED, found, strict=True):
        filled = axis.tricontourf(*places(GRID), searched.surface, levels=levels, cmap="cividis")
        _frame(axis)
        _mark(axis, OPTIMUM, searched.weights)
        _mark(axis, PICK, searched.usual_pick)
        if printed := published.COMBINATION.get(name, {}).get(collection):
            _mark(axis, PRINTED, np.array(printed.weights))
    return filled


def places(weights: Floats) -> tuple[Floats, Floats]:
    """Return where weights (…, 3) lie in the plane: Σ_r α_r · corner_r."""
    at = weights @ CORNERS
    return at[..., 0], at[..., 1]


def _mark(axis: Axes, label: str, weights: Floats) -> None:
    axis.scatter(*places(weights), label=label, zorder=5, clip_on=False, **MARKS[label])


def _frame(axis: Axes) -> None:
    """Draw the sides, name the corners, and leave out the axes, which mean nothing here."""
    closed = np.vstack([CORNERS, CORNERS[:1]])
    axis.plot(closed[:, 0], closed[:, 1], color="black", linewidth=1.0)
    offsets = ((-0.02, -0.05, "top"), (1.02, -0.05, "top"), (0.5, 0.91, "bottom"))
    for topics, (x, y, vertical) in zip(COMBINED_TOPICS, offsets, strict=True):
        axis.text(x, y, f"K{topics}", ha="center", va=vertical)
    axis.set_aspect("equal")
    axis.set_axis_off()
    axis.set_xlim(-0.1, 1.1)
    axis.set_ylim(-0.12, 1.0)
