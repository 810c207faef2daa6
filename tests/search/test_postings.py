"""Postings and statistics against a dense matrix."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranking.cases import postings_of
from scipy.sparse import csr_array

from ilk.errors import ParameterError
from ilk.search import Postings, Statistics

MATRICES = st.integers(1, 6).flatmap(
    lambda n: st.lists(
        st.lists(st.sampled_from([0, 0, 1, 3]), min_size=n, max_size=n), min_size=1, max_size=9
    )
)


@given(MATRICES)
def test_places_are_where_a_document_stands_for_each_term(matrix: list[list[int]]) -> None:
    dense, postings = np.array(matrix), postings_of(matrix)
    terms = np.arange(dense.shape[1])[::-1]
    for document, row in enumerate(dense):
        places = postings.places(terms, document)
        assert (places >= 0).tolist() == (row[terms] > 0).tolist()
        found = places[places >= 0]
        assert postings.docs[found].tolist() == [document] * found.size
        assert postings.counts[found].tolist() == row[terms][row[terms] > 0].tolist()


@given(MATRICES)
def test_postings_are_the_columns_of_the_counts(matrix: list[list[int]]) -> None:
    dense, postings = np.array(matrix), postings_of(matrix)
    assert postings.n_terms == dense.shape[1]
    for term in range(dense.shape[1]):
        docs, counts = postings.of(term)
        np.testing.assert_array_equal(docs, np.flatnonzero(dense[:, term]))
        np.testing.assert_array_equal(counts, dense[docs, term])


@given(MATRICES, st.integers(1, 5))
def test_blocks_go_through_all_postings_in_order(matrix: list[list[int]], size: int) -> None:
    postings = postings_of(matrix)
    parts = list(postings.blocks(size))
    assert all(terms.size == span.stop - span.start <= size for terms, span in parts)
    terms = np.concatenate([terms for terms, _ in parts]) if parts else np.empty(0, dtype=int)
    np.testing.assert_array_equal(terms, np.repeat(np.arange(postings.n_terms), np.diff(postings.indptr)))
    assert [span.start for _, span in parts] == list(range(0, postings.docs.size, size))


@given(MATRICES)
def test_statistics_are_sums_over_the_counts(matrix: list[list[int]]) -> None:
    dense = np.array(matrix)
    stats = Statistics.from_postings(postings_of(matrix), len(matrix))
    assert (stats.n_docs, stats.n_terms) == dense.shape
    np.testing.assert_array_equal(stats.doc_lengths, dense.sum(axis=1))
    np.testing.assert_array_equal(stats.doc_freqs, (dense > 0).sum(axis=0))
    np.testing.assert_array_equal(stats.term_totals, dense.sum(axis=0))
    assert stats.total == dense.sum()
    assert stats.mean_length == pytest.approx(dense.sum(axis=1).mean())


def test_statistics_without_documents() -> None:
    stats = Statistics.from_postings(Postings(np.zeros(1, np.int64), *[np.empty(0, np.int32)] * 2), 0)
    assert (stats.n_docs, stats.n_terms, stats.total, stats.mean_length) == (0, 0, 0, 0.0)


def test_statistics_refuse_too_few_documents_and_arrays_that_do_not_fit() -> None:
    with pytest.raises(
        ParameterError, match="n_docs must exceed every document number, got 1 and document 1"
    ):
        Statistics.from_postings(postings_of([[1], [1]]), 1)
    with pytest.raises(ParameterError, match=r"doc_freqs must have the shape \(2,\), got \(3,\)"):
        Statistics(1, 2, np.ones(1, np.int32), np.ones(3, np.int32), np.ones(2, np.int64), 2)


def test_a_term_twice_in_a_row_is_added_up_and_the_input_left_alone() -> None:
    indptr, indices, data = np.array([0, 3, 4]), np.array([1, 0, 1]), np.array([2, 1, 3])
    indices, data = np.append(indices, 0), np.append(data, 9)
    before = indices.copy(), data.copy()
    postings = Postings.from_rows(indptr, indices, data, 2)
    assert [part.tolist() for part in postings.of(0)] == [[0, 1], [1, 9]]
    assert [part.tolist() for part in postings.of(1)] == [[0], [5]]
    np.testing.assert_array_equal(indices, before[0])
    np.testing.assert_array_equal(data, before[1])


def test_mapped_arrays_serve_as_well_and_nothing_can_be_written(tmp_path: Path) -> None:
    memory = postings_of([[1, 0], [2, 3]])
    for name in ("indptr", "docs", "counts"):
        np.save(tmp_path / name, getattr(memory, name))
    mapped = Postings(
        *(np.load(tmp_path / f"{name}.npy", mmap_mode="r") for name in ("indptr", "docs", "counts"))
    )
    assert [part.tolist() for part in mapped.of(0)] == [[0, 1], [1, 2]]
    assert type(mapped.docs) is type(memory.docs) is np.ndarray  # compiled code has one type to deal with
    with pytest.raises(ValueError, match="read-only"):
        memory.counts[0] = 5


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"indptr": np.array([0, 1])}, "indptr of the counts must lead from 0 to 2, got 0 to 1"),
        ({"indptr": np.array([1, 2])}, "indptr of the counts must lead from 0 to 2, got 1 to 2"),
        ({"indptr": np.array([], dtype=int)}, "indptr of the counts must lead from 0 to 2, got nothing"),
        ({"indptr": np.array([0, 3, 2])}, "indptr of the counts must not decrease"),
        ({"data": np.array([1])}, "counts need as many indices as data, got 2 and 1"),
        ({"indices": np.array([0, 2])}, "terms must be numbered from 0 to 1, got 0 to 2"),
        ({"indices": np.array([-1, 1])}, "terms must be numbered from 0 to 1, got -1 to 1"),
        ({"data": np.array([1, 0])}, "counts must be from 1 to 2147483647, got 0 to 1"),
        ({"data": np.array([1, 2**31])}, "counts must be from 1 to 2147483647, got 1 to 2147483648"),
        (
            {"data": np.array([1.0, 2.0])},
            "data of the counts must be whole numbers with one axis, got float64",
        ),
        (
            {"data": np.array([[1, 2]])},
            "data of the counts must be whole numbers with one axis, got int64 with 2",
        ),
    ],
)
def test_what_is_no_matrix_of_counts_is_refused(changes: dict, sentence: str) -> None:
    rows = {"indptr": np.array([0, 2]), "indices": np.array([0, 1]), "data": np.array([1, 1])} | changes
    with pytest.raises(ParameterError, match=sentence):
        Postings.from_rows(**rows, n_terms=2)


def test_arrays_of_another_type_or_size_are_refused() -> None:
    docs = np.array([0, 1], dtype=np.int32)
    with pytest.raises(
        ParameterError, match="docs of postings must be int32 with one axis, got int64 with 1"
    ):
        Postings(np.array([0, 2]), docs.astype(np.int64), docs)
    with pytest.raises(ParameterError, match="as many docs as counts, got 2 and 1"):
        Postings(np.array([0, 2]), docs, docs[:1])
    with pytest.raises(ParameterError, match="indptr of postings must lead from 0 to 2, got nothing"):
        Postings(np.empty(0, dtype=np.int64), docs, docs)


def test_a_large_matrix_is_transposed_as_scipy_would() -> None:
    rng = np.random.default_rng(0)
    dense = rng.poisson(0.2, (500, 700))
    rows, columns = csr_array(dense), csr_array(dense.T)
    postings = Postings.from_rows(rows.indptr, rows.indices, rows.data, 700)
    np.testing.assert_array_equal(postings.indptr, columns.indptr)
    np.testing.assert_array_equal(postings.docs, columns.indices)
    np.testing.assert_array_equal(postings.counts, columns.data)
