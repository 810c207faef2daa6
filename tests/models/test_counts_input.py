"""The check of counts: what it makes of good input, and what it says about bad input."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import coo_array, csc_matrix, csr_array, csr_matrix

from ilk.errors import ParameterError
from ilk.models.counts_input import check_counts
from ilk.models.multinomial import Multinomial

DENSE = np.array([[2, 0, 1], [0, 0, 0], [0, 3, 0]])


@pytest.mark.parametrize(
    "given",
    [
        DENSE,
        DENSE.tolist(),
        DENSE.astype(np.float32),
        csr_array(DENSE),
        csr_matrix(DENSE),
        csc_matrix(DENSE),
        coo_array(DENSE),
        csr_array(DENSE.astype(bool)) * csr_array(DENSE),
    ],
    ids=["dense", "list", "float32", "csr_array", "csr_matrix", "csc", "coo", "product"],
)
def test_every_form_of_counts_becomes_the_same_csr(given: object) -> None:
    counts = check_counts(Multinomial(), given, reset=True)
    assert isinstance(counts, csr_array)
    assert (counts.dtype, counts.indices.dtype) == (np.float64, np.int32)
    np.testing.assert_array_equal(counts.toarray(), DENSE)


def test_duplicates_are_summed_terms_sorted_and_zeros_dropped_without_touching_the_callers_arrays() -> None:
    parts = np.array([1.0, 0.0, 2.0, 1.0]), np.array([2, 1, 0, 2]), np.array([0, 4])
    given = csr_array(parts, shape=(1, 3), copy=True)
    counts = check_counts(Multinomial(), given, reset=True)
    np.testing.assert_array_equal(counts.indices, [0, 2])
    np.testing.assert_array_equal(counts.data, [2.0, 2.0])
    for array, before in zip((given.data, given.indices, given.indptr), parts, strict=True):
        np.testing.assert_array_equal(array, before)


def test_canonical_counts_are_not_copied() -> None:
    given = csr_array(DENSE.astype(np.float64))
    assert np.shares_memory(check_counts(Multinomial(), given, reset=True).data, given.data)


def test_wide_indices_are_narrowed() -> None:
    given = csr_array(DENSE)
    given.indices, given.indptr = given.indices.astype(np.int64), given.indptr.astype(np.int64)
    counts = check_counts(Multinomial(), given, reset=True)
    assert (counts.indices.dtype, counts.indptr.dtype) == (np.int32, np.int32)
    np.testing.assert_array_equal(counts.toarray(), DENSE)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([[1.0, -2.0]], r"Negative values in data passed to Multinomial: counts start at 0, got -2"),
        ([[1.0, np.nan]], r"Multinomial needs finite counts, but X contains NaN"),
        ([[np.inf, 1.0]], r"Multinomial needs finite counts, but X contains inf"),
        (csr_array([[-np.inf, 1.0]]), r"X contains inf"),
        ([1.0, 2.0], r"Expected 2D array"),
        (np.zeros((0, 3)), r"0 sample"),
        (np.array([[1j]]), r"Complex data not supported"),
        ([["a", "b"]], r"could not convert"),
    ],
)
def test_bad_counts_are_refused_with_a_sentence(given: object, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        check_counts(Multinomial(), given, reset=True)


def test_another_number_of_terms_is_refused_after_fit() -> None:
    with pytest.raises(ParameterError, match="X has 2 features, but Multinomial is expecting 3 features"):
        Multinomial().fit(DENSE).score([[1, 2]])
