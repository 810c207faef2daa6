"""The map: near is alike, the same seed gives the same map, and nothing breaks it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from small_index import full_index

import ilk
from ilk.default.neighbours import nearest
from ilk.records import Document
from ilk.tasks.layout import lay_out


def planted(n_groups: int = 4, n_each: int = 30) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    groups = np.repeat(np.arange(n_groups), n_each)
    vectors = rng.normal(scale=0.2, size=(len(groups), 6)).astype(np.float32)
    vectors[np.arange(len(groups)), groups] += 1
    return vectors, groups


def test_documents_of_a_group_stand_together():
    vectors, groups = planted()
    points = lay_out(vectors, nearest(vectors, 5, 1.0, 0)[0])
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    nearest_group = groups[distances.argmin(axis=1)]
    assert (nearest_group == groups).mean() > 0.95


def test_the_same_seed_gives_the_same_map_and_another_another():
    vectors, _ = planted()
    neighbours = nearest(vectors, 5, 1.0, 0)[0]
    first = lay_out(vectors, neighbours, seed=1)
    np.testing.assert_array_equal(first, lay_out(vectors, neighbours, seed=1))
    assert not np.array_equal(first, lay_out(vectors, neighbours, seed=2))


@given(arrays(np.float32, (7, 3), elements=st.floats(-1, 1, width=16)))
def test_any_vectors_give_points_within_the_frame(vectors):
    neighbours = np.tile(np.array([0, 3], dtype=np.int32), (7, 1))
    points = lay_out(vectors, neighbours)
    assert points.shape == (7, 2)
    assert np.isfinite(points).all()
    assert np.abs(points).max() <= 1.05 + 1e-6


def test_one_document_is_a_map_too():
    assert lay_out(np.ones((1, 4), dtype=np.float32), np.zeros((1, 1), dtype=np.int32)).shape == (1, 2)


def test_an_index_has_a_map_where_it_has_the_default_similarity():
    layout = full_index().layout
    assert layout is not None
    assert layout.points.shape == (len(full_index()), 2)
    assert layout.topics.shape == (len(full_index()),)


def test_an_index_without_models_has_no_map():
    assert ilk.Index.build([Document("a", "some words")], effort="quick").layout is None
