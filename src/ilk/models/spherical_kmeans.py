"""K-means on the unit sphere: a row belongs to the centre with the largest cosine.

The objective is J = Σ_i x_i · c_l(i) over unit rows x and unit centres c (Dhillon and Modha 2001). Neither
giving each row to its nearest centre nor moving a centre to the mean direction of its rows lets J fall.
K-means of scikit-learn on unit rows maximises something else: its centres are means inside the sphere, so
that a wide cluster has a short one and loses rows for it; and the bits of its sums depend on the threads.

Rows are CSR or dense, float32 or float64. They are multiplied in blocks of a fixed size, each by one thread,
and each centre is summed by one thread in float64: the bits do not depend on how many threads there are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from threadpoolctl import ThreadpoolController

from ilk.threads import map_in_order

T = TypeVar("T")

Rows = csr_array | NDArray[Any]
Labels = NDArray[np.intp]
Floats = NDArray[Any]
Callback = Callable[[int, float], None]

ROWS_A_BLOCK = 2048


class Clusters(NamedTuple):
    """Where k-means ended: labels (n,), unit centres (k, f), the cosine of each row with its centre (n,), and
    J after each assignment (n_iter,).
    """

    labels: Labels
    centres: Floats
    cosines: Floats
    objectives: tuple[float, ...]


def spherical_kmeans(
    rows: Rows,
    n_clusters: int,
    rng: np.random.Generator,
    *,
    max_iter: int = 100,
    tol: float = 0.0,
    callback: Callback | None = None,
) -> Clusters:
    """Cluster unit rows (n, f), none of them 0, of which there are at least n_clusters.

    Ends when no row changes its cluster, or when J gains a share below tol. `callback` is told the number of
    iterations done, and J.
    """
    blocks = blocks_of(rows)
    centres = dense_rows(rows, distant_rows(rows, n_clusters, rng))
    labels, objectives = np.full(rows.shape[0], -1, dtype=np.intp), [-np.inf]
    for iteration in range(1, max_iter + 1):
        before, (labels, cosines) = labels, nearest(blocks, centres)
        _fill_empty(rows, labels, cosines, centres)
        objectives.append(float(cosines.sum(dtype=np.float64)))
        if callback is not None:
            callback(iteration, objectives[-1])
        small = objectives[-1] - objectives[-2] < tol * abs(objectives[-1])
        if iteration == max_iter or small or np.array_equal(labels, before):
            break
        centres = mean_directions(rows, labels, n_clusters)
    return Clusters(labels, centres, cosines, tuple(objectives[1:]))


def unit_rows(matrix: Rows) -> Rows:
    """Return the matrix with every row that is not 0 scaled to length 1, in its own precision."""
    if isinstance(matrix, csr_array):
        squares = csr_array(
            (np.square(matrix.data, dtype=np.float64), matrix.indices, matrix.indptr), matrix.shape
        )
        scales = _inverse_roots(np.asarray(squares.sum(axis=1)))
        data = matrix.data * np.repeat(scales, np.diff(matrix.indptr))
        return csr_array((data.astype(matrix.dtype), matrix.indices, matrix.indptr), shape=matrix.shape)
    scales = _inverse_roots(np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64))
    return np.asarray(matrix * scales[:, np.newaxis], dtype=matrix.dtype)


def blocks_of(rows: Rows) -> list[Rows]:
    """Cut rows into blocks that share their memory."""
    starts = range(0, rows.shape[0], ROWS_A_BLOCK)
    if not isinstance(rows, csr_array):
        return [rows[start : start + ROWS_A_BLOCK] for start in starts]
    blocks: list[Rows] = []
    for start in starts:
        indptr = rows.indptr[start : start + ROWS_A_BLOCK + 1]
        span = slice(indptr[0], indptr[-1])
        parts = rows.data[span], rows.indices[span], indptr - indptr[0]
        blocks.append(csr_array(parts, shape=(indptr.size - 1, rows.shape[1])))
    return blocks


def cosines_with(blocks: list[Rows], centres: Floats) -> Floats:
    """Return the cosine of each unit row with each unit centre, (n, k)."""
    return np.concatenate(_each_product(blocks, centres, lambda cosines: cosines))


def nearest(blocks: list[Rows], centres: Floats) -> tuple[Labels, Floats]:
    """Return the nearest centre of each unit row (n,), the first of equal ones, and its cosine (n,)."""
    best = _each_product(blocks, centres, lambda cosines: (cosines.argmax(axis=1), cosines.max(axis=1)))
    labels, cosines = (np.concatenate(parts) for parts in zip(*best, strict=True))
    return labels, cosines


def mean_directions(rows: Rows, labels: Labels, n_clusters: int) -> Floats:
    """Return the direction of each cluster's sum (k, f), that of its first row where the rows cancel out."""
    order = np.argsort(labels, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(labels, minlength=n_clusters))[:-1])
    centres = np.empty((n_clusters, rows.shape[1]), dtype=rows.dtype)
    threads = 1 if rows.shape[0] <= ROWS_A_BLOCK else None
    for number, direction in enumerate(map_in_order(partial(_direction, rows), members, threads)):
        centres[number] = direction
    return centres


def distant_rows(rows: Rows, n_clusters: int, rng: np.random.Generator) -> list[int]:
    """Choose rows to start from, as k-means++ does with 1 − cosine for the squared distance.

    Of several candidates, drawn in proportion to their distance from the rows chosen so far, the one is kept
    that brings all rows nearest.
    """
    blocks, n_candidates = blocks_of(rows), 2 + int(np.log(n_clusters))
    chosen = [int(rng.integers(rows.shape[0]))]
    distances = _distances(rows, blocks, chosen)[:, 0]
    while len(chosen) < n_clusters:
        distances[chosen] = 0.0
        total = distances.sum()
        if total > 0:
            places = np.searchsorted(np.cumsum(distances), rng.random(n_candidates) * total, side="right")
            candidates = np.minimum(places, distances.size - 1).tolist()
        else:  # every row is like one that was chosen
            candidates = [int(rng.choice(np.setdiff1d(np.arange(distances.size), chosen)))]
        shorter = np.minimum(distances[:, np.newaxis], _distances(rows, blocks, candidates))
        best = int(np.argmin(shorter.sum(axis=0)))
        chosen.append(candidates[best])
        distances = np.ascontiguousarray(shorter[:, best])
    return chosen


def dense_rows(rows: Rows, numbers: list[int]) -> Floats:
    """Return some rows as a dense array of their own (m, f)."""
    some = rows[numbers]
    return np.asarray(some.toarray() if isinstance(some, csr_array) else some)


def _distances(rows: Rows, blocks: list[Rows], numbers: list[int]) -> NDArray[np.float64]:
    """Return 1 − cosine of each row with some of them, (n, m)."""
    cosines = cosines_with(blocks, dense_rows(rows, numbers)).astype(np.float64)
    return np.maximum(1.0 - cosines, 0.0)


def _each_product(blocks: list[Rows], centres: Floats, work: Callable[[Floats], T]) -> list[T]:
    """Return what `work` makes of the cosines of each block with the centres, (m, k), in order."""
    columns = np.ascontiguousarray(centres.T)
    threads = 1 if len(blocks) == 1 else None
    with _blas().limit(limits=1, user_api="blas"):
        return list(map_in_order(lambda block: work(np.asarray(block @ columns)), blocks, threads))


@cache
def _blas() -> ThreadpoolController:
    """Return what sets BLAS's threads; finding the libraries takes longer than a small product."""
    return ThreadpoolController()


def _direction(rows: Rows, members: Labels) -> NDArray[np.float64]:
    some = rows[members]
    if isinstance(some, csr_array):
        total = np.bincount(some.indices, weights=some.data, minlength=rows.shape[1])
    else:
        total = some.sum(axis=0, dtype=np.float64)
    if not total.any():
        total = dense_rows(rows, members[:1].tolist())[0].astype(np.float64)
    return np.asarray(total * _inverse_roots(np.square(total).sum()))


def _fill_empty(rows: Rows, labels: Labels, cosines: Floats, centres: Floats) -> None:
    """Give each cluster without rows the row that fits its own centre least, and centre it there.

    J does not fall: the row counts 1 now, and no other row loses anything.
    """
    sizes = np.bincount(labels, minlength=len(centres))
    empty = np.flatnonzero(sizes == 0)
    if not empty.size:
        return
    worst_first = iter(np.argsort(cosines, kind="stable").tolist())
    for number in empty.tolist():
        row = next(row for row in worst_first if sizes[labels[row]] > 1)
        sizes[labels[row]] -= 1
        sizes[number], labels[row], cosines[row] = 1, number, 1.0
        centres[number] = dense_rows(rows, [row])[0]


def _inverse_roots(squares: Any) -> Any:
    """Return 1/√x, and 0 for 0."""
    roots = np.sqrt(squares)
    return np.divide(1.0, roots, out=np.zeros_like(roots), where=roots > 0)
