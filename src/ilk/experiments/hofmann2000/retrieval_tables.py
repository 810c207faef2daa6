"""The section on retrieval."""

from __future__ import annotations

from ilk.evaluation.compare import randomisation_test
from ilk.experiments.hofmann2000.figures import map_figure, recall_figure
from ilk.experiments.hofmann2000.settings import STEMS, SUMMED, VECTOR_SPACE
from ilk.experiments.hofmann2000.view import FISHER, FISHER_SUMMED, TF, TFIDF, Ranking, View
from ilk.experiments.report import NOTHING, Figure, Section, Table

RESAMPLES = 20_000
LEAST_P = 0.001
"""Smaller ones are not told apart."""


def retrieval_section(view: View) -> Section:
    """Return MAP of all ways to rank, and the comparison with the vector space model."""
    text = (
        "The Fisher kernel in the form that the paper derives, with the identity as information: of the "
        f"model with one topic, of that with K = {view.n_topics}, and the sum of both; as derived, and as a "
        "cosine, divided by the lengths of the features. The vector space model is the cosine of counts "
        "(tf) and of counts times log(N/df) (tf-idf). CACM has all its 3,204 documents. Whether the paper "
        "took stems is not known to us; its figure shows words as they are written, and so does our "
        "protocol. Tempered EM has ten plain iterations and forty with β = 0.8, and a pseudo-count of 0.1; "
        "stems, and the sum over several initialisations, are ours."
    )
    tables = [table for words in view.words for table in (_map_table(view, words), _gain_table(view, words))]
    figures = [
        Figure(
            "hofmann2000-map",
            "MAP of the vector space model and of the Fisher kernels of tempered EM as cosines; words as "
            "they are written; bars of error are one standard deviation over seeds.",
            lambda: map_figure(view),
        ),
        Figure(
            "hofmann2000-recall",
            "Precision at eleven levels of recall, mean over queries and seeds; words as they are written; "
            "the Fisher kernel is the sum of both models, as a cosine.",
            lambda: recall_figure(view),
        ),
    ]
    return Section("Retrieval", text, tables, figures)


def title_of(ranking: Ranking, n_topics: int) -> str:
    """Name a way to rank, as in «Fisher K = 1 + K = 64, cosine, tempered EM»."""
    if ranking.part == VECTOR_SPACE:
        return f"{ranking.name} cosine"
    model, form = ranking.name.split()
    models = {"one": "K = 1", "many": f"K = {n_topics}", "both": f"K = 1 + K = {n_topics}"}
    name = f"Fisher {models[model]}{', cosine' if form == 'cosine' else ''}, {ranking.fit} EM"
    return f"{name}, seeds summed" if ranking.part == SUMMED else name


def words_title(words: str) -> str:
    """Say which terms were counted."""
    return "stems" if words == STEMS else "words as written"


def _map_table(view: View, words: str) -> Table:
    rows = [
        (title_of(ranking, view.n_topics), *(_cell(view, c, ranking, words) for c in view.collections))
        for ranking in view.rankings(words)
    ]
    header = ("similarity", *(collection.upper() for collection in view.collections))
    return Table(f"MAP in per cent, {words_title(words)}", header, rows)


def _cell(view: View, collection: str, ranking: Ranking, words: str) -> str:
    values = view.precisions(collection, ranking, words)
    return NOTHING if values is None else str(values)


def _gain_table(view: View, words: str) -> Table:
    rows = []
    for ranking in (FISHER, FISHER_SUMMED):
        for baseline in (TF, TFIDF):
            name = f"{title_of(ranking, view.n_topics)} against {title_of(baseline, view.n_topics)}"
            rows.append((name, *(_gain(view, c, ranking, baseline, words) for c in view.collections)))
    header = ("difference", *(collection.upper() for collection in view.collections))
    caption = "Difference of MAP, and p of the paired randomisation test on AP, mean over seeds, by queries"
    return Table(f"{caption}, {words_title(words)}", header, rows)


def _gain(view: View, collection: str, ranking: Ranking, baseline: Ranking, words: str) -> str:
    if view.precisions(collection, ranking, words) is None:
        return NOTHING
    ours = view.average_precisions(collection, ranking, words)
    theirs = view.average_precisions(collection, baseline, words)
    p = randomisation_test(ours - theirs, resamples=RESAMPLES)
    written = f"p = {p:.3f}" if p >= LEAST_P else f"p < {LEAST_P}"
    return f"{100 * (ours - theirs).mean():+.1f} ({written})"
