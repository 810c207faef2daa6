"""A query under PLSI, compiled: folded in, and turned into what the search by topics takes, in one call.

`ilk.search.topic_kernel` does the same in NumPy, whose every call costs as much as all of this for a title.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled, compiled_reassociating
from ilk.models import _plsi_fold_kernels as plsi
from ilk.models.plsi_arrays import Rows, Smoothing, Span
from ilk.search.topic_folding import LEAST_MIXTURE, LEAST_PROBABILITY, MOST_ITERATIONS, TOLERANCE

Array = NDArray[Any]


@compiled
def fold_in(right: Array, counts: Array, folding: tuple[Array, Array, float, float]) -> Array:
    """Return P(z|q) (1, K) float32 by the loop of `PLSI.transform`; `folding` is a `Folding` as a plain tuple."""
    start, base, tempering, prior = folding
    n = len(counts)
    query = Rows(np.array([0, n]), np.arange(n).astype(np.int32), counts.astype(np.float32))
    topics = np.empty((1, start.size), np.float32)
    plsi.fold_in_span(
        query,
        right,
        plsi.Folding(start, base, tempering, MOST_ITERATIONS, TOLERANCE),
        Smoothing(prior, LEAST_MIXTURE, LEAST_PROBABILITY),
        topics,
        Span(0, 1),
    )
    return topics


@compiled
def plsi_query(
    rows: Array,
    right: Array,
    counts: Array,
    total: float,
    powers: Array,
    folding: tuple[Array, Array, float, float],
) -> tuple[Array, Array, Array, Array]:
    """Return P(z|q) (K,), ratios (n,), weights (n,) and directions (n, K) of a query's terms.

    rows and right (n, K) are P(w|z) and P(w|z)^β, powers (n, K) is G(w,z)^−a; total is |q| or what
    stands in its place.
    """
    shares = fold_in(right, counts, folding)[0].astype(np.float64)
    n = len(counts)
    ratios, weights, directions = np.zeros(n), np.zeros(n), np.zeros((n, shares.size))
    for i in range(n):
        probability = weighted_sum(shares, rows[i])
        if probability > 0:
            ratios[i] = counts[i] / (total * probability)
            for topic in range(shares.size):
                directions[i, topic] = shares[topic] * np.float64(rows[i, topic]) * powers[i, topic]
            norm = np.sqrt(weighted_sum(directions[i], directions[i]))
            weights[i] = ratios[i] * norm
            if norm > 0:
                directions[i] /= norm
    return shares, ratios, weights, directions


@compiled_reassociating
def weighted_sum(a: Array, b: Array) -> float:
    """Return Σ_z a(z) b(z) in double precision."""
    total = 0.0
    for topic in range(a.size):
        total += a[topic] * np.float64(b[topic])
    return total
