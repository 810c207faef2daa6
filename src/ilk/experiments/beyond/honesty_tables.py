"""The tables on what the default owes to its parts and to its constants, and where it does not help."""

from __future__ import annotations

from ilk.experiments.beyond.honesty import choices, mean_ratio, ratios, ratios_with_models
from ilk.experiments.beyond.recipe import ENSEMBLE
from ilk.experiments.beyond.similarities import BM25, ILK
from ilk.experiments.beyond.tables import probability
from ilk.experiments.beyond.titles import COMPARED
from ilk.experiments.beyond.view import Floats, View, deviation
from ilk.experiments.report import Table, number, with_deviation

TASKS = {"known item": ("find the document itself", "MRR"), "topics": ("find others on its topics", "MAP")}


def ablation(view: View) -> Table:
    """Return the default with each of its parts left out, the costliest loss first."""
    complete = ratios(view)
    rows = [("nothing", *_means(view, None), _spread(complete), "")]
    for part in sorted(view.left_out, key=lambda part: float(ratios(view, part).mean())):
        without = ratios(view, part)
        rows.append((part, *_means(view, part), _spread(without), _spread(without - complete, "+")))
    return Table(
        "What each part gives: MAP in percent without it, and the ratio to BM25's in the mean over "
        f"{', '.join(view.classic)} (± over random starts)",
        ("left out", *view.collections, "× bm25", "change"),
        rows,
    )


def ensembles(view: View) -> Table:
    """Return the default with fewer and with more PLSI models."""
    complete = ratios(view)
    rows = []
    for size in sorted({*map(int, view.ensembles), ENSEMBLE}):
        known = complete if size == ENSEMBLE else ratios_with_models(view, str(size))
        rows.append((str(size), _spread(known), "" if size == ENSEMBLE else _spread(known - complete, "+")))
    return Table(
        f"PLSI models in the ensemble ({ENSEMBLE} unless asked for more)",
        ("models", "× bm25", "change"),
        rows,
    )


def left_one_out(view: View) -> Table:
    """Return what constants give that were chosen without the collection that they are measured on."""
    found = choices(view)
    names = [choice.collection for choice in found]
    lines: list[tuple[str, dict[str, float]]] = [
        ("bm25", {name: view.mean(name, BM25) for name in names}),
        ("constants drawn, in the mean", {c.collection: c.mean for c in found}),
        ("chosen on the other collections", {c.collection: c.chosen for c in found}),
        ("the default's constants", {name: float(view.default_maps(name).mean()) for name in names}),
        ("the best drawn for each collection", {c.collection: c.best for c in found}),
    ]
    rows = [
        (label, *(number(value) for value in maps.values()), number(mean_ratio(view, maps), 3))
        for label, maps in lines
    ]
    return Table("MAP in percent by how the constants are chosen", ("constants", *names, "× bm25"), rows)


def titles(view: View) -> Table:
    """Return how titles find their documents."""
    rows = []
    for outcome in view.titles:
        for task, (what, measure) in TASKS.items():
            if (found := outcome.result.get(task)) is None:
                continue
            rows.append(
                (
                    f"{outcome.parameters['collection']}, {outcome.result['documents']:,} documents: {what}",
                    str(found["queries"]),
                    measure,
                    *(number(100 * found["means"][name]) for name in COMPARED),
                    probability(found["p"][ILK]),
                )
            )
    return Table(
        "Titles as queries, in percent; p of ilk against bm25",
        ("task", "titles", "measure", *COMPARED, "p"),
        rows,
    )


def _means(view: View, part: str | None) -> list[str]:
    found = (view.default_maps(c) if part is None else view.maps_without(c, part) for c in view.collections)
    return [number(float(maps.mean())) for maps in found]


def _spread(values: Floats, sign: str = "") -> str:
    text = with_deviation(float(values.mean()), deviation(values), 3)
    return text if not sign or text.startswith("-") else sign + text
