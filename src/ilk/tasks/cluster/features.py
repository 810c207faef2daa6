"""The features that the documents of an index are clustered by, with the models that it holds already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ilk.default.model import IlkModel, fit_model
from ilk.efforts import LARGE
from ilk.errors import UnknownName
from ilk.kernels.names import KERNELS
from ilk.models import lsi
from ilk.search.dense import unit_rows
from ilk.stored_models import ILK, LSI, load_ilk
from ilk.tasks.classify.stored import space_of

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ilk.index import Index
    from ilk.progress import Progress

WORDS = "tfidf-elkan"
KERNEL_NAMES = (ILK, LSI, *KERNELS)
"""What can make documents alike for clustering."""

DIMENSIONS = 50
"""Of LSI alone: few for themes. On 20 Newsgroups 50 find them better than 20, 100 or 200."""


def check_kernel(name: str) -> None:
    """Refuse a name that nothing is known by."""
    if name not in KERNEL_NAMES:
        raise UnknownName("kernel", str(name), KERNEL_NAMES)


def best_kernel(index: Index) -> str:
    """Return what finds themes best among what this index has, or can have in seconds."""
    if ILK in index.models:
        return ILK
    small = index._searchers.rows.terms.size <= LARGE
    return LSI if LSI in index.models or small else WORDS


def features_of(
    index: Index, kernel: str, counts: csr_array, documents: NDArray[np.intp], seed: int, progress: Progress
) -> Any:
    """Return features (m, f) of some documents of an index with counts (N, V), under a kernel by name."""
    check_kernel(kernel)
    if kernel == ILK:
        return themes(_ilk_model(index, counts, seed, progress))[documents]
    if kernel == LSI:
        return _lsi_vectors(index, counts, seed, progress)[documents]
    return space_of(index, kernel, counts, seed, progress).features(documents)


def themes(model: IlkModel) -> NDArray[np.float32]:
    """Return the vectors of LSI and √P(z|d) of all topic models side by side, each of length 1, (N, e + M·K).

    Their product is the sum of two cosines, the second of which is Bhattacharyya's affinity of topics. Both
    together find themes better than either alone, and better than words do.
    """
    topics = np.sqrt(np.asarray(model.topics_of_documents, dtype=np.float32))
    return np.hstack([unit_rows(np.asarray(model.lsi_documents, dtype=np.float32)), unit_rows(topics)])


def _ilk_model(index: Index, counts: csr_array, seed: int, progress: Progress) -> IlkModel:
    if ILK in index.models:
        return load_ilk(index._stored)
    return fit_model(counts, seed, lambda done, total: progress(f"fitting {ILK}", done, total))


def _lsi_vectors(index: Index, counts: csr_array, seed: int, progress: Progress) -> NDArray[Any]:
    """Return the first dimensions of LSI (N, e), of the index, of its default similarity, or fitted now."""
    if LSI in index.models:
        vectors = index._stored.array(f"{LSI}_documents")
    elif ILK in index.models:
        vectors = load_ilk(index._stored).lsi_documents
    else:
        progress(f"fitting {LSI}", 0, 1)
        vectors = lsi.LSI(DIMENSIONS, seed=seed).fit(counts).document_vectors_
        progress(f"fitting {LSI}", 1, 1)
    return np.asarray(vectors[:, :DIMENSIONS], dtype=np.float32)
