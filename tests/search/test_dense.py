"""Search by cosine against a full sort of exact cosines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.errors import ParameterError
from ilk.search import DenseSearch, fold_in, unit_rows

SMALL = st.integers(-2, 2).map(float)


@given(
    st.lists(st.lists(SMALL, min_size=3, max_size=3), min_size=1, max_size=12),
    st.lists(SMALL, min_size=3, max_size=3),
    st.integers(1, 15),
    st.none() | st.integers(0, 2**12 - 1),
)
def test_equals_a_full_sort(rows: list[list[float]], query: list[float], k: int, bits: int | None) -> None:
    vectors, q = unit_rows(np.array(rows)), np.array(query)
    mask = None if bits is None else np.array([bool(bits >> i & 1) for i in range(len(rows))])
    docs, cosines = DenseSearch(vectors).search(q, k, mask)

    unit = q / (np.linalg.norm(q) or 1.0)
    exact = {
        d: float((vectors[d].astype(np.float64) * unit).sum())
        for d in range(len(rows))
        if vectors[d].any() and q.any() and (mask is None or mask[d])
    }
    assert docs.tolist() == sorted(exact, key=lambda d: (-exact[d], d))[:k]
    assert cosines.tolist() == [exact[d] for d in docs.tolist()]
    assert (docs.dtype, cosines.dtype) == (np.int32, np.float64)


@pytest.mark.parametrize(
    "n_docs", [1001, 70_001]
)  # no multiple of what BLAS takes at a time; more than a block
def test_copies_of_a_document_tie_wherever_they_stand(n_docs: int) -> None:
    rng = np.random.default_rng(0)
    vectors = np.tile(unit_rows(rng.standard_normal((1, 37))), (n_docs, 1))
    search = DenseSearch(vectors)
    docs, cosines = search.search(rng.standard_normal(37), 100)
    assert docs.tolist() == list(range(100))
    assert len(set(cosines.tolist())) == 1
    docs, cosines = search.search(rng.standard_normal(37), n_docs)
    assert docs.tolist() == list(range(n_docs))
    assert len(set(cosines.tolist())) == 1


def test_many_documents_equal_a_full_sort() -> None:
    rng = np.random.default_rng(1)
    vectors = unit_rows(rng.standard_normal((3000, 50)))
    query = rng.standard_normal(50)
    docs, cosines = DenseSearch(vectors).search(query, 20)
    exact = vectors.astype(np.float64) @ (query / np.linalg.norm(query))
    assert docs.tolist() == np.argsort(-exact)[:20].tolist()
    np.testing.assert_allclose(cosines, exact[docs], rtol=1e-13)


def test_unit_rows_keep_rows_of_zeros() -> None:
    rows = unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]]))
    assert rows.dtype == np.float32
    np.testing.assert_allclose(rows, [[0.6, 0.8], [0.0, 0.0]], rtol=1e-7)
    assert unit_rows(np.array([[3, 4]])).tolist() == rows[:1].tolist()


def test_folding_in_sums_weighted_term_vectors() -> None:
    idf, term_vectors = np.array([1.0, 2.0, 5.0]), np.array([[1.0, 0.0], [0.5, 1.0], [9.0, 9.0]])
    vector = fold_in(np.array([0, 1]), np.array([1, 3]), idf, term_vectors)
    np.testing.assert_allclose(vector, np.log(2) * term_vectors[0] + 2 * np.log(4) * term_vectors[1])
    assert fold_in(np.empty(0, dtype=int), np.empty(0), idf, term_vectors).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (np.ones(3), "the query must be 2 finite numbers, got an array of shape"),
        (np.array([1.0, np.nan]), "the query must be 2 finite numbers, got NaN or infinity"),
    ],
)
def test_wrong_queries_are_refused(query: np.ndarray, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        DenseSearch(np.eye(2, dtype=np.float32)).search(query, 1)


def test_wrong_vectors_k_and_masks_are_refused() -> None:
    with pytest.raises(
        ParameterError, match="must be float32 with two axes, got float64 with 2; unit_rows makes"
    ):
        DenseSearch(np.eye(2))
    search = DenseSearch(np.eye(2, dtype=np.float32))
    with pytest.raises(ParameterError, match="k must be a whole number of at least 1, got -1"):
        search.search(np.ones(2), -1)
    with pytest.raises(ParameterError, match=r"mask of shape \(2,\), got bool of shape \(1,\)"):
        search.search(np.ones(2), 1, np.ones(1, dtype=bool))


def test_all_similarities_are_those_of_a_search() -> None:
    rng = np.random.default_rng(3)
    vectors = unit_rows(rng.standard_normal((40, 5)) * (np.arange(40) != 7)[:, None])
    search, query = DenseSearch(vectors), rng.standard_normal(5)
    values, candidates = search.similarities(query)
    assert np.flatnonzero(~candidates).tolist() == [7]
    docs, cosines = search.search(query, 40)
    assert sorted(docs.tolist()) == np.flatnonzero(candidates).tolist()
    np.testing.assert_array_equal(values[docs], cosines)
    nothing = search.similarities(np.zeros(5))
    assert not nothing.values.any()
    assert not nothing.candidates.any()


def test_amounts_of_vectors_add_up_to_the_cosine_of_their_sum() -> None:
    rng = np.random.default_rng(4)
    search, vectors = DenseSearch(unit_rows(rng.standard_normal((6, 5)))), rng.standard_normal((3, 5))
    cosines = search.similarities(vectors.sum(axis=0)).values
    for document in range(6):
        assert search.amounts(vectors, document).sum() == pytest.approx(cosines[document], rel=1e-12)
    assert search.amounts(np.zeros((2, 5)), 0).tolist() == [0.0, 0.0]
    with pytest.raises(ParameterError, match="document must be a number from 0 to 5, got 6"):
        search.amounts(vectors, 6)
