"""A query as the lexical search takes it, and the checks of what comes with it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError

EVERY_DOCUMENT = np.empty(0, dtype=np.bool_)
"""The mask that stands for no mask; the compiled code wants an array in any case."""


class LexicalQuery(NamedTuple):
    """Distinct terms in increasing order (n,), how often each occurs (n,), and the sum of that."""

    terms: NDArray[np.int32]
    counts: NDArray[np.float64]
    length: float


class WeightedTerms(NamedTuple):
    """Distinct terms in increasing order (n,), and a weight each (n,)."""

    terms: NDArray[np.int32]
    weights: NDArray[np.float64]


def check_query(terms: NDArray[Any], counts: NDArray[Any], n_terms: int) -> LexicalQuery:
    """Return the query with repeated terms added up; counts may be fractions, as query expansion makes them.

    A query is short: a dictionary takes a few microseconds where NumPy's functions take tens.
    """
    terms, counts = np.asarray(terms), np.asarray(counts)
    if terms.ndim != 1 or terms.shape != counts.shape or (terms.size and terms.dtype.kind not in "iu"):
        raise ParameterError(
            "a query needs one whole term number and one count each, "
            f"got {terms.dtype.name} terms of shape {terms.shape} and counts of shape {counts.shape}"
        )
    merged: dict[int, float] = {}
    for term, count in zip(terms.tolist(), counts.tolist(), strict=True):
        if not 0 < count < math.inf:
            raise ParameterError(f"the counts of a query must be positive and finite, got {count!r}")
        merged[term] = merged.get(term, 0.0) + count
    distinct = sorted(merged)
    if distinct and not 0 <= distinct[0] <= distinct[-1] < n_terms:
        raise ParameterError(
            f"term numbers must be from 0 to {n_terms - 1}, got {distinct[0]} to {distinct[-1]}; "
            "leave unknown words out"
        )
    amounts = [merged[term] for term in distinct]
    return LexicalQuery(
        np.array(distinct, dtype=np.int32), np.array(amounts, dtype=np.float64), math.fsum(amounts)
    )


def check_k(k: int) -> int:
    """Return the number of hits that is wanted."""
    if not isinstance(k, int | np.integer) or isinstance(k, bool) or k < 1:
        raise ParameterError(f"k must be a whole number of at least 1, got {k!r}")
    return int(k)


def check_allowed(allowed: NDArray[np.bool_] | None, n_docs: int) -> NDArray[np.bool_]:
    """Return the mask of documents that may be hits (n_docs,), or the empty one that allows all."""
    if allowed is None:
        return EVERY_DOCUMENT
    mask = np.ascontiguousarray(allowed)
    if mask.dtype != np.bool_ or mask.shape != (n_docs,):
        raise ParameterError(
            f"allowed must be a mask of shape ({n_docs},), got {mask.dtype.name} of shape {mask.shape}"
        )
    return mask
