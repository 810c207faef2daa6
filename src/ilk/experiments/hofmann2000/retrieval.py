"""Ranking the documents of the four collections by Fisher kernels and by the vector space model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ilk.experiments.hofmann2000.models import fisher_kernel, fit_topics
from ilk.experiments.hofmann2000.settings import STEMS
from ilk.experiments.hofmann2000.weights import tf_cosine, tfidf_cosine
from ilk.experiments.retrieval_data import RetrievalData, retrieval_data
from ilk.experiments.study import Parameters, Result

Floats = NDArray[np.float64]

RAW, COSINE = "raw", "cosine"
FORMS = (RAW, COSINE)
"""The kernel as it is derived, and divided by the lengths of its features."""
ONE, MANY, BOTH = "one", "many", "both"
MODELS = (ONE, MANY, BOTH)
"""The kernel of the model with one topic, of that with many, and the sum of the two."""
PRECISIONS = 4


def run_vector_space(parameters: Parameters, data: Path) -> Result:
    """Rank by the cosine of counts and of counts times idf."""
    collection = _collection(parameters, data)
    documents, queries = collection.counts, collection.queries
    return {
        "tf": _measured(collection, tf_cosine(documents, queries), per_query=True),
        "tf-idf": _measured(collection, tfidf_cosine(documents, queries), per_query=True),
    }


def run_retrieval(parameters: Parameters, data: Path) -> Result:
    """Rank by the Fisher kernels of one initialisation, each model alone and both summed."""
    collection = _collection(parameters, data)
    similarities = _fisher(collection, parameters, int(parameters["seed"]))
    return {
        name: _measured(collection, values, per_query=name.startswith(BOTH))
        for name, values in similarities.items()
    }


def run_summed(parameters: Parameters, data: Path) -> Result:
    """Rank by the sum of the kernels of several initialisations, which is ours and not the paper's."""
    collection = _collection(parameters, data)
    first, last = int(parameters["seed"]), int(parameters["seed"]) + int(parameters["seeds"])
    several = [_fisher(collection, parameters, seed) for seed in range(first, last)]
    total = np.sum([similarities[f"{BOTH} {COSINE}"] for similarities in several], axis=0)
    return {f"{BOTH} {COSINE}": _measured(collection, total, per_query=True)}


def _collection(parameters: Parameters, data: Path) -> RetrievalData:
    name = str(parameters["collection"])
    variant = "all" if name == "cacm" else None  # the 3,204 documents, also those that are a title alone
    return retrieval_data(data, name, variant, parameters["words"] == STEMS)


def _fisher(collection: RetrievalData, parameters: Parameters, seed: int) -> dict[str, Floats]:
    """Return similarities (n_queries, n_docs) by model and form."""
    fit, counts = str(parameters["fit"]), collection.counts
    models = {ONE: fit_topics(counts, 1, fit, seed)}
    models[MANY] = fit_topics(counts, int(parameters["topics"]), fit, seed)
    similarities: dict[str, Floats] = {}
    for form in FORMS:
        for name, model in models.items():
            kernel = fisher_kernel(model, counts, cosine=form == COSINE)
            similarities[f"{name} {form}"] = kernel.gram(collection.queries)
        similarities[f"{BOTH} {form}"] = similarities[f"{ONE} {form}"] + similarities[f"{MANY} {form}"]
    return similarities


def _measured(collection: RetrievalData, similarities: Floats, *, per_query: bool) -> dict[str, Result]:
    """Return MAP and R-precision in per cent, precision by recall, and maybe AP of each query."""
    measures = collection.measures(similarities)
    answer: dict[str, Result] = {
        "map": round(100 * float(measures["AP"].mean()), PRECISIONS),
        "rprec": round(100 * float(measures["Rprec"].mean()), PRECISIONS),
        "precision": [round(100 * float(value), 2) for value in measures["precision"]],
    }
    if per_query:
        answer["ap"] = [round(float(value), PRECISIONS) for value in measures["AP"]]
    return answer
