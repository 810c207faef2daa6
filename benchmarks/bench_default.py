"""The default similarity: seconds to build an index, its size, and the latency of a search beside bm25s.

Reuters-21578, the 19,043 stories with a body, and MED; 200 titles as queries, ten hits each.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.bench_search import K, Search, median_latencies, reuters_queries, rival_searches
from benchmarks.harness import DATA, Comparison, best_of
from ilk.corpus.counts import Counts
from ilk.corpus.read import read
from ilk.index import Index
from ilk.records import Document

PROMISED_SECONDS = {"reuters21578": 60.0, "med": 8.0}
LARGEST_SHARE = 5.0
"""Of the size of the raw text."""

SLOWEST = 50.0


def run() -> list[Comparison]:
    """Build both collections, then search the larger one."""
    comparisons = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("med", "reuters21578"):
            documents = [document for document in read(DATA / name) if document.text]
            path = Path(folder) / f"{name}.ilk"
            seconds = best_of(1, partial(Index.build, documents, path=path))
            bound = PROMISED_SECONDS[name]
            comparisons.append(Comparison(f"build {name}", seconds, bound, "s", "promised", at_most=1.0))
        index = Index.open(path)
        comparisons.append(_size(index, documents))
        counts, queries = reuters_queries()
        ours, rival = median_latencies(_searches(index, counts, queries), rival_searches(counts, queries))
    name = "search: one query by the default similarity, Reuters-21578"
    comparisons.append(Comparison(name, ours * 1e3, rival * 1e3, "ms", "bm25s (numba)", at_most=SLOWEST))
    return comparisons


def _size(index: Index, documents: Sequence[Document]) -> Comparison:
    text = sum(len(document.title.encode()) + len(document.text.encode()) for document in documents)
    megabytes = index.info().n_bytes / 1e6
    return Comparison("index size", megabytes, text / 1e6, "MB", "raw text", at_most=LARGEST_SHARE)


def _searches(index: Index, counts: Counts, queries: Sequence[Sequence[int]]) -> list[Search]:
    search = index.searcher("ilk")
    numbered = [
        np.array([n for term in query if (n := index.vocabulary.number(counts.vocabulary[term])) is not None])
        for query in queries
    ]
    return [partial(search.search, terms, np.ones(len(terms)), K) for terms in numbered]


if __name__ == "__main__":
    for comparison in run():
        print(comparison.name, f"{comparison.ours:.3g} {comparison.unit}", f"ratio {comparison.ratio:.2f}")
