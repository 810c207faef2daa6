"""The sentences of the report; numbers in them come from the results."""

from __future__ import annotations

from collections.abc import Sequence

from ilk.experiments.clinchant2013 import published
from ilk.experiments.clinchant2013.cluster_tables import best_gaussians, of_method
from ilk.experiments.clinchant2013.clustering import AVERAGE, LDA_PASSES, TEMPERED
from ilk.experiments.clinchant2013.findings import PLATEAU
from ilk.experiments.clinchant2013.names import EMBEDDINGS, TITLES, gaussians
from ilk.experiments.clinchant2013.retrieval_tables import best_fisher_vectors
from ilk.experiments.clinchant2013.settings import (
    CLUSTERING,
    FV,
    GLOVE,
    LDA,
    LSI,
    PLSA,
    SAMPLE,
    SUMMING,
    UNIT,
    UNSEEN,
    YULE,
)
from ilk.experiments.clinchant2013.view import ARI, NMI, View, best, numbered
from ilk.experiments.report import Finding

COLLECTIONS = (
    "The paper clusters 20 Newsgroups and a part of TDT, and searches CLEF03, TREC-1&2 and ROBUST. Of these "
    "only 20 Newsgroups can be had freely, so the other numbers have no counterpart here; retrieval is shown "
    "on small public collections instead, a hundred times smaller than the paper's. The paper's 20 "
    "Newsgroups has 19,995 messages and 32,902 terms; ours is the edition sorted by date, of 18,846 messages "
    "without duplicates, of which subject and body are read. Stop words are left out, stems are counted, and "
    "terms of fewer than four messages are dropped."
)
COST = (
    "All of it in one process on one core, one after the other, so that what else runs on the machine slows "
    "everything alike: the ratios to LSI say more than the seconds. LSI has 50 dimensions, and its words are "
    "the embedding. A query is the title of a document; the ten best documents are searched for, exactly."
)
FINDINGS = (
    "A finding counts as seen only where every collection shows it. Where an arrow stands between two "
    "numbers, the first is what is compared with, the second what the statement is about."
)
_METHODS = (
    "LSI and Fisher vectors by spherical k-means, PLSA and LDA by the most probable topic of a document. LSI "
    "decomposes the tf-idf matrix; without weights it is far from the printed numbers. Fisher vectors as in "
    "equation 8, by cosine, of words with e = 20 dimensions and a mixture fitted to a million occurrences. "
    "The number of Gaussians is the one with the best NMI; the paper chooses it by the classes too, so that "
    "both numbers are a little flattered."
)
_SCALE = (
    "The paper does not say how the words of LSI are scaled when the matrix is weighted. It says that a "
    "document of LSI is the sum of its words; with tf-idf that is so for the vectors idf·u, and not for the "
    "singular vectors u alone. This decides much: both are in the table below."
)
_LDA = (
    f"LDA is scikit-learn's, {LDA_PASSES} passes of online variational Bayes over shuffled documents. Its "
    "priors decide much and are not printed: 1 for the topics of a document and 0.5 for the words of a topic "
    "gave the best NMI of several pairs, tried once each; so the choice has seen the classes, as that of the "
    "number of Gaussians has. With weaker priors, 20 passes were hardly better than 8."
)
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


def summary(view: View, judged: Sequence[Finding]) -> str:
    """Say what was reproduced and what was not."""
    seen = sum(finding.seen for finding in judged)
    count = f"Of {len(judged)} statements of the paper, {seen} are seen here on every collection."
    missing = (
        "TDT, CLEF03, TREC-1&2 and ROBUST are not free to use, so tables 3 to 5 can be compared only by "
        "their shape."
    )
    return " ".join([*_clustering_summary(view), *_retrieval_summary(view), count, missing])


def clustering(view: View) -> str:
    """Say how documents were clustered, and what decides the numbers."""
    runs = {name: view.runs_of(CLUSTERING, method=name) for name in (PLSA, LDA, LSI)}
    runs[FV] = view.runs_of(CLUSTERING, method=FV, embedding=SUMMING)
    numbers = ", ".join(f"{n} of {name}" for name, n in runs.items())
    opening = f"As many clusters as there are groups; means over runs, {numbers}. {_METHODS}"
    return "\n\n".join([opening, _SCALE, _LDA, *_plsa(view), *_ours(view)])


def retrieval(view: View) -> str:
    """Say how documents were ranked, and how that differs from the paper."""
    n = len(view.collections)
    fewer = sum(best_fisher_vectors(view, name)[1] < PLATEAU for name in view.collections)
    strong = 0
    for name in view.collections:
        base = view.baselines(name)
        strong += max(base["LSI"].values()) > base["TF-IDF"]
    size = (
        "Whole rankings are measured; the paper's depth of a thousand is most of a collection here. "
        "Similarities are cosines, and the mixture is fitted to all words of a collection. The best Fisher "
        f"vectors of LSI's words have fewer than {PLATEAU} Gaussians on {fewer} of {n} collections. LSI at "
        f"its best is above TF-IDF on {strong} of {n}; in the paper it is below on all. Size is the likely "
        "reason: 50 to 200 dimensions describe a thousand documents well, and hundreds of thousands badly; "
        "so here there is less for a mixture to mend, and there are fewer words to fit it to."
    )
    return f"{size}\n\n{_OPTIONS}"


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


def _clustering_summary(view: View) -> list[str]:
    printed, sentences = published.CLUSTERING["20NG"], []
    found = {name: of_method(view, name, NMI) for name in (PLSA, LDA, LSI, FV)}
    cells = [
        f"{name} {spread.mean:.1f} ({printed[name].nmi} printed)"
        for name, spread in found.items()
        if spread is not None
    ]
    if cells:
        sentences.append(f"Clustering 20 Newsgroups, NMI in percent: {', '.join(cells)}.")
    ours = numbered(view.clustering_by_gaussians(UNIT, NMI))
    if ours:
        n_components, spread = best(ours)
        reached = f"reach {spread.mean:.1f} with {gaussians(n_components)}."
        sentences.append(f"Word vectors of length 1 and damped counts, ours, {reached}")
    return sentences


def _retrieval_summary(view: View) -> list[str]:
    above_lsi, below_pl2, n = 0, 0, len(view.collections)
    for name in view.collections:
        words, _, spread = best_fisher_vectors(view, name)
        base = view.baselines(name)
        above_lsi += spread.mean > base["LSI"][str(words.dimensions)]
        below_pl2 += spread.mean < base["PL2"]
    sentence = (
        f"In retrieval the best Fisher vectors are above LSI of as many dimensions on {above_lsi} of {n} "
        f"collections, and below PL2 on {below_pl2} of {n}."
    )
    return [sentence, *_gains(view)]


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
            f"With the words of {EMBEDDINGS[words.embedding]} they are above averaged words on "
            f"{sum(gain > 0 for gain in gains)} of {len(gains)} collections, by "
            f"{sum(gains) / len(gains):.1f} points of MAP in the mean."
        )
    return sentences


def _plsa(view: View) -> list[str]:
    plain, tempered = view.clustering(PLSA, NMI), view.clustering(PLSA, NMI, TEMPERED)
    if plain is None or tempered is None:
        return []
    sentence = (
        f"Plain EM of PLSA gives an NMI of {plain.mean:.1f}, tempering and a prior {tempered.mean:.1f}; the "
        f"paper prints {published.CLUSTERING['20NG']['PLSA'].nmi} and does not say which it used."
    )
    return [sentence]


def _ours(view: View) -> list[str]:
    n_components = best_gaussians(view, UNIT)
    if n_components is None:
        return []
    ari, nmi = (view.clustering_by_gaussians(UNIT, place)[str(n_components)] for place in (ARI, NMI))
    sentence = (
        f"{EMBEDDINGS[UNIT]}: of a word only the direction of its vector counts, and ln(1 + n) in place of n "
        f"occurrences. ARI {ari.mean:.1f} and NMI {nmi.mean:.1f} with {gaussians(n_components)}."
    )
    return [sentence]
