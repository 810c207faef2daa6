"""K-means on the unit sphere: rows belong to the centroid with the largest cosine."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Floats = NDArray[np.float32]


def spherical_kmeans(
    rows: csr_array, n_clusters: int, seed: int, max_iter: int = 50
) -> tuple[NDArray[np.intp], Floats]:
    """Return the cluster of each row (n_rows,), all of length 1, and unit centroids (n_clusters, n_columns).

    Starts from rows chosen as k-means++ does, with 1 − cosine for the squared distance, and ends when no row
    changes its cluster. A cluster that lost its rows takes the row that fits its own centroid least.
    """
    centroids = _seeds(rows, n_clusters, np.random.default_rng(seed))
    labels = np.full(rows.shape[0], -1, dtype=np.intp)
    for _ in range(max_iter):
        cosines = np.asarray(rows @ centroids.T)
        moved = _fill_empty(np.argmax(cosines, axis=1), cosines)
        if np.array_equal(moved, labels):
            break
        labels = moved
        centroids = _centroids(rows, labels, n_clusters)
    return labels, centroids


def unit_rows(matrix: csr_array) -> csr_array:
    """Return the matrix with every row that is not empty scaled to length 1, as float32."""
    squared = matrix.data.astype(np.float64) ** 2
    squares = csr_array((squared, matrix.indices, matrix.indptr), shape=matrix.shape)
    norms = np.sqrt(np.asarray(squares.sum(axis=1), dtype=np.float64))
    scale = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
    data = (matrix.data * np.repeat(scale, np.diff(matrix.indptr))).astype(np.float32)
    return csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape)


def _seeds(rows: csr_array, n_clusters: int, rng: np.random.Generator) -> Floats:
    chosen = [int(rng.integers(rows.shape[0]))]
    distance = np.full(rows.shape[0], 2.0)
    for _ in range(n_clusters - 1):
        newest = _dense(rows[[chosen[-1]]])[0]
        distance = np.minimum(distance, np.clip(1.0 - rows @ newest, 0.0, 2.0))
        distance[chosen] = 0.0
        total = distance.sum()
        untaken = np.setdiff1d(np.arange(rows.shape[0]), chosen)
        weights = distance[untaken] / total if total > 0 else None
        chosen.append(int(rng.choice(untaken, p=weights)))
    return _dense(rows[chosen])


def _fill_empty(labels: NDArray[np.intp], cosines: Floats) -> NDArray[np.intp]:
    labels = labels.copy()
    sizes = np.bincount(labels, minlength=cosines.shape[1])
    worst_first = np.argsort(cosines[np.arange(labels.size), labels], kind="stable")
    for empty in np.flatnonzero(sizes == 0):
        row = next(row for row in worst_first if sizes[labels[row]] > 1)
        sizes[labels[row]] -= 1
        sizes[empty] = 1
        labels[row] = empty
    return labels


def _centroids(rows: csr_array, labels: NDArray[np.intp], n_clusters: int) -> Floats:
    n_rows = rows.shape[0]
    membership = csr_array(
        (np.ones(n_rows, dtype=np.float32), (labels, np.arange(n_rows))), shape=(n_clusters, n_rows)
    )
    return _dense(unit_rows(csr_array(membership @ rows)))


def _dense(matrix: csr_array) -> Floats:
    return cast(Floats, matrix.toarray())
