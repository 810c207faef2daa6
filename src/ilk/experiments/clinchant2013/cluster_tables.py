"""The tables of clustering: table 2 of the paper, and what lies behind its best numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ilk.experiments.clinchant2013 import published
from ilk.experiments.clinchant2013.clustering import AVERAGE, PLAIN, SINGULAR, TEMPERED, UNWEIGHTED
from ilk.experiments.clinchant2013.names import gaussians, title
from ilk.experiments.clinchant2013.settings import FV, LDA, LSI, PLSA, SUMMING
from ilk.experiments.clinchant2013.view import ARI, NMI, Spread, View, best, numbered, shown
from ilk.experiments.report import NOTHING, Compared, Table, comparison

MEASURES = {"ARI": ARI, "NMI": NMI}
METHODS = {"PLSA": PLSA, "LDA": LDA, "LSI": LSI, "FV": FV}


def of_method(view: View, method: str, measure: int) -> Spread | None:
    """Return what a method reaches; Fisher vectors with the number of Gaussians that has the best NMI."""
    if method != FV:
        return view.clustering(method, measure)
    n_components = best_gaussians(view, SUMMING)
    return None if n_components is None else view.clustering_by_gaussians(SUMMING, measure)[str(n_components)]


def best_gaussians(view: View, embedding: str) -> int | None:
    """Return the number of Gaussians with the best mean NMI: chosen by the classes, as in the paper."""
    by_gaussians = numbered(view.clustering_by_gaussians(embedding, NMI))
    return best(by_gaussians)[0] if by_gaussians else None


def table_2(view: View) -> list[Table]:
    """Return published | ours | difference, a table for ARI and one for NMI."""
    n_components = best_gaussians(view, SUMMING)
    at_best = "" if n_components is None else f" ({gaussians(n_components)})"
    tables = []
    for name, place in MEASURES.items():
        rows = []
        for method, key in METHODS.items():
            ours = of_method(view, key, place)
            label = f"20NG, {method}" + (at_best if key == FV else "")
            printed = published.CLUSTERING["20NG"][method][place]
            rows.append(_compared(label, printed, ours))
        rows += [
            Compared(f"TDT, {method}", pair[place], None)
            for method, pair in published.CLUSTERING["TDT"].items()
        ]
        tables.append(comparison(f"Table 2, {name} in percent, means over runs", "clusters of", rows))
    return tables


def variants(view: View) -> Table:
    """Return what each reading of the methods gives, and what we make of them."""
    rows = [
        ("PLSA, plain EM", *_pair(view, PLSA, PLAIN)),
        ("PLSA, β = 0.9 and a prior of 0.1 (ours)", *_pair(view, PLSA, TEMPERED)),
        ("LSI, documents VΣ", *_pair(view, LSI, PLAIN)),
        ("LSI, documents V", *_pair(view, LSI, SINGULAR)),
        ("LSI of counts without weights, VΣ", *_pair(view, LSI, UNWEIGHTED)),
    ]
    for words in view.clustered_words():
        ari, nmi = (view.clustering_by_gaussians(words.embedding, place) for place in (ARI, NMI))
        rows.append((f"averaged words, {title(words)}", *_row(ari[AVERAGE], nmi[AVERAGE])))
        n_components = best_gaussians(view, words.embedding)
        if n_components is not None:
            label = f"FV of {gaussians(n_components)}, {title(words)}"
            rows.append((label, *_row(ari[str(n_components)], nmi[str(n_components)])))
    return Table(
        "Readings and variants: ARI and NMI in percent, FV with their best number of Gaussians",
        ("clusters of", "ARI", "NMI", "runs"),
        rows,
    )


def by_gaussians(view: View) -> Table:
    """Return NMI by number of Gaussians for every kind of word vectors."""
    found = {w: view.clustering_by_gaussians(w.embedding, NMI) for w in view.clustered_words()}
    numbers = sorted({n for spreads in found.values() for n in numbered(spreads)})
    rows = [
        (
            title(words),
            shown(spreads.get(AVERAGE)),
            *(shown(spreads.get(str(n))) for n in numbers),
            _runs(spreads),
        )
        for words, spreads in found.items()
    ]
    header = ("word vectors", "averaged", *map(gaussians, numbers), "runs")
    return Table("NMI in percent by number of Gaussians", header, rows)


def _compared(label: str, printed: float, ours: Spread | None) -> Compared:
    if ours is None:
        return Compared(label, printed, None)
    return Compared(label, printed, ours.mean, ours.deviation)


def _pair(view: View, method: str, variant: str) -> tuple[str, ...]:
    return _row(view.clustering(method, ARI, variant), view.clustering(method, NMI, variant))


def _row(ari: Spread | None, nmi: Spread | None) -> tuple[str, ...]:
    return shown(ari), shown(nmi), NOTHING if nmi is None else str(nmi.runs)


def _runs(spreads: Mapping[str, Spread]) -> str:
    """Say over how many runs means are, and of which Gaussians where that differs."""
    found: dict[int, list[int]] = {}
    for n_components, spread in sorted(numbered(spreads).items()):
        found.setdefault(spread.runs, []).append(n_components)
    if len(found) == 1:
        return str(next(iter(found)))
    return ", ".join(f"{runs} ({numbers[0]} to {numbers[-1]})" for runs, numbers in found.items())
