"""The tf-idf weight of a term in a text, written once for the cosine ranking and for LSI; NumPy only."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def inverse_document_frequencies(doc_freqs: NDArray[Any], n_docs: int) -> NDArray[np.float64]:
    """Return idf_w = ln(1 + N/df_w), float64 in the shape of `doc_freqs`; 0 for a term in no document.

    Unlike ln(N/df_w) it is positive for a term in every document, so that a collection of one document and a
    query of frequent words still have similarities.
    """
    freqs = np.asarray(doc_freqs, dtype=np.float64)
    seen = freqs > 0
    return np.where(seen, np.log1p(n_docs / np.where(seen, freqs, 1.0)), 0.0)


def damped(counts: NDArray[Any]) -> NDArray[np.float64]:
    """Return ln(1 + n), float64 in the shape of `counts`: the second occurrence says less than the first."""
    return np.log1p(np.asarray(counts, dtype=np.float64))
