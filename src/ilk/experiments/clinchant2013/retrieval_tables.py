"""The tables of retrieval: tables 3 to 5 for our collections, the paper's beside, and what goes beyond."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ilk.experiments.clinchant2013 import published
from ilk.experiments.clinchant2013.embedded import READINGS
from ilk.experiments.clinchant2013.names import TITLES, WEIGHTS, gaussians, title
from ilk.experiments.clinchant2013.retrieval import AVERAGE, PLAIN, POWER, WITH_PL2
from ilk.experiments.clinchant2013.settings import SUMMING
from ilk.experiments.clinchant2013.view import Spread, View, Words, best, numbered, shown
from ilk.experiments.report import NOTHING, Table, number

PLATEAU = 16
"""The number of Gaussians up to which the paper sees MAP rise."""


def summing_words(view: View, reading: str = SUMMING) -> tuple[Words, ...]:
    """Return the dimensions with which the words of LSI were searched by, summed as a reading does it."""
    return tuple(words for words in view.retrieved_words() if words.embedding == reading)


def readings(view: View) -> tuple[str, ...]:
    """Return the readings of sums of LSI's words that findings are judged by, as far as they were run."""
    return tuple(name for name in WEIGHTS if summing_words(view, name))


def best_fisher_vectors(view: View, collection: str, reading: str = SUMMING) -> tuple[Words, int, Spread]:
    """Return with which dimensions and number of Gaussians the words of LSI have the best MAP."""
    by_words = {words: view.retrieval(collection, words) for words in summing_words(view, reading)}
    found = [(words, *best(spreads)) for words, spreads in by_words.items() if spreads]
    return max(found, key=lambda one: one[2].mean)


def lsi_and_best(view: View, words: Words) -> dict[str, tuple[float, float]]:
    """Return MAP of LSI and of the best Fisher vectors of as many dimensions, for each collection."""
    found = {name: view.retrieval(name, words) for name in view.collections}
    return {
        name: (view.baselines(name)["LSI"][str(words.dimensions)], best(spreads)[1].mean)
        for name, spreads in found.items()
        if spreads
    }


def table_1(view: View) -> Table:
    """Return the sizes of the collections, the paper's first."""
    rows = [
        (f"{name} (paper)", f"{size.documents:,}", f"{size.terms:,}", f"{size.others} classes")
        for name, size in published.CLUSTERED.items()
    ]
    if (counted := view.newsgroups()) is not None:
        documents, terms, classes = counted
        rows.append(("20 Newsgroups (ours)", f"{documents:,}", f"{terms:,}", f"{classes} classes"))
    for name in view.collections:
        size = view.baselines(name)
        cells = (f"{size['documents']:,}", f"{size['terms']:,}", f"{size['queries']} queries")
        rows.append((TITLES[name], *cells))
    return Table("Table 1: the collections", ("collection", "documents", "terms", "with"), rows)


def table_3(view: View) -> Table:
    """Return MAP of LSI by dimensions."""
    ours = {TITLES[name]: view.baselines(name)["LSI"] for name in view.collections}
    dimensions = sorted({int(e) for row in ours.values() for e in row})
    rows = [(name, *(number(row.get(str(e))) for e in dimensions)) for name, row in ours.items()]
    for name, printed in published.LSI_BY_DIMENSIONS.items():
        rows.append((f"{name} (paper)", *(number(printed.get(e)) for e in dimensions)))
    header = ("MAP", *(f"e = {e}" for e in dimensions))
    return Table("Table 3: MAP of LSI in percent by dimensions", header, rows)


def table_4(view: View) -> Table:
    """Return MAP of PL2, TF-IDF, the best Fisher vectors, and the best LSI."""
    rows, known = [], readings(view)
    for name in view.collections:
        base = view.baselines(name)
        cells = [number(base["PL2"]), number(base["TF-IDF"])]
        for reading in known:
            words, n_components, spread = best_fisher_vectors(view, name, reading)
            cells += [shown(spread), f"{n_components}, e = {words.dimensions}"]
        rows.append((TITLES[name], *cells, number(max(base["LSI"].values()))))
    for name, printed in published.RETRIEVAL.items():
        cells = [number(printed[kind]) for kind in ("PL2", "TF-IDF", "FV")]
        others = [NOTHING] * (2 * len(known) - 1)
        largest = max(published.LSI_BY_DIMENSIONS[name].values())
        rows.append((f"{name} (paper)", *cells, *others, number(largest)))
    columns = [cell for name in known for cell in (f"best FV, {WEIGHTS[name]}", "Gaussians")]
    return Table("Table 4: MAP in percent", ("MAP", "PL2", "TF-IDF", *columns, "LSI, best e"), rows)


def same_dimensions(view: View) -> Table:
    """Return MAP of LSI beside averaged words and the best Fisher vectors of as many dimensions."""
    rows, known = [], readings(view)
    for name in view.collections:
        for words in summing_words(view):
            cells = [number(view.baselines(name)["LSI"][str(words.dimensions)])]
            for reading in known:
                alike = Words(reading, words.dimensions)
                spreads = view.retrieval(name, alike)
                cells += [number(view.average(name, alike)), _at_best(spreads)]
            rows.append((f"{TITLES[name]}, e = {words.dimensions}", *cells))
    columns = [f"{what}, {WEIGHTS[name]}" for name in known for what in ("averaged", "FV")]
    caption = "MAP in percent of LSI, averaged words and the best Fisher vectors (their Gaussians)"
    return Table(caption, ("MAP", "LSI", *columns), rows)


def weighed(view: View) -> Table:
    """Return what each reading of the sums of LSI's words gives: averaged, with 1 Gaussian and with most."""
    rows = []
    for words in (w for w in view.retrieved_words() if w.embedding in (SUMMING, *READINGS)):
        cells = []
        for name in view.collections:
            spreads = view.retrieval(name, words)
            drawn = [spreads[n].mean for n in (1, PLATEAU) if n in spreads]
            cells.append(" → ".join(number(value) for value in (view.average(name, words), *drawn)))
        rows.append((title(words), *cells))
    header = ("word vectors", *(TITLES[name] for name in view.collections))
    caption = f"MAP in percent: averaged words → FV of 1 Gaussian → FV of {PLATEAU} Gaussians"
    return Table(caption, header, rows)


def growth(view: View) -> Table:
    """Return MAP by the number of messages among which those of the same newsgroup are found."""
    rows = []
    for reading in WEIGHTS:
        for size, found in view.growth(reading).items():
            numbers = sorted(numbered(found))
            cells = [shown(found[str(n)]) for n in numbers]
            base = (found["TF-IDF"], found["LSI"], found[AVERAGE])
            label = f"{size:,} messages, {WEIGHTS[reading]}"
            rows.append((label, *(number(spread.mean) for spread in base), *cells))
    header = ("MAP", "TF-IDF", "LSI", "averaged", *map(gaussians, numbers))
    return Table("20 Newsgroups: MAP in percent by the size of the collection, e = 50", header, rows)


def by_gaussians(view: View, words: Words) -> Table:
    """Return MAP by number of Gaussians with one kind of word vectors."""
    found = {name: view.retrieval(name, words) for name in view.collections}
    numbers = sorted({n for spreads in found.values() for n in spreads})
    rows = [
        (TITLES[name], number(view.average(name, words)), *(shown(spreads.get(n)) for n in numbers))
        for name, spreads in found.items()
        if spreads
    ]
    header = ("MAP", "averaged", *map(str, numbers))
    runs = max((spread.runs for spreads in found.values() for spread in spreads.values()), default=0)
    caption = f"MAP in percent by number of Gaussians: {title(words)}, means over {runs} seeds"
    return Table(caption, header, rows)


def side_by_side(view: View) -> Table:
    """Return MAP of averaged words and of the best Fisher vectors, for every kind of word vectors."""
    rows = []
    for words in (w for w in view.retrieved_words() if w.embedding not in READINGS):
        found = {name: view.retrieval(name, words) for name in view.collections}
        cells = [
            f"{number(view.average(name, words))} → {_at_best(spreads)}" for name, spreads in found.items()
        ]
        rows.append((title(words), *cells))
    header = ("word vectors", *(TITLES[name] for name in view.collections))
    caption = "MAP in percent: averaged words → best Fisher vectors (their Gaussians)"
    return Table(caption, header, rows)


def options(view: View) -> Table:
    """Return MAP of the options of Fisher vectors, each with its best number of Gaussians."""
    rows = []
    for words in view.retrieved_words():
        for way, label in ((PLAIN, "alone"), (POWER, "square roots"), (WITH_PL2, "plus PL2")):
            found = [view.retrieval(name, words, way) for name in view.collections]
            rows.append((f"{title(words)}: {label}", *map(_at_best, found)))
    rows.append(("PL2 alone", *(number(view.baselines(name)["PL2"]) for name in view.collections)))
    header = ("MAP", *(TITLES[name] for name in view.collections))
    caption = "Options: MAP in percent with the best number of Gaussians (in brackets)"
    return Table(caption, header, rows)


def table_5(view: View) -> Table:
    """Return MAP, or NMI, by the size of the sample that the mixture was fitted to."""
    rows = [
        (f"TREC-1&2 (paper), MAP, {size:,} occurrences", number(value))
        for size, value in published.BY_SAMPLE.items()
    ]
    for name in view.sampled():
        measure = "MAP" if name in view.collections else "NMI"
        rows += [
            (f"{TITLES[name]}, {measure}, {size:,} occurrences", shown(spread))
            for size, spread in view.by_sample(name).items()
        ]
    caption = "Table 5: percent by the word occurrences that the mixture was fitted to"
    return Table(caption, ("fitted to", "reached"), rows)


def unseen(view: View) -> Table:
    """Return MAP with and without the words that the mixture has not seen."""
    rows = []
    for name in view.collections:
        seen, left_out = view.by_share(name, "with"), view.by_share(name, "without")
        for share, spread in seen.items():
            unseen_share = view.by_share(name, "unseen")[share].mean
            cells = (number(unseen_share), shown(spread), shown(left_out[share]))
            rows.append((f"{TITLES[name]}, {100 * share:g} % of the documents", *cells))
    header = ("mixture fitted to", "words unseen, %", "MAP, all words", "MAP, seen words only")
    return Table("Words that the mixture has not seen", header, rows)


def cost(view: View) -> Table:
    """Return seconds to make ready and milliseconds a query, and both relative to LSI."""
    found = view.cost()
    lsi = found["LSI"]
    rows = [_cost_row(name, found[name], lsi) for name in ("PL2", "LSI")]
    numbers = sorted(int(name) for name in found if name.isdigit())
    rows += [_cost_row(f"FV, {gaussians(n)}", found[str(n)], lsi, lsi["fit"]) for n in numbers]
    header = ("", "fit, s", "documents, s", "with LSI's fit, LSI = 1", "query, ms", "query, LSI = 1")
    caption = (
        f"The cost on {found['documents']:,} documents of Reuters-21578, {found['words']:,} words, one core"
    )
    return Table(caption, header, rows)


def _at_best(spreads: Mapping[int, Spread]) -> str:
    """Write the best mean and the number of Gaussians that it has."""
    if not spreads:
        return NOTHING
    n_components, spread = best(spreads)
    return f"{number(spread.mean)} ({n_components})"


def _cost_row(
    label: str, row: Mapping[str, Any], lsi: Mapping[str, Any], before: float = 0.0
) -> tuple[str, ...]:
    """Write what a method costs; `before` is the time of the fit of what it needs first."""
    whole = before + row["fit"] + row.get("transform", 0.0)
    return (
        label,
        f"{row['fit']:.2f}",
        number(row.get("transform"), 2),
        f"{whole / lsi['fit']:.2f}",
        f"{row['query']:.2f}",
        f"{row['query'] / lsi['query']:.2f}",
    )
