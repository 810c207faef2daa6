"""The baselines against naive loops over their definitions, and where a formula has corners, those."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranking.cases import Case, ask, cases, engine, postings_of
from ranking.naive import SIMILARITIES, search
from scipy.special import gammaln

from ilk.ranking import BM25, PL2, RANKINGS, DirichletLM, JelinekMercerLM, TfIdf, make_ranking
from ilk.ranking.pl2 import log_factorial
from ilk.search import Statistics

SETTINGS = [(name, {}, {}) for name in SIMILARITIES] + [
    ("bm25", {"k1": 0.0, "b": 1.0}, {"k1": 0.0, "b": 1.0}),
    ("bm25", {"k1": 2.5, "b": 0.0}, {"k1": 2.5, "b": 0.0}),
    ("pl2", {"c": 7.0}, {"c_": 7.0}),
    ("lm-dirichlet", {"mu": 2.5}, {"mu": 2.5}),
    ("lm-jm", {"lam": 0.1}, {"lam": 0.1}),
    ("tfidf", {"sublinear": False}, {"sublinear": False}),
]


@pytest.mark.parametrize(("name", "ours", "theirs"), SETTINGS)
@given(case=cases())
def test_equals_its_definition(name: str, ours: dict, theirs: dict, case: Case) -> None:
    expected = search(case.matrix, case.query, SIMILARITIES[name], case.allowed, **theirs)
    docs, similarities = ask(engine(case.matrix, make_ranking(name, **ours), compiled=False), case)

    assert docs.dtype == np.int32
    assert similarities.dtype == np.float64
    assert set(docs.tolist()) <= set(expected)
    assert len(set(docs.tolist())) == len(docs) == min(case.k, len(expected))
    # float32 impacts: seven digits of each part, and parts of both signs may cancel.
    close = {"rel": 1e-5, "abs": 1e-5}
    assert similarities.tolist() == pytest.approx([expected[doc] for doc in docs.tolist()], **close)
    assert similarities.tolist() == pytest.approx(sorted(expected.values(), reverse=True)[: case.k], **close)


@given(matrix=st.lists(st.lists(st.integers(0, 40), min_size=3, max_size=3), min_size=1, max_size=20))
def test_pl2_is_never_negative_however_frequent_a_term(matrix: list[list[int]]) -> None:
    case = Case([*matrix, [1, 0, 0]], [0, 1, 2], None, 99)
    similarities = ask(engine(case.matrix, PL2(), compiled=False), case)[1]
    assert np.all(np.isfinite(similarities) & (similarities > 0))


def test_pl2_does_not_prefer_a_book_that_has_the_word_once() -> None:
    note, book = [1, 4, 0], [1, 0, 100_000]
    matrix = [note, book] + [[0, 5, 0]] * 98
    docs, _ = ask(engine(matrix, PL2(), compiled=False), Case(matrix, [0], None, 2))
    assert docs.tolist() == [0, 1]


def test_pl2_is_near_the_printed_approximation_from_one_occurrence_on() -> None:
    matrix = [[n, 10 - n] for n in (1, 2, 3, 5, 8)] + [[0, 10]] * 95
    docs, similarities = ask(engine(matrix, PL2(), compiled=False), Case(matrix, [0], None, 5))
    mean = 19 / 100
    for doc, similarity in zip(docs.tolist(), similarities.tolist(), strict=True):
        t = float(matrix[doc][0])  # every document has the mean length, so log2(1 + 1) = 1
        bits = t * math.log2(t / mean) + (mean + 1 / (12 * t) - t) * math.log2(math.e)
        bits += 0.5 * math.log2(2 * math.pi * t)
        assert similarity == pytest.approx(bits / (t + 1), abs=0.003)


@given(st.lists(st.floats(0, 1e6), min_size=1))
def test_log_factorial_equals_scipy(values: list[float]) -> None:
    t = np.array(values)
    np.testing.assert_allclose(log_factorial(t), gammaln(t + 1), rtol=1e-12, atol=1e-12)


def test_language_models_are_negative_or_not_as_their_formula_says() -> None:
    matrix = [[1, 0], [1, 199]]
    case = Case(matrix, [0], None, 2)
    assert np.all(ask(engine(matrix, JelinekMercerLM(), compiled=False), case)[1] > 0)
    docs, similarities = ask(engine(matrix, DirichletLM(), compiled=False), case)
    assert docs.tolist() == [0, 1]
    assert similarities[1] < 0  # a long document with a word once is still a hit


def test_cosine_of_a_document_with_itself_is_one() -> None:
    matrix = [[3, 0, 1], [1, 2, 0], [0, 0, 5]]
    docs, similarities = ask(engine(matrix, TfIdf(), compiled=False), Case(matrix, [0, 0, 0, 2], None, 1))
    assert docs.tolist() == [0]
    assert similarities[0] == pytest.approx(1.0, abs=1e-6)


def test_dirichlet_factors_of_a_collection_without_words() -> None:
    postings = postings_of([[0, 0], [0, 0]])
    stats = Statistics.from_postings(postings, 2)
    assert DirichletLM().document_factors(postings, stats).tolist() == [[0.0], [0.0]]


@pytest.mark.parametrize("name", RANKINGS)
def test_impacts_of_many_terms_are_those_of_each(name: str) -> None:
    matrix = [[3, 0, 1], [1, 2, 0], [0, 0, 5], [1, 1, 1]]
    postings = postings_of(matrix)
    stats = Statistics.from_postings(postings, 4)
    ranking = make_ranking(name).fitted(stats)
    ((terms, span),) = postings.blocks()
    lengths = stats.doc_lengths[postings.docs[span]]
    together = ranking.impacts(terms, postings.counts[span], lengths, stats)
    for term in range(3):
        docs, counts = postings.of(term)
        alone = ranking.impacts(term, counts, stats.doc_lengths[docs], stats)
        np.testing.assert_array_equal(together[terms == term], alone)


def test_more_of_a_word_is_better_and_rare_words_weigh_more_in_bm25() -> None:
    matrix = [[1, 3, 0], [2, 2, 0], [0, 3, 1], [4, 0, 0]]
    stats = Statistics.from_postings(postings_of(matrix), 4)
    by_count = BM25().impacts(0, np.array([1, 2, 4]), np.array([4, 4, 4]), stats)
    assert np.all(np.diff(by_count) > 0)
    assert BM25().impacts(2, np.array([1]), np.array([4]), stats) > by_count[0]
