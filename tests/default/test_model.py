"""What the default similarity keeps of a collection."""

from __future__ import annotations

import numpy as np
import pytest
from default.small_collections import QUICK, SMALL, small, topical_counts
from scipy.sparse import csr_array

from ilk.default.constants import Constants, FitConstants
from ilk.default.model import fit_model, norms_in


def test_the_arrays_have_the_promised_shapes_and_types():
    model = small(topical_counts(30, 25)).model
    assert [(array.shape, array.dtype.name) for array in model] == [
        ((25, 8), "float16"),
        ((30, 8), "float16"),
        ((30, 3), "float32"),
        ((30, 6), "float16"),
        ((25, 6), "float16"),
        ((30, 4), "int32"),
        ((30, 4), "float32"),
    ]


def test_norms_are_lengths_in_nested_spaces():
    vectors = np.array([[3, 4, 12], [0, 0, 0]], dtype=np.float16)
    assert norms_in(vectors, (1, 2, 3)).tolist() == [[3, 5, 13], [0, 0, 0]]


def test_topics_times_lifts_times_p_w_is_a_distribution_over_words():
    counts = topical_counts(40, 25, seed=1)
    model = small(counts).model
    p_w = counts.sum(axis=0) / counts.sum()
    p_w_given_d = p_w * (model.topics_of_documents.astype(float) @ model.lifts.astype(float).T)
    assert p_w_given_d.sum(axis=1) == pytest.approx(np.ones(40), abs=5e-3)


def test_the_mean_of_the_models_follows_the_counts():
    counts = topical_counts(40, 25, seed=1)
    model = small(counts, FitConstants(n_models=2, n_topics=4)).model
    p_w = counts.sum(axis=0) / counts.sum()
    fitted = p_w * (model.topics_of_documents.astype(float) @ model.lifts.astype(float).T)
    shares = counts / counts.sum(axis=1, keepdims=True)
    assert np.abs(fitted - shares).sum() < 0.75 * np.abs(p_w - shares).sum()


def test_a_term_that_is_nowhere_has_no_lift():
    counts = topical_counts(20, 12)
    counts[:, 5] = 0
    counts[counts.sum(axis=1) == 0, 0] = 1
    assert not small(counts).model.lifts[5].any()


def test_the_steps_are_reported_from_none_to_all():
    told: list[tuple[int, int]] = []
    fit_model(csr_array(topical_counts(20, 12)), 0, lambda *step: told.append(step), QUICK, SMALL)
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


def test_the_same_bits_from_run_to_run_and_for_any_number_of_threads(monkeypatch):
    counts = topical_counts(120, 60, seed=5)
    models = []
    for threads in ("1", "2", "2"):
        monkeypatch.setenv("ILK_THREADS", threads)
        models.append(small(counts).model)
    for arrays in zip(*models, strict=True):
        assert len({array.tobytes() for array in arrays}) == 1


def test_another_seed_is_another_model():
    counts = topical_counts(30, 25)
    one, other = small(counts).model, small(counts, seed=1).model
    assert not np.array_equal(one.lifts, other.lifts)


@pytest.mark.parametrize("n_docs", [2, 3])
def test_two_documents_are_enough_for_the_full_recipe(n_docs):
    model = small(topical_counts(n_docs, 9), FitConstants(), Constants()).model
    assert all(np.isfinite(array).all() for array in model)
    assert model.neighbours.shape == (n_docs, n_docs - 1)
