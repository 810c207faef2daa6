"""The paper's statements, judged from the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ilk.experiments.clinchant2013.cluster_tables import best_gaussians, of_method
from ilk.experiments.clinchant2013.clustering import AVERAGE, SINGULAR
from ilk.experiments.clinchant2013.names import TITLES, WEIGHTS, gaussians
from ilk.experiments.clinchant2013.retrieval_tables import (
    PLATEAU,
    best_fisher_vectors,
    lsi_and_best,
    readings,
    summing_words,
)
from ilk.experiments.clinchant2013.settings import FV, LDA, LSI, PLSA, SUMMING, YULE
from ilk.experiments.clinchant2013.view import ARI, NMI, View, numbered
from ilk.experiments.report import Finding

HARDLY = 0.05
"""A sample matters little where the best and the worst differ by less than this share; 4 % in table 5."""
SMALL_SHARE = 0.05
"""The share of the documents that stands for a small sample."""


def findings(view: View) -> list[Finding]:
    """Return every finding, in the order of the paper, for which there are results."""
    return [finding for judge in _JUDGES for finding in judge(view)]


def _topic_models(view: View) -> Iterator[Finding]:
    nmi = {name: of_method(view, name, NMI) for name in (PLSA, LDA, LSI)}
    means = {name: spread.mean for name, spread in nmi.items() if spread is not None}
    if len(means) == len(nmi):
        yield Finding(
            "PLSA and LDA cluster 20 Newsgroups less well than LSI (NMI)",
            max(means[PLSA], means[LDA]) < means[LSI],
            _listed(means),
        )


def _best_clusters(view: View) -> Iterator[Finding]:
    by_measure = {
        label: {name: of_method(view, name, place) for name in (FV, PLSA, LDA, LSI)}
        for label, place in (("ARI", ARI), ("NMI", NMI))
    }
    if any(spread is None for row in by_measure.values() for spread in row.values()):
        return
    means = {label: {n: s.mean for n, s in row.items() if s is not None} for label, row in by_measure.items()}
    seen = all(row[FV] == max(row.values()) for row in means.values())
    evidence = "; ".join(f"{label}: {_listed(row)}" for label, row in means.items())
    n_components = best_gaussians(view, SUMMING) or 0
    statement = "Fisher vectors, at their best, cluster 20 Newsgroups better than all others"
    yield Finding(statement, seen, f"{evidence}; {gaussians(n_components)}")


def _plateau(view: View) -> Iterator[Finding]:
    for words in (w for reading in readings(view) for w in summing_words(view, reading)):
        found = {name: view.retrieval(name, words) for name in view.collections}
        pairs = {
            TITLES[name]: (spreads[1].mean, spreads[top].mean)
            for name, spreads in found.items()
            if 1 in spreads and (top := min(PLATEAU, max(spreads))) > 1
        }
        if pairs:
            yield Finding(
                f"MAP of Fisher vectors rises up to {PLATEAU} Gaussians (LSI's words summed by "
                f"{WEIGHTS[words.embedding]}, e = {words.dimensions})",
                all(last > first for first, last in pairs.values()),
                _changes(pairs),
            )


def _against_lsi(view: View) -> Iterator[Finding]:
    for reading in readings(view):
        pairs = {
            f"{TITLES[name]}, e = {words.dimensions}": pair
            for words in summing_words(view, reading)
            for name, pair in lsi_and_best(view, words).items()
        }
        yield Finding(
            f"Fisher vectors retrieve better than LSI with as many dimensions ({WEIGHTS[reading]})",
            all(ours > lsi for lsi, ours in pairs.values()),
            _changes(pairs),
        )
    for reading in readings(view):
        most = {
            TITLES[name]: (
                max(view.baselines(name)["LSI"].values()),
                best_fisher_vectors(view, name, reading)[2].mean,
            )
            for name in view.collections
        }
        yield Finding(
            f"LSI with more dimensions does not reach Fisher vectors ({WEIGHTS[reading]})",
            all(ours > lsi for lsi, ours in most.values()),
            _changes(most),
        )


def _against_lexical(view: View) -> Iterator[Finding]:
    for reading in readings(view):
        pairs = {
            TITLES[name]: (best_fisher_vectors(view, name, reading)[2].mean, view.baselines(name)["PL2"])
            for name in view.collections
        }
        yield Finding(
            f"PL2 retrieves better than Fisher vectors ({WEIGHTS[reading]})",
            all(pl2 > ours for ours, pl2 in pairs.values()),
            _changes(pairs),
        )
    most = max(words.dimensions for words in summing_words(view))
    bases = {TITLES[name]: view.baselines(name) for name in view.collections}
    rows = {name: (base["LSI"][str(most)], base["TF-IDF"], base["PL2"]) for name, base in bases.items()}
    yield Finding(
        f"LSI (e = {most}) is below TF-IDF, and TF-IDF below PL2",
        all(lsi < tfidf < pl2 for lsi, tfidf, pl2 in rows.values()),
        "; ".join(f"{name} {' → '.join(f'{v:.1f}' for v in row)}" for name, row in rows.items()),
    )


def _singular(view: View) -> Iterator[Finding]:
    scaled, alone = (view.clustering(LSI, NMI), view.clustering(LSI, NMI, SINGULAR))
    pairs = {} if scaled is None or alone is None else {"NMI on 20 Newsgroups": (scaled.mean, alone.mean)}
    for name in view.collections:
        base = view.baselines(name)
        smallest = min(base["LSI"], key=int)
        pairs[f"MAP on {TITLES[name]}, e = {smallest}"] = (base["LSI"][smallest], base["LSI, V"][smallest])
    yield Finding(
        "LSI with V for documents gives better results than with VΣ",
        all(alone > scaled for scaled, alone in pairs.values()),
        _changes(pairs),
    )


def _samples(view: View) -> Iterator[Finding]:
    ranges = {}
    for name in view.sampled():
        means = [spread.mean for spread in view.by_sample(name).values()]
        ranges[TITLES[name]] = (min(means), max(means))
    if ranges:
        yield Finding(
            f"How many word occurrences the mixture is fitted to hardly matters (within {HARDLY:.0%})",
            all(high - low <= HARDLY * high for low, high in ranges.values()),
            "; ".join(f"{name} {low:.1f} to {high:.1f}" for name, (low, high) in ranges.items()),
        )


def _unseen(view: View) -> Iterator[Finding]:
    kept, gained = {}, {}
    for name in view.collections:
        with_all, seen_only = view.by_share(name, "with"), view.by_share(name, "without")
        if SMALL_SHARE in with_all:
            kept[TITLES[name]] = (with_all[max(with_all)].mean, with_all[SMALL_SHARE].mean)
            gained[TITLES[name]] = (seen_only[SMALL_SHARE].mean, with_all[SMALL_SHARE].mean)
    if kept:
        yield Finding(
            f"A mixture fitted to {SMALL_SHARE:.0%} of the documents serves for all (within {HARDLY:.0%})",
            all(few >= (1 - HARDLY) * whole for whole, few in kept.values()),
            f"from all documents to few: {_changes(kept)}",
        )
        yield Finding(
            "Words that the mixture has not seen count: without them retrieval is worse",
            all(every > seen for seen, every in gained.values()),
            f"without them, with them: {_changes(gained)}",
        )


def _averaging(view: View) -> Iterator[Finding]:
    pairs = {}
    nmi = view.clustering_by_gaussians(YULE, NMI)
    if nmi:
        worst = min(spread.mean for spread in numbered(nmi).values())
        pairs["NMI on 20 Newsgroups"] = (nmi[AVERAGE].mean, worst)
    for words in (w for w in view.retrieved_words() if w.embedding == YULE):
        for name in view.collections:
            average, spreads = view.average(name, words), view.retrieval(name, words)
            if average is not None and spreads:
                pairs[f"MAP on {TITLES[name]}"] = (average, min(spread.mean for spread in spreads.values()))
    if pairs:
        yield Finding(
            "With Yule's word vectors, Fisher vectors of any number of Gaussians beat averaged words",
            all(worst > average for average, worst in pairs.values()),
            f"averaged, the worst of the Fisher vectors: {_changes(pairs)}",
        )


_JUDGES: tuple[Callable[[View], Iterator[Finding]], ...] = (
    _topic_models,
    _best_clusters,
    _singular,
    _plateau,
    _against_lsi,
    _against_lexical,
    _samples,
    _unseen,
    _averaging,
)


def _listed(values: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:.1f}" for name, value in values.items())


def _changes(pairs: Mapping[str, tuple[float, float]]) -> str:
    return ", ".join(f"{name} {first:.1f} → {second:.1f}" for name, (first, second) in pairs.items())
