"""The one check of what an estimator is given: counts as CSR, non-negative, finite, of the right width."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike
from scipy.sparse import csr_array, issparse
from sklearn.utils.validation import validate_data

from ilk.errors import ParameterError

LARGEST_INT32 = np.iinfo(np.int32).max


def check_counts(estimator: Any, X: Any, *, reset: bool, dtype: DTypeLike = np.float64) -> csr_array:
    """Return X (n_docs, n_terms) as CSR with sorted terms, no duplicates, no stored zeros and data of dtype.

    `reset` is True in fit, which learns the number of terms, and False afterwards, where it must be the same.
    What the caller passed is never changed; the answer may share its arrays, so write into none of them.
    """
    counts = _as_canonical(_validated(estimator, X, reset, dtype))
    name, least, largest = type(estimator).__name__, counts.data.min(initial=0), counts.data.max(initial=0)
    if not (np.isfinite(least) and np.isfinite(largest)):
        what = "NaN" if np.isnan(least) else "inf"  # minimum and maximum hand NaN on
        raise ParameterError(f"{name} needs finite counts, but X contains {what}; replace such entries")
    if least < 0:
        raise ParameterError(f"Negative values in data passed to {name}: counts start at 0, got {least:g}")
    return counts


def _validated(estimator: Any, X: Any, reset: bool, dtype: DTypeLike) -> Any:
    """Let scikit-learn judge type, shape and feature names, and pass its sentence on as one of ours."""
    try:
        return validate_data(
            estimator, X, reset=reset, accept_sparse="csr", dtype=np.dtype(dtype), ensure_all_finite=False
        )
    except ValueError as error:
        raise ParameterError(str(error)) from error


def _as_canonical(matrix: Any) -> csr_array:
    """Return a canonical CSR array that shares memory with `matrix` where that was canonical already."""
    counts = csr_array(matrix)
    if not counts.has_canonical_format or not np.all(counts.data):
        if issparse(matrix):
            counts = counts.copy()
        counts.sum_duplicates()
        counts.eliminate_zeros()
    if counts.indices.dtype != np.int32 and max(counts.nnz, *counts.shape) <= LARGEST_INT32:
        narrow = counts.indices.astype(np.int32), counts.indptr.astype(np.int32)
        counts = csr_array((counts.data, *narrow), shape=counts.shape)
    return counts
