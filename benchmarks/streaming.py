"""What the machine could do: the same arithmetic on rows in order, and plain traffic to memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import best_of
from ilk.compiled import compiled_reassociating
from ilk.models.plsi_arrays import aligned
from ilk.models.plsi_crew import crew_of

Array = NDArray[Any]

MAIN_MEMORY = 1 << 27
"""Bytes of an array that no cache holds."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Arithmetic and traffic a second."""

    gflops: float
    gigabytes: float


def row_rates(n_rows: int, n_topics: int, threads: int) -> Rates:
    """Measure a dot product and a sum over rows (n_rows, n_topics) in their order: EM without its gathers."""
    values, weights = aligned((n_rows, n_topics), np.float32), np.ones(n_topics, np.float32)
    values[:] = 1
    bounds = np.linspace(0, n_rows, 8 * threads + 1).astype(int).tolist()

    def work(i: int) -> None:
        _dot_and_sum(values, weights, np.zeros(n_topics, np.float32), bounds[i], bounds[i + 1])

    with crew_of(threads) as crew:
        seconds = best_of(300, lambda: crew.each(work, range(8 * threads)))
    return Rates(4 * values.size / seconds / 1e9, values.nbytes / seconds / 1e9)


def triad_bandwidth(threads: int) -> float:
    """Measure a = b + s · c on arrays that no cache holds, in GB/s."""
    size = MAIN_MEMORY // 4
    a, b, c = (np.ones(size, np.float32) for _ in range(3))
    bounds = np.linspace(0, size, 8 * threads + 1).astype(int).tolist()
    with crew_of(threads) as crew:
        seconds = best_of(
            10, lambda: crew.each(lambda i: _triad(a, b, c, bounds[i], bounds[i + 1]), range(8 * threads))
        )
    return 3 * MAIN_MEMORY / seconds / 1e9


@compiled_reassociating
def _dot_and_sum(values: Array, weights: Array, gathered: Array, first: int, last: int) -> None:
    """Take four rows at a time, as the passes of EM do."""
    n_topics = weights.shape[0]
    for row in range(first, last - 3, 4):
        a, b, c, d = values[row], values[row + 1], values[row + 2], values[row + 3]
        p_a, p_b, p_c, p_d = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
        for topic in range(n_topics):
            p_a += weights[topic] * a[topic]
            p_b += weights[topic] * b[topic]
            p_c += weights[topic] * c[topic]
            p_d += weights[topic] * d[topic]
        for topic in range(n_topics):
            gathered[topic] += (p_a * a[topic] + p_b * b[topic]) + (p_c * c[topic] + p_d * d[topic])


@compiled_reassociating
def _triad(a: Array, b: Array, c: Array, first: int, last: int) -> None:
    for i in range(first, last):
        a[i] = b[i] + np.float32(3) * c[i]
