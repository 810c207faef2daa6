"""Table 1: published | ours | difference, by the ways of EM."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ilk.experiments.nyffenegger2006 import fitting, kernels, published
from ilk.experiments.nyffenegger2006.settings import MIXTURE, PLSI
from ilk.experiments.nyffenegger2006.significance import Verdict, verdict
from ilk.experiments.nyffenegger2006.view import Floats, Runs, View, mean_of
from ilk.experiments.report import NOTHING, Table, difference, number, with_deviation

MEASURE = "R-precision in percent"


def written(runs: Runs | None) -> str:
    """Write a mean with its deviation."""
    return NOTHING if runs is None else with_deviation(runs.mean, runs.deviation)


def compared(printed: float | None, runs: Runs | None) -> tuple[str, str]:
    """Write ours and by how much it is above the published."""
    return written(runs), difference(printed, None if runs is None else runs.mean)


def baseline_table(view: View) -> Table:
    """Return what the row "tf-idf (≃ K1)" may be."""
    names = tuple(kernels.BASELINES)
    header = ["collection", "published"]
    for name in names:
        header += [kernels.BASELINES[name], "difference"]
    rows = []
    for collection in view.collections:
        printed = published.TFIDF[collection]
        row = [collection, number(printed)]
        for name in names:
            row += compared(printed, mean_of(view.baseline(collection, name)))
        rows.append(row)
    return Table(f"Table 1, tf-idf (≃ K1): {MEASURE}", header, rows)


def plsi_table(view: View) -> Table:
    """Return the PLSI kernels of table 1, plain beside tempered EM."""
    fits = view.fits(PLSI)
    labels = {em: fitting.FIT_LABELS[em] for em in fits}
    rows = [
        _row(
            f"{cell}, {kernel.label}", published.PLSI[name][cell], [view.plsi(cell, em, name) for em in fits]
        )
        for cell in view.cells
        for name, kernel in kernels.PLSI.items()
    ]
    return Table(f"Table 1, PLSI: {MEASURE}, mean ± deviation over runs", _header(labels), rows)


def mixture_table(view: View) -> Table:
    """Return the Naive Bayes kernels of table 1, by where EM starts."""
    fits = view.fits(MIXTURE)
    labels = {em: fitting.FIT_LABELS[em] for em in fits} | {fitting.PLAIN: fitting.DOCUMENTS_LABEL}
    rows = [
        _row(
            f"{cell}, {kernel.label}",
            published.NAIVE_BAYES[name][cell],
            [view.mixture(cell, em, name) for em in fits],
        )
        for cell in view.cells
        for name, kernel in kernels.NAIVE_BAYES.items()
    ]
    caption = f"Table 1, Naive Bayes: {MEASURE}, mean ± deviation over runs, by the start of EM"
    return Table(caption, _header({em: labels[em] for em in fits}), rows)


def variants_table(view: View) -> Table:
    """Return what the diagonal's numbers depend on: how the information is summed, and the cosine."""
    header = (
        "diagonal, plain EM",
        "published",
        "eq. 5",
        "by occurrence",
        "square root",
        "eq. 5, cosine",
        "by occurrence, cosine",
        "eq. 4, cosine",
        "eq. 4, published",
    )
    rows = []
    for cell in view.cells:
        own = (view.variant(cell, fitting.PLAIN, name) for name in ("occurrences", "root"))
        cosines = (
            view.variant(cell, fitting.PLAIN, name, "cosines")
            for name in ("diagonal", "occurrences", "vector-space")
        )
        rows.append(
            (
                str(cell),
                number(published.PLSI["diagonal"][cell]),
                written(mean_of(view.plsi(cell, fitting.PLAIN, "diagonal"))),
                *map(written, own),
                *map(written, cosines),
                number(published.PLSI["vector-space"][cell]),
            )
        )
    return Table(f"Other ways to the diagonal, and the cosine: {MEASURE}", header, rows)


PLSI_PAIRS = (
    ("vector-space", "hofmann"),
    ("diagonal", "hofmann"),
    ("diagonal", "vector-space"),
)
BASELINE_PAIRS = (("vector-space", kernels.TFIDF), ("vector-space", kernels.ONE_TOPIC))
MIXTURE_PAIRS = (("vector-space", "raw"), ("diagonal", "raw"), ("diagonal", "vector-space"))
_SHORT: Mapping[str, str] = {
    "hofmann": "Hofmann",
    "vector-space": "VS",
    "diagonal": "diagonal",
    "raw": "original",
    kernels.TFIDF: "tf-idf",
    kernels.ONE_TOPIC: "K1",
}


def significance_table(view: View) -> Table:
    """Return in how many runs a kernel is better than another by Wilcoxon's test."""
    header = [
        "plain EM",
        *(f"PLSI: {_against(pair)}" for pair in (*PLSI_PAIRS, *BASELINE_PAIRS)),
        *(f"NB: {_against(pair)}" for pair in MIXTURE_PAIRS),
    ]
    rows = [[str(cell), *map(str, _verdicts(view, cell))] for cell in view.cells]
    caption = (
        "Runs in which the first is significantly better (+) or worse (−) than the second, "
        f"Wilcoxon's signed-rank test at {published.LEVEL:.0%}"
    )
    return Table(caption, header, rows)


def _verdicts(view: View, cell: published.Cell) -> Iterator[Verdict]:
    plain = fitting.PLAIN
    for better, other in PLSI_PAIRS:
        yield verdict(view.plsi(cell, plain, better), view.plsi(cell, plain, other), published.LEVEL)
    for better, other in BASELINE_PAIRS:
        base = view.baseline(cell.collection, other)
        yield verdict(view.plsi(cell, plain, better), base, published.LEVEL)
    for better, other in MIXTURE_PAIRS:
        yield verdict(view.mixture(cell, plain, better), view.mixture(cell, plain, other), published.LEVEL)


def _against(pair: tuple[str, str]) -> str:
    return f"{_SHORT[pair[0]]} against {_SHORT[pair[1]]}"


def _header(labels: Mapping[str, str]) -> list[str]:
    header = ["kernel", "published"]
    for label in labels.values():
        header += [label, "difference"]
    return header


def _row(label: str, printed: float, samples: Sequence[Floats]) -> list[str]:
    row = [label, number(printed)]
    for runs in samples:
        row += compared(printed, mean_of(runs))
    return row
