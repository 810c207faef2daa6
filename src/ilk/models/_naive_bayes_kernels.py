"""The one product behind both steps of the mixture of unigrams: sparse rows times a narrow dense matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled


@compiled
def add_products(
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    data: NDArray[np.float64],
    dense: NDArray[np.float64],
    out: NDArray[np.float64],
    first: int,
    last: int,
) -> Any:
    """Add to out[i] (n_rows, width) the sum of data·dense[j] over row i's entries, for first ≤ i < last."""
    width = dense.shape[1]
    for row in range(first, last):
        for entry in range(indptr[row], indptr[row + 1]):
            count = data[entry]
            column = indices[entry]
            for z in range(width):
                out[row, z] += count * dense[column, z]
