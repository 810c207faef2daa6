"""Cluster the documents of an index and say what each cluster is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError, UnknownName
from ilk.models._base import whole_number
from ilk.progress import Progress, silent
from ilk.records import Assignment, Cluster, Clustering
from ilk.search.topk import best_first
from ilk.tasks.cluster.features import best_kernel, features_of
from ilk.tasks.cluster.naming import Description, describe
from ilk.tasks.cluster.spherical import SphericalKMeans
from ilk.tasks.cluster.topics import topics_of
from ilk.tasks.cluster.words import written
from ilk.tasks.held import check_kernel, counts_of

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ilk.index import Index

K_MEANS, PLSI = "k-means", "plsi"
METHODS = (K_MEANS, PLSI)

STARTS = 5
"""Starts of k-means, of which the best is kept: a bad one can miss a theme."""

MANY_NUMBERS = 50_000_000
"""Features beyond which one start has to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to cluster; None for the kernel that does best."""

    n_clusters: int
    method: str = K_MEANS
    kernel: str | None = None
    seed: int = 0
    n_terms: int = 10
    n_documents: int = 3

    def __post_init__(self) -> None:
        """Refuse what cannot work before anything is read."""
        whole_number("the number of clusters", self.n_clusters, at_least=2)
        if self.method not in METHODS:
            raise UnknownName("method", str(self.method), METHODS)
        if self.kernel is not None:
            check_kernel(self.kernel)
            if self.method == PLSI:
                raise ParameterError(f"the method plsi has no kernel, got {self.kernel!r}; leave it out")
        whole_number("seed", self.seed, at_least=0)
        whole_number("n_terms", self.n_terms, at_least=1)
        whole_number("n_documents", self.n_documents, at_least=0)


class Partition(NamedTuple):
    """Documents by number (m,), the cluster of each, and how well it fits there, from 0 to 1."""

    documents: NDArray[np.intp]
    labels: NDArray[np.intp]
    strengths: NDArray[np.float64]


def cluster_documents(index: Index, settings: Settings, progress: Progress = silent) -> Clustering:
    """Cluster the documents of an index that have words; the others are in no cluster."""
    lengths = index.statistics.doc_lengths
    filled = np.flatnonzero(lengths)
    if filled.size < settings.n_clusters:
        raise ParameterError(_too_few(filled.size, settings.n_clusters))
    counts = counts_of(index)
    kernel = None
    if settings.method == K_MEANS:
        kernel = settings.kernel or best_kernel(index)
        partition = _by_k_means(index, kernel, counts, filled, settings, progress)
    else:
        partition = _by_topics(index, counts, filled, settings, progress)
    partition = largest_first(partition)
    progress("naming", 0, 1)
    clusters = _clusters(index, counts, partition, settings)
    progress("naming", 1, 1)
    ids = index.documents.ids()
    assigned = zip(*(part.tolist() for part in partition), strict=True)
    return Clustering(
        clusters,
        MappingProxyType({ids[d]: Assignment(label + 1, strength) for d, label, strength in assigned}),
        tuple(ids[d] for d in np.flatnonzero(lengths == 0).tolist()),
        settings.method,
        kernel,
    )


def largest_first(partition: Partition) -> Partition:
    """Number the clusters from 0 by their size, equal ones by their first document; leave out empty ones."""
    sizes = np.bincount(partition.labels)
    used, first = np.unique(partition.labels, return_index=True)
    order = used[np.lexsort((first, -sizes[used]))]
    numbers = np.zeros(sizes.size, dtype=np.intp)
    numbers[order] = np.arange(order.size)
    return partition._replace(labels=numbers[partition.labels])


def centrality(partition: Partition, lengths: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return strengths (m,) drawn to the mean of the cluster, the more the shorter a document.

    (|d| s_d + m s̄) / (|d| + m) with the mean length m: three words that fit well prove little.
    """
    sizes = np.bincount(partition.labels)
    means = np.bincount(partition.labels, weights=partition.strengths) / sizes
    words = lengths[partition.documents]
    drawn = words * partition.strengths + words.mean() * means[partition.labels]
    return np.asarray(drawn / (words + words.mean()))


def _by_k_means(
    index: Index,
    kernel: str,
    counts: csr_array,
    documents: NDArray[np.intp],
    settings: Settings,
    progress: Progress,
) -> Partition:
    features = features_of(index, kernel, counts, documents, settings.seed, progress)
    starts = 1 if features.size > MANY_NUMBERS else STARTS
    started = 0

    def report(iteration: int, _: float) -> None:
        nonlocal started
        started += iteration == 1
        progress("clustering", started - 1, starts)

    model = SphericalKMeans(settings.n_clusters, n_init=starts, seed=settings.seed, callback=report)
    model.fit(features)
    progress("clustering", starts, starts)
    cosines = model.transform(features)[np.arange(len(documents)), model.labels_]
    return Partition(documents, model.labels_, np.clip(cosines.astype(np.float64), 0.0, 1.0))


def _by_topics(
    index: Index, counts: csr_array, documents: NDArray[np.intp], settings: Settings, progress: Progress
) -> Partition:
    shares = topics_of(index, counts, settings.n_clusters, settings.seed, progress)[documents]
    labels = shares.argmax(axis=1)
    strengths = shares[np.arange(len(documents)), labels].astype(np.float64)
    return Partition(documents, labels, np.clip(strengths, 0.0, 1.0))


def _clusters(
    index: Index, counts: csr_array, partition: Partition, settings: Settings
) -> tuple[Cluster, ...]:
    """Describe each cluster by its terms and its most central documents."""
    n_clusters = int(partition.labels.max()) + 1
    described = describe(
        counts[partition.documents], partition.labels, n_clusters, settings.n_terms, index.vocabulary.term
    )
    central = centrality(partition, index.statistics.doc_lengths)
    clusters = []
    for number, description in enumerate(described):
        members = np.flatnonzero(partition.labels == number)
        order = members[best_first(central[members], members.size)]
        documents = partition.documents[order].tolist()
        clusters.append(_cluster(index, number + 1, description, documents, settings.n_documents))
    return tuple(told_apart(clusters))


def told_apart(clusters: Iterable[Cluster]) -> Iterator[Cluster]:
    """Number a name that came before, as clusters of the same texts have it: apples, pears (2)."""
    times: Counter[str] = Counter()
    for each in clusters:
        times[each.name] += 1
        again = times[each.name] > 1
        yield replace(each, name=f"{each.name} ({times[each.name]})") if again else each


def _cluster(
    index: Index,
    number: int,
    description: Description,
    documents: list[int],
    n_documents: int,
) -> Cluster:
    words = written(index, {*description.terms, *description.name}, documents)
    return Cluster(
        number,
        len(documents),
        ", ".join(words[term] for term in description.name),
        tuple(index.vocabulary.term(term) for term in description.terms),
        tuple(words[term] for term in description.terms),
        tuple(islice(_with_own_titles(index, documents), n_documents)),
    )


def _with_own_titles(index: Index, documents: Iterable[int]) -> Iterator[str]:
    """Yield the ids of documents, leaving out those with a title that came before: the same thing again."""
    titles: set[str] = set()
    for document in map(index.documents.get, documents):
        if document.title not in titles:
            yield document.id
        if document.title:
            titles.add(document.title)


def _too_few(n_filled: int, n_clusters: int) -> str:
    if not n_filled:
        return "no document of this index has words, so there is nothing to cluster; index texts with words"
    return (
        f"the number of clusters must be at most the number of documents with words, {n_filled:,}, "
        f"got {n_clusters:,}"
    )
