"""Documents in as many clusters as there are newsgroups, and how well that agrees with the newsgroups."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from ilk.evaluation.clusters import adjusted_rand_index, normalised_mutual_information
from ilk.experiments.clinchant2013.embedded import Floats, averaged, embedding_of, fisher_vectors, lsi_of
from ilk.experiments.clinchant2013.settings import LDA, LSI, PLSA, UNIT, powers
from ilk.experiments.clinchant2013.texts import Which, counted
from ilk.experiments.study import Parameters, Result
from ilk.models.lsi import truncated_svd
from ilk.models.plsi import PLSI
from ilk.models.weighting import damped
from ilk.tasks.cluster import SphericalKMeans, plsi_clusters

PLAIN, TEMPERED, AVERAGE, SINGULAR, UNWEIGHTED = "plain", "tempered", "average", "singular", "unweighted"
"""What a result tells apart, besides numbers of Gaussians."""
SIZE = "size"
"""Documents, terms and classes, with the results of LSI."""
DIMENSIONS = 20
LDA_PASSES, LDA_BATCH = 6, 2048
SAMPLES = (10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000)


def clustered(which: Which, parameters: Parameters) -> Result:
    """Return ARI and NMI in percent for each variant of a method."""
    seed = int(parameters["seed"])
    if "embedding" not in parameters:
        return _METHODS[str(parameters["method"])](which, seed)
    embedding = embedding_of(which, str(parameters["embedding"]), int(parameters["dimensions"]))
    counts = counted(which).counts
    if parameters["embedding"] == UNIT:
        counts = counts.copy()
        counts.data = damped(counts.data)  # what a word says again counts less, as in LSI
    smallest = int(parameters.get("smallest", 1))
    found: dict[str, Result] = {}
    if smallest == 1:
        found[AVERAGE] = _spherical(which, averaged(counts, embedding), seed)
    for n_components in powers(parameters["largest"], smallest):
        vectors = fisher_vectors(counts, embedding, n_components, seed).features_
        found[str(n_components)] = _spherical(which, vectors, seed)
    return found


def by_sample(which: Which, embedding: str, n_components: int, seed: int) -> Result:
    """Return ARI and NMI in percent by the word occurrences that the mixture was fitted to."""
    counts, vectors = counted(which).counts, embedding_of(which, embedding, DIMENSIONS)
    most = int(counts.sum())
    found: dict[str, Result] = {}
    for size in sorted({min(size, most) for size in SAMPLES}):
        fitted = fisher_vectors(counts, vectors, n_components, seed, size)
        found[str(size)] = _spherical(which, fitted.features_, seed)
    return {"samples": found}


def _plsa(which: Which, seed: int) -> Result:
    """Plain EM, as the paper seems to have it, and with tempering and a prior, both by their topics."""
    found: dict[str, Result] = {}
    for variant, how in ((PLAIN, {}), (TEMPERED, {"tempering": 0.9, "prior": 0.1})):
        model = PLSI(len(_names(which)), max_iter=100, seed=seed, **how)  # type: ignore[arg-type]  # both are floats
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(counted(which).counts)
        found[variant] = _agreement(which, plsi_clusters(model))
    return found


def _lda(which: Which, seed: int) -> Result:
    """Scikit-learn's variational Bayes, online; a document is in its most probable topic."""
    from sklearn.decomposition import LatentDirichletAllocation

    counts = counted(which).counts
    model = LatentDirichletAllocation(
        len(_names(which)),
        learning_method="online",
        batch_size=min(LDA_BATCH, counts.shape[0] // 4),
        max_iter=LDA_PASSES,
        learning_decay=0.5,
        doc_topic_prior=1.0,
        topic_word_prior=0.5,
        mean_change_tol=0.05,
        max_doc_update_iter=10,
        random_state=seed,
    )
    # One group after the other, as they stand in the files, would be unlearned again and again.
    shuffled = counts[np.random.default_rng(seed).permutation(counts.shape[0])]
    return {PLAIN: _agreement(which, model.fit(shuffled).transform(counts).argmax(axis=1))}


def _lsi(which: Which, seed: int) -> Result:
    """Both vectors of documents that section 3.2 speaks of, VΣ and V; and VΣ of counts without weights."""
    lsi = lsi_of(which, DIMENSIONS)
    return {
        PLAIN: _spherical(which, lsi.document_vectors_, seed),
        SINGULAR: _spherical(which, lsi.document_vectors_ / lsi.singular_values_, seed),
        UNWEIGHTED: _spherical(which, _unweighted_lsi(which), seed),
        SIZE: [*counted(which).counts.shape, len(_names(which))],
    }


_METHODS: MappingProxyType[str, Callable[[Which, int], Result]] = MappingProxyType(
    {PLSA: _plsa, LDA: _lda, LSI: _lsi}
)


@lru_cache(maxsize=1)
def _unweighted_lsi(which: Which) -> Floats:
    counts = counted(which).counts.astype(np.float64)
    return np.asarray(counts @ truncated_svd(counts, DIMENSIONS, 0)[1])


def _spherical(which: Which, vectors: Any, seed: int) -> Result:
    model = SphericalKMeans(len(_names(which)), seed=seed).fit(np.asarray(vectors, dtype=np.float32))
    return _agreement(which, model.labels_)


def _agreement(which: Which, clusters: Any) -> Result:
    classes = counted(which).labels
    agreement = adjusted_rand_index(classes, clusters), normalised_mutual_information(classes, clusters)
    return [round(100 * value, 3) for value in agreement]


@lru_cache(maxsize=4)
def _names(which: Which) -> frozenset[str]:
    return frozenset(counted(which).labels)
