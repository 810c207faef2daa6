"""The documents of an index under a kernel, with the models that the index holds already."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from ilk.default.constants import FitConstants
from ilk.kernels import KERNELS, make_kernel, names
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI
from ilk.models.spherical_kmeans import unit_rows
from ilk.progress import Progress
from ilk.similarities import missing_model
from ilk.stored_models import (
    FISHER_VECTORS,
    ILK,
    ITERATIONS,
    LSI,
    NAIVE_BAYES,
    ModelSettings,
    fit_fisher_vectors,
    load_fisher_vectors,
    load_topics,
)
from ilk.tasks.classify.spaces import FeatureSpace, KernelSpace, Space
from ilk.tasks.held import WORDS, check_kernel, ilk_model_of, is_large, lsi_vectors_of

if TYPE_CHECKING:
    from ilk.default.model import IlkModel
    from ilk.index import Index
    from ilk.search.topic_model import TopicModel

Floats = NDArray[np.float64]

LSI_DIMENSIONS = 200
"""Where LSI is fitted now: as many as the default similarity has."""


def best_kernel(index: Index) -> str:
    """Return the kernel that does best, with topics and LSI; without, where fitting them would take long."""
    return WORDS if is_large(index) and ILK not in index.models else ILK


def space_of(index: Index, kernel: str, counts: csr_array, seed: int, progress: Progress) -> Space:
    """Return the documents of an index under a kernel by name; a model that it lacks is fitted now."""
    check_kernel(kernel)
    if kernel == ILK:
        return FeatureSpace(ilk_features(ilk_model_of(index, counts, seed, progress), counts))
    if kernel == LSI:
        vectors = lsi_vectors_of(index, counts, LSI_DIMENSIONS, seed, progress)
        return FeatureSpace(unit_rows(vectors.astype(np.float64)))
    needed, stored = KERNELS[kernel].model, missing_model(kernel, index.models) is None
    if needed is None:
        return FeatureSpace(make_kernel(kernel).fit_transform(counts))
    if needed == names.EMBEDDING:
        held = load_fisher_vectors(index._stored)[0] if stored else None
        return FeatureSpace(_fisher_vectors(counts, seed, progress) if held is None else np.asarray(held))
    if stored and needed == names.PLSI:
        model: Any = plsi_of(load_topics(names.PLSI, index._stored, index.statistics))
    elif stored and needed == names.MIXTURE:
        model = mixture_of(load_topics(NAIVE_BAYES, index._stored, index.statistics), counts)
    else:
        model = _fitted(needed, counts, seed, progress)
    fisher: Any = make_kernel(kernel, model, normalise=True)
    return KernelSpace(fisher.fit(counts), counts)


def ilk_features(model: IlkModel, counts: csr_array) -> csr_array:
    """Return tf-idf, LSI and √P(z|d) of the topic models side by side, each of length 1, (N, V + e + M·K).

    Their product is the mean of three cosines. Words tell apart what is much alike; topics and LSI find what
    is alike in other words, and with few labels they matter most.
    """
    words = make_kernel(WORDS).fit_transform(counts)
    topics = np.sqrt(np.asarray(model.topics_of_documents, dtype=np.float64))
    vectors = np.asarray(model.lsi_documents, dtype=np.float64)
    parts = [csr_array(part) for part in (words, unit_rows(vectors), unit_rows(topics))]
    return csr_array(hstack(parts, format="csr") / np.sqrt(len(parts)))


def plsi_of(stored: TopicModel) -> PLSI:
    """Return the PLSI of an index as it was when it was fitted."""
    model = PLSI(stored.n_topics, tempering=stored.tempering, prior=stored.topic_prior)
    model.p_z_, model.tempering_ = stored.p_z, stored.tempering
    model.p_w_given_z_, model.p_z_given_d_ = stored.topics_of_terms.T, stored.topics_of_docs
    model.n_features_in_ = len(stored.topics_of_terms)
    return model


def mixture_of(stored: TopicModel, counts: csr_array) -> NaiveBayesMixture:
    """Return the mixture of unigrams of an index as it was when it was fitted to its counts (N, V)."""
    model = NaiveBayesMixture(stored.n_topics)
    model.p_z_ = stored.p_z
    model.p_w_given_z_ = np.ascontiguousarray(stored.topics_of_terms.T, dtype=np.float64)
    model.floor_ = float(0.5 / counts.sum())
    model.n_features_in_ = len(stored.topics_of_terms)
    return model


def _fisher_vectors(counts: csr_array, seed: int, progress: Progress) -> Floats:
    report = _reporting(progress, FISHER_VECTORS)
    report(0, 1)
    features = np.asarray(fit_fisher_vectors(counts, seed)[0].features_, dtype=np.float64)
    report(1, 1)
    return np.asarray(unit_rows(features))


def _fitted(kind: str, counts: csr_array, seed: int, progress: Progress) -> Any:
    """Fit a model to counts (N, V) as a build of the index would have."""
    from ilk.default.tempered import fit_tempered_plsi

    n_topics, report = min(ModelSettings().n_topics, counts.shape[0]), _reporting(progress, kind)
    mixture = NaiveBayesMixture(n_topics, max_iter=ITERATIONS, seed=seed)
    fits: dict[str, Callable[[], Any]] = {
        names.PLSI: lambda: fit_tempered_plsi(counts, n_topics, seed, FitConstants(), report),
        names.MIXTURE: lambda: mixture.fit(counts),
        names.DCM: lambda: DCM().fit(counts),
        names.MULTINOMIAL: lambda: Multinomial().fit(counts),
    }
    with warnings.catch_warnings():
        # A fixed number of iterations is part of the recipe, as it is when an index is built; and where words
        # do not come in bursts, the bound on s of a DCM is the answer.
        for news in (
            "did not converge",
            "components ended without documents",
            "so s (grew|fell) to its bound",
            "was interrupted",
        ):
            warnings.filterwarnings("ignore", message=f".*{news}")
        model = fits[kind]()
    if getattr(model, "interrupted_", False):
        raise KeyboardInterrupt  # labels by an unfinished model are nobody's wish
    return model


def _reporting(progress: Progress, model: str) -> Callable[[int, int], None]:
    return lambda done, total: progress(f"fitting {model}", done, total)
