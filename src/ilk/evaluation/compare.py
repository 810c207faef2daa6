"""Whether one system is better than another, or the queries just happened to fall that way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ilk.errors import ParameterError, UnknownName
from ilk.evaluation.measures import Evaluation, Score

EXACT_UP_TO = 20
"""With at most this many differing queries all 2^n assignments of signs are looked at."""
RESAMPLES = 100_000
BLOCK = 4096
TOLERANCE = 1e-10
"""Relative to the sum of the sizes of the differences: sums this close differ only by rounding."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One system by one measure; the baseline itself has no difference and no p."""

    system: str
    measure: str
    mean: float
    difference: float | None = None
    p: float | None = None
    corrected_p: float | None = None


def compare(
    evaluations: Mapping[str, Evaluation], baseline: str, *, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[Comparison, ...]:
    """Compare every system with the baseline by each measure; rows in the order of measures, then systems.

    p comes from the paired randomisation test, and is corrected by Holm's method for the number of systems
    that are compared by the same measure.
    """
    if baseline not in evaluations:
        raise UnknownName("baseline among the systems", baseline, evaluations)
    base = evaluations[baseline]
    for system, evaluation in evaluations.items():
        _check_comparable(system, evaluation, base)
    rows: list[Comparison] = []
    for score in base.scores:
        scores = {system: evaluation.score(score.measure) for system, evaluation in evaluations.items()}
        rows += _compare_by_measure(scores, baseline, seed, resamples)
    return tuple(rows)


def randomisation_test(
    differences: ArrayLike, *, seed: int = 0, resamples: int = RESAMPLES, exact_up_to: int = EXACT_UP_TO
) -> float:
    """Return the two-sided p of paired differences (n,) under random signs, P(|Σ ±dᵢ| ≥ |Σ dᵢ|).

    Differences of zero have no sign and are left aside. Few differences are enumerated; for more, p is
    estimated from random signs as (hits + 1) / (resamples + 1), which keeps the test valid and p above zero.
    """
    paired = np.asarray(differences, dtype=np.float64)
    if paired.ndim != 1 or not np.isfinite(paired).all():
        raise ParameterError("differences must be one row of finite numbers, one a query")
    if resamples < 1:
        raise ParameterError(f"resamples must be at least 1, got {resamples}")
    paired = paired[paired != 0]
    if not len(paired):
        return 1.0
    threshold = abs(paired.sum()) - TOLERANCE * np.abs(paired).sum()
    if len(paired) <= exact_up_to:
        return float(np.mean(np.abs(_all_signed_sums(paired)) >= threshold))
    return (_count_random_sums(paired, threshold, seed, resamples) + 1) / (resamples + 1)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Correct m p-values (Holm, 1979): the i-th smallest becomes min(1, max over j ≤ i of (m - j + 1)·pⱼ)."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * p_values[index]))
        corrected[index] = largest
    return tuple(corrected)


def _compare_by_measure(
    scores: Mapping[str, Score], baseline: str, seed: int, resamples: int
) -> list[Comparison]:
    base = np.array(scores[baseline].values)
    others = [system for system in scores if system != baseline]
    p_values = [
        randomisation_test(np.array(scores[system].values) - base, seed=seed, resamples=resamples)
        for system in others
    ]
    tested = dict(zip(others, zip(p_values, holm(p_values), strict=True), strict=True))
    rows = []
    for system, score in scores.items():
        if system == baseline:
            rows.append(Comparison(system, score.measure, score.mean))
        else:
            difference = score.mean - scores[baseline].mean
            rows.append(Comparison(system, score.measure, score.mean, difference, *tested[system]))
    return rows


def _check_comparable(system: str, evaluation: Evaluation, base: Evaluation) -> None:
    if evaluation.query_ids != base.query_ids:
        raise ParameterError(
            f"{system} and the baseline were measured on different queries; use the same ones"
        )
    if [s.measure for s in evaluation.scores] != [s.measure for s in base.scores]:
        raise ParameterError(f"{system} and the baseline have different measures; use the same ones")


def _all_signed_sums(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Σ ±dᵢ for all signs with +d₁ (2^(n-1),); the other half are their negatives."""
    sums = differences[:1]
    for difference in differences[1:]:
        sums = np.concatenate([sums + difference, sums - difference])
    return sums


def _count_random_sums(differences: NDArray[np.float64], threshold: float, seed: int, resamples: int) -> int:
    """Count the random assignments of signs whose sum is at least the threshold in size."""
    random = np.random.default_rng(seed)
    n_differences = len(differences)
    n_bytes = -(-n_differences // 8)
    total, count = differences.sum(), 0
    for start in range(0, resamples, BLOCK):
        rows = min(BLOCK, resamples - start)
        packed = np.frombuffer(random.bytes(rows * n_bytes), np.uint8).reshape(rows, n_bytes)
        positive = np.unpackbits(packed, axis=1, count=n_differences)
        sums = 2.0 * (positive @ differences) - total
        count += int(np.count_nonzero(np.abs(sums) >= threshold))
    return count
