"""Spherical k-means against a naive loop, its own theory, planted clusters and scikit-learn's checks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.cluster import KMeans
from sklearn.utils.estimator_checks import parametrize_with_checks

from ilk.errors import ParameterError
from ilk.evaluation.clusters import adjusted_rand_index
from ilk.models.spherical_kmeans import (
    ROWS_A_BLOCK,
    blocks_of,
    mean_directions,
    nearest,
    spherical_kmeans,
    unit_rows,
)
from ilk.tasks.cluster import SphericalKMeans


@st.composite
def features(draw: st.DrawFn) -> np.ndarray:
    """Rows with zeros, repeated rows and rows that point against each other among them."""
    n_rows, n_columns = draw(st.integers(4, 30)), draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = rng.standard_normal((n_rows, n_columns)) * rng.integers(0, 2, (n_rows, n_columns))
    rows[rng.integers(0, n_rows, n_rows // 3)] = rows[0]
    rows[0] = 1.0
    return rows


def naive_run(rows: np.ndarray, centres: np.ndarray) -> tuple[list[int], np.ndarray]:
    """Run k-means from given centres as one would write it down, until nothing changes."""
    labels: list[int] = []
    while True:
        moved = [int(np.argmax([float(row @ centre) for centre in centres])) for row in rows]
        if moved == labels:
            return labels, centres
        labels = moved
        for number in range(len(centres)):
            total = sum(
                (row for row, label in zip(rows, labels, strict=True) if label == number), start=0 * rows[0]
            )
            centres[number] = total / np.linalg.norm(total)


def objective(rows: np.ndarray, labels: np.ndarray) -> float:
    """Return J with the best centres for given labels: the lengths of the clusters' sums."""
    return sum(float(np.linalg.norm(rows[labels == label].sum(axis=0))) for label in np.unique(labels))


def planted(
    rng: np.random.Generator, n_clusters: int, each: int, n_columns: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return rows of all lengths around some directions, and the directions that they belong to."""
    directions = np.eye(n_columns)[:n_clusters]
    labels = np.repeat(np.arange(n_clusters), each)
    rows = directions[labels] + 0.05 * rng.standard_normal((labels.size, n_columns))
    return rows * rng.uniform(0.1, 50, (labels.size, 1)), labels


@parametrize_with_checks([SphericalKMeans()])
def test_it_is_a_scikit_learn_estimator(estimator, check):
    if "array_api" in str(check):
        pytest.skip("arrays of other libraries are not promised")
    check(estimator)


@given(features(), st.integers(1, 4), st.integers(0, 5))
@settings(deadline=None, max_examples=60)
def test_the_objective_never_falls_and_ends_at_what_it_says(rows, n_clusters, seed):
    filled = rows.any(axis=1)
    n_clusters = min(n_clusters, int(filled.sum()))
    model = SphericalKMeans(n_clusters, seed=seed, tol=0).fit(rows)
    assert np.all(np.diff(model.objectives_) >= -1e-12 * len(rows))
    units = unit_rows(rows)
    cosines = np.einsum("ij,ij->i", units, model.cluster_centers_[model.labels_])
    assert model.objective_ == pytest.approx(cosines.sum())
    assert model.objective_ == pytest.approx(objective(units[filled], model.labels_[filled]))
    distances = np.square(units - model.cluster_centers_[model.labels_]).sum(axis=1)
    assert model.inertia_ == pytest.approx(distances[filled].sum(), abs=1e-9)
    assert set(model.labels_[filled]) == set(range(n_clusters))
    np.testing.assert_allclose(np.linalg.norm(model.cluster_centers_, axis=1), 1.0)
    assert np.all(model.labels_[~filled] == 0)


@given(features(), st.integers(1, 4), st.integers(0, 5))
@settings(deadline=None, max_examples=60)
def test_sparse_and_dense_rows_end_at_the_same_place(rows, n_clusters, seed):
    n_clusters = min(n_clusters, int(rows.any(axis=1).sum()))
    dense, sparse = (SphericalKMeans(n_clusters, seed=seed).fit(X) for X in (rows, csr_array(rows)))
    assert sparse.objective_ == pytest.approx(dense.objective_)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_it_agrees_with_a_naive_loop(rng, kind):
    rows = unit_rows(rng.standard_normal((200, 8)))
    start = rows[:5].copy()
    fast = kind(rows)
    labels, centres = nearest(blocks_of(fast), start)[0], start
    for _ in range(100):
        centres = mean_directions(fast, labels, 5)
        labels = nearest(blocks_of(fast), centres)[0]
    naive_labels, naive_centres = naive_run(rows, start.copy())
    assert labels.tolist() == naive_labels
    np.testing.assert_allclose(centres, naive_centres, atol=1e-12)


def test_it_finds_directions_whatever_the_lengths(rng):
    rows, labels = planted(rng, 6, 40, 12)
    for X in (rows, csr_array(rows), rows.astype(np.float32)):
        model = SphericalKMeans(6).fit(X)
        assert adjusted_rand_index(labels, model.labels_) == 1.0
        np.testing.assert_array_equal(model.predict(X), model.labels_)


def test_scikit_learns_means_inside_the_sphere_have_another_optimum(rng):
    widths = np.repeat([0.05, 0.2, 0.4, 0.8], 100)
    rows = unit_rows(np.repeat(np.eye(4, 10), 100, axis=0) + widths[:, None] * rng.standard_normal((400, 10)))
    theirs = KMeans(4, n_init=3, random_state=0).fit(rows).labels_
    moved = nearest(blocks_of(rows), mean_directions(rows, theirs, 4))[0]
    assert objective(rows, moved) > objective(rows, theirs) + 1e-3
    assert SphericalKMeans(4, n_init=3).fit(rows).objective_ > objective(rows, theirs)


def test_more_starts_never_reach_less(rng):
    rows = rng.standard_normal((300, 10))
    reached = [SphericalKMeans(7, n_init=n, seed=2).fit(rows).objective_ for n in (1, 2, 8)]
    assert reached == sorted(reached)
    assert reached[-1] > reached[0]


def test_an_empty_cluster_takes_the_row_that_fits_least():
    rows = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.1], [0.0, 1.0]])
    for seed in range(5):
        found = spherical_kmeans(unit_rows(rows), 4, np.random.default_rng(seed))
        assert sorted(found.labels.tolist()) == [0, 1, 2, 3]
        np.testing.assert_allclose(found.cosines, 1.0)


def test_precision_is_kept_and_transform_gives_cosines(rng):
    rows, _ = planted(rng, 3, 20, 5)
    for dtype in (np.float32, np.float64):
        model = SphericalKMeans(3).fit(csr_array(rows.astype(dtype)))
        assert model.cluster_centers_.dtype == dtype
        cosines = model.transform(rows.astype(dtype))
        assert cosines.dtype == dtype
        np.testing.assert_allclose(cosines, unit_rows(rows) @ model.cluster_centers_.T, atol=1e-6)
    assert model.score(rows) == pytest.approx(cosines.max(axis=1).sum())


def test_duplicate_entries_count_once_each():
    parts = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0, 0, 0, 1]), np.array([0, 2, 3, 4])
    doubled = csr_array(parts, shape=(3, 2))
    model = SphericalKMeans(2).fit(doubled)
    assert model.objective_ == pytest.approx(3.0)
    assert doubled.nnz == 4


def test_the_bits_do_not_depend_on_the_number_of_threads(rng, monkeypatch):
    n_rows = 2 * ROWS_A_BLOCK + 17
    dense = rng.standard_normal((n_rows, 30)).astype(np.float32)
    for X in (dense, csr_array(dense * (dense > 1))):
        fits = []
        for threads in ("1", "2", "5"):
            monkeypatch.setenv("ILK_THREADS", threads)
            fits.append(SphericalKMeans(9, max_iter=12, seed=4).fit(X))
        for other in fits[1:]:
            np.testing.assert_array_equal(other.labels_, fits[0].labels_)
            assert other.cluster_centers_.tobytes() == fits[0].cluster_centers_.tobytes()
            assert other.objectives_.tobytes() == fits[0].objectives_.tobytes()


def test_other_seeds_start_elsewhere(rng):
    rows = rng.standard_normal((100, 6))
    fits = [SphericalKMeans(5, seed=seed).fit(rows) for seed in (0, 0, 1)]
    np.testing.assert_array_equal(fits[0].labels_, fits[1].labels_)
    assert not np.array_equal(fits[0].cluster_centers_, fits[2].cluster_centers_)


def test_iterations_are_reported(rng):
    told = []
    rows = rng.standard_normal((50, 4))
    model = SphericalKMeans(3, callback=lambda iteration, objective: told.append((iteration, objective))).fit(
        rows
    )
    assert told == list(enumerate(model.objectives_.tolist(), 1))


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"n_clusters": 0}, "n_clusters must be a whole number of at least 1, got 0"),
        ({"n_clusters": 3}, r"at most the number of rows that are not 0, got 3 for 2 such rows"),
        ({"n_clusters": 1, "n_init": 0}, "n_init must be a whole number of at least 1, got 0"),
        ({"n_clusters": 1, "tol": -1}, "tol must be a finite number, at least 0, got -1"),
        ({"n_clusters": 1, "max_iter": 0}, "max_iter must be a whole number of at least 1, got 0"),
    ],
)
def test_bad_parameters_get_a_sentence(parameters, sentence):
    rows = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    with pytest.raises(ParameterError, match=sentence):
        SphericalKMeans(**parameters).fit(rows)


def test_bad_rows_get_a_sentence():
    with pytest.raises(ParameterError, match="NaN"):
        SphericalKMeans(1).fit([[np.nan, 1.0]])
