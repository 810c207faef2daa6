"""A fitted kernel over other documents: the same numbers, fewer columns."""

from __future__ import annotations

from copy import copy
from functools import cache

import numpy as np
import pytest
from kernels.corpora import corpus, fitted_mixture, fitted_plsi

import ilk
from ilk.kernels.selection import (
    features_size,
    known_features,
    over,
    restricted,
    selectable,
    similarities_between,
)

X = corpus(n_docs=12)
NEW = corpus(n_docs=5, seed=7)
ROWS = np.array([7, 2, 9])


@cache
def _kernels():
    plsi = fitted_plsi(X)
    return {
        "counts": ilk.CountKernel("tfidf-elkan"),
        "plsi": ilk.FisherKernel(plsi, information="diagonal", normalise=True),
        "plsi, not normalised": ilk.FisherKernel(plsi, form="iid"),
        "mixture": ilk.FisherKernel(fitted_mixture(X), part="words"),
        "dcm": ilk.FisherKernel(ilk.DCM(), normalise=True),
        "fisher vectors": ilk.FisherVectors(ilk.LSI(3), 2, tol=1e-2),
        "combination": ilk.Combination([ilk.CountKernel("l1"), ilk.FisherKernel(plsi)]),
    }


@pytest.fixture(params=_kernels())
def kernel(request):
    """Each kernel, fitted to all documents."""
    return copy(_kernels()[request.param]).fit(X)


@pytest.fixture(params=[name for name in _kernels() if name != "combination"])
def featured(request):
    """Each kernel that has features, fitted to all documents."""
    return copy(_kernels()[request.param]).fit(X)


def test_a_restricted_kernel_has_some_columns_of_the_whole(kernel):
    few = restricted(kernel, ROWS)
    np.testing.assert_allclose(few.gram(NEW), kernel.gram(NEW)[:, ROWS], atol=1e-12)
    np.testing.assert_allclose(few.gram(), kernel.gram()[np.ix_(ROWS, ROWS)], atol=1e-12)
    assert kernel.gram().shape == (12, 12)


def test_a_kernel_over_other_documents_compares_with_those(kernel):
    others = over(kernel, NEW)
    gram = others.gram(X[:4])
    assert gram.shape == (4, 5)
    for column in range(5):
        np.testing.assert_allclose(gram[:, [column]], over(kernel, NEW[[column]]).gram(X[:4]), atol=1e-9)


def test_over_other_documents_the_kernel_is_the_product_of_features(featured):
    expected = featured.transform(X[:4]) @ featured.transform(NEW).T
    dense = expected.toarray() if hasattr(expected, "toarray") else expected
    np.testing.assert_allclose(over(featured, NEW).gram(X[:4]), dense, atol=1e-9)


def test_features_of_what_it_knows_and_similarities_between_two(featured):
    some, others = restricted(featured, ROWS), restricted(featured, np.arange(4))
    expected = featured.gram()[np.ix_(ROWS, np.arange(4))]
    np.testing.assert_allclose(similarities_between(some, others), expected, atol=1e-9)
    products = known_features(some) @ known_features(others).T
    dense = products.toarray() if hasattr(products, "toarray") else products
    np.testing.assert_allclose(dense, expected, atol=1e-9)


def test_the_size_of_features_is_about_right(featured):
    n_numbers, n_columns = features_size(featured, X)
    features = known_features(featured)
    if isinstance(featured, ilk.FisherVectors):
        assert (n_numbers, n_columns) == (0, 0)
    else:
        assert features.nnz <= n_numbers <= 3 * features.nnz
        assert features.shape[1] <= n_columns <= features.shape[1] + 3


def test_only_kernels_of_ilk_can_be_chosen_from():
    assert all(selectable(kernel) for kernel in _kernels().values())
    assert not selectable(object())
    assert not selectable(ilk.Combination([ilk.CountKernel(), object()]))
