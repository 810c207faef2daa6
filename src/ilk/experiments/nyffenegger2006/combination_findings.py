"""What the paper concludes from table 2 and figure 1, each judged by the results of plain EM."""

from __future__ import annotations

import numpy as np

from ilk.experiments.nyffenegger2006.combined import NEAR, Searched, searches
from ilk.experiments.nyffenegger2006.fitting import PLAIN
from ilk.experiments.nyffenegger2006.view import Runs, View
from ilk.experiments.report import Finding

SMALL_LOSS = 1.0
"""Percent that cross-validation may cost for the weights to count as independent of the queries."""

ALMOST_ALL = 0.75

Searches = dict[str, Searched]
"""By collection."""


def combination_findings(view: View) -> list[Finding]:
    """Judge each conclusion; none where nothing was combined."""
    hofmann, diagonal = searches(view, PLAIN, "hofmann"), searches(view, PLAIN, "diagonal")
    if not hofmann or not diagonal:
        return []
    return [
        _combining({"Hofmann's": hofmann, "diagonal": diagonal}),
        _one_topic_dominates(hofmann),
        _one_topic_is_minor(diagonal),
        _robustness(hofmann, diagonal),
        _new_queries(diagonal),
    ]


def _combining(found: dict[str, Searches]) -> Finding:
    on_all = {name: [_gain(s.best, s) for s in searched.values()] for name, searched in found.items()}
    on_new = {name: [_gain(s.validated, s) for s in searched.values()] for name, searched in found.items()}
    every = [s for searched in found.values() for s in searched.values()]
    gains = [gain for listed in on_new.values() for gain in listed]
    same = "; ".join(f"{name} {np.mean(listed):+.1f}" for name, listed in on_all.items())
    others = "; ".join(
        f"{name} {np.mean(listed):+.1f}, above zero on {sum(g > 0 for g in listed)} of {len(listed)}"
        for name, listed in on_new.items()
    )
    return Finding(
        "Combining K1, K16 and K64 improves on the best of them for almost all collections.",
        sum(gain > 0 for gain in gains) >= ALMOST_ALL * len(gains),
        f"Gain with weights chosen on the same queries, as in the paper: {same}. With weights chosen on "
        f"others, which is what the mark goes by: {others} collections; significant in "
        f"{sum(s.significant for s in every)} of {sum(len(s.runs) for s in every)} runs.",
    )


def _gain(runs: Runs | None, searched: Searched) -> float:
    single = searched.best_single
    return 0.0 if runs is None or single is None else runs.mean - single.mean


def _one_topic_dominates(hofmann: Searches) -> Finding:
    return Finding(
        "K1 dominates the best weights of Hofmann's kernel.",
        min(_first_weights(hofmann).values()) > 1 / 2,
        _written_weights(hofmann),
    )


def _one_topic_is_minor(diagonal: Searches) -> Finding:
    return Finding(
        "K1 is minor in the best weights of the diagonal, all three have about their third.",
        float(np.mean(list(_first_weights(diagonal).values()))) <= 1 / 3,
        _written_weights(diagonal),
    )


def _first_weights(found: Searches) -> dict[str, float]:
    return {collection: float(searched.weights[0]) for collection, searched in found.items()}


def _written_weights(found: Searches) -> str:
    shares = _first_weights(found).items()
    return "Weight of K1: " + ", ".join(f"{weight:.1f} on {name}" for name, weight in shares) + "."


def _robustness(hofmann: Searches, diagonal: Searches) -> Finding:
    shares = [(hofmann[name].good_share, diagonal[name].good_share) for name in hofmann]
    wider = sum(b > a for a, b in shares)
    means = np.mean(shares, axis=0)
    return Finding(
        "The diagonal is more robust: a larger part of the triangle of weights is good.",
        wider == len(shares),
        f"Weights that reach {NEAR:.0%} of the optimum: {means[0]:.0%} of the grid for Hofmann's, "
        f"{means[1]:.0%} for the diagonal; more on {wider} of {len(shares)} collections.",
    )


def _new_queries(diagonal: Searches) -> Finding:
    losses = {name: s.best.mean - s.validated.mean for name, s in diagonal.items() if s.best and s.validated}
    return Finding(
        "The results of the diagonal hardly depend on which queries the weights are chosen on.",
        max(losses.values()) <= SMALL_LOSS,
        "Weights chosen on other queries cost "
        + ", ".join(f"{loss:.1f} on {name}" for name, loss in losses.items())
        + f"; up to {SMALL_LOSS:g} counts as hardly.",
    )
