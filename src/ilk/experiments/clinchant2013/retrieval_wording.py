"""The sentences of the report on retrieval; numbers in them come from the results."""

from __future__ import annotations

from collections.abc import Mapping

from ilk.experiments.clinchant2013 import published
from ilk.experiments.clinchant2013.clustering import AVERAGE
from ilk.experiments.clinchant2013.embedded import VARIANCE_FLOOR
from ilk.experiments.clinchant2013.names import EMBEDDINGS, TITLES, WEIGHTS, gaussians
from ilk.experiments.clinchant2013.retrieval_tables import PLATEAU, lsi_and_best, readings, summing_words
from ilk.experiments.clinchant2013.settings import GLOVE, SAMPLE, SUMMING, UNSEEN, YULE
from ilk.experiments.clinchant2013.view import NMI, Spread, View, Words, best, numbered

_OPTIONS = (
    "Options that the paper does not use: square roots of the vectors' entries with their signs (power "
    "normalisation), and the sum of Fisher vectors and PL2, each standardised over the documents of a query, "
    "which is the combination with exact words that the paper leaves for later."
)
_OTHER_WORDS = (
    "Yule's association as in section 4.3.2; GloVe's vectors have 100 dimensions and were trained on other "
    "texts. They are of words: a stem has the mean of its words' vectors, each as often as it occurs. All "
    "kinds share the same counts. Averaging is the cosine of the sums of word vectors."
)


_HOW = (
    "Whole rankings are measured; the paper's depth of a thousand is most of a collection here. Similarities "
    "are cosines, and the mixture is fitted to all words of a collection."
)
_WEIGHED = (
    "Our LSI damps counts and weighs words, so a sum of its words by counts is not its like. Other readings, "
    "ours: damped, ln(1 + n) in place of n, by which the sums of idf·u are the documents of LSI themselves; "
    "and tf-idf, ln(1 + n)·idf. In these, no Gaussian has less than "
    f"{VARIANCE_FLOOR:g} of the variance of all words: without such a floor some shrink around single words."
)


def retrieval(view: View) -> str:
    """Say how documents were ranked, and how that differs from the paper."""
    falling = " ".join(_falling(view, reading) for reading in readings(view))
    return "\n\n".join([_HOW, _WEIGHED, f"{falling} {_weak_lsi(view)}".strip(), _OPTIONS])


def growth(view: View) -> str:
    """Say how the size of a collection was varied, and what it changes."""
    opening = (
        "The paper's collections are a hundred times larger than those above. Whether that is why it sees "
        "MAP rise with the number of Gaussians can be tried on 20 Newsgroups: a query is the subject of a "
        "message, which itself is left out, and relevant are the other messages of its group. That is "
        "another task than the paper's, nearer to clustering. Messages are spread evenly over the "
        "collection; one hundred queries."
    )
    return " ".join([opening, *(_kept(view, reading) for reading in WEIGHTS if view.growth(reading))])


def embeddings(view: View) -> str:
    """Say how other word vectors were made, and what Fisher vectors gain over averaging them."""
    lines = [_OTHER_WORDS]
    for name in (YULE, GLOVE):
        nmi = view.clustering_by_gaussians(name, NMI)
        if nmi:
            n_components, spread = best(numbered(nmi))
            sentence = (
                f"Clusters of 20 Newsgroups by {EMBEDDINGS[name]}: averaged words {nmi[AVERAGE].mean:.1f}, "
                f"Fisher vectors of {gaussians(n_components)} {spread.mean:.1f} (NMI in percent)."
            )
            lines.append(sentence)
    printed = (
        f"The paper prints, on TDT, {published.YULE_AVERAGE:.0f} for Yule averaged and "
        f"{published.YULE_FISHER_VECTORS:.0f} with 32 Gaussians."
    )
    return " ".join([*lines, printed, *_rising(view)])


def sample(view: View) -> str:
    """Say what was sampled."""
    used = sorted({int(o.parameters["gaussians"]) for o in view.results.where(part=SAMPLE)})
    numbers = " or ".join(map(str, used))
    return (
        f"Fisher vectors of {numbers} Gaussians ({EMBEDDINGS[SUMMING]}), the mixture fitted to so many word "
        "occurrences, drawn at random from the whole collection; the last row of each collection is all of "
        "it. The paper draws whole documents."
    )


def unseen(view: View) -> str:
    """Say what was left out."""
    return (
        "The words have vectors from the whole collection, but the mixture is fitted to a part of the "
        f"documents, drawn at random ({view.gaussians_of(UNSEEN)} Gaussians, {EMBEDDINGS[SUMMING]}, e = 50). "
        "A word that was not in that part still has a place in the mixture and counts. Leaving such words "
        "out is what a model with a fixed vocabulary would have to do."
    )


def _rising(view: View) -> list[str]:
    """Say with which words MAP rises with the number of Gaussians."""
    sentences = []
    for words in (w for w in view.retrieved_words() if w.embedding in {YULE, GLOVE}):
        found = {name: view.retrieval(name, words) for name in view.collections}
        pairs = {
            TITLES[name]: (spreads[1].mean, best(spreads)[1].mean)
            for name, spreads in found.items()
            if spreads
        }
        changes = ", ".join(f"{name} {one:.1f} → {most:.1f}" for name, (one, most) in pairs.items())
        name = EMBEDDINGS[words.embedding]
        sentences.append(f"MAP by {name} from one Gaussian to the best number: {changes}.")
    return sentences


def retrieval_summary(view: View) -> list[str]:
    """Say where the best Fisher vectors stand beside LSI, and what more Gaussians do."""
    sentences = []
    for reading in readings(view):
        found, averaged = (_above_lsi(view, reading, averaged=averaged) for averaged in (False, True))
        sentences.append(
            f"In retrieval, words summed by {WEIGHTS[reading]}, the best Fisher vectors are above LSI of as "
            f"many dimensions on {_of_dimensions(found)}, averaged words on {_of_dimensions(averaged)}."
        )
    return [*sentences, *(_falling(view, reading) for reading in readings(view)), *_gains(view)]


def _above_lsi(view: View, reading: str, *, averaged: bool) -> dict[int, tuple[int, int]]:
    """Return by dimensions on how many collections MAP is above that of LSI, and on how many it was tried."""
    found = {}
    for words in summing_words(view, reading):
        pairs = lsi_and_best(view, words)
        ours = {name: view.average(name, words) or 0.0 if averaged else pairs[name][1] for name in pairs}
        found[words.dimensions] = (sum(ours[name] > pairs[name][0] for name in pairs), len(pairs))
    return found


def _of_dimensions(found: Mapping[int, tuple[int, int]]) -> str:
    return " and ".join(f"{above} of {n} collections with e = {e}" for e, (above, n) in found.items())


def _falling(view: View, reading: str) -> str:
    """Say on how many collections MAP is lower with many Gaussians than with one."""
    lower = {}
    for words in summing_words(view, reading):
        pairs = _one_and_most(view, words)
        if pairs:
            lower[words.dimensions] = (sum(most < one for one, most in pairs.values()), len(pairs))
    if not lower:
        return ""
    start = f"Summed by {WEIGHTS[reading]}, MAP with {gaussians(PLATEAU)} is below MAP with one on"
    return f"{start} {_of_dimensions(lower)}."


def _one_and_most(view: View, words: Words) -> dict[str, tuple[float, float]]:
    """Return MAP with one Gaussian and with as many as the paper's plateau has, for each collection."""
    found = {name: view.retrieval(name, words) for name in view.collections}
    return {
        name: (spreads[1].mean, spreads[PLATEAU].mean)
        for name, spreads in found.items()
        if 1 in spreads and PLATEAU in spreads
    }


def _weak_lsi(view: View) -> str:
    """Say what more Gaussians do where LSI is as weak beside TF-IDF as in the paper."""
    words = summing_words(view)[0]
    pairs = _one_and_most(view, words)
    bases = {name: view.baselines(name) for name in pairs}
    weak = [name for name, base in bases.items() if base["LSI"][str(words.dimensions)] < base["TF-IDF"]]
    if not weak:
        return ""
    changes = ", ".join(f"{TITLES[name]} {pairs[name][0]:.1f} → {pairs[name][1]:.1f}" for name in weak)
    return (
        f"In the paper LSI is far below TF-IDF. Here, with e = {words.dimensions}, it is below on "
        f"{len(weak)} of {len(pairs)} collections; there MAP by counts changes, from one Gaussian to "
        f"{PLATEAU}: {changes}."
    )


def _kept(view: View, reading: str) -> str:
    """Say which share of the MAP of one Gaussian the most have, by size."""
    sizes = view.growth(reading)
    most = max(n for found in sizes.values() for n in numbered(found))
    shares = [f"{_share(found, most):.0f} %" for found in sizes.values()]
    listed = ", ".join(f"{size:,}" for size in sizes)
    return (
        f"Summed by {WEIGHTS[reading]}, {gaussians(most)} have {', '.join(shares)} of the MAP of one, in "
        f"{listed} messages."
    )


def _share(found: Mapping[str, Spread], n_components: int) -> float:
    return 100 * found[str(n_components)].mean / found["1"].mean


def _gains(view: View) -> list[str]:
    """Say what Fisher vectors gain over averaging words that are not from LSI."""
    sentences = []
    for words in (w for w in view.retrieved_words() if w.embedding in {YULE, GLOVE}):
        found = {name: view.retrieval(name, words) for name in view.collections}
        gains = [
            best(spreads)[1].mean - (view.average(name, words) or 0.0)
            for name, spreads in found.items()
            if spreads
        ]
        sentences.append(
            f"With the words of {EMBEDDINGS[words.embedding]}, Fisher vectors are above averaged words on "
            f"{sum(gain > 0 for gain in gains)} of {len(gains)} collections, by "
            f"{sum(gains) / len(gains):.1f} points of MAP in the mean."
        )
    return sentences
