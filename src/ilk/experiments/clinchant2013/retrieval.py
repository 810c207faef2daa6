"""Documents ranked for queries: by Fisher vectors of words, and by what they are measured against."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.experiments.clinchant2013.embedded import (
    averaged,
    by_number,
    embedding_of,
    fisher_vectors,
    lsi_of,
    reading_of,
)
from ilk.experiments.clinchant2013.settings import SUMMING
from ilk.experiments.clinchant2013.texts import Which
from ilk.experiments.retrieval_data import RetrievalData, retrieval_data
from ilk.experiments.study import Parameters, Result
from ilk.models.spherical_kmeans import unit_rows
from ilk.ranking.registry import make_ranking
from ilk.search.engine import LexicalSearch
from ilk.search.postings import Postings
from ilk.search.statistics import Statistics

Floats = NDArray[np.float64]

AVERAGE, PLAIN, POWER, WITH_PL2 = "average", "AP", "power", "with PL2"
"""What a result tells apart: words averaged; vectors as in the paper; square roots taken; PL2 added."""
DIMENSIONS = 50
LSI_DIMENSIONS = (50, 100, 200, 300, 400, 500)
SAMPLES = (1_000, 5_000, 20_000, 50_000, 1_000_000)
SHARES = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0)


def by_gaussians(which: Which, parameters: Parameters) -> Result:
    """Return MAP in percent: of averaged words, and by number of Gaussians in three ways."""
    judged = retrieval_data(which.data, which.name)
    reading, dimensions = reading_of(str(parameters["embedding"])), int(parameters["dimensions"])
    embedding = embedding_of(which, reading.vectors, dimensions)
    idf = lsi_of(which, dimensions).idf_
    documents, queries = (reading.weighed(counts, idf) for counts in (judged.counts, judged.queries))
    average = averaged(queries, embedding) @ averaged(documents, embedding).T
    found: dict[str, Result] = {AVERAGE: _map(judged, average)}
    lexical = standardised(lexical_similarities(which.data, which.name, "pl2"))
    for n_components, fitted in by_number(documents, embedding, reading, parameters):
        plain = fitted.gram(queries)
        fitted.set_params(power=0.5)
        rooted = fitted.transform(queries) @ fitted.transform(documents).T
        found[str(n_components)] = {
            PLAIN: _map(judged, plain),
            POWER: _map(judged, rooted),
            WITH_PL2: _map(judged, standardised(plain) + lexical),
        }
    return found


def baselines(which: Which) -> Result:
    """Return MAP in percent of PL2, of TF-IDF, and of LSI by dimensions, with VΣ and with V for documents."""
    judged = retrieval_data(which.data, which.name)
    scaled: dict[str, Result] = {}
    singular: dict[str, Result] = {}
    for dimensions in LSI_DIMENSIONS:
        lsi = lsi_of(which, dimensions)
        documents, queries = lsi.document_vectors_, lsi.transform(judged.queries)
        scaled[str(dimensions)] = _map(judged, cosines(queries, documents))
        values = lsi.singular_values_
        singular[str(dimensions)] = _map(judged, cosines(queries / values, documents / values))
    return {
        "documents": judged.counts.shape[0],
        "terms": judged.counts.shape[1],
        "queries": judged.queries.shape[0],
        "words": int(judged.counts.sum()),
        "PL2": _map(judged, lexical_similarities(which.data, which.name, "pl2")),
        "TF-IDF": _map(judged, lexical_similarities(which.data, which.name, "tfidf")),
        "LSI": scaled,
        "LSI, V": singular,
    }


def by_sample(which: Which, n_components: int, seed: int) -> Result:
    """Return MAP in percent by the word occurrences that the mixture was fitted to."""
    judged, embedding = retrieval_data(which.data, which.name), embedding_of(which, SUMMING, DIMENSIONS)
    most = int(judged.counts.sum())
    found: dict[str, Result] = {}
    for size in sorted({min(size, most) for size in SAMPLES}):
        fitted = fisher_vectors(judged.counts, embedding, n_components, seed, size)
        found[str(size)] = _map(judged, fitted.gram(judged.queries))
    return {"samples": found}


def by_share(which: Which, n_components: int, seed: int) -> Result:
    """Return MAP in percent with the mixture fitted to a share of the documents.

    with: every word counts; without: only words of the documents that the mixture was fitted to. `unseen` is
    the share of the occurrences in the collection that are of other words.
    """
    judged, embedding = retrieval_data(which.data, which.name), embedding_of(which, SUMMING, DIMENSIONS)
    order = np.random.default_rng(seed).permutation(judged.counts.shape[0])
    found: dict[str, Result] = {}
    for share in SHARES:
        sample = judged.counts[order[: round(share * order.size)]]
        fitted = fisher_vectors(csr_array(sample), embedding, n_components, seed)
        seen = np.bincount(sample.indices, minlength=judged.counts.shape[1]) > 0
        kept = _only(judged.counts, seen)
        found[str(share)] = {
            "with": _map(judged, fitted.transform(judged.queries) @ fitted.transform(judged.counts).T),
            "without": _map(judged, fitted.transform(_only(judged.queries, seen)) @ fitted.transform(kept).T),
            "unseen": round(100 * (1 - float(kept.sum()) / float(judged.counts.sum())), 3),
        }
    return found


@lru_cache(maxsize=8)
def lexical_similarities(data: Path, name: str, ranking: str) -> Floats:
    """Return the similarities of every query and document by a lexical ranking (n_queries, n_docs)."""
    judged = retrieval_data(data, name)
    search = lexical_search(judged.counts, ranking)
    rows = (row_of(judged.queries, query) for query in range(judged.queries.shape[0]))
    return np.stack([search.similarities(*row).values for row in rows])


def lexical_search(counts: csr_array, ranking: str) -> LexicalSearch:
    """Return the search among documents given by their counts."""
    postings = Postings.from_rows(counts.indptr, counts.indices, counts.data, counts.shape[1])
    statistics = Statistics.from_postings(postings, counts.shape[0])
    return LexicalSearch(postings, statistics, make_ranking(ranking))


def row_of(counts: csr_array, row: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the terms of a row and how often each occurs."""
    span = slice(counts.indptr[row], counts.indptr[row + 1])
    return counts.indices[span], counts.data[span]


def standardised(similarities: Floats) -> Floats:
    """Shift and scale the similarities of each query to mean 0 and deviation 1."""
    deviations = similarities.std(axis=1, keepdims=True)
    shifted = similarities - similarities.mean(axis=1, keepdims=True)
    return np.asarray(shifted / np.where(deviations > 0, deviations, 1.0))


def _only(counts: csr_array, kept: NDArray[np.bool_]) -> csr_array:
    """Return counts without the terms that are not kept."""
    data = np.where(kept[counts.indices], counts.data, 0)
    return csr_array((data, counts.indices, counts.indptr), shape=counts.shape)


def cosines(queries: Floats, documents: Floats) -> Floats:
    return np.asarray(unit_rows(queries) @ unit_rows(documents).T)


def _map(judged: RetrievalData, similarities: Floats) -> float:
    return round(100 * float(judged.measures(similarities)["AP"].mean()), 3)
