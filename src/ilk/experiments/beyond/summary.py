"""The study in a few sentences, every number taken from the results."""

from __future__ import annotations

from collections.abc import Sequence

from ilk.experiments.beyond.cost import EFFORTS
from ilk.experiments.beyond.honesty import LEVEL, Gain, choices, gains, mean_ratio, ratios
from ilk.experiments.beyond.published import PRINTED
from ilk.experiments.beyond.similarities import BM25, ILK, LSI
from ilk.experiments.beyond.view import View


def summary(view: View) -> str:
    """Say what the default gains, what of that is luck, and what it costs."""
    paragraphs = [_quality(view), _honesty(view), _cost(view)]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _quality(view: View) -> str:
    found, against_lsi = gains(view), gains(view, LSI)
    printed = [float(view.default_maps(name).mean()) - PRINTED[name].best for name in view.classic]
    return (
        f"The default, ilk, has {ratios(view).mean():.2f} times the MAP of BM25 in the mean over "
        f"{_joined(view.classic)}. It is above BM25 on {_counted(found)}, significantly (p < {LEVEL}) on "
        f"{_named([gain for gain in found if gain.difference > 0 and gain.p < LEVEL])}; above LSI on "
        f"{_counted(against_lsi)}; and {min(printed):+.1f} to {max(printed):+.1f} points of MAP from the "
        "best similarity of PLSI that was published."
    )


def _honesty(view: View) -> str:
    sentences = []
    if found := choices(view):
        elsewhere = mean_ratio(view, {choice.collection: choice.chosen for choice in found})
        sentences.append(
            "Its constants were chosen with these collections in view: chosen for each on the others alone, "
            f"they give {elsewhere:.2f} times BM25's MAP."
        )
    known = [
        f"{100 * outcome.result['known item']['means'][ILK]:.1f} and "
        f"{100 * outcome.result['known item']['means'][BM25]:.1f} among {outcome.result['documents']:,} "
        f"documents of {outcome.parameters['collection']}"
        for outcome in view.titles
    ]
    if known:
        sentences.append(
            "Where one known document is to be found by its title, the MRR of ilk and of BM25 is "
            f"{'; '.join(known)}."
        )
    return " ".join(sentences)


def _cost(view: View) -> str:
    sentences = []
    for name, built in view.builds.items():
        quick, normal = (built["efforts"][effort][1] for effort in EFFORTS)
        sentences.append(
            f"Indexing {name} with its models takes {normal / quick:.0f} times the processor's time without "
            "them."
        )
    for name in view.latencies:
        ratio = view.milliseconds(name, ILK)[0] / view.milliseconds(name, BM25)[0]
        sentences.append(f"A query on {name} takes {ratio:.0f} times as long as by BM25.")
    return " ".join(sentences)


def _counted(found: Sequence[Gain]) -> str:
    above = sum(gain.difference > 0 for gain in found)
    return f"{above} of {len(found)} collections"


def _named(found: Sequence[Gain]) -> str:
    return _joined([gain.collection for gain in found]) if found else "none"


def _joined(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
