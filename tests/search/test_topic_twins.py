"""Topics with the same words become one, and nothing that a model says of documents changes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ilk.search.topic_model import PLSI, TopicModel
from ilk.search.topic_twins import first_alike, merge_twins


def model_with_twins(twin_of: list[int], seed: int) -> TopicModel:
    """A model in which topic i has the words of theme twin_of[i]."""
    rng = np.random.default_rng(seed)
    themes = rng.dirichlet(np.full(40, 0.1), max(twin_of) + 1).T
    n_topics = len(twin_of)
    return TopicModel(
        PLSI,
        rng.dirichlet(np.ones(n_topics)),
        np.ascontiguousarray(themes[:, twin_of], dtype=np.float32),
        rng.dirichlet(np.ones(n_topics), 6).astype(np.float32),
        tempering=0.8,
        topic_prior=0.1,
    )


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(0, 1000))
def test_merging_leaves_the_words_of_every_document_as_probable_as_they_were(
    twin_of: list[int], seed: int
) -> None:
    model = model_with_twins(twin_of, seed)
    merged = merge_twins(model)
    assert merged.n_topics == len(set(twin_of))
    before, after = (m.topics_of_docs @ m.topics_of_terms.T for m in (model, merged))
    np.testing.assert_allclose(after, before, rtol=1e-5, atol=1e-8)
    np.testing.assert_allclose(merged.p_z.sum(), 1)
    np.testing.assert_allclose(merged.topics_of_terms.sum(axis=0), 1, rtol=1e-5)
    assert (merged.tempering, merged.topic_prior) == (model.tempering, model.topic_prior)


def test_a_twin_is_known_by_the_first_of_its_kind() -> None:
    model = model_with_twins([0, 1, 0, 2, 1], seed=3)
    assert first_alike(model.topics_of_terms).tolist() == [0, 1, 0, 3, 1]


def test_topics_that_differ_are_left_alone() -> None:
    model = model_with_twins([0, 1, 2, 3], seed=1)
    assert merge_twins(model) is model


def test_topics_that_nobody_has_are_merged_too() -> None:
    words = np.full((3, 2), 1 / 3, dtype=np.float32)
    shares = np.array([[0.0, 0.0], [0.0, 0.0]], dtype=np.float32)
    merged = merge_twins(TopicModel(PLSI, np.zeros(2), words, shares))
    np.testing.assert_allclose(merged.topics_of_terms, words[:, :1])
