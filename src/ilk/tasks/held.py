"""What the documents of an index can be alike by, with the models that it holds already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.efforts import LARGE
from ilk.errors import UnknownName
from ilk.kernels.names import KERNELS
from ilk.models import lsi
from ilk.stored_models import ILK, LSI, load_ilk

if TYPE_CHECKING:
    from ilk.default.model import IlkModel
    from ilk.index import Index
    from ilk.progress import Progress

WORDS = "tfidf-elkan"
KERNEL_NAMES = (ILK, LSI, *KERNELS)
"""The kernels that documents can be classified and clustered by."""


def check_kernel(name: str) -> None:
    """Refuse a name that is not that of a kernel."""
    if name not in KERNEL_NAMES:
        raise UnknownName("kernel", str(name), KERNEL_NAMES)


def counts_of(index: Index) -> csr_array:
    """Return the counts (N, V) of an index."""
    rows = index._searchers.rows
    parts = np.asarray(rows.counts, dtype=np.float64), np.asarray(rows.terms), np.asarray(rows.indptr)
    return csr_array(parts, shape=(index.statistics.n_docs, index.statistics.n_terms))


def is_large(index: Index) -> bool:
    """Say whether fitting a model to an index takes longer than somebody waits for."""
    return bool(index._searchers.rows.terms.size > LARGE)


def ilk_model_of(index: Index, counts: csr_array, seed: int, progress: Progress) -> IlkModel:
    """Return the model of the default similarity, fitted now if the index has none."""
    if ILK in index.models:
        return load_ilk(index._stored)
    from ilk.default.model import fit_model

    return fit_model(counts, seed, lambda done, total: progress(f"fitting {ILK}", done, total))


def lsi_vectors_of(
    index: Index, counts: csr_array, n_dims: int, seed: int, progress: Progress
) -> NDArray[Any]:
    """Return the first dimensions of LSI (N, e), of the index, of its default similarity, or fitted now."""
    if LSI in index.models:
        vectors = index._stored.array(f"{LSI}_documents")
    elif ILK in index.models:
        vectors = load_ilk(index._stored).lsi_documents
    else:
        progress(f"fitting {LSI}", 0, 1)
        vectors = lsi.LSI(n_dims, seed=seed).fit(counts).document_vectors_
        progress(f"fitting {LSI}", 1, 1)
    return np.asarray(vectors[:, :n_dims], dtype=np.float32)
