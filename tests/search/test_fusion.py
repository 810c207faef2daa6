"""Fusion: standard scores and reciprocal ranks as a few lines of plain Python compute them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from search.collections_of_counts import Told, counted, random_query, told_nothing

from ilk.errors import ParameterError, UnknownName
from ilk.search.fusion import METHODS, RECIPROCAL_RANK, STANDARD, FusedSearch

ANY_QUERY = (np.array([0]), np.array([1]))
Values = list[float | None]


def naive_standard(values: Values) -> list[float]:
    found = [value for value in values if value is not None]
    if not found:
        return [0.0] * len(values)
    mean = math.fsum(found) / len(found)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in found) / len(found))
    deviation = deviation if deviation > 1e-9 * max(map(abs, found)) else 1.0
    worst = (min(found) - mean) / deviation
    return [worst - 0.5 if value is None else (value - mean) / deviation for value in values]


def naive_reciprocal(values: Values) -> list[float]:
    found = [document for document, value in enumerate(values) if value is not None]
    ranked = sorted(found, key=lambda document: (-values[document], document))
    return [1 / (61 + ranked.index(d)) if d in ranked else 0.0 for d in range(len(values))]


NAIVE = {STANDARD: naive_standard, RECIPROCAL_RANK: naive_reciprocal}

similarity = st.none() | st.sampled_from([-2.0, 0.0, 0.25, 1.0, 1.0, 7.5]) | st.floats(-1e3, 1e3)
pairs_of_rankings = st.integers(1, 8).flatmap(
    lambda n: st.tuples(*[st.lists(similarity, min_size=n, max_size=n)] * 2)
)


@pytest.mark.parametrize("method", METHODS)
@given(rankings=pairs_of_rankings, weights=st.tuples(*[st.sampled_from([0.0, 0.3, 1.0, 2.0])] * 2))
def test_two_searches_are_fused_as_the_definition_says(method, rankings, weights):
    fused = FusedSearch([Told(*values) for values in rankings], weights, method)
    values, candidates = fused.similarities(*ANY_QUERY)
    scores = [NAIVE[method](list(each)) for each in rankings]
    for document, given_values in enumerate(zip(*rankings, strict=True)):
        assert candidates[document] == any(value is not None for value in given_values)
        expected = sum(weight * score[document] for weight, score in zip(weights, scores, strict=True))
        wanted = expected if candidates[document] else 0.0
        assert values[document] == pytest.approx(wanted, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("method", METHODS)
@given(rankings=pairs_of_rankings, weights=st.tuples(*[st.sampled_from([0.0, 0.3, 1.0, 2.0])] * 2))
def test_the_parts_add_up_to_the_fused_similarity(method, rankings, weights):
    fused = FusedSearch([Told(*values) for values in rankings], weights, method)
    values, candidates = fused.similarities(*ANY_QUERY)
    for document in range(fused.n_docs):
        parts = fused.parts(*ANY_QUERY, document)
        size = np.abs(parts.amounts).sum()
        assert abs(parts.amounts.sum() - values[document]) <= 1e-9 * max(size, 1.0)
        assert candidates[document] or not parts.amounts.size


@pytest.mark.parametrize("method", METHODS)
def test_one_search_alone_keeps_its_order(method):
    collection, rng = counted(60, 12), np.random.default_rng(4)
    for alone in (collection.lexical("bm25"), collection.lexical("lm-dirichlet"), collection.lsi()):
        fused = FusedSearch([alone], [0.7], method)
        for _ in range(10):
            query = random_query(rng, 12)
            expected, _ = alone.search(*query, 60)
            got, similarities = fused.search(*query, 60)
            np.testing.assert_array_equal(got, expected)
            assert (np.diff(similarities) <= 0).all()


def test_a_search_of_no_weight_says_nothing():
    first, second = Told(3.0, 1.0, 2.0), Told(1.0, 2.0, 3.0)
    fused = FusedSearch([first, second], [1.0, 0.0])
    assert fused.search(*ANY_QUERY, 3)[0].tolist() == [0, 2, 1]
    assert FusedSearch([first, second], [0.0, 1.0]).search(*ANY_QUERY, 3)[0].tolist() == [2, 1, 0]


def test_the_scale_of_a_search_does_not_matter():
    values, others = [3.0, 1.0, 2.0, None], [0.0, 5.0, None, 4.0]
    plain = FusedSearch([Told(*values), Told(*others)]).similarities(*ANY_QUERY)
    scaled = FusedSearch([Told(*(v and 1e6 * v + 5 for v in values)), Told(*others)])
    np.testing.assert_allclose(scaled.similarities(*ANY_QUERY).values, plain.values, rtol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_the_only_document_that_a_search_finds_gains_by_it(method):
    fused = FusedSearch([Told(None, None, 4.0), Told(1.0, 1.0, 1.0)], method=method)
    docs, similarities = fused.search(*ANY_QUERY, 3)
    assert docs.tolist() == [2, 0, 1]
    assert similarities[0] > similarities[1]


def test_rounding_is_not_blown_up_to_a_difference():
    noise = Told(0.3, 0.1 + 0.2, 0.3)
    assert FusedSearch([noise]).similarities(*ANY_QUERY).values.tolist() == pytest.approx([0, 0, 0], abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_what_nobody_finds_is_no_hit(method):
    fused = FusedSearch([told_nothing(3), Told(1.0, None, 2.0)], method=method)
    assert fused.search(*ANY_QUERY, 3)[0].tolist() == [2, 0]
    assert fused.parts(*ANY_QUERY, 1).amounts.size == 0
    nothing = FusedSearch([told_nothing(3), told_nothing(3)], method=method)
    assert nothing.search(*ANY_QUERY, 3)[0].size == 0


@pytest.mark.parametrize("method", METHODS)
def test_a_mask_hides_documents_and_changes_no_similarity(method):
    collection, rng = counted(50, 10, seed=2), np.random.default_rng(5)
    fused = FusedSearch([collection.lexical("bm25"), collection.lsi()], method=method)
    mask = rng.random(50) < 0.5
    query = random_query(rng, 10)
    everyone = dict(zip(*(array.tolist() for array in fused.search(*query, 50)), strict=True))
    some = dict(zip(*(array.tolist() for array in fused.search(*query, 50, mask)), strict=True))
    assert some == {document: value for document, value in everyone.items() if mask[document]}


@pytest.mark.parametrize("method", METHODS)
def test_real_searches_and_their_parts(method):
    collection, rng = counted(40, 15, seed=3), np.random.default_rng(6)
    searches = [collection.lexical("bm25"), collection.lexical("lm-dirichlet"), collection.lsi()]
    fused = FusedSearch(searches, [1.0, 0.5, 2.0], method)
    for _ in range(10):
        query = random_query(rng, 15)
        values = fused.similarities(*query).values
        for document in range(40):
            amounts = fused.parts(*query, document).amounts
            assert abs(amounts.sum() - values[document]) <= 1e-6 * np.abs(amounts).sum()


@pytest.mark.parametrize("method", METHODS)
def test_an_empty_query_finds_nothing(method):
    collection = counted(10, 4)
    fused = FusedSearch([collection.lexical("bm25"), collection.lsi(2)], method=method)
    empty = np.empty(0, dtype=np.int32)
    assert fused.search(empty, empty, 5)[0].size == 0
    assert fused.parts(empty, empty, 0).amounts.size == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([],), "fusion needs at least one search, got none"),
        (([Told(1.0)], [1.0, 2.0]), "fusion needs a weight for each of 1 searches, got 2"),
        (([Told(1.0)], [-1.0]), "weight of fusion must be a number of at least 0, got -1.0"),
        (([Told(1.0)], [math.nan]), "weight of fusion must be a number of at least 0, got nan"),
        (([Told(1.0), Told(1.0, 2.0)],), "searches over one collection, got n_docs of 1, 2"),
    ],
)
def test_what_cannot_be_fused_is_refused(arguments, sentence):
    with pytest.raises(ParameterError, match=sentence):
        FusedSearch(*arguments)


def test_an_unknown_method_is_refused():
    with pytest.raises(UnknownName, match="there is no method of fusion 'z-scores'; did you mean 'z-score'"):
        FusedSearch([Told(1.0)], method="z-scores")
