"""The tables on what an index and a query cost."""

from __future__ import annotations

from typing import Any

from ilk.experiments.beyond.cost import EFFORTS
from ilk.experiments.beyond.similarities import BM25
from ilk.experiments.beyond.view import View
from ilk.experiments.report import Table, number


def build_seconds(view: View) -> Table:
    """Return what indexing takes by effort, and what each model adds."""
    rows: list[tuple[str, ...]] = []
    for collection, built in view.builds.items():
        _, quick = built["efforts"][EFFORTS[0]]
        fitted = view.latencies.get(collection, {"models": {}})["models"]
        taken = {f"effort {effort}": built["efforts"][effort] for effort in EFFORTS}
        taken |= {f"the model {model} alone": fitted[model] for model in sorted(fitted)}
        rows += [_build_row(collection, built, what, seconds, quick) for what, seconds in taken.items()]
    return Table(
        f"Seconds to index, on {_threads(view)}",
        ("collection", "documents", "what", "on the clock", "of the processor", "× effort quick"),
        rows,
    )


def query_milliseconds(view: View) -> Table:
    """Return the median and the 95th percentile of a query, by similarity, the quickest first."""
    collections = tuple(view.latencies)
    last = collections[-1]
    names = sorted(view.latencies[last]["milliseconds"], key=lambda name: view.milliseconds(last, name))
    rows = []
    for name in names:
        cells: list[str] = []
        for collection in collections:
            (median, high), (usual, _) = (view.milliseconds(collection, n) for n in (name, BM25))
            cells += [number(median, 3), number(high, 3), number(median / usual, 1)]
        rows.append((f"`{name}`", *cells))
    header = ["similarity"]
    for collection in collections:
        header += [f"{collection}: median", "95 %", "× bm25"]
    return Table(f"Milliseconds for one query, ten hits, on {_threads(view)}", header, rows)


def _build_row(collection: str, built: Any, what: str, seconds: list[float], quick: float) -> tuple[str, ...]:
    wall, processor = seconds
    return (
        collection,
        f"{built['documents']:,}",
        what,
        number(wall, 2),
        number(processor, 2),
        number(processor / quick, 1),
    )


def _threads(view: View) -> str:
    counts = sorted({int(built["threads"]) for built in (*view.builds.values(), *view.latencies.values())})
    return "one thread" if counts == [1] else f"{' or '.join(map(str, counts))} threads"
