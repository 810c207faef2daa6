"""The arithmetic of the default similarity, compiled; `arithmetic` has the same in NumPy, and the formulas.

Numbers that are kept in single precision are added up in double: the two agree to rounding.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled, compiled_reassociating
from ilk.default.arithmetic import LEAST_PROBABILITY, NEGLIGIBLE, NOWHERE

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

TOGETHER = 4
"""Documents whose products with a term are taken in one pass over it."""


@compiled_reassociating
def standard(values: Floats) -> Floats:
    """Return the standard scores of values (n,); all 0 where all are equal."""
    n = values.size
    total, largest = 0.0, 1.0
    for i in range(n):
        total += values[i]
        largest = max(largest, abs(values[i]))
    mean, squares = total / n, 0.0
    for i in range(n):
        squares += (values[i] - mean) ** 2
    deviation = math.sqrt(squares / n)
    scale = 1.0 / deviation if deviation > NEGLIGIBLE * largest else 0.0
    scores = np.empty(n)
    for i in range(n):
        scores[i] = (values[i] - mean) * scale
    return scores


@compiled_reassociating
def product(row: NDArray[Any], vector: Floats) -> float:
    """Return the inner product of two vectors of one length."""
    total = 0.0
    for e in range(vector.size):
        total += np.float64(row[e]) * vector[e]
    return total


@compiled
def cosines(documents: NDArray[Any], norms: NDArray[np.float32], vector: Floats) -> Floats:
    """Return the cosine of vector (e,) with documents (N, e) of the lengths norms (N,); 0 without length."""
    n = len(documents)
    length = math.sqrt(product(vector, vector))
    found = np.zeros(n)
    for d in range(n):
        both = length * norms[d]
        if both > 0:
            found[d] = product(documents[d], vector) / both
    return found


@compiled
def nested_cosines(
    documents: NDArray[Any],
    norms: NDArray[np.float32],
    spaces: NDArray[np.int64],
    docs: Ints,
    vector: Floats,
) -> Floats:
    """Return the cosine with documents (m,) in the first e dimensions, for every e of spaces (S,): (S, m)."""
    found = np.zeros((spaces.size, docs.size))
    lengths = np.empty(spaces.size)
    for s in range(spaces.size):
        lengths[s] = math.sqrt(product(vector[: spaces[s]], vector[: spaces[s]]))
    for i in range(docs.size):
        row, total, start = documents[docs[i]], 0.0, 0
        for s in range(spaces.size):
            # Each space holds the one before it.
            total += product(row[start : spaces[s]], vector[start : spaces[s]])
            start = spaces[s]
            both = lengths[s] * norms[docs[i], s]
            if both > 0:
                found[s, i] = total / both
    return found


@compiled
def positions(docs: Ints, n_docs: int) -> Ints:
    """Return where each of N documents stands among docs (m,), NOWHERE where it does not."""
    places = np.full(n_docs, NOWHERE, np.int32)
    for i in range(docs.size):
        places[docs[i]] = i
    return places


@compiled
def counts(postings: tuple[Any, Any, Any], terms: Ints, positions: Ints, n: int) -> NDArray[Any]:
    """Return n(d,w) of the n documents that have positions, and of terms (t,): (n, t)."""
    indptr, docs, often = postings
    found = np.zeros((n, terms.size), np.float32)
    for column in range(terms.size):
        for posting in range(indptr[terms[column]], indptr[terms[column] + 1]):
            place = positions[docs[posting]]
            if place >= 0:
                found[place, column] = often[posting]
    return found


@compiled_reassociating
def products(block: Floats, lifts: Floats) -> tuple[float, float, float, float]:
    """Return the inner products of TOGETHER documents (TOGETHER, Z) with a term (Z,)."""
    a = b = c = d = 0.0
    for z in range(lifts.size):
        a += block[0, z] * lifts[z]
        b += block[1, z] * lifts[z]
        c += block[2, z] * lifts[z]
        d += block[3, z] * lifts[z]
    return a, b, c, d


@compiled
def log_likelihoods(
    mixture: tuple[Any, ...], weights: Floats, topics: NDArray[Any], docs: Ints, counts: NDArray[Any]
) -> Floats:
    """Return Σ_w weight_w log P(w|d) of documents (m,), weights (t,) and counts (m, t).

    Every block is full, the last document standing in for those that lack: the bits of a document's sum do
    not depend on where it stands.
    """
    p_w, given, lengths, pseudo_count, own_share = mixture
    lifts = given.astype(np.float64)
    m, n_topics = docs.size, topics.shape[1]
    found, block, topical = np.zeros(m), np.empty((TOGETHER, n_topics)), np.empty(TOGETHER)
    for start in range(0, m, TOGETHER):
        for i in range(TOGETHER):
            row = topics[docs[min(start + i, m - 1)]]
            for z in range(n_topics):
                block[i, z] = row[z]
        for t in range(weights.size):
            topical[0], topical[1], topical[2], topical[3] = products(block, lifts[t])
            smoothing, share = pseudo_count * p_w[t], (1 - own_share) * p_w[t]
            for i in range(min(TOGETHER, m - start)):
                own = (counts[start + i, t] + smoothing) / lengths[docs[start + i]]
                mixed = own_share * own + share * topical[i]
                found[start + i] += weights[t] * math.log(max(mixed, LEAST_PROBABILITY))
    return found


@compiled
def with_neighbours(
    neighbours: Ints,
    shares: NDArray[np.float32],
    docs: Ints,
    positions: Ints,
    values: Floats,
    share: float,
) -> Floats:
    """Mix values (m,) with the mean of the neighbours'; one that has no position counts as the worst."""
    worst = values.min()
    mixed = np.empty(docs.size)
    for i in range(docs.size):
        mean = 0.0
        for j in range(neighbours.shape[1]):
            place = positions[neighbours[docs[i], j]]
            mean += np.float64(shares[docs[i], j]) * (values[place] if place >= 0 else worst)
        mixed[i] = (1 - share) * values[i] + share * mean
    return mixed
