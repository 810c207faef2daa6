"""A fitted kernel that compares with other documents than those it was fitted to.

Idf, information and the model stay what they were: learned from all texts, used for a few of them.
"""

from __future__ import annotations

import copy
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.kernels.combination import Combination
from ilk.kernels.counts import CountKernel
from ilk.kernels.fisher import FisherKernel
from ilk.kernels.fisher_vectors import FisherVectors
from ilk.kernels.topic_fisher import TopicFisher


def selectable(kernel: Any) -> bool:
    """Say whether the documents of a kernel can be chosen: those of ilk, and combinations of them."""
    if isinstance(kernel, Combination):
        return all(map(selectable, kernel.kernels))
    return isinstance(kernel, CountKernel | FisherKernel | FisherVectors)


def restricted(kernel: Any, rows: NDArray[Any]) -> Any:
    """Return a copy of a fitted kernel that knows only some of its documents, in this order.

    `gram(X)` of the copy has the columns `rows` of the kernel's; what was learned for a document stays.
    """
    chosen = copy.copy(kernel)
    if isinstance(kernel, Combination):
        chosen.kernels_ = [restricted(each, rows) for each in kernel.kernels_]
    elif isinstance(kernel, FisherKernel):
        documents: Any = kernel.engine_.documents
        parts = (getattr(documents, field.name)[rows] for field in fields(documents))
        _take_gradients(chosen, type(documents)(*parts))
    else:
        chosen.features_ = kernel.features_[rows]
    return chosen


def over(kernel: Any, X: Any) -> Any:
    """Return a copy of a fitted kernel that knows the documents X (n, n_terms) instead, folded in."""
    chosen = copy.copy(kernel)
    if isinstance(kernel, Combination):
        chosen.kernels_ = [over(each, X) for each in kernel.kernels_]
    elif isinstance(kernel, FisherKernel):
        _take_gradients(chosen, kernel._gradients(X))
    else:
        chosen.features_ = kernel.transform(X)
    return chosen


def known_features(kernel: CountKernel | FisherKernel | FisherVectors) -> Any:
    """Return the features (n_docs, …) of the documents that a fitted kernel knows."""
    if isinstance(kernel, FisherKernel):
        return kernel._features(kernel.engine_.documents)
    return kernel.features_


def features_bytes(kernel: Any, counts: Any) -> int:
    """Return about how much memory the features of counts (n, n_terms) take: indices and numbers.

    A topic model has K of them a count, the gradient of a DCM one a term, whether it occurs or not.
    """
    entries = counts.nnz
    if isinstance(kernel, FisherKernel):
        n_topics = getattr(kernel.model, "n_topics", getattr(kernel.model, "n_components", None))
        if n_topics is not None:
            entries = (counts.nnz + counts.shape[0]) * n_topics
        elif hasattr(kernel.model, "floor"):
            entries = counts.shape[0] * counts.shape[1]
    return int(entries) * (np.dtype(np.float64).itemsize + np.dtype(np.int32).itemsize)


def _take_gradients(kernel: Any, documents: Any) -> None:
    """Let a copy of a FisherKernel have other documents, and leave the engine of the original alone."""
    engine = copy.copy(kernel.engine_)
    engine.documents = documents
    if isinstance(engine, TopicFisher):
        engine.postings = documents.ratios.tocsc()
    kernel.engine_ = engine
    if kernel._document_scales is not None:
        kernel._document_scales = kernel._scales(documents)
