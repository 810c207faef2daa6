"""The tables on quality: the default at a glance, beside what was printed, and every similarity."""

from __future__ import annotations

import numpy as np

from ilk.experiments.beyond.honesty import LEVEL, gains
from ilk.experiments.beyond.published import PRINTED
from ilk.experiments.beyond.similarities import BM25, ILK, LSI, MEASURES, RM3
from ilk.experiments.beyond.view import View, deviation
from ilk.experiments.report import NOTHING, Table, difference, number, with_deviation

SMALLEST_P = 0.001


def glance(view: View) -> Table:
    """Return the default beside what people use, and what was published."""
    rows = []
    for gain in gains(view):
        name = gain.collection
        maps = view.default_maps(name)
        rows.append(
            (
                name,
                *(number(view.mean(name, similarity)) for similarity in (BM25, RM3, LSI)),
                number(PRINTED[name].best if name in PRINTED else None),
                with_deviation(float(maps.mean()), deviation(maps)),
                f"{gain.difference:+.1f}",
                probability(gain.p),
                f"{gain.better} / {gain.worse}",
            )
        )
    header = ("collection", BM25, RM3, LSI, "best PLSI published", ILK, "ilk − bm25", "p", "better / worse")
    n_starts = len(view.default_maps(view.collections[0]))
    return Table(
        f"The default at a glance: MAP in percent, mean ± deviation of {n_starts} random starts; on how many "
        "queries ilk is better and worse than bm25",
        header,
        rows,
    )


def beside_printed(view: View) -> Table:
    """Return published, ours and the difference, for BM25 and for the best there is."""
    rows = []
    for name in view.classic:
        printed, ours = PRINTED[name], float(view.default_maps(name).mean())
        bm25 = view.mean(name, BM25)
        rows.append(
            (
                name,
                number(printed.bm25),
                number(bm25),
                difference(printed.bm25, bm25),
                f"{printed.best:.1f} ({printed.model}, {printed.topics} topics)",
                number(ours),
                difference(printed.best, ours),
            )
        )
    header = (
        "collection", "BM25 published", "BM25 ours", "difference", "best PLSI published", "ilk", "difference"
    )  # fmt: skip
    return Table("Published and ours: MAP in percent", header, rows)


def every_similarity(view: View) -> Table:
    """Return the MAP of every similarity on every collection, the best first."""
    rows = []
    for name in ranked(view):
        cells = [number(view.mean(c, name)) + _marks(view, c, name) for c in view.collections]
        rows.append((f"`{name}`", *cells, number(view.ratio(name), 3)))
    header = ("similarity", *view.collections, "× bm25")
    return Table("MAP in percent of every similarity; * differs from bm25, † from lsi", header, rows)


def other_measures(view: View) -> Table:
    """Return all measures, in the mean over the classic collections."""
    rows = []
    for name in ranked(view):
        means = [np.mean([view.mean(c, name, measure) for c in view.classic]) for measure in MEASURES]
        better, worse = (_significant(view, name, sign) for sign in (1, -1))
        rows.append((f"`{name}`", *(number(float(mean)) for mean in means), str(better), str(worse)))
    return Table(
        f"Means over {', '.join(view.classic)}, in percent; on how many of them the AP is significantly "
        "above and below bm25's",
        ("similarity", "MAP", *MEASURES[1:], "above", "below"),
        rows,
    )


def first_hits(view: View) -> Table:
    """Return what the first hits are worth, where most people stop."""
    compared = [name for name in (BM25, RM3, LSI, ILK) if name in view.similarities]
    rows = []
    for measure in MEASURES[1:]:
        for collection in view.collections:
            cells = (
                number(view.mean(collection, name, measure)) + _star(view.p(collection, name, measure))
                for name in compared
            )
            rows.append((f"{measure}, {collection}", *cells))
    return Table("The first hits, in percent; * differs from bm25", ("measure", *compared), rows)


def ranked(view: View) -> list[str]:
    """Return the similarities by their mean ratio to BM25, the best first."""
    return sorted(view.similarities, key=lambda name: -view.ratio(name))


def probability(p: float | None) -> str:
    """Write a p-value."""
    if p is None:
        return NOTHING
    return f"< {SMALLEST_P}" if p < SMALLEST_P else f"{p:.3f}"


def _marks(view: View, collection: str, similarity: str) -> str:
    p = view.p_against_lsi(collection, similarity)
    return _star(view.p(collection, similarity)) + ("†" if p is not None and p < LEVEL else "")


def _star(p: float | None) -> str:
    return "*" if p is not None and p < LEVEL else ""


def _significant(view: View, name: str, sign: int) -> int:
    """Count the collections on which a similarity is significantly above (1) or below (-1) BM25."""
    found = 0
    for collection in view.classic:
        p = view.p(collection, name)
        above = sign * (view.mean(collection, name) - view.mean(collection, BM25)) > 0
        found += p is not None and p < LEVEL and above
    return found
