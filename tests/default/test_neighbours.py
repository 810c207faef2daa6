"""Nearest neighbours: exact against all cosines one by one, and by cells on data that has clusters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.default import neighbours
from ilk.default.neighbours import nearest

POWER = 4.0
EXACT, BY_CELLS = 1 << 20, 0


def gaussian(n_docs: int, n_dims: int = 8, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((n_docs, n_dims)).astype(np.float32)


def clustered(n_docs: int, n_clusters: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((n_clusters, 16))
    noise = 0.3 * rng.standard_normal((n_docs, 16))
    return (centres[rng.integers(0, n_clusters, n_docs)] + noise).astype(np.float32)


def naive(vectors: np.ndarray, document: int, k: int) -> list[tuple[int, float]]:
    """The k others with the largest cosine and their shares, one pair at a time."""
    cosines = []
    for other in range(len(vectors)):
        x, y = vectors[document].astype(np.float64), vectors[other].astype(np.float64)
        length = float(np.sqrt((x @ x) * (y @ y)))
        cosines.append(float(x @ y) / length if length else 0.0)
    others = sorted((o for o in range(len(vectors)) if o != document), key=lambda o: (-cosines[o], o))[:k]
    weights = [max(cosines[o], 0.0) ** POWER for o in others]
    total = sum(weights)
    return [(o, w / total if total else 0.0) for o, w in zip(others, weights, strict=True)]


def assert_shares_are_shares(vectors: np.ndarray, documents: np.ndarray, shares: np.ndarray) -> None:
    assert documents.shape == shares.shape
    assert (documents.dtype, shares.dtype) == (np.int32, np.float32)
    assert (shares >= 0).all()
    assert (np.diff(shares, axis=1) <= 0).all()  # the nearest has the largest
    assert ((documents >= 0) & (documents < len(vectors))).all()
    own = documents == np.arange(len(vectors))[:, np.newaxis]
    assert not shares[own].any()
    totals = shares.sum(axis=1)
    assert (np.isclose(totals, 1, atol=1e-5) | (totals == 0)).all()


@pytest.mark.parametrize("n_docs", [2, 3, 11, 150, 700])
def test_every_pair_is_compared_as_the_definition_says(n_docs):
    vectors = gaussian(n_docs, seed=n_docs)
    documents, shares = nearest(vectors, 10, POWER, seed=0)
    assert documents.shape == (n_docs, min(10, n_docs - 1))
    assert_shares_are_shares(vectors, documents, shares)
    for document in range(0, n_docs, max(1, n_docs // 25)):
        expected = naive(vectors, document, 10)
        assert documents[document].tolist() == [other for other, _ in expected]
        np.testing.assert_allclose(shares[document], [share for _, share in expected], rtol=1e-3, atol=1e-6)


def test_blocks_of_any_size_give_the_same_neighbours(monkeypatch):
    vectors = gaussian(300)
    whole = nearest(vectors, 7, POWER, seed=0)
    monkeypatch.setattr(neighbours, "PAIRS", 1000)
    pieces = nearest(vectors, 7, POWER, seed=0)
    np.testing.assert_array_equal(whole[0], pieces[0])
    np.testing.assert_allclose(whole[1], pieces[1], rtol=1e-4)


def test_equally_near_documents_stand_in_order():
    vectors = np.tile(np.array([[0.0, 2.0]], dtype=np.float32), (200, 1))
    documents, shares = nearest(vectors, 3, POWER, seed=0)
    assert documents[0].tolist() == [1, 2, 3]
    assert documents[1].tolist() == [0, 2, 3]
    assert documents[150].tolist() == [0, 1, 2]
    np.testing.assert_allclose(shares, 1 / 3, rtol=1e-6)


@pytest.mark.parametrize("largest_exact", [EXACT, BY_CELLS])
@pytest.mark.parametrize("n_docs", [0, 1, 2, 3, 4, 8, 9, 10, 15, 16, 17, 37])
def test_few_documents_have_few_neighbours(n_docs, largest_exact):
    vectors = gaussian(n_docs, seed=1)
    documents, shares = nearest(vectors, 10, POWER, 0, largest_exact)
    assert documents.shape == (n_docs, max(min(10, n_docs - 1), 0))
    assert_shares_are_shares(vectors, documents, shares)


@pytest.mark.parametrize("largest_exact", [EXACT, BY_CELLS])
def test_a_document_without_a_vector_has_no_neighbours_and_is_nobodys(largest_exact):
    vectors = gaussian(60)
    empty = [0, 7, 59]
    vectors[empty] = 0
    documents, shares = nearest(vectors, 5, POWER, 0, largest_exact)
    assert_shares_are_shares(vectors, documents, shares)
    assert not shares[empty].any()
    assert not shares[np.isin(documents, empty)].any()
    full = np.setdiff1d(np.arange(60), empty)
    np.testing.assert_allclose(shares[full].sum(axis=1), 1, rtol=1e-5)


@pytest.mark.parametrize("largest_exact", [EXACT, BY_CELLS])
def test_no_vectors_at_all(largest_exact):
    _, shares = nearest(np.zeros((20, 3), dtype=np.float32), 5, POWER, 0, largest_exact)
    assert shares.shape == (20, 5)
    assert not shares.any()


def test_what_points_the_other_way_is_no_neighbour():
    vectors = np.array([[1, 0], [-1, 0.1], [1, 0.2]], dtype=np.float32)
    documents, shares = nearest(vectors, 2, POWER, seed=0)
    assert documents[0].tolist() == [2, 1]
    assert shares[0].tolist() == [1.0, 0.0]
    assert shares[1].tolist() == [0.0, 0.0]


def test_cells_find_most_of_the_true_neighbours_in_clusters():
    vectors = clustered(3000, 40)
    exact, _ = nearest(vectors, 10, POWER, 0, EXACT)
    found, shares = nearest(vectors, 10, POWER, 0, BY_CELLS)
    assert_shares_are_shares(vectors, found, shares)
    pairs = zip(exact.tolist(), found.tolist(), strict=True)
    recall = np.mean([len(set(true) & set(seen)) / 10 for true, seen in pairs])
    assert recall > 0.85


def test_cells_depend_on_the_seed_and_on_nothing_else():
    vectors = clustered(1500, 10)
    first, again, other = (nearest(vectors, 5, POWER, seed, BY_CELLS) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first[0], again[0])
    np.testing.assert_array_equal(first[1], again[1])
    assert (first[0] != other[0]).any()


@pytest.mark.parametrize("largest_exact", [EXACT, BY_CELLS])
def test_the_bits_do_not_depend_on_the_number_of_threads(monkeypatch, largest_exact):
    monkeypatch.setattr(neighbours, "PAIRS", 1 << 15)
    vectors = clustered(900, 12)
    answers = []
    for threads in ("1", "2"):
        monkeypatch.setenv("ILK_THREADS", threads)
        answers.append(nearest(vectors, 8, POWER, 0, largest_exact))
    assert answers[0][0].tobytes() == answers[1][0].tobytes()
    assert answers[0][1].tobytes() == answers[1][1].tobytes()


@given(
    values=st.lists(st.sampled_from([-2.0, 0.0, 0.5, 1.0, 3.0]), min_size=1, max_size=300),
    n_rows=st.integers(1, 4),
    k=st.integers(0, 12),
)
def test_the_largest_of_each_row_are_found_with_ties_in_order(values, n_rows, k):
    row = np.array(values, dtype=np.float32)
    matrix = np.stack([np.roll(row, shift) for shift in range(n_rows)])
    k = min(k, len(row))
    columns, largest = neighbours._largest(matrix, k)
    expected = np.argsort(-matrix, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(columns, expected)
    np.testing.assert_array_equal(largest, np.take_along_axis(matrix, expected, axis=1))
