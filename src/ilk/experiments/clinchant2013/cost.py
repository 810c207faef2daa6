"""Seconds to fit and milliseconds a query, all in one setting: what runs beside it slows all alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.corpus.tokenizer import Tokenizer
from ilk.experiments.clinchant2013.embedded import embedding_of, fisher_vectors
from ilk.experiments.clinchant2013.retrieval import DIMENSIONS, lexical_search, row_of
from ilk.experiments.clinchant2013.settings import SUMMING, powers
from ilk.experiments.clinchant2013.texts import Counted, Which, counted
from ilk.experiments.study import Parameters, Result
from ilk.models.lsi import LSI
from ilk.search.dense import DenseSearch, unit_rows

T = TypeVar("T")

QUERIES, HITS = 100, 10


def costs(which: Which, parameters: Parameters) -> Result:
    """Return seconds to make ready, and milliseconds a query, for LSI, PL2 and numbers of Gaussians."""
    collection = counted(which)
    queries = titles(collection)
    lsi_seconds, lsi = _timed(lambda: LSI(DIMENSIONS).fit(collection.counts))
    embedding = embedding_of(which, SUMMING, DIMENSIONS)
    found: dict[str, Result] = {
        "documents": collection.counts.shape[0],
        "words": int(collection.counts.sum()),
        "PL2": _lexical(collection.counts, queries),
        "LSI": {"fit": lsi_seconds, "query": _by_vectors(lsi.document_vectors_, lsi.transform, queries)},
    }
    for n_components in powers(parameters["largest"]):
        fit = partial(fisher_vectors, collection.counts, embedding, n_components, int(parameters["seed"]))
        seconds, fitted = _timed(fit)
        transform, features = _timed(partial(fitted.transform, collection.counts))
        found[str(n_components)] = {
            # a fit also computes the vectors of the documents
            "fit": round(max(seconds - transform, 0.0), 4),
            "transform": transform,
            "query": _by_vectors(features, fitted.transform, queries),
        }
    return found


def titles(collection: Counted) -> csr_array:
    """Return the titles of some documents as queries (n_queries, n_terms)."""
    return titles_of(collection)[0]


def titles_of(collection: Counted) -> tuple[csr_array, NDArray[np.intp]]:
    """Return the titles of some documents as queries (n_queries, n_terms), and which documents have them."""
    place_of = {term: place for place, term in enumerate(collection.terms)}
    tokenizer = Tokenizer.for_language("english")
    spread = np.linspace(0, len(collection.titles) - 1, 2 * QUERIES).round().astype(int)
    asked = {d: [place_of[t] for t in tokenizer.terms(collection.titles[d]) if t in place_of] for d in spread}
    asked = dict([(d, terms) for d, terms in asked.items() if terms][:QUERIES])
    rows = np.repeat(np.arange(len(asked)), [len(terms) for terms in asked.values()])
    columns = np.concatenate(list(asked.values()))
    shape = (len(asked), len(collection.terms))
    counts = csr_array((np.ones(columns.size, dtype=np.int32), (rows, columns)), shape=shape)
    counts.sum_duplicates()
    return counts, np.array(list(asked), dtype=np.intp)


def _lexical(counts: csr_array, queries: csr_array) -> Result:
    lexical_search(counts[:2], "pl2").search(*row_of(queries, 0), HITS)  # compile before the clock runs
    seconds, search = _timed(lambda: lexical_search(counts, "pl2"))
    prepared, _ = _timed(search.prepare)
    rows = [row_of(queries, query) for query in range(queries.shape[0])]
    times = [_timed(partial(search.search, *row, HITS))[0] for row in rows]
    return {"fit": round(seconds + prepared, 4), "query": _milliseconds(times)}


def _by_vectors(documents: Any, transform: Callable[[csr_array], Any], queries: csr_array) -> float:
    """Return milliseconds to make a query's vector and to find the nearest documents."""
    search = DenseSearch(unit_rows(documents))

    def find(query: csr_array) -> object:
        return search.search(transform(query)[0], HITS)

    return _milliseconds([_timed(partial(find, queries[[q]]))[0] for q in range(queries.shape[0])])


def _milliseconds(seconds: list[float]) -> float:
    return round(1000 * median(seconds), 4)


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    started = time.perf_counter()
    done = work()
    return round(time.perf_counter() - started, 6), done
