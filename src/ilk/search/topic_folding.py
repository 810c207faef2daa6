"""One query placed among the topics of a model, P(z|q), in NumPy."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Floats = NDArray[np.float64]

MOST_ITERATIONS, TOLERANCE = 100, 1e-4
"""As in `PLSI.transform`: stop after so many iterations, or once Σ_z |ΔP(z|q)| is at most the tolerance."""

LEAST_MIXTURE, LEAST_PROBABILITY = 1e-25, 2e-19
"""PLSI's limits in single precision: what is added to a P(w|q), and the least P(z|q) told from zero."""

IMPOSSIBLE = 1e-300
"""Stands for P(w|z) = 0 in a mixture: next to no probability, but a finite logarithm."""


class Folding(NamedTuple):
    """How PLSI folds in: the start P(z) and P(z)^(1−β), both (K,) float32, the temperature β, the prior."""

    start: NDArray[np.float32]
    base: NDArray[np.float32]
    tempering: float
    prior: float

    @classmethod
    def of(cls, p_z: Floats, tempering: float, prior: float) -> Folding:
        """Round as PLSI does, which is fitted and folds in in single precision."""
        base = (p_z ** (1 - tempering)).astype(np.float32)
        return cls(p_z.astype(np.float32), base, float(tempering), float(prior))


def plsi_shares(right: NDArray[np.float32], counts: Floats, folding: Folding) -> Floats:
    """Return P(z|q) ∝ Σ_w n(q,w) P(z|q,w) + prior (K,) by EM, with P(z|q,w) ∝ P(z)^(1−β) [P(z|q) P(w|z)]^β.

    right (n, K) is P(w|z)^β of the query's terms. What `PLSI.transform` does, for one query, without numba.
    """
    n: Array = counts.astype(np.float32)
    now: Array = folding.start
    for _ in range(MOST_ITERATIONS):
        left = now if folding.tempering == 1 else folding.base * tempered(now, folding.tempering)
        expected = left * ((n / (right @ left + np.float32(LEAST_MIXTURE))) @ right)
        if expected.sum(dtype=np.float64) <= 0:
            break  # no term that the model knows: P(z) is all there is to say
        new = expected + np.float32(folding.prior)
        new *= np.float32(1 / new.sum(dtype=np.float64))
        new[new < LEAST_PROBABILITY] = 0
        change = np.abs(new - now).sum(dtype=np.float64)
        now = new
        if change <= TOLERANCE:
            break
    return np.asarray(now, dtype=np.float64)


def component_shares(rows: Array, counts: Floats, p_z: Floats) -> Floats:
    """Return P(z|q) ∝ P(z) Π_w P(w|z)^n(q,w) (K,); a term that no component knows says nothing."""
    known = rows.any(axis=1)
    with np.errstate(divide="ignore"):
        logs = np.log(p_z)
    logs += counts[known] @ np.log(np.maximum(rows[known].astype(np.float64), IMPOSSIBLE))
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def tempered(probabilities: NDArray[np.float32], tempering: float) -> NDArray[np.float32]:
    """Return P^β in the shape of P."""
    if tempering == 1:
        return probabilities
    with np.errstate(divide="ignore"):  # log 0 is −∞, and its exponential is 0 again
        return np.asarray(np.exp(np.log(probabilities) * np.float32(tempering)))
