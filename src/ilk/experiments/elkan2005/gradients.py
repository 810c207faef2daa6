"""The gradient of the DCM as sparse features: exactly, by a rotation, and without its constant.

The gradient is g_xw = c_x + t_xw: one number of the document in all V columns, plus a sparse vector. As it
stands it is dense. A rotation R of the columns changes no product; one that turns (1, …, 1) into √V times
the first unit vector leaves c_x in one column. If R is a tree of Haar's wavelets, a word goes only to the
columns on its way to the root, at most ⌈log₂ V⌉ + 1 of them: features R g that are sparse, and exact.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from ilk.kernels.cosine import unit_rows
from ilk.models._base import CountsTransformer
from ilk.models.dcm import DCM

Floats = NDArray[np.float64]


class DCMGradients(CountsTransformer):
    """The Fisher kernel of the DCM, Σ_w g_xw g_yw, by sparse features; `normalise` makes rows of length 1."""

    model_: DCM
    rotation_: csr_array

    def __init__(self, *, normalise: bool = False) -> None:
        self.normalise = normalise

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Fit the DCM to counts (n_docs, n_terms)."""
        self.model_ = DCM().fit(X)
        doc_freqs = np.bincount(X.indices, minlength=X.shape[1])
        # frequent words side by side: the words of a document then share more of their ways to the root
        self.rotation_ = rotation(np.argsort(-doc_freqs, kind="stable"))
        return self

    def transform(self, X: Any) -> csr_array:
        """Return R g (m, n_columns)."""
        constants, terms = self.model_.gradient(X)
        rotated = terms @ self.rotation_
        first = np.zeros(len(constants), dtype=np.int64)
        in_first = csr_array(
            (constants * np.sqrt(X.shape[1]), (np.arange(len(constants)), first)), shape=rotated.shape
        )
        features = csr_array(rotated + in_first)
        return unit_rows(features) if self.normalise else features


class PoweredDCMGradients(CountsTransformer):
    """t_xw^power, of length 1: the gradient of the DCM without its constant.

    The power ½ has weights like √(1/α_w) instead of 1/α_w. It is the normalisation that Fisher vectors of
    images are known to need, here for words.
    """

    model_: DCM

    def __init__(self, power: float = 1.0) -> None:
        self.power = power

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Fit the DCM to counts (n_docs, n_terms)."""
        self.model_ = DCM().fit(X)
        return self

    def transform(self, X: Any) -> csr_array:
        """Return the features (m, n_terms)."""
        _, terms = self.model_.gradient(X)
        return unit_rows(csr_array((terms.data**self.power, terms.indices, terms.indptr), shape=terms.shape))


def rotation(order: NDArray[np.intp]) -> csr_array:
    """Return an orthogonal Rᵀ (V, n_columns) whose rows sum to √V times the first unit vector.

    The terms, in this order (V,), are the leaves of a binary tree. A node with m words below it, a on one
    side and b on the other, has a column with √(b/(a·m)) for each word of the first and −√(a/(b·m)) for each
    of the second: of length 1, orthogonal to all others and to the first, which has 1/√V for every word.
    """
    n_terms = len(order)
    n_levels = max(n_terms - 1, 0).bit_length()
    node = np.empty(n_terms, dtype=np.int64)
    node[order] = np.arange(n_terms)
    sizes = np.zeros(1 << n_levels)
    sizes[:n_terms] = 1
    columns, values = [np.zeros(n_terms, dtype=np.int64)], [np.full(n_terms, n_terms**-0.5)]
    for _ in range(n_levels):
        own, other = sizes[node], sizes[node ^ 1]
        sign = np.where(node & 1, -1.0, 1.0)
        sizes, node = sizes.reshape(-1, 2).sum(axis=1), node >> 1
        columns.append(len(sizes) + node)
        values.append(sign * np.sqrt(other / (own * sizes[node])))
    rows = np.tile(np.arange(n_terms), n_levels + 1)
    shape = (n_terms, 1 << n_levels)
    turned = csr_array(coo_array((np.concatenate(values), (rows, np.concatenate(columns))), shape=shape))
    turned.eliminate_zeros()
    return turned
