"""The features that the documents of an index are clustered by, with the models that it holds already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ilk.search.dense import unit_rows
from ilk.stored_models import ILK, LSI
from ilk.tasks.classify.stored import space_of
from ilk.tasks.held import WORDS, check_kernel, ilk_model_of, is_large, lsi_vectors_of

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ilk.default.model import IlkModel
    from ilk.index import Index
    from ilk.progress import Progress

DIMENSIONS = 50
"""Of LSI alone: few for themes. On 20 Newsgroups 50 find them better than 20, 100 or 200."""


def best_kernel(index: Index) -> str:
    """Return what finds themes best among what this index has, or can have in seconds."""
    if ILK in index.models:
        return ILK
    return WORDS if is_large(index) and LSI not in index.models else LSI


def features_of(
    index: Index, kernel: str, counts: csr_array, documents: NDArray[np.intp], seed: int, progress: Progress
) -> Any:
    """Return features (m, f) of some documents of an index with counts (N, V), under a kernel by name."""
    check_kernel(kernel)
    if kernel == ILK:
        return themes(ilk_model_of(index, counts, seed, progress))[documents]
    if kernel == LSI:
        return lsi_vectors_of(index, counts, DIMENSIONS, seed, progress)[documents]
    return space_of(index, kernel, counts, seed, progress).features(documents)


def themes(model: IlkModel) -> NDArray[np.float32]:
    """Return the vectors of LSI and √P(z|d) of all topic models side by side, each of length 1, (N, e + M·K).

    Their product is the sum of two cosines, the second of which is Bhattacharyya's affinity of topics. Both
    together find themes better than either alone, and better than words do.
    """
    topics = np.sqrt(np.asarray(model.topics_of_documents, dtype=np.float32))
    return np.hstack([unit_rows(np.asarray(model.lsi_documents, dtype=np.float32)), unit_rows(topics)])
