"""Search by the default similarity: against its formulas, its own parts, and itself asked in other ways."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from default.naive_ilk import similarities
from default.small_collections import SMALL, Small, small, topical_counts

from ilk.default.constants import Constants, FitConstants
from ilk.index import Index
from ilk.records import Document

ALL = replace(SMALL, n_candidates=1000)


@pytest.fixture(scope="module")
def given() -> Small:
    return small(topical_counts(60, 40, seed=7, empty=(0, 13)))


@pytest.fixture(params=[False, True], ids=["numpy", "compiled"])
def compiled(request) -> bool:
    return request.param


@pytest.mark.parametrize("settings", [SMALL, ALL], ids=["some are candidates", "all are"])
def test_the_similarity_is_that_of_the_formulas(given, compiled, settings):
    search = given.search(settings, compiled=compiled)
    for terms, counts in given.queries(12):
        expected = similarities(given, dict(zip(terms.tolist(), counts.tolist(), strict=True)), settings)
        values, could_be_hits = search.similarities(terms, counts)
        assert np.flatnonzero(~could_be_hits).tolist() == [0, 13]
        assert values[could_be_hits] == pytest.approx(expected[could_be_hits], abs=2e-5)


@pytest.mark.parametrize("settings", [SMALL, ALL], ids=["some are candidates", "all are"])
def test_parts_add_up_to_the_similarity(given, compiled, settings):
    search = given.search(settings, compiled=compiled)
    for terms, counts in given.queries(6, seed=1):
        values = search.similarities(terms, counts).values
        for document in range(60):
            parts = search.parts(terms, counts, document)
            assert parts.amounts.sum() == pytest.approx(values[document], rel=1e-6, abs=1e-9)
            assert bool(parts.amounts.size) == (document not in (0, 13))


def test_a_word_of_the_query_is_among_the_parts(given):
    terms, counts = given.queries(1)[0]
    answer, _ = given.search().search(terms, counts, 1)
    assert set(terms.tolist()) <= set(given.search().parts(terms, counts, int(answer[0])).terms.tolist())


@pytest.mark.parametrize("settings", [SMALL, ALL], ids=["some are candidates", "all are"])
@pytest.mark.parametrize("k", [1, 10, 20, 21, 57, 58, 59, 60, 1000])
def test_hits_are_the_largest_similarities(given, compiled, settings, k):
    search = given.search(settings, compiled=compiled)
    for terms, counts in given.queries(4, seed=2):
        values, could_be_hits = search.similarities(terms, counts)
        expected = sorted(np.flatnonzero(could_be_hits).tolist(), key=lambda d: (-values[d], d))[:k]
        docs, found = search.search(terms, counts, k)
        assert docs.tolist() == expected
        assert found.tolist() == values[expected].tolist()


def test_compiled_and_numpy_agree(given):
    for settings in (SMALL, ALL, replace(SMALL, n_candidates=7)):
        plain, fast = given.search(settings, compiled=False), given.search(settings)
        for terms, counts in given.queries(20, seed=3):
            one, other = plain.similarities(terms, counts), fast.similarities(terms, counts)
            assert one.values == pytest.approx(other.values, rel=1e-9, abs=1e-9)


def test_no_candidate_stands_below_another_document(given):
    search = given.search()
    for terms, counts in given.queries(10, seed=4):
        values, could_be_hits = search.similarities(terms, counts)
        ordered = np.sort(values[could_be_hits])[::-1]
        assert ordered[19] - ordered[20] >= 1.0 - 1e-9  # of 20 candidates, the last stands clear of the rest


def test_what_is_not_allowed_is_no_hit_and_no_candidate(given, compiled):
    search = given.search(compiled=compiled)
    rng = np.random.default_rng(5)
    for terms, counts in given.queries(10, seed=5):
        allowed = rng.random(60) < 0.4
        docs, values = search.search(terms, counts, 60, allowed)
        assert sorted(docs.tolist()) == [d for d in np.flatnonzero(allowed).tolist() if d not in (0, 13)]
        assert (np.diff(values) <= 0).all()
        first, _ = search.search(terms, counts, 3, allowed)
        assert first.tolist() == docs[:3].tolist()


def test_a_mask_that_allows_all_changes_nothing_and_one_that_allows_none_leaves_none(given, compiled):
    search = given.search(compiled=compiled)
    terms, counts = given.queries(1)[0]
    docs, values = search.search(terms, counts, 10, np.ones(60, dtype=np.bool_))
    assert (docs.tolist(), values.tolist()) == tuple(a.tolist() for a in search.search(terms, counts, 10))
    assert not search.search(terms, counts, 10, np.zeros(60, dtype=np.bool_))[0].size


def test_an_empty_query_finds_nothing(given, compiled):
    search = given.search(compiled=compiled)
    nothing = np.empty(0, dtype=np.int32), np.empty(0)
    assert search.search(*nothing, 5)[0].size == 0
    assert not search.similarities(*nothing).candidates.any()
    assert not search.parts(*nothing, 4).amounts.size


@pytest.mark.parametrize("n_docs", [2, 3])
def test_two_or_three_documents_can_be_searched(n_docs, compiled):
    given = small(topical_counts(n_docs, 9), FitConstants(), Constants())
    search = given.search(Constants(), compiled=compiled)
    for d in range(n_docs):
        terms, counts = given.rows.of(d)
        docs, values = search.search(terms, counts, 10)
        assert docs[0] == d
        assert sorted(docs.tolist()) == list(range(n_docs))
        assert np.isfinite(values).all()
        assert search.parts(terms, counts, d).amounts.sum() == pytest.approx(values[0], abs=1e-9)


def test_documents_that_are_all_alike_stand_in_their_order(compiled):
    given = small(np.tile(topical_counts(1, 12), (9, 1)))
    # Each document has its own random start in EM: only with the same topics are they alike to the model.
    topics = np.tile(given.model.topics_of_documents[:1], (9, 1))
    given = given._replace(model=given.model._replace(topics_of_documents=topics))
    for settings in (SMALL, replace(SMALL, n_candidates=4)):
        search = given.search(settings, compiled=compiled)
        docs, values = search.search(np.array([0, 3]), np.array([1, 1]), 9)
        assert docs.tolist() == list(range(9))
        assert not values[:4].any()


def test_a_word_that_no_document_has_does_no_harm(compiled):
    counts = topical_counts(25, 12)
    counts[:, 4] = 0
    counts[counts.sum(axis=1) == 0, 0] = 1
    search = small(counts).search(compiled=compiled)
    docs, values = search.search(np.array([4]), np.array([1]), 25)
    assert len(docs) == 25
    assert np.isfinite(values).all()
    assert search.search(np.array([2, 4]), np.array([1, 1]), 1)[0].size == 1


def test_the_same_bits_from_run_to_run_and_for_any_number_of_threads(given, compiled):
    queries = given.queries(70, seed=6)
    runs = [
        given.search(compiled=compiled).search_many(queries, 15, threads=threads) for threads in (1, 2, 2)
    ]
    for answers in zip(*runs, strict=True):
        assert len({(docs.tobytes(), values.tobytes()) for docs, values in answers}) == 1


def test_one_search_in_numpy_loads_no_heavy_package(tmp_path):
    texts = ["an oil well", "gold mines", "oil and gold"]
    path = tmp_path / "small.ilk"
    Index.build([Document(str(n), text) for n, text in enumerate(texts)], path=path, language="english")
    code = (
        "import sys, ilk\n"
        f"index = ilk.Index.open({str(path)!r}, compiled=False)\n"
        "assert len(index.search('oil', similarity='ilk')) == 3\n"
        "print(*sorted({'numba', 'scipy', 'sklearn', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
