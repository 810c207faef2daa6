"""What the voices say, and that what their terms add is that."""

from __future__ import annotations

import numpy as np
import pytest
from default.naive_ilk import Naive
from default.small_collections import SMALL, Small, small, topical_counts

from ilk.default.arithmetic import arithmetic
from ilk.default.expansion import Expansion
from ilk.default.voices import Among, LanguageVoice, LexicalVoice, LSIVoice
from ilk.ranking.bm25 import BM25
from ilk.ranking.tfidf import TfIdf
from ilk.search.engine import LexicalSearch
from ilk.search.query import WeightedTerms

QUERY = WeightedTerms(np.array([1, 4, 7, 8, 20], dtype=np.int32), np.array([1.0, 2.0, 0.5, 1.0, 3.0]))
AS_DICT = dict(zip(QUERY.terms.tolist(), QUERY.weights.tolist(), strict=True))
DOCS = np.array([0, 2, 5, 6, 11, 17, 29], dtype=np.int32)


@pytest.fixture(scope="module")
def given() -> Small:
    return small(topical_counts(30, 25, seed=3, empty=(2, 9)))


@pytest.fixture(scope="module")
def naive(given) -> Naive:
    return Naive(given, SMALL)


@pytest.fixture(params=[False, True], ids=["numpy", "compiled"])
def compiled(request) -> bool:
    return request.param


def test_lsi_says_cosines(given, naive, compiled):
    voice = LSIVoice(given.model, given.stats, SMALL, arithmetic(compiled), compiled)
    everywhere = [naive.lsi(AS_DICT, d, SMALL.first_space) for d in range(30)]
    assert voice.everywhere(QUERY) == pytest.approx(everywhere, abs=1e-6)
    expected = np.array([[naive.lsi(AS_DICT, d, space) for d in DOCS] for space in SMALL.spaces])
    values = voice.values(QUERY, DOCS)
    assert values == pytest.approx(expected, abs=1e-6)
    for row, amounts in zip(values, voice.amounts(QUERY, DOCS), strict=True):
        assert amounts.sum(axis=0) == pytest.approx(row, abs=1e-12)
    for d in DOCS.tolist():
        assert voice.first_amounts(QUERY, d).sum() == pytest.approx(everywhere[d], abs=1e-6)


def test_a_query_without_a_direction_has_no_cosine(given, compiled):
    voice = LSIVoice(given.model, given.stats, SMALL, arithmetic(compiled), compiled)
    nothing = WeightedTerms(QUERY.terms, np.zeros(5))
    assert not voice.everywhere(nothing).any()
    assert not voice.values(nothing, DOCS).any()
    assert not voice.first_amounts(nothing, 0).any()


def test_the_language_model_says_what_the_formula_says(given, naive, compiled):
    functions = arithmetic(compiled)
    voice = LanguageVoice(given.model, given.postings, given.stats, SMALL, functions, compiled)
    among = Among(DOCS, functions.positions(DOCS, 30))
    values = voice.values(QUERY, among)
    assert values == pytest.approx(np.array([naive.language(AS_DICT, d) for d in DOCS]), rel=1e-6)
    amounts = voice.amounts(QUERY, among)
    assert amounts.shape == (5, 7)
    assert amounts.sum(axis=0) == pytest.approx(values, rel=1e-12)


@pytest.mark.parametrize(("ranking", "formula"), [(BM25(), "bm25"), (TfIdf(), "cosine")])
def test_the_lexical_voices_say_their_rankings(given, naive, compiled, ranking, formula):
    voice = LexicalVoice(LexicalSearch(given.postings, given.stats, ranking, compiled=compiled))
    everywhere = voice.everywhere(QUERY)
    expected = np.array([getattr(naive, formula)(AS_DICT, d) for d in range(30)])
    assert everywhere == pytest.approx(expected, abs=1e-6)
    assert voice.amounts(QUERY, DOCS).sum(axis=0) == pytest.approx(everywhere[DOCS], abs=1e-12)


def test_a_query_takes_on_what_marks_the_best_documents(given, naive):
    shares = WeightedTerms(QUERY.terms, QUERY.weights / QUERY.weights.sum())
    best, similarities = np.array([29, 0, 17, 5], dtype=np.int32), np.array([1.5, 1.0, 0.9, 0.2])
    found = Expansion(given.rows, given.stats, SMALL).of(shares, best, similarities)
    as_dict = dict(zip(shares.terms.tolist(), shares.weights.tolist(), strict=True))
    expected = naive.expanded(as_dict, best.tolist(), similarities.tolist())
    assert found.terms.tolist() == sorted(expected)
    assert found.weights == pytest.approx([expected[w] for w in sorted(expected)], rel=1e-9)
    assert found.weights.sum() == pytest.approx(1)
