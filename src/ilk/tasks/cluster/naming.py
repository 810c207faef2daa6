"""What a cluster is about, in terms that a person knows it by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.tasks.topics import best_positive

Floats = NDArray[np.float64]

TERMS_A_NAME = 3
SAME_BEGINNING = 4
"""Two terms that begin with as many equal letters are seldom two things, such as pitch and pitcher."""

CANDIDATES = 200
"""Terms among which a name is looked for."""

COMMON = 2
"""Documents that a term must be in to describe a cluster: what one person wrote once tells nobody much."""


@dataclass(frozen=True, slots=True)
class Description:
    """The terms that set a cluster apart, by number, best first, and those that make its name."""

    terms: tuple[int, ...]
    name: tuple[int, ...]


def describe(
    counts: csr_array, labels: NDArray[np.intp], n_clusters: int, n_terms: int, spell: Callable[[int], str]
) -> list[Description]:
    """Describe clusters of documents with counts (n, V) and labels (n,); `spell` tells a term by its number.

    A name has terms that describe no other cluster better. Where all of them do, it has what is left over by
    the other names. Clusters of the same texts may be left with the same name.
    """
    weigh = _Weights(counts, labels, n_clusters)
    owners = weigh.owners()
    best = [best_positive(weights, max(n_terms, CANDIDATES)) for weights in weigh]
    names = [
        _telling([term for term in terms if owners[term] == number], spell)
        for number, terms in enumerate(best)
    ]
    taken = {term for name in names for term in name}
    for number, terms in enumerate(best):
        if not names[number]:
            left = [term for term in terms if term not in taken]
            names[number] = _telling(left or terms, spell)
            taken.update(names[number])
    return [Description(tuple(terms[:n_terms]), tuple(name)) for terms, name in zip(best, names, strict=True)]


def distinctness_by_share(shares: Floats, overall: Floats) -> Floats:
    """Return p log(p/P) + (1 − p) log((1 − p)/(1 − P)), (V,), of shares p in a cluster and P in all.

    How surely the presence of a term tells the cluster, where it is more frequent there; 0 where it is not. A
    word that half of all texts have, such as "writes", has next to none, however frequent it is.
    """
    p, q = (np.clip(each, 1e-12, 1 - 1e-12) for each in (shares, overall))
    divergence = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return np.where(shares > overall, divergence, 0.0)


class _Weights:
    """How well each term tells a cluster, cluster by cluster, (V,) each."""

    def __init__(self, counts: csr_array, labels: NDArray[np.intp], n_clusters: int) -> None:
        n_docs = counts.shape[0]
        # A word that is in many documents says more than one that is often in a few: n/(n + 1) hardly grows.
        saturated = csr_array(
            (counts.data / (counts.data + 1.0), counts.indices, counts.indptr), counts.shape
        )
        sizes = np.bincount(labels, minlength=n_clusters)
        membership = csr_array((1.0 / sizes[labels], (labels, np.arange(n_docs))), shape=(n_clusters, n_docs))
        self._shares = csr_array(membership @ saturated)
        self._overall = np.asarray(saturated.sum(axis=0)) / n_docs
        doc_freqs = np.bincount(counts.indices, minlength=counts.shape[1])
        self._rare = doc_freqs < min(COMMON, doc_freqs.max(initial=0))

    def __iter__(self) -> Iterator[Floats]:
        """Yield the weights of each cluster's terms, dense only one at a time, as clusters may be many."""
        for number in range(self._shares.shape[0]):
            shares = self._shares[[number]].toarray()[0]
            weights = distinctness_by_share(shares, self._overall)
            weights[self._rare] = 0.0
            yield weights if weights.any() else shares  # where nothing sets it apart, what is frequent

    def owners(self) -> NDArray[np.intp]:
        """Return the cluster that each term describes best, (V,), of equal ones the first."""
        best, owners = np.zeros(self._overall.size), np.zeros(self._overall.size, dtype=np.intp)
        for number, weights in enumerate(self):
            better = weights > best
            best[better], owners[better] = weights[better], number
        return owners


def _telling(terms: Sequence[int], spell: Callable[[int], str]) -> list[int]:
    """Choose the first terms that are words, each with a beginning of its own; the first ones if none is."""
    return list(islice(_words(terms, spell), TERMS_A_NAME)) or list(terms[:TERMS_A_NAME])


def _words(terms: Sequence[int], spell: Callable[[int], str]) -> Iterator[int]:
    beginnings: set[str] = set()
    for term in terms:
        beginning = spell(term)[:SAME_BEGINNING]
        if beginning.isalpha() and beginning not in beginnings:
            beginnings.add(beginning)
            yield term
