"""Tables that the paper lacks: what tempering is made of, readings of the information, and the cost."""

from __future__ import annotations

from collections.abc import Sequence

from ilk.experiments.chappelier2009.fitting import PLAIN, TEMPERED, VARIANTS
from ilk.experiments.chappelier2009.grid import Grid
from ilk.experiments.chappelier2009.published import FIT_HOURS, KL_TOPICS, MISSING, TABLE_1, TABLE_2, TITLES
from ilk.experiments.chappelier2009.similarities import KL, LITERAL, ROOT, ROOT_LITERAL
from ilk.experiments.report import NOTHING, Table, number, with_deviation

SECONDS_AN_HOUR = 3600
ABLATED = (("K H", 32), ("Kw H", 32), (KL, KL_TOPICS))


def readings(grid: Grid, variant: str) -> Table:
    """Return the kernels of words under several readings of the information, each at its best |Z|."""
    rows = []
    for collection in grid.collections:
        printed = TABLE_2[collection]
        cells = []
        for name in ("Kw H", "Kw DFIM-H", LITERAL, ROOT, ROOT_LITERAL):
            best = grid.best(collection, variant, [name])
            cells.append(f"{with_deviation(best.mean.value, best.mean.deviation)} ({best.topics})")
        rows.append(
            (TITLES[collection], number(printed.words), cells[0], number(printed.words_diagonal), *cells[1:])
        )
    header = (
        "",
        "Kw H, published",
        "Kw H",
        "Kw DFIM-H, published",
        "Kw DFIM-H, as derived",
        "Kw B.3-H, as printed",
        ROOT,
        ROOT_LITERAL,
    )
    return Table(f"The information and Kw, {VARIANTS[variant].about}: MAP at the best |Z|", header, rows)


def ablations(grid: Grid) -> list[Table]:
    """Return what each part of tempering does, from one start; no tables where these were not run."""
    if not set(VARIANTS) <= set(grid.variants):
        return []
    return [_ablation(grid, name, topics) for name, topics in ABLATED]


def _ablation(grid: Grid, name: str, topics: int) -> Table:
    rows: list[Sequence[str]] = []
    if name == KL:
        rows.append(("published", *(number(TABLE_2[collection].kl) for collection in grid.collections)))
    for variant, about in VARIANTS.items():
        values = [grid.first(collection, variant, topics, name) for collection in grid.collections]
        rows.append((about.about, *map(number, values)))
    header = ("EM", *(TITLES[collection] for collection in grid.collections))
    return Table(f"{name} at |Z| = {topics}, MAP from the first start", header, rows)


def cost(grid: Grid) -> Table:
    """Return what a fit with the most topics took, on one core, beside the printed hours."""
    largest = grid.topics(PLAIN)[-1]
    missing = TABLE_1[MISSING]
    rows: list[Sequence[str]] = [
        (
            f"{TITLES[MISSING]}, published",
            f"{missing.documents:,}",
            f"{missing.occurrences:,}",
            f"{FIT_HOURS * SECONDS_AN_HOUR:,} (CPU)" if largest == KL_TOPICS else NOTHING,
            NOTHING,
        )
    ]
    for collection in grid.collections:
        facts = grid.facts(collection)
        seconds = [grid.fit_seconds(collection, variant, largest) for variant in (PLAIN, TEMPERED)]
        rows.append(
            (
                TITLES[collection],
                f"{facts['documents']:,}",
                f"{facts['occurrences']:,}",
                *map(number, seconds),
            )
        )
    header = ("", "documents", "occurrences", "plain EM, s", "tempered EM, s")
    return Table(
        f"Seconds of processor time for a fit with |Z| = {largest}, the median of the starts", header, rows
    )


def times_faster(grid: Grid) -> float:
    """Return how many times faster than printed plain EM goes through a word, on the slowest collection."""
    largest = grid.topics(PLAIN)[-1]
    printed = FIT_HOURS * SECONDS_AN_HOUR / TABLE_1[MISSING].occurrences
    ours: list[float] = [
        (grid.fit_seconds(collection, PLAIN, largest) or 0.0) / grid.facts(collection)["occurrences"]
        for collection in grid.collections
    ]
    return printed / max(ours)
