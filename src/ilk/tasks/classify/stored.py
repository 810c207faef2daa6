"""The documents of an index under a kernel, with the models that the index holds already."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from ilk.default.constants import FitConstants
from ilk.efforts import LARGE
from ilk.errors import UnknownName
from ilk.kernels import KERNELS, make_kernel, names
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI
from ilk.progress import Progress
from ilk.similarities import missing_model
from ilk.stored_models import (
    FISHER_VECTORS,
    ILK,
    ITERATIONS,
    NAIVE_BAYES,
    ModelSettings,
    fit_fisher_vectors,
    load_fisher_vectors,
    load_ilk,
    load_topics,
)
from ilk.tasks.classify.spaces import FeatureSpace, KernelSpace, Space

if TYPE_CHECKING:
    from ilk.default.model import IlkModel
    from ilk.index import Index
    from ilk.search.topic_model import TopicModel

Floats = NDArray[np.float64]

KERNEL_NAMES = (ILK, *KERNELS)
"""The kernels that the documents of an index can be classified by."""

WORDS = "tfidf-elkan"


def counts_of(index: Index) -> csr_array:
    """Return the counts (N, V) of an index."""
    rows = index._searchers.rows
    parts = np.asarray(rows.counts, dtype=np.float64), np.asarray(rows.terms), np.asarray(rows.indptr)
    return csr_array(parts, shape=(index.statistics.n_docs, index.statistics.n_terms))


def best_kernel(index: Index) -> str:
    """Return the kernel that does best, with topics and LSI; without, where fitting them would take long."""
    return ILK if ILK in index.models or index._searchers.rows.terms.size <= LARGE else WORDS


def check_kernel(name: str) -> None:
    """Refuse a name that is not that of a kernel."""
    if name not in KERNEL_NAMES:
        raise UnknownName("kernel", str(name), KERNEL_NAMES)


def space_of(index: Index, kernel: str, counts: csr_array, seed: int, progress: Progress) -> Space:
    """Return the documents of an index under a kernel by name; a model that it lacks is fitted now."""
    check_kernel(kernel)
    stored = kernel == ILK or missing_model(kernel, index.models) is None
    if kernel == ILK:
        return FeatureSpace(ilk_features(_ilk_model(index, counts, seed, progress), counts))
    needed = KERNELS[kernel].model
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
    parts = [csr_array(part) for part in (words, _unit(model.lsi_documents), _unit(topics))]
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


def _ilk_model(index: Index, counts: csr_array, seed: int, progress: Progress) -> IlkModel:
    if ILK in index.models:
        return load_ilk(index._stored)
    from ilk.default.model import fit_model

    return fit_model(counts, seed, _reporting(progress, ILK))


def _fisher_vectors(counts: csr_array, seed: int, progress: Progress) -> Floats:
    report = _reporting(progress, FISHER_VECTORS)
    report(0, 1)
    features = _unit(fit_fisher_vectors(counts, seed)[0].features_)
    report(1, 1)
    return features


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


def _unit(vectors: Any) -> Floats:
    """Return vectors (n, e) of length 1; one of zeros stays it."""
    rows = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0))
