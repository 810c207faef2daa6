"""The median latency of one search by a Fisher kernel and by S_KL, beside bm25s with its numba backend.

Reuters-21578, the 19,043 stories with a body, and the PLSI of 64 topics that an index holds; 200 titles as
queries, ten hits each; all are given the same term numbers and are warm. `python -m benchmarks.bench_topics
--growth` shows how latency grows with documents and with topics; it takes some minutes and 6 GB of memory.
"""

from __future__ import annotations

import statistics
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.bench_search import K, Query, Search, median_latencies, reuters_queries, rival_searches
from benchmarks.harness import Comparison, best_of
from ilk.corpus.counts import Counts
from ilk.default.constants import FitConstants
from ilk.default.tempered import fit_tempered_plsi
from ilk.models.plsi import PLSI
from ilk.ranking import BM25
from ilk.search import LexicalSearch, Postings, Statistics
from ilk.search.base import BaseSearch
from ilk.search.kl_search import KLSearch
from ilk.search.topic_model import TopicModel
from ilk.search.topic_postings import TopicPostings
from ilk.search.topic_search import TopicSearch

N_TOPICS = 64
REPEATS = 8
SIZES, WIDTHS = (19_043, 60_000, 200_000, 1_000_000), (16, 32, 64, 128, 256)
KEPT, NOISE = 0.8, 0.3
"""A copy of a document keeps this share of its terms, and its P(z|d) times lognormal noise."""


def run() -> list[Comparison]:
    """Measure the searches query by query, each in turn with the rival, and what folding in takes of them."""
    warnings.simplefilter("ignore")  # fits of few iterations do not converge
    counts, queries = reuters_queries()
    rivals = rival_searches(counts, queries)
    tempered = TopicModel.from_plsi(
        fit_tempered_plsi(counts.matrix(), N_TOPICS, 0, FitConstants(), lambda _, __: None)
    )
    plain = TopicModel.from_plsi(PLSI(N_TOPICS, max_iter=30).fit(counts.matrix()))
    comparisons = []
    for kind, model in (("", tempered), (", plain EM", plain)):
        collection = _collection(counts, model)
        name = f"search: one plsi-h-words query, K = {N_TOPICS}{kind}"
        searches = _searches(TopicSearch(collection, part="words"), queries)
        comparisons.append(_comparison(name, searches, rivals, at_most=2))
        folds = _folding_in(TopicSearch(collection, part="words"), queries)
        comparisons.append(_comparison(f"  folding in alone{kind}", folds, rivals))
    collection = _collection(counts, tempered)
    searches = _searches(KLSearch(collection.stats, tempered), queries)
    comparisons.append(
        _comparison(f"search: one plsi-kl query, K = {N_TOPICS}", searches, rivals, at_most=20)
    )
    return comparisons


def growth() -> None:
    """Print median latencies over more documents and over more topics."""
    warnings.simplefilter("ignore")
    counts, queries = reuters_queries()
    queries = queries[:50]
    print("microseconds a query (median)   bm25  plsi-h-words  plsi-h  plsi-kl")
    model = TopicModel.from_plsi(PLSI(N_TOPICS, tempering=0.8, prior=0.1, max_iter=30).fit(counts.matrix()))
    for size in SIZES:
        larger, its_model = repeated(counts, model, size)
        _print_row(f"{size:>9,} documents, K = {N_TOPICS:>3}", larger, its_model, queries)
    for n_topics in WIDTHS:
        fitted = PLSI(n_topics, tempering=0.8, prior=0.1, max_iter=15).fit(counts.matrix())
        _print_row(
            f"{SIZES[0]:>9,} documents, K = {n_topics:>3}", counts, TopicModel.from_plsi(fitted), queries
        )


def repeated(counts: Counts, model: TopicModel, n_docs: int) -> tuple[Counts, TopicModel]:
    """Return so many documents: the collection, then copies that lack some terms and differ in topics."""
    if n_docs <= counts.n_docs:
        return counts, model
    rng = np.random.default_rng(0)
    lengths, indices, data, shares = [], [], [], []
    for first in range(0, n_docs, counts.n_docs):
        n = min(counts.n_docs, n_docs - first)
        end = counts.indptr[n]
        kept = rng.random(end) < (KEPT if first else 1.0)
        rows = np.repeat(np.arange(n), np.diff(counts.indptr[: n + 1]))
        lengths.append(np.bincount(rows[kept], minlength=n))
        indices.append(counts.indices[:end][kept])
        data.append(counts.data[:end][kept])
        shares.append(_perturbed(model.topics_of_docs[:n], rng) if first else model.topics_of_docs)
    indptr = np.concatenate([[0], np.cumsum(np.concatenate(lengths))])
    larger = Counts(indptr, np.concatenate(indices), np.concatenate(data), counts.vocabulary)
    its_model = TopicModel(
        model.kind,
        model.p_z,
        model.topics_of_terms,
        np.concatenate(shares),
        model.tempering,
        model.topic_prior,
    )
    return larger, its_model


def _perturbed(shares: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    noisy = shares * rng.lognormal(sigma=NOISE, size=shares.shape)
    return np.asarray(noisy / noisy.sum(axis=1, keepdims=True), dtype=np.float32)


def _collection(counts: Counts, model: TopicModel) -> TopicPostings:
    postings = Postings.from_rows(counts.indptr, counts.indices, counts.data, counts.n_terms)
    return TopicPostings(postings, Statistics.from_postings(postings, counts.n_docs), model)


def _searches(search: BaseSearch, queries: Sequence[Query]) -> list[Search]:
    return [partial(search.search, np.array(query), np.ones(len(query)), K) for query in queries]


def _folding_in(search: TopicSearch, queries: Sequence[Query]) -> list[Search]:
    """Return what folds in each query, without the search that follows."""
    return [partial(search.gradient, np.array(query), np.ones(len(query))) for query in queries]


def _comparison(
    name: str, ours: Sequence[Search], rivals: Sequence[Search], at_most: float | None = None
) -> Comparison:
    our_seconds, rival_seconds = median_latencies(ours, rivals)
    return Comparison(name, our_seconds * 1e6, rival_seconds * 1e6, "µs", "bm25s (numba)", at_most=at_most)


def _print_row(what: str, counts: Counts, model: TopicModel, queries: Sequence[Query]) -> None:
    medians = [f"{1e6 * _median(search, queries):>9,.0f}" for search in _all(_collection(counts, model))]
    print(what, *medians, flush=True)


def _all(collection: TopicPostings) -> Iterator[BaseSearch]:
    yield LexicalSearch(collection.postings, collection.stats, BM25())
    yield TopicSearch(collection, part="words")
    yield TopicSearch(collection)
    yield KLSearch(collection.stats, collection.model)


def _median(search: BaseSearch, queries: Sequence[Query]) -> float:
    searches: list[Callable[[], object]] = list(_searches(search, queries))
    for warm in searches:
        warm()
    return statistics.median(best_of(REPEATS, one) for one in searches)


if __name__ == "__main__":
    if "--growth" in sys.argv:
        growth()
    else:
        for comparison in run():
            print(
                f"{comparison.name}: {comparison.ours:.1f} {comparison.unit}, "
                f"{comparison.rival_name} {comparison.rival:.1f}, ratio {comparison.ratio:.2f}"
            )
