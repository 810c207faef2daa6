"""The tables of retrieval: tables 3 to 5 for our collections, the paper's beside, and what goes beyond."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ilk.experiments.clinchant2013 import published
from ilk.experiments.clinchant2013.names import TITLES, gaussians, title
from ilk.experiments.clinchant2013.retrieval import PLAIN, POWER, WITH_PL2
from ilk.experiments.clinchant2013.settings import SUMMING
from ilk.experiments.clinchant2013.view import Spread, View, Words, best, shown
from ilk.experiments.report import NOTHING, Table, number


def summing_words(view: View) -> tuple[Words, ...]:
    """Return the dimensions with which the words of LSI were searched by."""
    return tuple(words for words in view.retrieved_words() if words.embedding == SUMMING)


def best_fisher_vectors(view: View, collection: str) -> tuple[Words, int, Spread]:
    """Return with which dimensions and number of Gaussians the words of LSI have the best MAP."""
    by_words = {words: view.retrieval(collection, words) for words in summing_words(view)}
    found = [(words, *best(spreads)) for words, spreads in by_words.items() if spreads]
    return max(found, key=lambda one: one[2].mean)


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
    """Return MAP of PL2, TF-IDF, the best Fisher vectors, and LSI with as many dimensions."""
    rows = []
    for name in view.collections:
        words, n_components, spread = best_fisher_vectors(view, name)
        base = view.baselines(name)
        best_lsi = max(base["LSI"].values())
        how = f"{n_components}, e = {words.dimensions}"
        lsi = base["LSI"].get(str(words.dimensions))
        lexical = (base["PL2"], base["TF-IDF"])
        rows.append((TITLES[name], *map(number, lexical), shown(spread), how, number(lsi), number(best_lsi)))
    for name, printed in published.RETRIEVAL.items():
        cells = (printed["PL2"], printed["TF-IDF"], printed["FV"])
        largest = max(published.LSI_BY_DIMENSIONS[name].values())
        rows.append(
            (f"{name} (paper)", *map(number, cells), NOTHING, number(printed["LSI"]), number(largest))
        )
    header = ("MAP", "PL2", "TF-IDF", "best FV", "its Gaussians", "LSI, same e", "LSI, best e")
    return Table("Table 4: MAP in percent", header, rows)


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
    return Table(f"MAP in percent by number of Gaussians: {title(words)}", header, rows)


def side_by_side(view: View) -> Table:
    """Return MAP of averaged words and of the best Fisher vectors, for every kind of word vectors."""
    rows = []
    for words in view.retrieved_words():
        cells = []
        for name in view.collections:
            spreads = view.retrieval(name, words)
            if not spreads:
                cells.append(NOTHING)
                continue
            n_components, spread = best(spreads)
            cells.append(f"{number(view.average(name, words))} → {number(spread.mean)} ({n_components})")
        rows.append((title(words), *cells))
    header = ("word vectors", *(TITLES[name] for name in view.collections))
    caption = "MAP in percent: averaged words → best Fisher vectors (their Gaussians)"
    return Table(caption, header, rows)


def options(view: View) -> Table:
    """Return MAP of the options of Fisher vectors, each with its best number of Gaussians."""
    rows = []
    for words in view.retrieved_words():
        for way, label in ((PLAIN, "as in the paper"), (POWER, "square roots"), (WITH_PL2, "plus PL2")):
            found = [view.retrieval(name, words, way) for name in view.collections]
            cells = [f"{number(best(s)[1].mean)} ({best(s)[0]})" if s else NOTHING for s in found]
            rows.append((f"{title(words)}: {label}", *cells))
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
    rows += [_cost_row(f"FV, {gaussians(n)}", found[str(n)], lsi) for n in numbers]
    header = ("", "fit, s", "documents, s", "both, LSI = 1", "query, ms", "query, LSI = 1")
    caption = (
        f"The cost on {found['documents']:,} documents of Reuters-21578, {found['words']:,} words, one core"
    )
    return Table(caption, header, rows)


def _cost_row(label: str, row: Mapping[str, Any], lsi: Mapping[str, Any]) -> tuple[str, ...]:
    whole = row["fit"] + row.get("transform", 0.0)
    return (
        label,
        f"{row['fit']:.2f}",
        number(row.get("transform"), 2),
        f"{whole / lsi['fit']:.2f}",
        f"{row['query']:.2f}",
        f"{row['query'] / lsi['query']:.2f}",
    )
