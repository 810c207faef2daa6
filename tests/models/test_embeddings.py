"""Embeddings from models: LSI, PLSI and Yule's association."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from models.counts import random_counts
from scipy.sparse import csr_array

from ilk.errors import ParameterError
from ilk.models.embeddings import (
    Embedding,
    lsi_embedding,
    plsi_embedding,
    yule_association,
    yule_embedding,
)
from ilk.models.embeddings.yule import colligation
from ilk.models.lsi import LSI
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI

TWO_THEMES = np.array(
    [
        [2, 1, 1, 0, 0, 0, 0],
        [1, 2, 0, 0, 0, 0, 0],
        [1, 0, 1, 0, 0, 0, 0],
        [0, 1, 1, 0, 0, 0, 0],
        [0, 0, 0, 2, 1, 1, 0],
        [0, 0, 0, 1, 2, 0, 0],
        [0, 0, 0, 1, 0, 1, 0],
        [0, 0, 0, 0, 1, 1, 0],
    ]
)


def test_an_embedding_refuses_parts_that_do_not_fit() -> None:
    vectors, known = np.zeros((3, 2), dtype=np.float32), np.ones(3, dtype=bool)
    assert (Embedding(vectors, known).n_terms, Embedding(vectors, known).n_dimensions) == (3, 2)
    with pytest.raises(ParameterError, match=r"vectors must be a float32 matrix .* got float64 \(3, 2\)"):
        Embedding(vectors.astype(np.float64), known)
    with pytest.raises(ParameterError, match=r"known must be 3 booleans, got bool \(2,\)"):
        Embedding(vectors, known[:2])
    with pytest.raises(ParameterError, match="there are 3 vectors for 1 terms"):
        Embedding(vectors, known, ("one",))


def test_lsi_gives_its_term_vectors() -> None:
    lsi = LSI(2).fit(TWO_THEMES)
    embedding = lsi_embedding(lsi)
    np.testing.assert_allclose(embedding.vectors, lsi.term_vectors_, rtol=1e-6)
    np.testing.assert_array_equal(embedding.known, [True] * 6 + [False])


@pytest.mark.parametrize(
    "model", [PLSI(2, seed=1, max_iter=500), NaiveBayesMixture(2, prior=0)], ids=["plsi", "mixture"]
)
def test_plsi_gives_the_topics_of_each_term(model: PLSI | NaiveBayesMixture) -> None:
    model.fit(TWO_THEMES)
    embedding = plsi_embedding(model)
    joint = model.p_z_ * model.p_w_given_z_.T
    np.testing.assert_allclose(
        embedding.vectors[:6], joint[:6] / joint[:6].sum(axis=1, keepdims=True), atol=1e-6
    )
    np.testing.assert_array_equal(embedding.known, [True] * 6 + [False])
    np.testing.assert_allclose(embedding.vectors[:6].sum(axis=1), 1, rtol=1e-6)
    np.testing.assert_array_equal(embedding.vectors[6], 0)


def naive_association(X: np.ndarray, v: int, w: int) -> float:
    """Yule's Y of two terms, counted document by document."""
    X = X[X.sum(axis=1) > 0] > 0
    a, b = np.sum(X[:, v] & X[:, w]), np.sum(X[:, v] & ~X[:, w])
    c, d = np.sum(~X[:, v] & X[:, w]), np.sum(~X[:, v] & ~X[:, w])
    total = np.sqrt(a * d) + np.sqrt(b * c)
    return 0.0 if total == 0 else (np.sqrt(a * d) - np.sqrt(b * c)) / total


@given(random_counts(12, 8))
def test_association_is_yules_y_where_positive(X: csr_array) -> None:
    n_terms = X.shape[1]
    anchors = np.arange(n_terms)[::-1]
    expected = [[max(naive_association(X.toarray(), v, w), 0) for w in range(n_terms)] for v in anchors]
    np.testing.assert_allclose(yule_association(X, anchors).toarray(), expected, atol=1e-6)


def test_colligation_of_known_tables() -> None:
    # a, b, c, d are 4 1 1 2, mostly together; 1 1 3 3, independent; 0 2 2 4, never; 2 0 6 0, one everywhere.
    both, one, other = np.array([4.0, 1, 0, 2]), np.array([5.0, 2, 2, 2]), np.array([5.0, 4, 2, 8])
    expected = [(np.sqrt(8) - 1) / (np.sqrt(8) + 1), 0.0, -1.0, 0.0]
    np.testing.assert_allclose(colligation(both, one, other, 8), expected, atol=1e-12)


def test_yule_puts_terms_of_one_theme_together() -> None:
    embedding = yule_embedding(TWO_THEMES, n_dimensions=2)
    assert embedding.vectors.dtype == np.float32
    np.testing.assert_array_equal(embedding.known, [True] * 6 + [False])
    themes = np.argmax(embedding.vectors[:6], axis=1)
    assert themes[0] != themes[3]
    np.testing.assert_array_equal(themes, np.repeat(themes[[0, 3]], 3))


def test_yule_with_few_anchors_still_gives_every_term_a_vector() -> None:
    embedding = yule_embedding(TWO_THEMES, n_dimensions=2, n_anchors=4)
    np.testing.assert_array_equal(embedding.known, [True] * 6 + [False])


def test_yule_is_the_same_for_the_same_seed() -> None:
    X = np.random.default_rng(0).poisson(0.3, (60, 40))
    first, again, other = (yule_embedding(X, 5, seed=seed).vectors for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_yule_refuses_what_it_cannot_do() -> None:
    with pytest.raises(ParameterError, match=r"at most the number of terms .*, 6, got 9"):
        yule_embedding(TWO_THEMES, n_dimensions=9)
    with pytest.raises(ParameterError, match="n_anchors must be a whole number of at least 1, got 0"):
        yule_embedding(TWO_THEMES, n_anchors=0)
    with pytest.raises(ParameterError, match="Negative values in data passed to YuleEmbedding"):
        yule_embedding(-TWO_THEMES)
