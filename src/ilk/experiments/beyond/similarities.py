"""Every similarity on a collection: what it is worth, and whether it differs from BM25 and from LSI."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ilk.corpus.collections import Collection
from ilk.evaluation import Comparison, Evaluation, Score, compare, evaluate
from ilk.evaluation.dense import Relevant, average_precisions, interpolated_precisions, r_precisions
from ilk.experiments.beyond.judged import indexed, judged_data, open_judged
from ilk.experiments.beyond.measuring import counted, ranks_of, rounded, short
from ilk.experiments.beyond.settings import EVERY
from ilk.experiments.study import Parameters, Result
from ilk.index import Index
from ilk.showing import CountedQuery
from ilk.similarities import MODELS_NEEDED

BM25, RM3, LSI, ILK = "bm25", "bm25-rm3", "lsi", "ilk"
GLANCE = (BM25, RM3, LSI, ILK)
"""Those whose average precision is kept for each query."""

SOME = (ILK, BM25, "lm-dirichlet", "tfidf", RM3, LSI, "plsi-kl", "plsi-h", "plsi-h-words", "dcm")
MEASURES = ("AP", "Rprec", "nDCG@10", "P@5")
SHALLOW = 10
"""How deep the measures look that the library computes; the others take whole rankings, and are quicker."""

RESAMPLES = 20_000


def similarities_of(parameters: Parameters) -> tuple[str, ...]:
    """Return the similarities that a setting compares."""
    return tuple(MODELS_NEEDED) if parameters["similarities"] == EVERY else SOME


def run_similarities(parameters: Parameters, data: Path) -> Result:
    """Rank all documents by each similarity and measure."""
    name, seed = str(parameters["collection"]), int(parameters["seed"])
    names = similarities_of(parameters)
    collection, relevant = open_judged(data, name), judged_data(data, name).relevant
    index = indexed(collection, names, seed)
    queries = counted(index, [query.text for query in collection.judged_queries])
    trial = _Trial(index, collection, queries, relevant)
    measured = {name: trial.measured(name) for name in names}
    evaluations = {name: evaluation for name, (evaluation, _) in measured.items()}
    against_bm25 = compare(evaluations, BM25, resamples=RESAMPLES)
    against_lsi = compare(_by_precision(evaluations), LSI, resamples=RESAMPLES)
    return {
        "queries": len(queries),
        "documents": len(index),
        "AP": {name: rounded(evaluations[name].score("AP").values) for name in GLANCE},
        "similarities": {
            name: {
                "measures": {score.measure: short(score.mean) for score in evaluation.scores},
                "p": _corrected(against_bm25, name),
                "p against lsi": _corrected(against_lsi, name),
                "precision": curve,
            }
            for name, (evaluation, curve) in measured.items()
        },
    }


class _Trial:
    """The queries of a collection put to its index."""

    def __init__(
        self, index: Index, collection: Collection, queries: list[CountedQuery], relevant: Relevant
    ) -> None:
        self._index, self._queries, self._relevant = index, queries, relevant
        self._judgements = collection.judgements
        self._query_ids = tuple(query.id for query in collection.judged_queries)
        self._ids = index.documents.ids()

    def measured(self, similarity: str) -> tuple[Evaluation, list[Result]]:
        """Return the measures of a similarity, and its mean precision at the eleven levels of recall."""
        n_docs = len(self._index)
        answers = self._index.searcher(similarity).search_many(self._queries, n_docs)
        ranks = ranks_of(answers, self._relevant, n_docs)
        first = {
            query: [self._ids[number] for number in docs[:SHALLOW].tolist()]
            for query, (docs, _) in zip(self._query_ids, answers, strict=True)
        }
        whole = (
            Score("AP", tuple(average_precisions(ranks).tolist())),
            Score("Rprec", tuple(r_precisions(ranks).tolist())),
        )
        curve = interpolated_precisions(ranks).mean(axis=0)
        return Evaluation(self._query_ids, (*whole, *self._shallow(first))), rounded(curve, 4)

    def _shallow(self, first: Mapping[str, list[str]]) -> tuple[Score, ...]:
        """Measure the first hits; the values in the order of the queries."""
        evaluation = evaluate(first, self._judgements, ",".join(MEASURES[2:]))
        place = {query: number for number, query in enumerate(evaluation.query_ids)}
        return tuple(
            Score(score.measure, tuple(score.values[place[query]] for query in self._query_ids))
            for score in evaluation.scores
        )


def _by_precision(evaluations: Mapping[str, Evaluation]) -> dict[str, Evaluation]:
    return {name: Evaluation(e.query_ids, (e.score("AP"),)) for name, e in evaluations.items()}


def _corrected(rows: tuple[Comparison, ...], name: str) -> dict[str, Result]:
    """Return the corrected p of a similarity by measure; nothing for the baseline."""
    return {
        row.measure: short(row.corrected_p, 3)
        for row in rows
        if row.system == name and row.corrected_p is not None
    }
