"""Words as vectors, under the names of the study, and the Fisher vectors of documents made of them.

lsi           idf_w·u_w, where u_w is a row of the singular vectors U of the tf-idf matrix. A document of LSI
              is the sum of these over its words, as section 3.2 of the paper has it (there without weights).
lsi-singular  u_w itself
lsi-unit      u_w/‖u_w‖: of a word only its direction
yule          Yule's association, clustered (section 4.3.2)
glove         vectors that were trained elsewhere; a stem's is the mean over its words as often as they occur

In these a text is a sum of its words, each as often as it occurs, n times. In the readings that follow, LSI's
weights stand in place of n, and no Gaussian has less than half the variance of all words:

lsi-damped    idf_w·u_w, each ln(1 + n) times: the sums of such vectors are the documents of our LSI
lsi-tfidf     idf_w·u_w, each ln(1 + n)·idf_w times
lsi-unit-…    u_w/‖u_w‖, in the same two ways
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning

from ilk.corpus.counts import count
from ilk.corpus.tokenizer import Tokenizer
from ilk.experiments.clinchant2013.settings import (
    DAMPED,
    GLOVE,
    SUMMING,
    TFIDF,
    UNIT,
    UNIT_DAMPED,
    UNIT_TFIDF,
    VECTORS,
    YULE,
    powers,
)
from ilk.experiments.clinchant2013.texts import Which, counted, documents_of
from ilk.experiments.study import Parameters
from ilk.kernels.fisher_vectors import FisherVectors
from ilk.models.embeddings import Embedding, read_embedding, yule_embedding
from ilk.models.lsi import LSI
from ilk.models.spherical_kmeans import unit_rows
from ilk.models.weighting import damped

Floats = NDArray[np.float64]

GLOVE_FILE = "glove-60k-100d.txt.gz"
MOST_SAMPLES = 1_000_000
"""Word occurrences that a mixture is fitted to, as in the paper."""
VARIANCE_FLOOR = 0.5
"""The least variance of a Gaussian where there is a floor, as a share of that of all words."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Which vectors words have, how a text weighs them, and the floor below the variances of Gaussians."""

    vectors: str
    damped: bool = False
    by_idf: bool = False
    variance_floor: float = 0.0

    def weighed(self, counts: csr_array, idf: Floats) -> csr_array:
        """Return the weights that stand in place of counts."""
        if not self.damped:
            return counts
        weights = damped(counts.data) * (idf[counts.indices] if self.by_idf else 1.0)
        return csr_array((weights, counts.indices, counts.indptr), shape=counts.shape)


READINGS: Mapping[str, Reading] = MappingProxyType(
    {
        DAMPED: Reading(SUMMING, damped=True, variance_floor=VARIANCE_FLOOR),
        TFIDF: Reading(SUMMING, damped=True, by_idf=True, variance_floor=VARIANCE_FLOOR),
        UNIT_DAMPED: Reading(UNIT, damped=True, variance_floor=VARIANCE_FLOOR),
        UNIT_TFIDF: Reading(UNIT, damped=True, by_idf=True, variance_floor=VARIANCE_FLOOR),
    }
)


def reading_of(name: str) -> Reading:
    """Return a reading by its name; word vectors that are none are summed by counts."""
    return READINGS.get(name, Reading(name))


@lru_cache(maxsize=4)
def lsi_of(which: Which, dimensions: int) -> LSI:
    """Fit LSI to a collection."""
    return LSI(dimensions).fit(counted(which).counts)


@lru_cache(maxsize=4)
def embedding_of(which: Which, name: str, dimensions: int) -> Embedding:
    """Return an embedding of the terms of a collection."""
    if name == YULE:
        return yule_embedding(counted(which).counts, dimensions)
    if name == GLOVE:
        return _of_stems(which)
    lsi = lsi_of(which, dimensions)
    vectors = lsi.term_vectors_
    if name == SUMMING:
        vectors = vectors * lsi.idf_[:, np.newaxis]
    elif name == UNIT:
        vectors = np.asarray(unit_rows(vectors))
    return _embedding(vectors)


def fisher_vectors(
    counts: csr_array,
    embedding: Embedding,
    n_components: int,
    seed: int,
    n_samples: int = MOST_SAMPLES,
    variance_floor: float = 0.0,
) -> FisherVectors:
    """Fit a mixture to the words of counts; their Fisher vectors are its features_.

    Nothing in the paper bounds the variances of Gaussians, so that is how they are unless a reading says so.
    """
    with warnings.catch_warnings():
        # Some mixtures of few words go on rising for longer than is worth waiting for.
        warnings.simplefilter("ignore", ConvergenceWarning)
        vectors = FisherVectors(
            embedding, n_components, n_samples=n_samples, variance_floor=variance_floor, seed=seed
        )
        return vectors.fit(counts)


def by_number(
    counts: csr_array, embedding: Embedding, reading: Reading, parameters: Parameters
) -> Iterator[tuple[int, FisherVectors]]:
    """Yield the numbers of Gaussians of a setting, and the Fisher vectors of each."""
    for n_components in powers(parameters["largest"]):
        yield (
            n_components,
            fisher_vectors(
                counts,
                embedding,
                n_components,
                int(parameters["seed"]),
                variance_floor=reading.variance_floor,
            ),
        )


def averaged(counts: csr_array, embedding: Embedding) -> Floats:
    """Return the direction of the sum of a document's word vectors (n_docs, e)."""
    return np.asarray(unit_rows(np.asarray(counts @ embedding.vectors.astype(np.float64))))


def _embedding(vectors: Floats) -> Embedding:
    """Scale vectors to a mean square of 1, which no variance that a mixture adds for safety then disturbs."""
    narrow = (vectors / np.sqrt(np.mean(np.square(vectors)))).astype(np.float32)
    return Embedding(narrow, np.asarray(narrow.any(axis=1)))


def _of_stems(which: Which) -> Embedding:
    """Return vectors of stems (n_terms, 100): Σ_v n(v) x_v / Σ_v n(v) over the words v of a stem."""
    stemming, plain = (Tokenizer.for_language("english", stem=stem) for stem in (True, False))
    words = count([document.searchable for document in documents_of(which)], plain)
    vectors = read_embedding(which.data / VECTORS / GLOVE_FILE, words.vocabulary)
    place_of = {term: place for place, term in enumerate(counted(which).terms)}
    places = np.array([place_of.get(stem, -1) for stem in stemming.resolve(words.vocabulary)])
    occurrences = np.bincount(words.indices, weights=words.data, minlength=words.n_terms)
    used = vectors.known & (places >= 0)
    weights = csr_array(
        (occurrences[used], (places[used], np.flatnonzero(used))), shape=(len(place_of), words.n_terms)
    )
    totals: Floats = np.asarray(weights.sum(axis=1))
    sums = weights @ vectors.vectors.astype(np.float64)
    means = np.divide(sums, totals[:, np.newaxis], out=np.zeros_like(sums), where=totals[:, np.newaxis] > 0)
    return Embedding(means.astype(np.float32), totals > 0)
