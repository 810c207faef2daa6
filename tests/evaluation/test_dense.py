"""The fast measures agree with ir-measures, whatever the similarities are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.errors import ParameterError
from ilk.evaluation import evaluate
from ilk.evaluation.dense import (
    average_precisions,
    interpolated_precisions,
    r_precisions,
    relevant_ranks,
)
from ilk.records import Judgement

LEVELS = ",".join(f"IPrec@{level / 10:.1f}" for level in range(11))


@st.composite
def judged(draw: st.DrawFn) -> tuple[np.ndarray, list[np.ndarray]]:
    n_queries, n_docs = draw(st.integers(1, 4)), draw(st.integers(1, 25))
    # few different values, so that many are equal
    values = st.lists(st.integers(0, 3), min_size=n_docs, max_size=n_docs)
    similarities = np.array([draw(values) for _ in range(n_queries)], dtype=np.float64)
    chosen = st.sets(st.integers(0, n_docs - 1), min_size=1)
    return similarities, [np.array(sorted(draw(chosen))) for _ in range(n_queries)]


@given(judged())
def test_the_measures_are_those_of_ir_measures(case: tuple[np.ndarray, list[np.ndarray]]) -> None:
    similarities, relevant = case
    order = np.argsort(-similarities, axis=1, kind="stable")
    rankings = {f"q{q}": [f"d{d}" for d in row] for q, row in enumerate(order)}
    judgements = [Judgement(f"q{q}", f"d{d}") for q, docs in enumerate(relevant) for d in docs]
    expected = evaluate(rankings, judgements, "AP,Rprec," + LEVELS)
    ranks = relevant_ranks(similarities, relevant)

    np.testing.assert_allclose(average_precisions(ranks), expected.scores[0].values, atol=1e-6)
    np.testing.assert_allclose(r_precisions(ranks), expected.scores[1].values, atol=1e-6)
    curves = np.array([score.values for score in expected.scores[2:]]).T
    np.testing.assert_allclose(interpolated_precisions(ranks), curves, atol=1e-6)


def test_ranks_of_a_hand_made_case() -> None:
    ranks = relevant_ranks(np.array([[0.1, 0.9, 0.5, 0.9]]), [np.array([2, 3])])
    assert ranks[0].tolist() == [2, 3]
    assert average_precisions(ranks)[0] == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert r_precisions(ranks)[0] == 0.5


def test_queries_must_match_and_have_relevant_documents() -> None:
    with pytest.raises(ParameterError, match="2 rows of similarities, but 1 queries"):
        relevant_ranks(np.zeros((2, 3)), [np.array([0])])
    with pytest.raises(ParameterError, match="at least one relevant document"):
        relevant_ranks(np.zeros((1, 3)), [np.array([], dtype=np.intp)])
