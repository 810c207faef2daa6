"""The tables: the paper's, how the kernels vote, what the text decides, and support vector machines."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ilk.experiments.elkan2005 import published
from ilk.experiments.elkan2005.accuracies import Accuracies, BySplit, Mean, mean, means
from ilk.experiments.elkan2005.methods import KERNELS, MACHINES
from ilk.experiments.report import (
    NOTHING,
    Compared,
    Table,
    comparison,
    difference,
    number,
    with_deviation,
)
from ilk.tasks.classify.neighbours import SIMILARITY, UNIFORM

DIGITS = 3
SHOWN_KS = (1, 3, 10, 30, 100)
VOTES = {UNIFORM: "One vote for each neighbour", SIMILARITY: "As many votes as a neighbour is similar"}


def sizes(found: Accuracies) -> Table:
    """Return how large the collection is, there and here."""
    printed, ours = published.COLLECTION, found.sizes
    rows = (
        ("documents", f"{printed.documents:,}", f"{ours['documents']:,}"),
        ("different words", f"{printed.terms:,}", f"{ours['terms']:,}"),
        ("words a document", f"{printed.mean_length:.0f}", f"{ours['mean_length']:.0f}"),
    )
    return Table("20 Newsgroups", ("", "published", "ours"), rows)


def table_1(found: Accuracies) -> Table:
    """Return the paper's table 1 for 20 Newsgroups."""
    ours = found.table_1()
    rows = []
    for name in published.METHODS:
        here = mean(ours[name]) if name in ours else None
        rows.append(
            Compared(
                name,
                published.NEWSGROUPS[name],
                here.value if here else None,
                here.deviation if here else None,
            )
        )
    return comparison(
        "Table 1, 20 Newsgroups: accuracy, nearest neighbours with k = 3", "method", rows, DIGITS
    )


def industry() -> Table:
    """Return the paper's table 1 for the collection that we do not have."""
    rows = [Compared(name, value, None) for name, value in published.INDUSTRY_SECTOR.items()]
    return comparison("Table 1, Industry Sector: no copy of the collection", "method", rows, DIGITS)


def bayes(found: Accuracies) -> Table:
    """Return the Bayes classifiers, the paper's and ours."""
    rows = [(name, _written(mean(values))) for name, values in found.bayes.items()]
    return Table(
        "Bayes classifiers: what smoothing and the fit of α decide", ("model of a class", "accuracy"), rows
    )


def votes(found: Accuracies, weights: str) -> Table:
    """Return the accuracy of every kernel by k, for a kind of vote."""
    ks = [k for k in SHOWN_KS if k in found.ks]
    by_k = [found.neighbours(k, weights) for k in ks]
    rows = [
        (name, *(_written(mean(methods[name])) for methods in by_k), str(len(by_k[0][name])))
        for name in KERNELS
        if name in by_k[0]
    ]
    return Table(VOTES[weights], ("kernel", *(f"k = {k}" for k in ks), "splits"), rows)


def preparations(found: Accuracies) -> Table:
    """Return the nine methods with each preparation of the text, and how far they are from the printed."""
    names = found.preparations
    sizes = [found.prepared_sizes(name) for name in names]
    accuracies = [means(found.prepared(name)) for name in names]
    printed = published.COLLECTION
    rows = [
        ("different words", f"{printed.terms:,}", *(f"{size['terms']:,}" for size in sizes)),
        ("words a document", f"{printed.mean_length:.0f}", *(f"{size['mean_length']:.0f}" for size in sizes)),
    ]
    rows += [
        (name, number(value, DIGITS), *(number(methods[name], DIGITS) for methods in accuracies))
        for name, value in published.NEWSGROUPS.items()
    ]
    rows.append(("mean distance", NOTHING, *(number(distance(methods), DIGITS) for methods in accuracies)))
    caption = f"What the text decides: accuracy, k = {published.K}, over the same messages of {_some(found)}"
    return Table(caption, ("", "published", *names), rows)


def distance(methods: dict[str, float]) -> float:
    """Return the mean distance of the nine accuracies from the printed ones."""
    return fmean(abs(methods[name] - value) for name, value in published.NEWSGROUPS.items())


def machines(found: Accuracies) -> Table:
    """Return the support vector machines beside nearest neighbours by the same kernel."""
    near = found.neighbours()
    rows = []
    for name in MACHINES:
        if name not in found.machines:
            continue
        by_machine = found.machines[name]
        shared = {split: near[name][split] for split in by_machine if split in near.get(name, {})}
        nearest = mean(shared) if shared else None
        here = mean(by_machine)
        rows.append(
            (
                name,
                _written(nearest),
                _written(here),
                difference(nearest.value if nearest else None, here.value, DIGITS),
                _chosen(found.costs[name]),
                str(here.splits),
            )
        )
    header = ("kernel", f"neighbours, k = {published.K}", "SVM", "difference", "C", "splits")
    return Table("The same kernels in support vector machines", header, rows)


def gaps(found: Accuracies, pairs: Sequence[tuple[str, BySplit, BySplit]]) -> Table:
    """Return differences between methods with their tests."""
    rows = []
    for what, one, other in pairs:
        gap = found.gap(one, other)
        rows.append((what, f"{gap.difference:+.{DIGITS}f}", probability(gap.p), str(gap.splits)))
    return Table(
        "Differences over the splits", ("the first minus the second", "accuracy", "p", "splits"), rows
    )


def probability(p: float | None) -> str:
    """Write the probability of a difference by chance."""
    if p is None:
        return NOTHING
    return "< 0.001" if p < 0.001 else f"{p:.3f}"  # noqa: PLR2004  # three digits are written


def _written(value: Mean | None) -> str:
    return NOTHING if value is None else with_deviation(value.value, value.deviation, DIGITS)


def _chosen(costs: BySplit) -> str:
    """Write which values of C were chosen, and how often where they differ."""
    chosen = list(costs.values())
    values = sorted(set(chosen))
    if len(values) == 1:
        return f"{values[0]:g}"
    return ", ".join(f"{value:g} ({chosen.count(value)}×)" for value in values)


def _some(found: Accuracies) -> str:
    n_splits = len(found.prepared(found.preparations[0])[published.TFIDF])
    return f"{n_splits} splits" if n_splits > 1 else "one split"
