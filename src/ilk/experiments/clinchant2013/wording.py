"""The sentences of the report on clustering, and the summary; numbers in them come from the results."""

from __future__ import annotations

from collections.abc import Sequence

from ilk.experiments.clinchant2013 import published
from ilk.experiments.clinchant2013.cluster_tables import best_gaussians, of_method
from ilk.experiments.clinchant2013.clustering import LDA_PASSES, TEMPERED
from ilk.experiments.clinchant2013.names import EMBEDDINGS, gaussians
from ilk.experiments.clinchant2013.retrieval_wording import retrieval_summary
from ilk.experiments.clinchant2013.settings import (
    CLUSTERING,
    FV,
    LDA,
    LSI,
    PLSA,
    SUMMING,
    UNIT,
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
    "All of it in one process on one core, one after the other, and each fit once, while other settings ran "
    "on the other core: the seconds are rough, and EM does not take the same number of iterations each time. "
    "LSI has 50 dimensions, and its words are the embedding, so that Fisher vectors need its fit first. A "
    "query is the title of a document; the ten best documents are searched for, exactly."
)
FINDINGS = (
    "A finding counts as seen only where every collection shows it. Where an arrow stands between two "
    "numbers, the first is what is compared with, the second what the statement is about. Some statements "
    "are judged twice, with a text as the sum of its words by counts and by tf-idf weights."
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
    "document of LSI is the sum of its words, each as often as it occurs. With our weights ln(1 + n)·idf "
    "that is so for the vectors idf·u, each ln(1 + n) times, and not for the singular vectors u alone. This "
    "decides much: both are in the table below, summed by n as the paper has it."
)
_LDA = (
    f"LDA is scikit-learn's, {LDA_PASSES} passes of online variational Bayes over shuffled documents. Its "
    "priors decide much and are not printed: 1 for the topics of a document and 0.5 for the words of a topic "
    "gave the best NMI of several pairs, tried once each; so the choice has seen the classes, as that of the "
    "number of Gaussians has. With weaker priors, 20 passes were hardly better than 8."
)


def summary(view: View, judged: Sequence[Finding]) -> str:
    """Say what was reproduced and what was not."""
    seen = sum(finding.seen for finding in judged)
    count = (
        f"Of {len(judged)} statements of the paper, those that are judged by counts and by tf-idf taken "
        f"twice, {seen} are seen here on every collection."
    )
    missing = (
        "TDT, CLEF03, TREC-1&2 and ROBUST are not free to use, so tables 3 to 5 can be compared only by "
        "their shape."
    )
    return " ".join([*_clustering_summary(view), *retrieval_summary(view), count, missing])


def clustering(view: View) -> str:
    """Say how documents were clustered, and what decides the numbers."""
    runs = {name: view.runs_of(CLUSTERING, method=name) for name in (PLSA, LDA, LSI)}
    runs[FV] = view.runs_of(CLUSTERING, method=FV, embedding=SUMMING)
    numbers = ", ".join(f"{n} of {name}" for name, n in runs.items())
    opening = (
        f"As many clusters as there are groups; means over runs, {numbers}, and of other word vectors as "
        f"many as the tables say. {_METHODS}"
    )
    return "\n\n".join([opening, _SCALE, _LDA, *_plsa(view), *_ours(view)])


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
