"""Cosine normalisation: features of length 1, kernels with K(d,d) = 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Floats = NDArray[np.float64]


def inverse_lengths(squares: Floats) -> Floats:
    """Return 1/√K(d,d) (n,); 0 for a document without features, which is like nothing else."""
    lengths = np.sqrt(np.maximum(squares, 0.0))
    return np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)


def scaled_rows(features: csr_array, scales: Floats) -> csr_array:
    """Return features (n, v) with each row multiplied by its scale (n,)."""
    data = features.data * np.repeat(scales, np.diff(features.indptr))
    return csr_array((data, features.indices, features.indptr), shape=features.shape)


def squared_lengths(features: csr_array) -> Floats:
    """Return Σ_i φ_i² of each row (n,)."""
    squares = csr_array((features.data**2, features.indices, features.indptr), shape=features.shape)
    return np.asarray(squares.sum(axis=1), dtype=np.float64)


def unit_rows(features: csr_array) -> csr_array:
    """Return features (n, v) with rows of length 1; an empty row stays empty."""
    return scaled_rows(features, inverse_lengths(squared_lengths(features)))
