"""A stored topic model: queries are folded in as the estimators fold in documents."""

from __future__ import annotations

import numpy as np
import pytest
from search.topic_cases import UNKNOWN, as_counts, fitted, random_queries

from ilk.errors import ParameterError
from ilk.models.plsi_arrays import smoothing_for
from ilk.search import topic_folding
from ilk.search.topic_model import PLSI, TopicModel

SETTINGS = [(1.0, 0.0), (0.8, 0.0), (0.8, 0.1), (1.0, 0.3)]


@pytest.mark.parametrize(("tempering", "prior"), SETTINGS)
def test_plsi_folds_in_as_its_estimator_does(tempering: float, prior: float) -> None:
    case, queries = fitted(tempering=tempering, prior=prior), random_queries(30, seed=1)
    expected = case.plsi.transform(as_counts(queries))
    search, model = case.search("plsi-h-words"), case.topics["plsi"].model
    for (terms, counts), shares in zip(queries, expected, strict=True):
        np.testing.assert_array_equal(search.gradient(terms, counts).shares, shares)
        folded = model.fold_in(terms.astype(np.int32), counts.astype(np.float64))
        np.testing.assert_allclose(folded, shares, atol=1e-5)


def test_the_mixture_folds_in_as_its_estimator_does() -> None:
    case, queries = fitted(), random_queries(30, seed=2)
    model = case.topics["naive-bayes"].model
    expected = case.mixture.predict_proba(as_counts(queries))
    for (terms, counts), shares in zip(queries, expected, strict=True):
        folded = model.fold_in(terms.astype(np.int32), counts.astype(np.float64))
        np.testing.assert_allclose(folded, shares, rtol=1e-5, atol=1e-12)
        assert folded.sum() == pytest.approx(1)


@pytest.mark.parametrize("kind", ["plsi", "naive-bayes"])
@pytest.mark.parametrize("terms", [[], [UNKNOWN]])
def test_without_a_known_word_there_is_p_of_z(kind: str, terms: list[int]) -> None:
    model = fitted().topics[kind].model
    folded = model.fold_in(np.array(terms, dtype=np.int32), np.ones(len(terms)))
    np.testing.assert_allclose(folded, model.p_z, rtol=1e-6)


def test_the_limits_are_those_that_plsi_is_fitted_with() -> None:
    limits = smoothing_for(np.float32)
    assert (limits.mixture, limits.probability) == (
        topic_folding.LEAST_MIXTURE,
        topic_folding.LEAST_PROBABILITY,
    )


def test_arrays_are_kept_as_they_are_and_cannot_be_written_to() -> None:
    terms, docs = np.full((3, 2), 0.5, np.float32), np.full((4, 2), 0.5, np.float32)
    model = TopicModel(PLSI, np.array([0.5, 0.5]), terms, docs)
    assert np.shares_memory(model.topics_of_terms, terms)
    assert np.shares_memory(model.topics_of_docs, docs)
    with pytest.raises(ValueError, match="read-only"):
        model.topics_of_docs[0] = 0
    docs[0, 0] = 1  # what was given stays its owner's
    assert model.n_topics == 2


ROWS = np.full((3, 2), 0.5, np.float32)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("lda", np.ones(2), ROWS, ROWS), "kind of a topic model must be one of .*, got 'lda'"),
        ((PLSI, np.ones((2, 1)), ROWS, ROWS), r"p_z must have one axis .*, got the shape \(2, 1\)"),
        ((PLSI, np.ones(0), ROWS, ROWS), r"at least one topic, got the shape \(0,\)"),
        ((PLSI, np.ones(3), ROWS, ROWS), r"topics_of_terms must be float32 with 3 columns, got .* \(3, 2\)"),
        ((PLSI, np.ones(2), ROWS, ROWS.astype(np.float64)), "topics_of_docs must be float32 .*, got float64"),
        ((PLSI, np.ones(2), ROWS, np.asfortranarray(ROWS)), "topics_of_docs must have each row in one piece"),
    ],
)
def test_wrong_arrays_are_refused(arguments: tuple, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        TopicModel(*arguments)
