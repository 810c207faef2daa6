"""A small collection under a fitted PLSI and a fitted mixture, and searches over it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.sparse import csr_array

from ilk.kernels import KERNELS, kernel_spec
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI
from ilk.search import Postings, Statistics
from ilk.search.base import BaseSearch
from ilk.search.kl_search import KLSearch
from ilk.search.topic_model import TopicModel
from ilk.search.topic_postings import TopicPostings
from ilk.search.topic_search import TopicSearch

TOPIC_KERNELS = [name for name, spec in KERNELS.items() if spec.model in ("plsi", "naive-bayes")]
UNKNOWN, WORDLESS = 7, 3
"""A term that the models have not seen, and a document without words."""

Query = tuple[np.ndarray, np.ndarray]


def postings_of(counts: csr_array) -> tuple[Postings, Statistics]:
    postings = Postings.from_rows(counts.indptr, counts.indices, counts.data, counts.shape[1])
    return postings, Statistics.from_postings(postings, counts.shape[0])


@dataclass
class Fitted:
    """Counts (N, V), the models fitted to them, and the collection under each."""

    counts: csr_array
    plsi: PLSI
    mixture: NaiveBayesMixture
    topics: dict[str, TopicPostings]

    def search(self, name: str, compiled: bool = True) -> TopicSearch:
        spec = kernel_spec(name)
        return TopicSearch(self.topics[spec.model], **spec.parameters, compiled=compiled)

    def kl(self, compiled: bool = True) -> KLSearch:
        topics = self.topics["plsi"]
        return KLSearch(topics.stats, topics.model, compiled=compiled)

    def model_of(self, name: str) -> PLSI | NaiveBayesMixture:
        return self.plsi if kernel_spec(name).model == "plsi" else self.mixture


@cache
def fitted(n_docs: int = 60, tempering: float = 1.0, prior: float = 0.0, n_topics: int = 4) -> Fitted:
    """Fit few iterations to random counts; the wordless document and the unknown term are among them."""
    rng = np.random.default_rng(n_docs)
    themes = rng.dirichlet(np.full(24, 0.3), size=n_topics)
    rows = [rng.multinomial(rng.integers(3, 20), themes[rng.integers(n_topics)]) for _ in range(n_docs)]
    dense = np.array(rows, dtype=np.int32)
    dense[:, UNKNOWN], dense[WORDLESS] = 0, 0
    counts = csr_array(dense)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # few iterations do not converge
        plsi = PLSI(n_topics, tempering=tempering, prior=prior, max_iter=15).fit(counts)
        mixture = NaiveBayesMixture(n_topics, max_iter=15).fit(counts)
    if prior:  # pseudo-counts let the model know every term of its vocabulary
        plsi.p_w_given_z_[:, UNKNOWN] = 0
    mixture.p_w_given_z_[:, UNKNOWN] = 0
    postings, stats = postings_of(counts)
    models = {"plsi": TopicModel.from_plsi(plsi), "naive-bayes": TopicModel.from_mixture(mixture, counts)}
    topics = {name: TopicPostings(postings, stats, model) for name, model in models.items()}
    return Fitted(counts, plsi, mixture, topics)


def random_queries(n: int, n_terms: int = 24, seed: int = 0) -> list[Query]:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 7, n)
    return [(np.sort(rng.choice(n_terms, size, replace=False)), rng.integers(1, 4, size)) for size in sizes]


def as_counts(queries: list[Query], n_terms: int = 24) -> csr_array:
    dense = np.zeros((len(queries), n_terms))
    for row, (terms, counts) in zip(dense, queries, strict=True):
        row[terms] = counts
    return csr_array(dense)


def ranked(search: BaseSearch, query: Query, allowed: np.ndarray | None = None) -> list[tuple[int, float]]:
    """All candidates with their similarities, sorted as a search should sort them."""
    values, candidates = search.similarities(*query)
    docs = [doc for doc in np.flatnonzero(candidates).tolist() if allowed is None or allowed[doc]]
    return sorted(((doc, float(values[doc])) for doc in docs), key=lambda pair: (-pair[1], pair[0]))
