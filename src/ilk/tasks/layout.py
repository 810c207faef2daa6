"""A map of the collection: documents as points, laid out once so that near is alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MANY = 10_000
ROUNDS, ROUNDS_FOR_MANY = 100, 40
START = 10.0
"""How wide the first positions spread, in the units of the map."""
OUTLIERS = 0.005
"""Share of points on each side that do not decide the scale."""


@dataclass(frozen=True, eq=False)
class Layout:
    """points (N, 2) float32, most of them within [−1, 1]; topics (N,), the main topic of each document."""

    points: NDArray[np.float32]
    topics: NDArray[np.int32]


def lay_out(
    vectors: NDArray[np.floating], neighbours: NDArray[np.int32], seed: int = 0
) -> NDArray[np.float32]:
    """Return points (N, 2) such that each document is near its neighbours (N, k).

    They begin where the two main directions of the vectors (N, e) put them, so that the map as a whole tells
    how themes lie to each other, and are then settled by their neighbours.
    """
    from ilk.tasks._layout_kernels import settle

    points = _main_directions(np.asarray(vectors, dtype=np.float32), seed)
    n_rounds = ROUNDS if len(points) <= MANY else ROUNDS_FOR_MANY
    if len(points) > 1:
        settle(points, np.ascontiguousarray(neighbours, dtype=np.int32), n_rounds, seed + 1)
    return _scaled(points)


def _main_directions(vectors: NDArray[np.float32], seed: int) -> NDArray[np.float32]:
    """Return the two principal components of the directions of the vectors, with a little noise, (N, 2)."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    rows -= rows.mean(axis=0)
    _, axes = np.linalg.eigh((rows.T @ rows).astype(np.float64))
    # an eigenvector may point either way: the larger side decides, so that the map never flips
    main = axes[:, ::-1][:, :2]
    main = main * np.where(main[np.abs(main).argmax(axis=0), np.arange(main.shape[1])] < 0, -1.0, 1.0)
    points = np.zeros((len(rows), 2), dtype=np.float32)
    points[:, : main.shape[1]] = rows @ main.astype(np.float32)
    points *= START / max(float(np.abs(points).max(initial=0.0)), 1e-9)
    noise = np.random.default_rng(seed).normal(scale=1e-2, size=points.shape)
    return points + noise.astype(np.float32)


def _scaled(points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Move and scale points so that all but outliers are within [−1, 1]; outliers stay at the edge."""
    low, high = np.quantile(points, [OUTLIERS, 1 - OUTLIERS], axis=0)
    centre, width = (low + high) / 2, max(float((high - low).max()) / 2, 1e-9)
    return np.asarray(np.clip((points - centre) / width, -1.05, 1.05), dtype=np.float32)
