"""Feedback: RM3 once more, in plain Python, and what its weight does at both ends."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from search.collections_of_counts import Counted, counted, random_query

from ilk.errors import ParameterError
from ilk.search.feedback import FeedbackSearch
from ilk.search.query import check_query

NAMES = ("bm25", "lm-dirichlet", "l2")


def feedback(collection: Counted, name: str = "bm25", **parameters: float) -> FeedbackSearch:
    return FeedbackSearch(collection.lexical(name), collection.rows, collection.stats, **parameters)


def naive_rm3(
    collection: Counted,
    name: str,
    query: dict[int, float],
    documents: int = 10,
    terms: int = 50,
    weight: float = 0.5,
) -> dict[int, float]:
    """The expanded query, term by term."""
    first = collection.lexical(name)
    values, candidates = first.similarities(np.array(list(query)), np.array(list(query.values())))
    ranked = sorted(np.flatnonzero(candidates).tolist(), key=lambda d: (-values[d], d))
    best = ranked[:documents]
    if not best or weight == 0:
        return query
    zero = values[ranked[documents]] if len(ranked) > documents else min(0.0, *(values[d] for d in best))
    leads = [values[d] - zero for d in best]
    if not sum(leads):
        leads = [1.0] * len(best)
    relevance: dict[int, float] = {}
    for document, lead in zip(best, leads, strict=True):
        row = collection.matrix[document]
        for term in np.flatnonzero(row).tolist():
            amount = lead / sum(leads) * row[term] / row.sum()
            relevance[term] = relevance.get(term, 0.0) + amount
    kept = sorted(relevance, key=lambda term: (-relevance[term], term))[:terms]
    kept = [term for term in kept if relevance[term] > 0]
    total, length = sum(relevance[term] for term in kept), sum(query.values())
    expanded = {term: (1 - weight) * count for term, count in query.items()}
    for term in kept:
        expanded[term] = expanded.get(term, 0.0) + weight * length * relevance[term] / total
    return {term: count for term, count in expanded.items() if count > 0}


def as_query(counts: dict[int, float]) -> tuple[np.ndarray, np.ndarray]:
    return np.array(list(counts)), np.array(list(counts.values()))


@pytest.mark.parametrize("name", NAMES)
@given(
    seed=st.integers(0, 50),
    documents=st.integers(1, 12),
    terms=st.integers(1, 12),
    weight=st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]),
)
def test_the_query_grows_as_the_definition_says(name, seed, documents, terms, weight):
    rng = np.random.default_rng(seed)
    collection = counted(int(rng.integers(1, 30)), 10, seed)
    query = random_query(rng, 10)
    search = feedback(collection, name, documents=documents, terms=terms, weight=weight)
    expanded = search.expanded(check_query(*query, 10))
    counts = dict(zip(*(array.tolist() for array in query), strict=True))
    expected = naive_rm3(collection, name, counts, documents, terms, weight)
    assert expanded.terms.tolist() == sorted(expected)
    np.testing.assert_allclose(expanded.counts, [expected[term] for term in sorted(expected)], rtol=1e-9)
    assert expanded.length == pytest.approx(sum(counts.values()))


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_that_of_the_grown_query(name):
    collection, rng = counted(80, 20), np.random.default_rng(1)
    plain, search = collection.lexical(name), feedback(collection, name, documents=5, terms=8, weight=0.4)
    for _ in range(10):
        query = random_query(rng, 20)
        counts = dict(zip(*(array.tolist() for array in query), strict=True))
        grown = as_query(naive_rm3(collection, name, counts, 5, 8, 0.4))
        expected = plain.search(*grown, 10)
        np.testing.assert_array_equal(search.search(*query, 10)[0], expected[0])
        np.testing.assert_allclose(search.search(*query, 10)[1], expected[1], rtol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_without_weight_nothing_changes(name):
    collection, rng = counted(50, 12), np.random.default_rng(2)
    plain, search = collection.lexical(name), feedback(collection, name, weight=0)
    for _ in range(10):
        query = random_query(rng, 12)
        for ours, expected in zip(search.search(*query, 50), plain.search(*query, 50), strict=True):
            np.testing.assert_array_equal(ours, expected)


def test_with_all_the_weight_only_the_documents_speak():
    matrix = np.array([[9, 9, 1], [0, 5, 5], [0, 0, 7]])
    search = feedback(Counted(matrix), documents=1, terms=1, weight=1)
    query = check_query(np.array([2]), np.array([4]), 3)
    grown = search.expanded(query)
    assert grown.terms.tolist() == [2]  # document 2 has nothing else
    first = search.expanded(check_query(np.array([0]), np.array([3]), 3))
    assert first.terms.tolist() == [0]
    assert first.counts.tolist() == pytest.approx([3.0])
    both = feedback(Counted(matrix), documents=1, terms=2, weight=1).expanded(
        check_query(np.array([0]), np.array([3]), 3)
    )
    assert both.terms.tolist() == [0, 1]
    assert both.counts.tolist() == pytest.approx([1.5, 1.5])
    other = feedback(Counted(np.array([[1, 8], [0, 3]])), documents=1, terms=1, weight=1)
    assert other.expanded(check_query(np.array([0]), np.array([1]), 2)).terms.tolist() == [1]


def test_a_grown_query_finds_what_the_first_could_not():
    matrix = np.array([[1, 3, 0], [0, 3, 0], [0, 0, 3]])
    collection, query = Counted(matrix), (np.array([0]), np.array([1]))
    assert collection.lexical("bm25").search(*query, 3)[0].tolist() == [0]
    assert feedback(collection).search(*query, 3)[0].tolist() == [0, 1]


def test_an_empty_query_and_one_that_nothing_has_find_nothing():
    collection = Counted(np.array([[1, 2, 0], [3, 0, 0]]))
    search, empty = feedback(collection), np.empty(0, dtype=np.int32)
    assert search.search(empty, empty, 5)[0].size == 0
    assert search.search(np.array([2]), np.array([1]), 5)[0].size == 0
    assert search.parts(np.array([2]), np.array([1]), 0).amounts.size == 0


def test_more_documents_and_terms_may_be_asked_for_than_there_are():
    collection = counted(5, 4, seed=1)
    many, all_there_are = feedback(collection, documents=500, terms=500), feedback(collection, terms=4)
    query = (np.array([0]), np.array([1]))
    for ours, expected in zip(many.search(*query, 5), all_there_are.search(*query, 5), strict=True):
        np.testing.assert_array_equal(ours, expected)


def test_equally_good_documents_count_the_same():
    matrix = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 0]])
    grown = feedback(Counted(matrix), documents=2, weight=1).expanded(
        check_query(np.array([0]), np.array([1]), 3)
    )
    assert grown.counts.tolist() == pytest.approx([0.5, 0.25, 0.25])


@pytest.mark.parametrize("name", NAMES)
def test_a_mask_hides_documents_and_changes_no_similarity(name):
    collection, rng = counted(60, 12, seed=7), np.random.default_rng(8)
    search, mask = feedback(collection, name), rng.random(60) < 0.3
    query = random_query(rng, 12)
    everyone = dict(zip(*(array.tolist() for array in search.search(*query, 60)), strict=True))
    some = dict(zip(*(array.tolist() for array in search.search(*query, 60, mask)), strict=True))
    assert some == {document: value for document, value in everyone.items() if mask[document]}


@pytest.mark.parametrize("name", NAMES)
def test_the_parts_add_up_and_some_belong_to_new_terms(name):
    collection, rng = counted(30, 15, seed=9), np.random.default_rng(10)
    search, new = feedback(collection, name, documents=3), 0
    for _ in range(10):
        query = random_query(rng, 15)
        docs, similarities = search.search(*query, 30)
        for document, value in zip(docs.tolist(), similarities, strict=True):
            parts = search.parts(*query, document)
            assert abs(parts.amounts.sum() - value) <= 1e-6 * np.abs(parts.amounts).sum()
            new += np.setdiff1d(parts.terms, query[0]).size
    assert new > 0


def test_any_search_can_have_feedback():
    collection, rng = counted(40, 12, seed=11), np.random.default_rng(12)
    search = FeedbackSearch(collection.lsi(), collection.rows, collection.stats, documents=5)
    query = random_query(rng, 12)
    docs, similarities = search.search(*query, 40)
    assert (np.diff(similarities) <= 0).all()
    for document, value in zip(docs.tolist(), similarities, strict=True):
        assert search.parts(*query, document).amounts.sum() == pytest.approx(value, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"weight": -0.1}, "weight of feedback must be a number from 0 to 1, got -0.1"),
        ({"weight": 1.5}, "weight of feedback must be a number from 0 to 1, got 1.5"),
        ({"weight": "much"}, "weight of feedback must be a number from 0 to 1, got 'much'"),
        ({"documents": 0}, "documents of feedback must be a number of at least 1, got 0"),
        ({"documents": 2.5}, "documents of feedback must be a whole number, got 2.5"),
        ({"terms": math.inf}, "terms of feedback must be a number of at least 1, got inf"),
        ({"terms": True}, "terms of feedback must be a number of at least 1, got True"),
    ],
)
def test_senseless_parameters_are_refused(parameters, sentence):
    with pytest.raises(ParameterError, match=sentence):
        feedback(counted(3, 3), **parameters)
