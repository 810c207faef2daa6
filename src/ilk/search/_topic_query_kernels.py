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
from ilk.search.topic_kernel import PLSIQuery

Array = NDArray[Any]


@compiled
def directions_of(query: PLSIQuery) -> tuple[Array, Array, Array, Array]:
    """Return P(z|q) (K,), ratios (n,), weights (n,) and directions (n, K) of a query's terms."""
    shares = fold_in(query)
    n = query.terms.size
    ratios, weights, directions = np.zeros(n), np.zeros(n), np.zeros((n, shares.size))
    for i in range(n):
        row = query.rows[query.terms[i]]
        power = query.powers[query.terms[i] if len(query.powers) > 1 else 0]
        probability = weighted_sum(shares, row)
        if probability > 0:
            ratios[i] = query.counts[i] / (query.total * probability)
            for topic in range(shares.size):
                directions[i, topic] = shares[topic] * np.float64(row[topic]) * power[topic]
            norm = np.sqrt(weighted_sum(directions[i], directions[i]))
            weights[i] = ratios[i] * norm
            if norm > 0:
                directions[i] /= norm
    return shares, ratios, weights, directions


@compiled
def fold_in(query: PLSIQuery) -> Array:
    """Return P(z|q) (K,), by the loop of `PLSI.transform`."""
    counts = query.counts.astype(np.float32)
    topics = np.empty((1, query.start.size), np.float32)
    plsi.fold_in_span(
        Rows(np.array([0, counts.size]), query.terms, counts),
        query.tempered,
        plsi.Folding(query.start, query.base, query.tempering, MOST_ITERATIONS, TOLERANCE),
        Smoothing(query.prior, LEAST_MIXTURE, LEAST_PROBABILITY),
        topics,
        Span(0, 1),
    )
    shares: Array = topics[0].astype(np.float64)
    return shares


@compiled_reassociating
def weighted_sum(a: Array, b: Array) -> float:
    """Return Σ_z a(z) b(z) in double precision."""
    total = 0.0
    for topic in range(a.size):
        total += a[topic] * np.float64(b[topic])
    return total
