"""What the paper says of its results, judged from ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ilk.experiments.elkan2005.accuracies import Accuracies, BySplit, Gap, mean, means
from ilk.experiments.elkan2005.methods import (
    DCM_BAYES_LOW,
    DCM_COSINE,
    DCM_PRINTED,
    DCM_SPARSE,
    LAPLACE_BAYES,
)
from ilk.experiments.elkan2005.published import (
    BHATTACHARYYA,
    DCM_BAYES,
    FISHER_DCM,
    FISHER_MULTINOMIAL,
    L0,
    L1,
    L2,
    MULTINOMIAL_BAYES,
    NEIGHBOURS,
    NEWSGROUPS,
    TFIDF,
)
from ilk.experiments.elkan2005.tables import probability
from ilk.experiments.report import Finding

CLOSE = 0.01
"""Accuracies up to which two methods count as about the same."""
CONSIDERABLE = 0.02


@dataclass(frozen=True)
class Judge:
    """The accuracies, with what several findings need."""

    found: Accuracies

    @cached_property
    def table_1(self) -> dict[str, float]:
        """Return the mean of each method with the paper's k."""
        return means(self.found.table_1())

    def gap(self, one: str, other: str) -> Gap:
        """Compare two methods with the paper's k."""
        methods = self.found.table_1()
        return self.found.gap(methods[one], methods[other])

    def by_k(self, name: str) -> tuple[list[int], list[float]]:
        """Return the numbers of neighbours from the paper's k on, and the mean accuracy for each."""
        ks = [k for k in self.found.ks if k >= 3]  # noqa: PLR2004  # the paper's k
        return ks, [mean(self.found.neighbours(k)[name]).value for k in ks]


def findings(found: Accuracies) -> list[Finding]:
    """Judge what the paper says of 20 Newsgroups."""
    judge = Judge(found)
    return [finding(judge) for finding in _FINDINGS]


def pairs(found: Accuracies) -> list[tuple[str, BySplit, BySplit]]:
    """Return what is worth a test: a description and the accuracies of two methods."""
    methods = found.table_1()
    wanted = (
        (MULTINOMIAL_BAYES, TFIDF),
        (DCM_BAYES, MULTINOMIAL_BAYES),
        (DCM_BAYES_LOW, MULTINOMIAL_BAYES),
        (TFIDF, BHATTACHARYYA),
        (TFIDF, L2),
        (TFIDF, FISHER_DCM),
        (FISHER_DCM, FISHER_MULTINOMIAL),
        (L2, FISHER_DCM),
    )
    return [(f"{one} – {other}", methods[one], methods[other]) for one, other in wanted]


def _tfidf_best(judge: Judge) -> Finding:
    order = sorted(NEIGHBOURS, key=lambda name: -judge.table_1[name])
    listed = ", ".join(f"{name} {judge.table_1[name]:.3f}" for name in order[:3])
    return Finding("Of the nearest-neighbour methods TF-IDF is the best", order[0] == TFIDF, listed)


def _bayes_near(judge: Judge) -> Finding:
    gaps = [judge.gap(name, TFIDF) for name in (MULTINOMIAL_BAYES, DCM_BAYES)]
    return Finding(
        "Both Bayes classifiers are a little better than TF-IDF",
        all(gap.difference > 0 for gap in gaps),
        f"multinomial {_tested(gaps[0])}, DCM {_tested(gaps[1])}",
    )


def _dcm_bayes_better(judge: Judge) -> Finding:
    gap, low = judge.gap(DCM_BAYES, MULTINOMIAL_BAYES), judge.gap(DCM_BAYES_LOW, MULTINOMIAL_BAYES)
    return Finding(
        "A DCM for each class is slightly better than a multinomial for each class",
        gap.difference > 0,
        f"{_tested(gap)}; with a smaller α for words new to a class {_tested(low)}",
    )


def _laplace_worse(judge: Judge) -> Finding:
    gap = judge.gap(MULTINOMIAL_BAYES, LAPLACE_BAYES)
    return Finding(
        "Smoothing by 1 is considerably worse than smoothing by 0.01",
        gap.difference >= CONSIDERABLE,
        f"0.01 minus 1: {_tested(gap)}",
    )


def _dcm_above_multinomial(judge: Judge) -> Finding:
    gap = judge.gap(FISHER_DCM, FISHER_MULTINOMIAL)
    return Finding(
        "The Fisher kernel of the DCM is slightly better than that of the multinomial",
        gap.difference > 0,
        f"{_tested(gap)} ({NEWSGROUPS[FISHER_DCM] - NEWSGROUPS[FISHER_MULTINOMIAL]:+.3f} printed)",
    )


def _dcm_above_others(judge: Judge) -> Finding:
    others = (L0, L1, L2, BHATTACHARYYA, FISHER_MULTINOMIAL)
    beaten = [name for name in others if judge.table_1[FISHER_DCM] > judge.table_1[name]]
    return Finding(
        "The Fisher kernel of the DCM is better than all other kernels but TF-IDF (the abstract; "
        "its own table 1 does not show that for 20 Newsgroups)",
        len(beaten) == len(others),
        f"better than {', '.join(beaten) or 'none'}; L2 is {judge.table_1[L2]:.3f}, "
        f"Bhattacharyya {judge.table_1[BHATTACHARYYA]:.3f}, Fisher DCM {judge.table_1[FISHER_DCM]:.3f}",
    )


def _fisher_likes_many(judge: Judge) -> Finding:
    gains, written = [], []
    for name in (FISHER_DCM, FISHER_MULTINOMIAL):
        ks, curve = judge.by_k(name)
        gains.append(curve[-1] - curve[0])
        written.append(f"{name} {curve[0]:.3f} at k = {ks[0]}, {curve[-1]:.3f} at k = {ks[-1]}")
    return Finding("Both Fisher kernels gain from many neighbours", min(gains) > 0, "; ".join(written))


def _cosine_falls(judge: Judge) -> Finding:
    ks, curve = judge.by_k(L2)
    return Finding(
        "Cosine similarity (L2) loses as more neighbours are used",
        all(later <= earlier + CLOSE / 2 for earlier, later in pairwise(curve)) and curve[-1] < curve[0],
        f"{curve[0]:.3f} at k = {ks[0]}, {curve[-1]:.3f} at k = {ks[-1]}",
    )


def _tfidf_holds(judge: Judge) -> Finding:
    ks, curve = judge.by_k(TFIDF)
    _, cosine = judge.by_k(L2)
    lost, lost_by_cosine = curve[0] - curve[-1], cosine[0] - cosine[-1]
    return Finding(
        "TF-IDF, unlike cosine similarity, also finds neighbours that are not so close",
        lost < lost_by_cosine and max(curve[1:]) >= curve[0] - CLOSE,
        f"from k = {ks[0]} to k = {ks[-1]} TF-IDF loses {lost:.3f} and L2 {lost_by_cosine:.3f}; "
        f"of these k, TF-IDF is at its best with {ks[curve.index(max(curve))]}",
    )


def _approximation_holds(judge: Judge) -> Finding:
    statement = "The gradient can be approximated by log(x − ½) + 1/α − Ψ(1)"
    return _about_the_same(judge, statement, DCM_PRINTED, FISHER_DCM, "approximated minus exact")


def _constant_matters_little(judge: Judge) -> Finding:
    statement = "The constant Ψ(s) − Ψ(s + n) of the gradient has little influence"
    compared = "without it minus with it, both normalised"
    return _about_the_same(judge, statement, DCM_SPARSE, DCM_COSINE, compared)


def _about_the_same(judge: Judge, statement: str, one: str, other: str, compared: str) -> Finding:
    near = judge.found.neighbours()
    gap = judge.found.gap(near[one], near[other])
    return Finding(statement, abs(gap.difference) <= CLOSE, f"{compared}: {_tested(gap)}")


def _tested(gap: Gap) -> str:
    return f"{gap.difference:+.3f}" + ("" if gap.p is None else f" (p {probability(gap.p)})")


_FINDINGS: tuple[Callable[[Judge], Finding], ...] = (
    _tfidf_best,
    _bayes_near,
    _dcm_bayes_better,
    _laplace_worse,
    _dcm_above_multinomial,
    _dcm_above_others,
    _fisher_likes_many,
    _cosine_falls,
    _tfidf_holds,
    _approximation_holds,
    _constant_matters_little,
)
