"""The search: compiled and NumPy agree to the bit, ties stand in document order, threads change nothing."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from ranking.cases import Case, ask, cases, engine, postings_of

from ilk.errors import ParameterError
from ilk.ranking import BM25, RANKINGS, make_ranking
from ilk.search import LexicalSearch, Statistics

SHARED = [name for name, kind in RANKINGS.items() if not kind.every_document]
"""The rankings whose hits share a word with the query."""


def random_matrix(n_docs: int, n_terms: int, seed: int) -> list[list[int]]:
    rng = np.random.default_rng(seed)
    return (rng.poisson(0.8, (n_docs, n_terms)) * (rng.random((n_docs, n_terms)) < 0.3)).tolist()


@pytest.mark.parametrize("name", RANKINGS)
@given(case=cases())
def test_compiled_equals_numpy_to_the_bit(name: str, case: Case) -> None:
    fast = ask(engine(case.matrix, make_ranking(name), compiled=True), case)
    slow = ask(engine(case.matrix, make_ranking(name), compiled=False), case)
    for ours, reference in zip(fast, slow, strict=True):
        assert ours.dtype == reference.dtype
        np.testing.assert_array_equal(ours, reference)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", SHARED)
def test_equal_similarities_stand_in_document_order(name: str, compiled: bool) -> None:
    better, worse, other = [2, 1, 1], [1, 1, 2], [0, 0, 4]
    matrix = [worse, better, other, worse, better, worse, better, worse] + [other] * 40
    search = engine(matrix, make_ranking(name), compiled)
    for k, expected in [(2, [1, 4]), (4, [1, 4, 6, 0]), (6, [1, 4, 6, 0, 3, 5]), (50, [1, 4, 6, 0, 3, 5, 7])]:
        docs, similarities = ask(search, Case(matrix, [0], None, k))
        assert docs.tolist() == expected
        assert len(set(similarities.tolist())) <= 2


@pytest.mark.parametrize("compiled", [True, False])
def test_a_search_leaves_nothing_behind_for_the_next(compiled: bool) -> None:
    matrix = random_matrix(60, 12, seed=5)
    used, rng = engine(matrix, BM25(), compiled), np.random.default_rng(1)
    for _ in range(40):
        mask = rng.random(60) < 0.5 if rng.random() < 0.5 else None
        case = Case(matrix, rng.integers(0, 12, rng.integers(0, 6)).tolist(), mask, int(rng.integers(1, 70)))
        fresh = ask(engine(matrix, BM25(), compiled), case)
        for again, first in zip(ask(used, case), fresh, strict=True):
            np.testing.assert_array_equal(again, first)


@pytest.mark.parametrize("name", RANKINGS)
def test_batches_equal_single_searches_whatever_the_threads(name: str) -> None:
    matrix = random_matrix(300, 25, seed=2)
    rng = np.random.default_rng(3)
    queries = [(rng.integers(0, 25, n), rng.integers(1, 4, n)) for n in rng.integers(0, 7, 150)]
    mask = rng.random(300) < 0.7
    one = engine(matrix, make_ranking(name))
    singles = [one.search(terms, counts, 10, mask) for terms, counts in queries]
    for threads in (1, 2, 5):
        many = engine(matrix, make_ranking(name)).search_many(queries, 10, mask, threads)
        assert len(many) == len(singles)
        for ours, single in zip(many, singles, strict=True):
            np.testing.assert_array_equal(ours[0], single[0])
            np.testing.assert_array_equal(ours[1], single[1])


def test_several_threads_may_share_one_search() -> None:
    matrix = random_matrix(400, 30, seed=7)
    shared, alone = engine(matrix, BM25()), engine(matrix, BM25())
    queries = [np.array([i % 30, (i * 7 + 1) % 30]) for i in range(200)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda terms: shared.search(terms, np.ones(2), 5), queries))
    for terms, (docs, similarities) in zip(queries, answers, strict=True):
        expected = alone.search(terms, np.ones(2), 5)
        np.testing.assert_array_equal(docs, expected[0])
        np.testing.assert_array_equal(similarities, expected[1])


@pytest.mark.parametrize("name", RANKINGS)
def test_preparing_everything_changes_no_bit(name: str) -> None:
    matrix = random_matrix(50, 10, seed=4)
    case = Case(matrix, [0, 3, 3, 9], None, 50)
    lazy, eager = engine(matrix, make_ranking(name)), engine(matrix, make_ranking(name))
    eager.prepare()
    for ours, reference in zip(ask(eager, case), ask(lazy, case), strict=True):
        np.testing.assert_array_equal(ours, reference)


@pytest.mark.parametrize("compiled", [True, False])
def test_an_empty_query_and_an_empty_mask_have_no_hits(compiled: bool) -> None:
    matrix = [[1, 2], [0, 1]]
    search = engine(matrix, BM25(), compiled)
    for case in (Case(matrix, [], None, 3), Case(matrix, [0, 1], np.zeros(2, dtype=bool), 3)):
        docs, similarities = ask(search, case)
        assert docs.shape == similarities.shape == (0,)
        assert (docs.dtype, similarities.dtype) == (np.int32, np.float64)
    assert search.search_many([], 3) == []


def test_order_and_splitting_of_the_query_do_not_matter_and_counts_may_be_fractions() -> None:
    matrix = random_matrix(40, 6, seed=8)
    search = engine(matrix, BM25())
    merged = search.search(np.array([1, 4]), np.array([1.5, 0.5]), 40)
    split = search.search(np.array([4, 1, 1]), np.array([0.5, 1.0, 0.5]), 40)
    np.testing.assert_array_equal(merged[0], split[0])
    np.testing.assert_array_equal(merged[1], split[1])
    doubled = search.search(np.array([1, 4]), np.array([3, 1]), 40)
    np.testing.assert_allclose(doubled[1], 2 * merged[1])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"k": 0}, "k must be a whole number of at least 1, got 0"),
        ({"k": 2.0}, "k must be a whole number of at least 1, got 2.0"),
        ({"k": True}, "k must be a whole number of at least 1, got True"),
        (
            {"terms": np.array([0, 2])},
            "term numbers must be from 0 to 1, got 0 to 2; leave unknown words out",
        ),
        ({"terms": np.array([-1, 0])}, "term numbers must be from 0 to 1, got -1 to 0"),
        ({"terms": np.array([0.0, 1.0])}, "got float64 terms of shape"),
        ({"terms": np.array([[0, 1]])}, r"got int64 terms of shape \(1, 2\)"),
        ({"counts": np.array([1])}, r"counts of shape \(1,\)"),
        ({"counts": np.array([1, 0])}, "must be positive and finite, got 0"),
        ({"counts": np.array([1, np.nan])}, "must be positive and finite, got nan"),
        ({"counts": np.array([1, np.inf])}, "must be positive and finite, got inf"),
        ({"allowed": np.ones(3, dtype=bool)}, r"mask of shape \(2,\), got bool of shape \(3,\)"),
        ({"allowed": np.ones(2)}, r"mask of shape \(2,\), got float64"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict, sentence: str) -> None:
    search = engine([[1, 2], [0, 1]], BM25(), compiled=False)
    valid = {"terms": np.array([0, 1]), "counts": np.array([1, 1]), "k": 1, "allowed": None}
    wrong = valid | arguments
    with pytest.raises(ParameterError, match=sentence):
        search.search(**wrong)
    with pytest.raises(ParameterError, match=sentence):
        search.search_many([(wrong["terms"], wrong["counts"])], wrong["k"], wrong["allowed"])


def test_statistics_of_another_collection_are_refused() -> None:
    stats = Statistics.from_postings(postings_of([[1, 2, 3]]), 1)
    with pytest.raises(ParameterError, match="statistics of 3 terms do not belong to postings of 2"):
        LexicalSearch(postings_of([[1, 2]]), stats, BM25())


def test_one_search_loads_neither_numba_nor_scipy() -> None:
    program = """
import sys
import numpy as np
from ilk.ranking import make_ranking
from ilk.search import LexicalSearch, Postings, Statistics

indptr, docs, counts = np.array([0, 2, 3]), np.array([0, 1, 1], np.int32), np.array([2, 1, 1], np.int32)
postings = Postings(indptr, docs, counts)
search = LexicalSearch(postings, Statistics.from_postings(postings, 2), make_ranking("pl2"), compiled=False)
print(sorted(search.search(np.array([0]), np.array([1]), 5)[0].tolist()))
print(sorted({"numba", "scipy", "sklearn", "rich"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[0, 1]", "[]"]
