"""Table 2: the combination of kernels, as published and as it does on new queries."""

from __future__ import annotations

from ilk.experiments.nyffenegger2006 import fitting, kernels, published
from ilk.experiments.nyffenegger2006.combined import Floats, Searched, searches
from ilk.experiments.nyffenegger2006.combining import N_FOLDS, N_SPLITS, TFIDF_FIRST
from ilk.experiments.nyffenegger2006.settings import COMBINATION
from ilk.experiments.nyffenegger2006.tables import MEASURE, compared, written
from ilk.experiments.nyffenegger2006.view import View
from ilk.experiments.report import NOTHING, Table, number


def combination_table(view: View, em: str) -> Table:
    """Return published | ours | difference of the optimum, beside cross-validation and single kernels."""
    header = (
        fitting.FIT_LABELS[em],
        "published weights",
        "our weights",
        "published",
        "best on all queries",
        "difference",
        "cross-validated",
        "equal weights",
        "best single, published",
        "best single",
        "difference",
    )
    rows = [
        _row(kernel, collection, searched)
        for kernel in kernels.COMBINED
        for collection, searched in searches(view, em, kernel).items()
    ]
    caption = (
        f"Table 2, {fitting.FIT_LABELS[em]}: {MEASURE}, mean ± deviation over runs; weights of K1, K16, K64; "
        f"cross-validated over queries, {N_FOLDS} folds, {N_SPLITS} splits"
    )
    return Table(caption, header, rows)


def tfidf_first_table(view: View) -> Table:
    """Return what combining gives with the cosine of tf-idf at K1's place."""
    header = (
        "kernel of K16, K64",
        "tf-idf alone",
        "best on all queries",
        "cross-validated",
        "equal weights",
        "significantly above the best single",
    )
    rows = [
        (
            f"{collection}, {kernels.COMBINED[kernel].label}, {fitting.FIT_LABELS[em]}",
            written(searched.first),
            written(searched.best),
            written(searched.validated),
            written(searched.equal),
            f"{searched.significant} of {len(searched.runs)}",
        )
        for em in view.fits(COMBINATION)
        for kernel in kernels.COMBINED
        for collection, searched in searches(view, em, kernel, TFIDF_FIRST).items()
    ]
    return Table(f"The cosine of tf-idf in place of K1: {MEASURE}", header, rows)


def _row(kernel: str, collection: str, searched: Searched) -> tuple[str, ...]:
    printed = published.COMBINATION.get(kernel, {}).get(collection)
    combined, single = (printed.combined, printed.best_single) if printed else (None, None)
    return (
        f"{collection}, {kernels.COMBINED[kernel].label}",
        _weights(printed.weights) if printed else NOTHING,
        _weights(searched.weights),
        number(combined),
        *compared(combined, searched.best),
        written(searched.validated),
        written(searched.equal),
        number(single),
        *compared(single, searched.best_single),
    )


def _weights(weights: tuple[float, ...] | Floats) -> str:
    return ", ".join(f"{weight:.1f}" for weight in weights)
