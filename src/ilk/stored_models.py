"""The models that an index can hold: how each is fitted and written, and how it is found again."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ilk.default.constants import Constants, FitConstants
from ilk.default.model import IlkModel
from ilk.search.lsi_search import LSISearch
from ilk.search.statistics import Statistics
from ilk.search.topic_model import MIXTURE, PLSI, TopicModel

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ilk.storage import FolderWriter, StoredFolder

ILK, LSI, NAIVE_BAYES, FISHER_VECTORS = "ilk", "lsi", "nb", "fv"
MODELS = (ILK, LSI, PLSI, NAIVE_BAYES, FISHER_VECTORS)

TEMPERING, PRIOR, ITERATIONS = 0.8, 0.1, 100
EMBEDDING_SIZE, N_GAUSSIANS = 50, 16

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
        # An index takes a fixed number of iterations: stopping there is no failure to converge.
        warnings.filterwarnings("ignore", message=".*did not converge.*")
        writers[name](folder, counts, settings, report)


def load_ilk(stored: StoredFolder) -> IlkModel:
    """Return the model of the default similarity."""
    return IlkModel(*(stored.array(f"{ILK}_{part}") for part in IlkModel._fields))


def load_lsi(stored: StoredFolder) -> LSISearch:
    """Return the search in LSI's space."""
    return LSISearch(*(stored.array(f"{LSI}_{part}") for part in ("documents", "terms", "idf")))


def load_fisher_vectors(stored: StoredFolder) -> tuple[Any, Any]:
    """Return the Fisher vectors of documents (N, K·e), unit rows, and of terms (V, K·e)."""
    return stored.array(f"{FISHER_VECTORS}_documents"), stored.array(f"{FISHER_VECTORS}_terms")


def load_topics(name: str, stored: StoredFolder, stats: Statistics) -> TopicModel:
    """Return the PLSI or the mixture of an index; without a PLSI of its own, the first of the ensemble."""
    if f"{name}_p_z" not in stored:
        return _first_of_ensemble(load_ilk(stored), stats)
    return TopicModel(
        MIXTURE if name == NAIVE_BAYES else PLSI,
        stored.array(f"{name}_p_z"),
        stored.array(f"{name}_terms"),
        stored.array(f"{name}_documents"),
        TEMPERING,
        PRIOR,
    )


def _first_of_ensemble(model: IlkModel, stats: Statistics) -> TopicModel:
    fitting = FitConstants()
    width, n_models = fitting.n_topics, model.lifts.shape[1] // fitting.n_topics
    terms = model.lifts[:, :width].astype(np.float64) * (stats.term_totals / max(stats.total, 1))[:, None]
    terms /= np.maximum(terms.sum(axis=0), np.finfo(np.float64).tiny)
    documents = n_models * model.topics_of_documents[:, :width].astype(np.float32)
    mass = stats.doc_lengths @ documents.astype(np.float64)
    return TopicModel(
        PLSI,
        mass / max(mass.sum(), np.finfo(np.float64).tiny),
        np.ascontiguousarray(terms, dtype=np.float32),
        np.ascontiguousarray(documents, dtype=np.float32),
        fitting.tempering,
        fitting.prior,
    )


def _write_ilk(folder: FolderWriter, counts: csr_array, settings: ModelSettings, report: Report) -> None:
    from ilk.default.model import fit_model

    fitting = FitConstants(n_models=settings.ensemble)
    model = fit_model(counts, settings.seed, report, fitting, Constants())
    for name, array in model._asdict().items():
        folder.write_array(f"{ILK}_{name}", array)


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
    from ilk.models import plsi

    model = plsi.PLSI(
        settings.n_topics,
        tempering=TEMPERING,
        prior=PRIOR,
        max_iter=ITERATIONS,
        seed=settings.seed,
        callback=lambda iteration, _, __: report(iteration, ITERATIONS),
    ).fit(counts)
    _write_topics(folder, PLSI, TopicModel.from_plsi(model))
    report(ITERATIONS, ITERATIONS)


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
    """Write Σ_w n(d,w) g(w) of documents and g(w) of terms: a Fisher vector is linear in the counts."""
    from scipy.sparse import eye_array

    from ilk.kernels.fisher_vectors import FisherVectors
    from ilk.models import lsi
    from ilk.search.dense import unit_rows

    report(0, 2)
    embedding = lsi.LSI(EMBEDDING_SIZE, seed=settings.seed)
    model = FisherVectors(embedding, N_GAUSSIANS, normalise=False, seed=settings.seed).fit(counts)
    report(1, 2)
    terms = np.asarray(model.transform(eye_array(counts.shape[1], format="csr")))
    folder.write_array(f"{FISHER_VECTORS}_terms", terms.astype(np.float32))
    folder.write_array(f"{FISHER_VECTORS}_documents", unit_rows(model.features_))
    report(2, 2)
