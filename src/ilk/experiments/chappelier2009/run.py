"""One setting of the study."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ilk.corpus.collections import open_collection
from ilk.corpus.tokenizer import Tokenizer
from ilk.experiments.chappelier2009.fitting import fitted
from ilk.experiments.chappelier2009.published import CURVES, CURVES_OF
from ilk.experiments.chappelier2009.settings import COLLECTION
from ilk.experiments.chappelier2009.similarities import BM25_NAME, bm25, similarities
from ilk.experiments.retrieval_data import RetrievalData, retrieval_data
from ilk.experiments.study import Parameters, Result


def run(parameters: Parameters, data: Path) -> Result:
    """Do one setting."""
    name = str(parameters["collection"])
    collection = retrieval_data(data, name)
    if parameters["what"] == COLLECTION:
        ranked = [(BM25_NAME, bm25(collection.counts, collection.queries))]
        return _characteristics(data, collection) | _measured(ranked, collection, (BM25_NAME,))
    started = time.process_time()  # the wall clock would count what else the machine does
    model = fitted(
        collection.counts, str(parameters["em"]), int(parameters["topics"]), int(parameters["seed"])
    )
    seconds = time.process_time() - started
    found = similarities(model, collection.counts, collection.queries)
    curves = tuple(CURVES) if name == CURVES_OF else ()
    return {"fit_seconds": _short(seconds)} | _measured(found, collection, curves)


def _characteristics(data: Path, collection: RetrievalData) -> dict[str, Result]:
    """Return a column of table 1: documents that have words, and queries with and without judgements."""
    lengths = np.asarray(collection.counts.sum(axis=1))
    tokenizer = Tokenizer.for_language("english")
    queries = open_collection(data / collection.name).queries
    asked = [len(list(tokenizer.terms(query.text))) for query in queries]
    return {
        "terms": collection.counts.shape[1],
        "occurrences": int(lengths.sum()),
        "documents": int(np.count_nonzero(lengths)),
        "mean_document": _short(lengths[lengths > 0].mean()),
        "queries": len(asked),
        "mean_query": _short(np.mean(asked)),
        "judged_queries": len(collection.query_ids),
    }


def _measured(
    ranked: Iterable[tuple[str, NDArray[np.float64]]], collection: RetrievalData, curves: Sequence[str]
) -> dict[str, Result]:
    """Return MAP and R-precision by similarity, and of some of them the precision at 11 levels of recall."""
    means: dict[str, Result] = {}
    r_precisions: dict[str, Result] = {}
    precisions: dict[str, Result] = {}
    for name, similarities_of_all in ranked:
        measures = collection.measures(similarities_of_all)
        means[name], r_precisions[name] = _short(measures["AP"].mean()), _short(measures["Rprec"].mean())
        if name in curves:
            precisions[name] = [_short(value) for value in measures["precision"]]
    found: dict[str, Result] = {"MAP": means, "Rprec": r_precisions}
    if precisions:
        found["precision"] = precisions
    return found


def _short(value: float | np.floating) -> float:
    """Return a number with six digits that count."""
    return float(f"{value:.6g}")
