"""The loop that pulls neighbours together and pushes others apart, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled

SPREAD = 1.6
"""How soon attraction fades with distance: neighbours rest about a tenth of the unit apart."""
LONGEST_STEP = 4.0
PUSHED = 5
"""Random documents that are pushed away for each neighbour that is pulled near."""
NEARLY_ZERO = 1e-3


@compiled
def settle(points: NDArray[np.float32], neighbours: NDArray[np.int32], n_rounds: int, seed: int) -> None:
    """Move points (N, 2) in place, round by round with shorter steps, as LargeVis and UMAP do.

    Similarity in the plane is 1 / (1 + a·distance²). In order and on one thread: the same seed gives the same
    map.
    """
    n_docs, k = neighbours.shape
    state = np.uint64(seed) * np.uint64(2862933555777941757) + np.uint64(3037000493)
    for turn in range(n_rounds):
        step = np.float32(1.0 - turn / n_rounds)
        for i in range(n_docs):
            for place in range(k):
                j = neighbours[i, place]
                if j == i:
                    continue
                dx, dy = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1]
                square = dx * dx + dy * dy
                pull = np.float32(2 * SPREAD) / (np.float32(1) + np.float32(SPREAD) * square)
                mx, my = step * _bounded(pull * dx), step * _bounded(pull * dy)
                points[i, 0] -= mx
                points[i, 1] -= my
                points[j, 0] += mx
                points[j, 1] += my
                for _ in range(PUSHED):
                    state ^= state << np.uint64(13)
                    state ^= state >> np.uint64(7)
                    state ^= state << np.uint64(17)
                    other = np.int64((state >> np.uint64(11)) % np.uint64(n_docs))
                    if other == i:
                        continue
                    dx, dy = points[i, 0] - points[other, 0], points[i, 1] - points[other, 1]
                    square = dx * dx + dy * dy
                    push = np.float32(2) / (
                        (np.float32(NEARLY_ZERO) + square) * (np.float32(1) + np.float32(SPREAD) * square)
                    )
                    points[i, 0] += step * _bounded(push * dx)
                    points[i, 1] += step * _bounded(push * dy)


@compiled
def _bounded(value: np.float32) -> np.float32:
    longest = np.float32(LONGEST_STEP)
    return max(-longest, min(longest, value))
