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
from ilk.models.dcm import DCM
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI

Floats = NDArray[np.float64]


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


def similarities_between(rows: Any, columns: Any) -> Floats:
    """Return the similarities (m, n) of the documents that two copies of one fitted kernel know."""
    if not isinstance(rows, FisherKernel):
        products: Any = rows.features_ @ columns.features_.T
        return np.asarray(products.toarray() if hasattr(products, "toarray") else products)
    similarities: Floats = columns.engine_.gram(rows.engine_.documents)
    if rows._document_scales is not None:
        similarities *= columns._document_scales
        similarities *= rows._document_scales[:, None]
    return similarities


def features_size(kernel: Any, counts: Any) -> tuple[int, int]:
    """Return about how many features of counts (n, n_terms) are not 0, and how many columns they have.

    A topic model has K a count and a document, the gradient of a DCM one a term, whether it occurs or not.
    """
    n_docs, n_terms = counts.shape
    if isinstance(kernel, FisherVectors):
        return 0, 0  # few and dense
    model = getattr(kernel, "model", None)
    if isinstance(model, DCM):
        return n_docs * n_terms, n_terms
    if isinstance(model, PLSI | NaiveBayesMixture):
        n_topics = model.n_topics if isinstance(model, PLSI) else model.n_components
        return (counts.nnz + n_docs) * n_topics, (n_terms + 1) * n_topics
    return counts.nnz, n_terms


def _take_gradients(kernel: Any, documents: Any) -> None:
    """Let a copy of a FisherKernel have other documents, and leave the engine of the original alone."""
    engine = copy.copy(kernel.engine_)
    engine.documents = documents
    if isinstance(engine, TopicFisher):
        engine.postings = documents.ratios.tocsc()
    kernel.engine_ = engine
    if kernel._document_scales is not None:
        kernel._document_scales = kernel._scales(documents)
