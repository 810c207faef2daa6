"""Tables 1 and 2 beside ours, and the whole grid of means and deviations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ilk.experiments.chappelier2009.findings import COMPETES
from ilk.experiments.chappelier2009.fitting import PLAIN, TEMPERED, VARIANTS
from ilk.experiments.chappelier2009.grid import Grid, Mean
from ilk.experiments.chappelier2009.published import KL_TOPICS, MISSING, TABLE_1, TABLE_2, TITLES
from ilk.experiments.chappelier2009.similarities import BM25_NAME, KERNELS, KL, OURS, THIRTEEN
from ilk.experiments.report import NOTHING, Table, difference, number, with_deviation

BOTH = (PLAIN, TEMPERED)
BEST = "best PLSI similarity"
COLUMNS = ("published", "plain EM", "difference", "tempered EM", "difference")


def characteristics(grid: Grid) -> Table:
    """Return table 1, printed and ours by turns."""
    columns = (*grid.collections, MISSING)
    rows = []
    for field, label, digits in (
        ("terms", "terms (stems)", 0),
        ("occurrences", "occurrences, |C|", 0),
        ("documents", "documents", 0),
        ("mean_document", "mean |d|", 1),
        ("queries", "queries", 0),
        ("mean_query", "mean |q|", 1),
    ):
        printed = [f"{getattr(TABLE_1[name], field):,.{digits}f}" for name in columns]
        ours = [f"{grid.facts(name)[field]:,.{digits}f}" for name in grid.collections]
        rows += [(f"{label}, published", *printed), (f"{label}, ours", *ours, NOTHING)]
    rows.append(("queries with judgements, ours", *_judged(grid), NOTHING))
    return Table("Table 1: the collections", ("", *(TITLES[name] for name in columns)), rows)


@dataclass(frozen=True, slots=True)
class Row:
    """A printed number of table 2 beside the means of plain and of tempered EM, each with a note."""

    collection: str
    label: str
    published: float | None
    means: tuple[Mean, Mean]
    notes: tuple[str, str] = ("", "")

    def cells(self) -> Iterator[str]:
        """Yield the cells of the table."""
        yield f"{TITLES[self.collection]}: {self.label}"
        yield number(self.published)
        for mean, note in zip(self.means, self.notes, strict=True):
            yield _cell(mean) + note
            yield difference(self.published, mean.value)


def main_rows(grid: Grid, collection: str) -> Iterator[Row]:
    """Yield the rows of table 2 that a collection has, BM25 first."""
    printed = TABLE_2[collection]
    lexical = Mean(grid.bm25(collection), None)
    yield Row(collection, BM25_NAME, printed.bm25, (lexical, lexical))
    plain, tempered = (grid.best(collection, em) for em in BOTH)
    notes = f" ({plain.name}, {plain.topics})", f" ({tempered.name}, {tempered.topics})"
    yield Row(collection, BEST, printed.best, (plain.mean, tempered.mean), notes)
    yield from _at(
        grid, collection, printed.best_name, printed.best_topics, printed.best, ", the best printed"
    )
    for name, value in (("Kw H", printed.words), ("Kw DFIM-H", printed.words_diagonal)):
        plain, tempered = (grid.best(collection, em, [name]) for em in BOTH)
        notes = f" ({plain.topics})", f" ({tempered.topics})"
        yield Row(collection, name, value, (plain.mean, tempered.mean), notes)
    largest = grid.topics(PLAIN)[-1]
    yield from _at(grid, collection, KL, largest, printed.kl if largest == KL_TOPICS else None)


def main_results(grid: Grid) -> Table:
    """Return table 2: published, plain EM, tempered EM, and the differences."""
    rows: list[Sequence[str]] = [
        tuple(row.cells()) for collection in grid.collections for row in main_rows(grid, collection)
    ]
    missing = TABLE_2[MISSING]
    for label, printed in (
        (BM25_NAME, missing.bm25),
        (f"{missing.best_name}, |Z| = {missing.best_topics}, the best printed", missing.best),
        ("Kw H", missing.words),
        ("Kw DFIM-H", missing.words_diagonal),
        (f"{KL}, |Z| = {KL_TOPICS}", missing.kl),
    ):
        rows.append((f"{TITLES[MISSING]}: {label}", number(printed), *[NOTHING] * 4))
    return Table(
        "Table 2: MAP in percent, means over the starts ± one standard deviation; in brackets the |Z| of "
        "ours where the paper prints none: the best",
        ("", *COLUMNS),
        rows,
    )


def conclusions(grid: Grid) -> Table:
    """Return the lower part of table 2."""
    rows = []
    for name in grid.collections:
        printed, title = TABLE_2[name], TITLES[name]
        beats, helps = ([_yes(judged(grid, name, em)) for em in BOTH] for judged in (_beats, _helps))
        rows += [
            (f"{title}: PLSI > BM25?", _yes(printed.beats_bm25), *beats),
            (f"{title}: S_KL against Fisher kernels", printed.versus_fisher, *_versus_both(grid, name)),
            (f"{title}: does DFIM help Kw?", _yes(printed.diagonal_helps), *helps),
        ]
    return Table(
        f"Table 2, conclusions; ≃ within {COMPETES:g} points",
        ("", "published", "plain EM", "tempered EM"),
        rows,
    )


def whole_grid(grid: Grid, collection: str, variant: str) -> Table:
    """Return all means and deviations of a collection: the thirteen similarities, and below them ours."""
    topics = grid.topics(variant)
    rows = []
    for name in (*THIRTEEN, *OURS):
        means = [grid.mean(collection, variant, n, name) for n in topics]
        rows.append((f"{name} (ours)" if name in OURS else name, *map(_cell, means)))
    caption = f"{TITLES[collection]}, {VARIANTS[variant].about}: MAP by |Z|"
    return Table(
        f"{caption}; BM25 reaches {grid.bm25(collection):.1f}", ("similarity", *map(str, topics)), rows
    )


def _at(
    grid: Grid, collection: str, name: str, topics: int, published: float | None, remark: str = ""
) -> Iterator[Row]:
    """Yield the row of a similarity at a number of topics, if that was fitted."""
    if all(topics in grid.topics(em) for em in BOTH):
        plain, tempered = (grid.mean(collection, em, topics, name) for em in BOTH)
        yield Row(collection, f"{name}, |Z| = {topics}{remark}", published, (plain, tempered))


def _judged(grid: Grid) -> list[str]:
    return [str(grid.facts(name)["judged_queries"]) for name in grid.collections]


def _beats(grid: Grid, name: str, variant: str) -> bool:
    return grid.best(name, variant).mean.value > grid.bm25(name)


def _versus_both(grid: Grid, name: str) -> list[str]:
    return [_versus(grid, name, em) for em in BOTH]


def _versus(grid: Grid, name: str, variant: str) -> str:
    kl = grid.value(name, variant, grid.topics(variant)[-1], KL)
    lead = kl - grid.best(name, variant, KERNELS).mean.value
    return "≃" if abs(lead) <= COMPETES else ">" if lead > 0 else "<"


def _helps(grid: Grid, name: str, variant: str) -> bool:
    with_it, without = (grid.best(name, variant, [kernel]) for kernel in ("Kw DFIM-H", "Kw H"))
    return with_it.mean.value > without.mean.value


def _cell(mean: Mean) -> str:
    return with_deviation(mean.value, mean.deviation)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
