"""One setting of the study.

R-precision is kept as hits, the number of relevant documents among the first R, one whole number a query: the
baselines of a collection hold R, and from both comes each query's R-precision.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.experiments.nyffenegger2006 import kernels
from ilk.experiments.nyffenegger2006.combining import combinations, short
from ilk.experiments.nyffenegger2006.fitting import MIXTURE_FITS, PLSI_FITS, plain_plsi
from ilk.experiments.nyffenegger2006.settings import BASELINES, COMBINATION, PLSI
from ilk.experiments.retrieval_data import RetrievalData, retrieval_data
from ilk.experiments.study import Parameters, Result
from ilk.kernels.counts import CountKernel, elkan_idf

Floats = NDArray[np.float64]


def run(parameters: Parameters, data: Path) -> Result:
    """Do one setting."""
    name, what = str(parameters["collection"]), parameters["what"]
    collection = retrieval_data(data, name, "all" if name == "cacm" else None)
    if what == BASELINES:
        return _baselines(collection)
    em, seed = str(parameters["em"]), int(parameters["seed"])
    if what == COMBINATION:
        return combinations(collection, PLSI_FITS[em], seed)
    n_topics = int(parameters["topics"])
    if what == PLSI:
        return _plsi(collection, PLSI_FITS[em](collection.counts, n_topics, seed))
    mixture = MIXTURE_FITS[em](collection.counts, n_topics, seed)
    return {"hits": _hits_of_all(collection, kernels.NAIVE_BAYES, mixture)}


def _baselines(collection: RetrievalData) -> dict[str, Result]:
    """Return how many documents are relevant, and the hits of what "tf-idf (≃ K1)" may mean."""
    counts, queries = collection.counts, collection.queries
    one_topic = plain_plsi(counts, 1, 0)
    found = {
        kernels.TFIDF: CountKernel("tfidf-elkan").fit(counts).gram(queries),
        kernels.PRODUCT: _product(counts, queries),
        kernels.ONE_TOPIC: kernels.PLSI["vector-space"].similarities(one_topic, counts, queries),
        kernels.ONE_TOPIC_RAW: kernels.VARIANTS["raw"].similarities(one_topic, counts, queries),
    }
    return {
        "relevant": [len(documents) for documents in collection.relevant],
        "hits": {name: _hits(collection, similarities) for name, similarities in found.items()},
    }


def _plsi(collection: RetrievalData, model: Any) -> dict[str, Result]:
    """Return the hits of the paper's kernels, and the means of variants and of cosines."""
    all_kernels = {**kernels.PLSI, **kernels.VARIANTS}
    variants: dict[str, Result] = {
        name: _mean(collection, kernel, model) for name, kernel in kernels.VARIANTS.items()
    }
    cosines: dict[str, Result] = {
        name: _mean(collection, kernel, model, normalise=True) for name, kernel in all_kernels.items()
    }
    hits = _hits_of_all(collection, kernels.PLSI, model)
    return {"hits": hits, "variants": variants, "cosines": cosines, "iterations": int(model.n_iter_)}


def _product(counts: csr_array, queries: csr_array) -> Floats:
    """Return Σ_w n(q,w) n(d,w) log(N/df_w) (n_queries, n_docs): tf-idf with no regard to lengths."""
    weights = elkan_idf(counts)
    weighted = csr_array((counts.data * weights[counts.indices], counts.indices, counts.indptr), counts.shape)
    return np.asarray((queries @ weighted.T).toarray())


def _hits_of_all(
    collection: RetrievalData, of: Mapping[str, kernels.Kernel], model: Any
) -> dict[str, Result]:
    return {
        name: _hits(collection, kernel.similarities(model, collection.counts, collection.queries))
        for name, kernel in of.items()
    }


def _hits(collection: RetrievalData, similarities: Floats) -> list[Result]:
    """Return how many of the first R documents are relevant, for each query."""
    n_relevant = np.array([len(documents) for documents in collection.relevant])
    return [int(n) for n in np.rint(collection.measures(similarities)["Rprec"] * n_relevant)]


def _mean(collection: RetrievalData, kernel: kernels.Kernel, model: Any, *, normalise: bool = False) -> float:
    similarities = kernel.similarities(model, collection.counts, collection.queries, normalise=normalise)
    return short(collection.measures(similarities)["Rprec"].mean())
