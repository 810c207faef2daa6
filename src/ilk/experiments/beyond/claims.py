"""What is said of the default, each judged by the numbers."""

from __future__ import annotations

from collections.abc import Iterable

from ilk.experiments.beyond.honesty import LEVEL, choices, gains, mean_ratio, ratios
from ilk.experiments.beyond.published import PRINTED
from ilk.experiments.beyond.similarities import BM25, ILK, LSI, MEASURES
from ilk.experiments.beyond.tables import probability
from ilk.experiments.beyond.view import View
from ilk.experiments.report import Finding, Table

MOST = 0.8
"""Of the gain: what constants that were chosen elsewhere have to keep."""


def claims(view: View) -> list[Finding]:
    """Judge every claim that the results can speak of."""
    found = [
        _above(view, BM25),
        _not_chance(view),
        _above(view, LSI),
        _above_printed(view),
        _above_all(view),
        _first_hits(view),
        _parts(view),
    ]
    if choices(view):
        found.append(_elsewhere(view))
    if view.titles:
        found.append(_known_items(view))
    return found


def claims_table(view: View) -> Table:
    """Return the claims, and whether they hold."""
    rows = [
        (f"{place}. {claim.statement}", "yes" if claim.seen else "no", claim.evidence)
        for place, claim in enumerate(claims(view), 1)
    ]
    return Table("What can be said of the default", ("claim", "holds", "evidence"), rows)


def _above(view: View, other: str) -> Finding:
    found = gains(view, other)
    evidence = _listed(f"{gain.collection} {gain.difference:+.1f}" for gain in found)
    return Finding(
        f"Its MAP is above {other}'s on every collection.",
        all(gain.difference > 0 for gain in found),
        evidence,
    )


def _not_chance(view: View) -> Finding:
    found = gains(view)
    evidence = _listed(f"{gain.collection} {probability(gain.p)}" for gain in found)
    seen = all(gain.difference > 0 and gain.p < LEVEL for gain in found)
    return Finding(
        f"The gain on bm25 is significant on every collection, from every start (p < {LEVEL}).",
        seen,
        evidence,
    )


def _above_printed(view: View) -> Finding:
    gained = {name: float(view.default_maps(name).mean()) - PRINTED[name].best for name in view.classic}
    return Finding(
        "Its MAP is above the best that was published for PLSI, on every collection.",
        all(value > 0 for value in gained.values()),
        _listed(f"{name} {value:+.1f}" for name, value in gained.items()),
    )


def _above_all(view: View) -> Finding:
    evidence, seen = [], True
    for name in view.collections:
        others = [similarity for similarity in view.similarities if similarity != ILK]
        best = max(others, key=lambda similarity: view.mean(name, similarity))
        ours, theirs = float(view.default_maps(name).mean()), view.mean(name, best)
        seen = seen and ours > theirs
        evidence.append(f"{name} {ours:.1f}, next {best} {theirs:.1f}")
    return Finding("No other similarity here has a higher MAP on any collection.", seen, _listed(evidence))


def _first_hits(view: View) -> Finding:
    gained = {
        (measure, name): view.mean(name, ILK, measure) - view.mean(name, BM25, measure)
        for measure in MEASURES[2:]
        for name in view.collections
    }
    evidence = _listed(f"{measure} {name} {value:+.1f}" for (measure, name), value in gained.items())
    return Finding(
        "The first hits are better than bm25's too, on every collection.",
        all(value > 0 for value in gained.values()),
        evidence,
    )


def _parts(view: View) -> Finding:
    complete = ratios(view).mean()
    lost = {part: float(ratios(view, part).mean() - complete) for part in view.left_out}
    evidence = _listed(f"{part} {value:+.3f}" for part, value in lost.items())
    return Finding(
        "Every part earns its place: without it the mean ratio to bm25 falls.",
        all(value < 0 for value in lost.values()),
        evidence,
    )


def _elsewhere(view: View) -> Finding:
    found = choices(view)
    elsewhere = mean_ratio(view, {choice.collection: choice.chosen for choice in found})
    here = mean_ratio(view, {c.collection: float(view.default_maps(c.collection).mean()) for c in found})
    return Finding(
        f"Constants chosen on the other collections keep at least {MOST:.0%} of the gain on bm25.",
        elsewhere - 1 >= MOST * (here - 1),
        f"{elsewhere:.3f} × bm25 against {here:.3f} with the default's constants",
    )


def _known_items(view: View) -> Finding:
    evidence, seen = [], True
    for outcome in view.titles:
        found = outcome.result["known item"]
        change = 100 * (found["means"][ILK] - found["means"][BM25])
        seen = seen and (change >= 0 or found["p"][ILK] >= LEVEL)
        evidence.append(
            f"{outcome.parameters['collection']} ({outcome.result['documents']:,}) {change:+.1f}, "
            f"p {probability(found['p'][ILK])}"
        )
    return Finding(
        "Searched by its title, one known document is found with no significant loss in MRR against bm25.",
        seen,
        _listed(evidence),
    )


def _listed(items: Iterable[str]) -> str:
    return "; ".join(items)
