"""Combinations of kernels: scaling, the grid over the simplex, weights chosen with and without cheating."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.corpora import corpus, fitted_plsi
from models.counts import failed_checks
from scipy.sparse import csr_array

from ilk.errors import ParameterError
from ilk.kernels.combination import Combination, GridSearch, scaled_to_unit, search_grid, simplex_grid
from ilk.kernels.counts import CountKernel
from ilk.kernels.fisher import FisherKernel


@pytest.fixture(scope="module")
def counts() -> csr_array:
    return corpus(14, 9)


@given(st.integers(1, 4), st.integers(1, 6))
def test_the_grid_holds_every_point_of_the_simplex_once(n_kernels: int, n_steps: int) -> None:
    grid = simplex_grid(n_kernels, n_steps)
    assert len(grid) == math.comb(n_steps + n_kernels - 1, n_kernels - 1)
    assert len(np.unique(grid, axis=0)) == len(grid)
    np.testing.assert_allclose(grid.sum(axis=1), 1)
    np.testing.assert_allclose(grid * n_steps, np.round(grid * n_steps), atol=1e-12)


def test_scaling_maps_the_range_to_zero_and_one() -> None:
    np.testing.assert_allclose(scaled_to_unit(np.array([[-2.0, 0.0, 2.0]]), -2.0, 2.0), [[0, 0.5, 1]])
    np.testing.assert_array_equal(scaled_to_unit(np.full((2, 2), 3.0), 3.0, 3.0), np.zeros((2, 2)))


def test_the_sum_of_scaled_kernels(counts: csr_array) -> None:
    kernels = [CountKernel("l2"), FisherKernel(fitted_plsi(counts)), CountKernel("bhattacharyya")]
    combination = Combination(kernels, [1, 2, 5]).fit(counts, queries=counts[:5])
    grams = [kernel.fit(counts).gram(counts[:5]) for kernel in kernels]
    expected = sum(
        weight * (gram - gram.min()) / (gram.max() - gram.min())
        for weight, gram in zip([1 / 8, 2 / 8, 5 / 8], grams, strict=True)
    )
    np.testing.assert_allclose(combination.gram(counts[:5]), expected)
    assert expected.min() >= 0
    assert expected.max() <= 1
    np.testing.assert_allclose(combination.gram(counts[2:4]), expected[2:4])  # whatever else is asked


def test_without_queries_the_documents_show_the_range(
    counts: csr_array, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = [CountKernel("l1"), CountKernel("l2")]
    combination = Combination(kernels).fit(counts)
    np.testing.assert_allclose(combination.weights_, [0.5, 0.5])
    gram = combination.gram()
    assert gram.min() >= 0
    assert gram.max() <= 1
    monkeypatch.setattr("ilk.kernels.combination.FEW", 5)
    sampled = Combination(kernels).fit(counts)
    np.testing.assert_allclose(sampled.ranges_, combination.ranges_)  # 256 places among 14 documents are all


def test_the_grid_finds_the_weights_that_the_score_prefers(counts: csr_array) -> None:
    queries = counts[:6]
    kernels = [CountKernel("l1"), CountKernel("l2"), CountKernel("bhattacharyya")]
    target = Combination(kernels, [0.2, 0.5, 0.3]).fit(counts, queries=queries).gram(queries)
    combination = Combination(kernels, "grid").fit(
        counts, queries=queries, score=lambda gram: -np.abs(gram - target).sum(axis=1)
    )
    np.testing.assert_allclose(combination.weights_, [0.2, 0.5, 0.3])
    np.testing.assert_allclose(combination.gram(queries), target)
    search = combination.search_
    assert search.published() == pytest.approx(0, abs=1e-12)
    np.testing.assert_allclose(search.cross_validated(3), 0, atol=1e-12)
    assert search.scores.shape == (66, 6)


def test_the_kernels_given_stay_as_they_are(counts: csr_array) -> None:
    model = fitted_plsi(counts)
    kernels = [FisherKernel(model), CountKernel("l2")]
    combination = Combination(kernels).fit(counts)
    assert not hasattr(kernels[0], "model_")
    assert combination.kernels_[0].model_ is model


def test_cross_validation_never_scores_a_query_with_weights_that_it_chose() -> None:
    """Each query likes its own weights and no other: chosen on all queries one wins, on the others none."""
    scores = np.eye(6)
    search = GridSearch(simplex_grid(2, 5), scores)
    assert search.published() == pytest.approx(1 / 6)
    np.testing.assert_array_equal(search.cross_validated(6), np.zeros(6))


@given(st.integers(0, 999), st.integers(2, 7))
def test_cross_validation_equals_a_loop_over_folds(seed: int, n_folds: int) -> None:
    rng = np.random.default_rng(seed)
    search = GridSearch(simplex_grid(2, 4), rng.random((5, 9)))
    folds = np.random.default_rng(seed).permutation(9) % n_folds
    expected = np.zeros(9)
    for query in range(9):
        others = [other for other in range(9) if folds[other] != folds[query]]
        best = max(range(5), key=lambda i: np.mean([search.scores[i, other] for other in others]))
        expected[query] = search.scores[best, query]
    np.testing.assert_array_equal(search.cross_validated(n_folds, seed), expected)
    assert search.cross_validated(n_folds, seed).mean() <= search.scores.max(axis=0).mean()


def test_scikit_learn_accepts_it() -> None:
    assert failed_checks(Combination([CountKernel("l1"), CountKernel("l2")])) == []


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"kernels": []}, "Combination needs at least one kernel, got none"),
        ({"weights": "best"}, "weights must be \"grid\" or 2 numbers, got 'best'"),
        ({"weights": [1.0]}, r"weights must be 2 numbers of at least 0, not all 0, got \[1\.0\]"),
        ({"weights": [1, -1]}, r"weights must be 2 numbers of at least 0, not all 0, got \[1, -1\]"),
        ({"weights": [0, 0]}, r"weights must be 2 numbers of at least 0, not all 0, got \[0, 0\]"),
        ({"weights": "grid"}, 'weights="grid" needs queries and a score to choose by; give both to fit'),
        ({"n_steps": 0}, "n_steps must be a whole number of at least 1, got 0"),
    ],
)
def test_bad_parameters_are_refused(counts: csr_array, parameters: dict[str, Any], sentence: str) -> None:
    combination = Combination(**{"kernels": [CountKernel("l1"), CountKernel("l2")], **parameters})
    with pytest.raises(ParameterError, match=sentence):
        combination.fit(counts)


def test_bad_scores_and_folds_are_refused() -> None:
    with pytest.raises(ParameterError, match=r"a number for each of the 3 queries, got \(\)"):
        search_grid([np.zeros((3, 2))], lambda gram: gram.sum(), 2)
    with pytest.raises(ParameterError, match="n_folds must be at most the number of queries, 6, got 7"):
        GridSearch(simplex_grid(1, 1), np.zeros((1, 6))).cross_validated(7)
