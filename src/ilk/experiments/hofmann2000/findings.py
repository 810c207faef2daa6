"""What the paper claims, each claim judged by the results.

The copy at hand has the abstract, the model and the figure of factors, but not the tables of experiments. So
the claims are those of its abstract and of section 2, applied to the protocol.
"""

from __future__ import annotations

from collections.abc import Iterator

from ilk.experiments.hofmann2000.categorisation import CLASSIFIERS
from ilk.experiments.hofmann2000.category_tables import CLASSIFIER_TITLES
from ilk.experiments.hofmann2000.factor_tables import shown_fit
from ilk.experiments.hofmann2000.kernels import FISHER_ALL, FISHER_LABELLED, TF
from ilk.experiments.hofmann2000.matching import found_again, mean_in_common
from ilk.experiments.hofmann2000.settings import RETRIEVAL, TEMPERED
from ilk.experiments.hofmann2000.view import FISHER, TFIDF, Kernel, Ranking, View, spread
from ilk.experiments.hofmann2000.view import TF as TF_RANKING
from ilk.experiments.report import Finding

HALF_OF_THE_WORDS = 5.0
BREAK_EVEN, F1 = "micro_break_even", "micro_f1"
"""Categorisation is judged by break-even, the measure of that time: F1 also depends on where a classifier
draws its line, which a machine with a hundred documents does badly."""


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
        statement = (
            f"{title}: the Fisher kernel, fitted to all texts, beats the plain one (tf) at every share"
        )
        yield _at_every_share(view, classifier, statement, FISHER_ALL, TF, view.shares)
    for classifier in CLASSIFIERS:
        title = CLASSIFIER_TITLES[classifier].capitalize()
        statement = f"{title}: a model fitted to unlabelled texts too is better at every share of labels"
        yield _at_every_share(view, classifier, statement, FISHER_ALL, FISHER_LABELLED, view.few_shares)
        yield _most_with_few(view, classifier, f"{title}: unlabelled texts help most with the fewest labels")


def _at_every_share(
    view: View, classifier: str, statement: str, one: Kernel, other: Kernel, shares: tuple[int, ...]
) -> Finding:
    """Judge one kernel against another on the same draws of labels."""
    gains = gains_by_share(view, classifier, BREAK_EVEN, one, other, shares)
    by_f1 = gains_by_share(view, classifier, F1, one, other, shares)
    better = [share for share, gain in gains.items() if gain > 0]
    evidence = (
        f"at {len(better)} of {len(gains)} shares; break-even {_listed(gains)}; micro F1 {_listed(by_f1)}"
    )
    return Finding(statement, len(better) == len(gains) > 0, evidence)


def _most_with_few(view: View, classifier: str, statement: str) -> Finding:
    gains = gains_by_share(view, classifier, BREAK_EVEN, FISHER_ALL, FISHER_LABELLED, view.few_shares)
    if not gains:
        return Finding(statement, seen=False, evidence="no runs")
    largest = max(gains, key=lambda share: gains[share])
    gain, by_f1 = (
        view.gain(FISHER_ALL, FISHER_LABELLED, classifier, measure, largest) for measure in (BREAK_EVEN, F1)
    )
    # a gain that the draw of the labels outweighs is none
    certain = gain is not None and gain.mean > (gain.deviation or 0.0)
    evidence = f"largest at {largest} % of labels: break-even {gain}, micro F1 {by_f1}"
    return Finding(statement, largest == min(gains) and certain, evidence)


def gains_by_share(
    view: View, classifier: str, measure: str, one: Kernel, other: Kernel, shares: tuple[int, ...]
) -> dict[int, float]:
    """Return by how much one kernel is above another, by share of labels, where there are runs."""
    gains = {share: view.gain(one, other, classifier, measure, share) for share in shares}
    return {share: gain.mean for share, gain in gains.items() if gain is not None}


def _listed(gains: dict[int, float]) -> str:
    return ", ".join(f"{share} %: {gain:+.1f}" for share, gain in gains.items())
