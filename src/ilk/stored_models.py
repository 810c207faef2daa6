"""The models that an index can hold: how each is fitted and written, and how it is found again."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ilk.default.constants import Constants, FitConstants
from ilk.default.model import IlkModel
from ilk.errors import ParameterError
from ilk.search.lsi_search import LSISearch
from ilk.search.statistics import Statistics
from ilk.search.topic_model import MIXTURE, PLSI, TopicModel
from ilk.search.topic_twins import merge_twins

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ilk.kernels.fisher_vectors import FisherVectors
    from ilk.storage import FolderWriter, StoredFolder

ILK, LSI, NAIVE_BAYES, FISHER_VECTORS = "ilk", "lsi", "nb", "fv"
MODELS = (ILK, LSI, PLSI, NAIVE_BAYES, FISHER_VECTORS)

MAP = "map_points"
"""Where the documents stand on the map, (N, 2)."""

ITERATIONS = 100
EMBEDDING_SIZE, N_GAUSSIANS = 100, 1
"""Of Fisher vectors. More Gaussians find less, with hardly an exception in the results of clinchant2013."""

Floats = NDArray[np.float64]
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What a person can choose about the models."""

    n_topics: int = 64
    ensemble: int = FitConstants().n_models
    seed: int = 0


def write_model(
    name: str, folder: FolderWriter, counts: csr_array, settings: ModelSettings, report: Report
) -> None:
    """Fit a model to counts (N, V) and write what searching with it needs."""
    writers: dict[str, Callable[..., None]] = {
        ILK: _write_ilk,
        LSI: _write_lsi,
        PLSI: _write_plsi,
        NAIVE_BAYES: _write_naive_bayes,
        FISHER_VECTORS: _write_fisher_vectors,
    }
    with warnings.catch_warnings():
        # An index takes a fixed number of iterations, and of components: neither is for the person who builds
        # it to mend, so none of this is news.
        for news in ("did not converge", "components ended without documents"):
            warnings.filterwarnings("ignore", message=f".*{news}")
        writers[name](folder, counts, settings, report)


def load_ilk(stored: StoredFolder) -> IlkModel:
    """Return the model of the default similarity."""
    return IlkModel(*(stored.array(f"{ILK}_{part}") for part in IlkModel._fields))


def load_lsi(stored: StoredFolder) -> LSISearch:
    """Return the search in LSI's space."""
    return LSISearch(*(stored.array(f"{LSI}_{part}") for part in ("documents", "terms", "idf")))


def load_fisher_vectors(stored: StoredFolder) -> tuple[Any, Any]:
    """Return the Fisher vectors of documents (N, K·e), unit rows, and of terms, times idf (V, K·e)."""
    return stored.array(f"{FISHER_VECTORS}_documents"), stored.array(f"{FISHER_VECTORS}_terms")


def load_topics(name: str, stored: StoredFolder, stats: Statistics) -> TopicModel:
    """Return the PLSI or the mixture of an index; without a PLSI of its own, the first of the ensemble."""
    if name == PLSI and f"{PLSI}_p_z" not in stored:
        return _first_of_ensemble(load_ilk(stored), stats)
    p_z, terms, documents = (stored.array(f"{name}_{part}") for part in ("p_z", "terms", "documents"))
    if name == NAIVE_BAYES:
        return TopicModel(MIXTURE, p_z, terms, documents)
    fitting = FitConstants()
    return TopicModel(PLSI, p_z, terms, documents, fitting.tempering, fitting.prior)


def _first_of_ensemble(fitted: IlkModel, stats: Statistics) -> TopicModel:
    """Return the first PLSI behind the default similarity, its probabilities made to add up to 1 again."""
    fitting = FitConstants()
    width = fitting.n_topics
    p_w = stats.term_totals / max(stats.total, 1)
    p_w_given_z = _adding_up(fitted.lifts[:, :width] * p_w[:, None], axis=0)
    p_z_given_d = _adding_up(fitted.topics_of_documents[:, :width].astype(np.float64), axis=1)
    model = TopicModel(
        PLSI,
        _adding_up(stats.doc_lengths @ p_z_given_d, axis=0),
        np.ascontiguousarray(p_w_given_z, dtype=np.float32),
        np.ascontiguousarray(p_z_given_d, dtype=np.float32),
        fitting.tempering,
        fitting.prior,
    )
    return merge_twins(model)


def _adding_up(shares: Floats, axis: int) -> Floats:
    """Return shares that add up to 1 along an axis; those that are all 0 stay it."""
    totals = shares.sum(axis=axis, keepdims=True)
    return np.asarray(np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0))


def _write_ilk(folder: FolderWriter, counts: csr_array, settings: ModelSettings, report: Report) -> None:
    from ilk.default.model import fit_model
    from ilk.tasks.layout import lay_out

    fitting = FitConstants(n_models=settings.ensemble)
    model = fit_model(counts, settings.seed, report, fitting, Constants())
    for name, array in model._asdict().items():
        folder.write_array(f"{ILK}_{name}", array)
    themes = model.lsi_documents[:, : Constants().first_space]
    folder.write_array(MAP, lay_out(themes, model.neighbours, settings.seed))


def _write_lsi(folder: FolderWriter, counts: csr_array, settings: ModelSettings, report: Report) -> None:
    from ilk.models import lsi
    from ilk.search.dense import unit_rows

    report(0, 1)
    model = lsi.LSI(seed=settings.seed).fit(counts)
    folder.write_array(f"{LSI}_terms", model.term_vectors_.astype(np.float32))
    folder.write_array(f"{LSI}_documents", unit_rows(model.document_vectors_))
    folder.write_array(f"{LSI}_idf", model.idf_)
    report(1, 1)


def _write_plsi(folder: FolderWriter, counts: csr_array, settings: ModelSettings, report: Report) -> None:
    from ilk.default.tempered import fit_tempered_plsi

    n_topics = min(settings.n_topics, max(2, counts.shape[0] // 2))  # each needs documents to learn from
    model = fit_tempered_plsi(counts, n_topics, settings.seed, FitConstants(), report)
    _write_topics(folder, PLSI, merge_twins(TopicModel.from_plsi(model)))


def _write_naive_bayes(
    folder: FolderWriter, counts: csr_array, settings: ModelSettings, report: Report
) -> None:
    from ilk.models.naive_bayes import NaiveBayesMixture

    model = NaiveBayesMixture(
        min(settings.n_topics, counts.shape[0]),
        max_iter=ITERATIONS,
        seed=settings.seed,
        callback=lambda iteration, _, __: report(iteration, ITERATIONS),
    ).fit(counts)
    _write_topics(folder, NAIVE_BAYES, TopicModel.from_mixture(model, counts))
    report(ITERATIONS, ITERATIONS)


def _write_topics(folder: FolderWriter, name: str, model: TopicModel) -> None:
    folder.write_array(f"{name}_p_z", model.p_z)
    folder.write_array(f"{name}_terms", model.topics_of_terms)
    folder.write_array(f"{name}_documents", model.topics_of_docs)


def _write_fisher_vectors(
    folder: FolderWriter, counts: csr_array, settings: ModelSettings, report: Report
) -> None:
    """Write Σ_w ln(1 + n(d,w)) idf_w g(w) of documents, of length 1, and idf_w g(w) of terms."""
    from scipy.sparse import diags_array

    from ilk.search.dense import unit_rows

    n_terms = counts.shape[1]
    if n_terms < 2:  # noqa: PLR2004  # Gaussians among vectors need several
        raise ParameterError(f"the model fv needs at least 2 terms, got {n_terms}; build without it")
    report(0, 2)
    model, idf = fit_fisher_vectors(counts, settings.seed)
    report(1, 2)
    terms = np.asarray(model.transform(diags_array(idf, format="csr")))
    folder.write_array(f"{FISHER_VECTORS}_terms", terms.astype(np.float32))
    folder.write_array(f"{FISHER_VECTORS}_documents", unit_rows(model.features_))
    report(2, 2)


def fit_fisher_vectors(counts: csr_array, seed: int) -> tuple[FisherVectors, Floats]:
    """Fit Fisher vectors, not scaled to length 1, to counts (N, V); return them with idf (V,).

    The vector of a word is idf_w u_w, from LSI; and a text has the weights ln(1 + n(d,w)) idf_w that LSI too
    gives its words, in place of counts, by which less is found.
    """
    from scipy.sparse import csr_array

    from ilk.kernels.fisher_vectors import FisherVectors
    from ilk.models import lsi
    from ilk.models.embeddings import Embedding
    from ilk.models.weighting import damped

    space = lsi.LSI(EMBEDDING_SIZE, seed=seed).fit(counts)
    vectors = (space.term_vectors_ * space.idf_[:, None]).astype(np.float32)
    weights = damped(counts.data) * space.idf_[counts.indices]
    weighted = csr_array((weights, counts.indices, counts.indptr), counts.shape)
    embedding = Embedding(vectors, np.asarray(vectors.any(axis=1)))
    n_gaussians = min(N_GAUSSIANS, counts.shape[1])
    return FisherVectors(embedding, n_gaussians, normalise=False, seed=seed).fit(weighted), space.idf_
