"""What the paper claims, each claim judged by the results.

The copy at hand has the abstract, the model and the figure of factors, but not the tables of experiments. So
the claims are those of its abstract and of section 2, applied to the protocol.
"""

from __future__ import annotations

from collections.abc import Iterator

from ilk.experiments.hofmann2000.categorisation import CLASSIFIERS
from ilk.experiments.hofmann2000.category_tables import CLASSIFIER_TITLES
from ilk.experiments.hofmann2000.factor_tables import shown_fit
from ilk.experiments.hofmann2000.kernels import FISHER_ALL, FISHER_LABELLED, TF, TF_AND_FISHER_ALL
from ilk.experiments.hofmann2000.matching import found_again, mean_in_common
from ilk.experiments.hofmann2000.settings import RETRIEVAL, TEMPERED
from ilk.experiments.hofmann2000.view import FISHER, TFIDF, Kernel, Ranking, View, spread
from ilk.experiments.hofmann2000.view import TF as TF_RANKING
from ilk.experiments.report import Finding

HALF_OF_THE_WORDS = 5.0
F1 = "micro_f1"


def findings(view: View) -> list[Finding]:
    """Judge all claims that there are results for."""
    return [
        _factors(view),
        _beats(view, "the vector space model with counts (tf)", TF_RANKING),
        _beats(view, "the vector space model with counts times idf (tf-idf)", TFIDF),
        _sum_beats_parts(view),
        *_categorisation(view),
    ]


def _factors(view: View) -> Finding:
    seeds = view.factors(shown_fit(view))
    common, again = spread([mean_in_common(factors) for factors in seeds]), found_again(seeds)
    evidence = f"{common} of the ten words of a printed factor are in one of ours"
    if again is not None:
        evidence += f"; two of our own fits share {again:.1f}"
    statement = (
        "Factors are identifiable topics, and capture their vocabulary: ours have half of the printed words"
    )
    return Finding(statement, common is not None and common.mean >= HALF_OF_THE_WORDS, evidence)


def _beats(view: View, name: str, baseline: Ranking) -> Finding:
    """Judge the Fisher kernel against a baseline, on every collection."""
    compared = {
        collection: (view.precisions(collection, FISHER), view.precisions(collection, baseline))
        for collection in view.collections
    }
    better = [c for c, (ours, theirs) in compared.items() if ours and theirs and ours.mean > theirs.mean]
    evidence = "; ".join(
        f"{collection.upper()} {ours.mean:.1f} against {theirs.mean:.1f}"
        for collection, (ours, theirs) in compared.items()
        if ours and theirs
    )
    kernel = "the Fisher kernel (both models summed, tempered EM, cosine)"
    statement = f"Retrieval: {kernel} beats {name} on every collection"
    return Finding(
        statement, len(better) == len(compared), f"on {len(better)} of {len(compared)}: {evidence}"
    )


def _sum_beats_parts(view: View) -> Finding:
    parts = [Ranking(RETRIEVAL, name, TEMPERED) for name in ("one cosine", "many cosine")]
    better, evidence = 0, []
    for collection in view.collections:
        total = view.precisions(collection, FISHER)
        each = [view.precisions(collection, part) for part in parts]
        means = [value.mean for value in each if value is not None]
        if total is not None and means:
            better += total.mean > max(means)
            evidence.append(
                f"{collection.upper()} {total.mean:.1f} against {' and '.join(f'{m:.1f}' for m in means)}"
            )
    statement = (
        f"Retrieval: the sum of K = 1 and K = {view.n_topics} is better than each alone on every collection"
    )
    return Finding(statement, better == len(view.collections), "; ".join(evidence))


def _categorisation(view: View) -> Iterator[Finding]:
    for classifier in CLASSIFIERS:
        title = CLASSIFIER_TITLES[classifier].capitalize()
        yield _at_every_share(
            view,
            classifier,
            f"{title}: the Fisher kernel beats the plain one (tf) at every share of labels",
            FISHER_ALL,
            TF,
            view.shares,
        )
        yield _at_every_share(
            view,
            classifier,
            f"{title}: unlabelled texts help at every share of labels",
            FISHER_ALL,
            FISHER_LABELLED,
            view.few_shares,
        )
        yield _most_with_few(view, classifier, f"{title}: unlabelled texts help most with the fewest labels")
    for classifier in CLASSIFIERS:
        title = CLASSIFIER_TITLES[classifier].capitalize()
        yield _at_every_share(
            view,
            classifier,
            f"{title}, ours: tf and the Fisher kernel summed beat tf at every share of labels",
            TF_AND_FISHER_ALL,
            TF,
            view.shares,
        )


def _at_every_share(
    view: View, classifier: str, statement: str, one: Kernel, other: Kernel, shares: tuple[int, ...]
) -> Finding:
    """Judge one kernel against another by micro F1 on the same draws."""
    gains = {share: view.gain(one, other, classifier, F1, share) for share in shares}
    known = {share: gain for share, gain in gains.items() if gain is not None}
    evidence = ", ".join(f"{share} %: {gain.mean:+.1f}" for share, gain in known.items())
    better = [share for share, gain in known.items() if gain.mean > 0]
    return Finding(statement, len(better) == len(known) > 0, f"micro F1 by share, {evidence}")


def _most_with_few(view: View, classifier: str, statement: str) -> Finding:
    gains = {
        share: view.gain(FISHER_ALL, FISHER_LABELLED, classifier, F1, share) for share in view.few_shares
    }
    known = {share: gain.mean for share, gain in gains.items() if gain is not None}
    largest = max(known, key=lambda share: known[share], default=None)
    seen = largest is not None and largest == min(known) and known[largest] > 0
    evidence = "no runs" if largest is None else f"largest at {largest} %: {known[largest]:+.1f} of micro F1"
    return Finding(statement, seen, evidence)
