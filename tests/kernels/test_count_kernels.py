"""The kernels of counts against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.corpora import awkward_queries, corpus
from models.counts import failed_checks, random_counts
from scipy.sparse import csr_array

from ilk.errors import UnknownName
from ilk.kernels.counts import COUNT_FEATURES, CountKernel


def naive_features(name: str, fitted: np.ndarray, x: np.ndarray) -> np.ndarray:
    """φ(x) of one document, term by term."""
    phi, n_docs = np.zeros(x.size), len(fitted)
    for w in range(x.size):
        if x[w] == 0:
            continue
        if name == "multinomial":
            phi[w] = x[w] / (max(fitted[:, w].sum(), 0.5) / fitted.sum())
        elif name == "bhattacharyya":
            phi[w] = np.sqrt(x[w] / x.sum())
        elif name == "tfidf-elkan":
            doc_freq = max(np.count_nonzero(fitted[:, w]), 0.5)
            phi[w] = np.log(x[w] + 1) * np.log(n_docs / doc_freq)
        else:
            phi[w] = x[w] / np.linalg.norm(x, int(name[1]))
    if name == "tfidf-elkan" and phi.any():
        phi /= np.sqrt((phi**2).sum())
    return phi


@given(random_counts(), st.sampled_from(COUNT_FEATURES), st.booleans())
def test_features_equal_their_definition(X: csr_array, name: str, normalise: bool) -> None:
    kernel = CountKernel(name, normalise=normalise)
    features = kernel.fit_transform(X).toarray()
    expected = np.array([naive_features(name, X.toarray(), x) for x in X.toarray()])
    if normalise:
        norms = np.linalg.norm(expected, axis=1, keepdims=True)
        expected = expected / np.where(norms > 0, norms, 1)
    np.testing.assert_allclose(features, expected, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(kernel.gram(), expected @ expected.T, rtol=1e-12, atol=1e-15)
    np.testing.assert_array_equal(kernel.transform(X).toarray(), features)


@pytest.mark.parametrize("name", COUNT_FEATURES)
def test_unknown_terms_and_empty_texts_are_finite(name: str) -> None:
    dense = corpus().toarray()
    dense[:, 8] = 0
    kernel = CountKernel(name).fit(dense)
    queries = awkward_queries(9, 8)
    gram = kernel.gram(queries)
    expected = [[naive_features(name, dense, y) @ naive_features(name, dense, x) for x in dense]
                for y in queries.toarray()]  # fmt: skip
    np.testing.assert_allclose(gram, expected, rtol=1e-12)
    assert np.all(gram[[1, 2]] == 0)
    assert np.all(np.isfinite(kernel.transform(queries).toarray()))


@pytest.mark.parametrize("name", COUNT_FEATURES)
def test_the_order_of_documents_and_terms_does_not_matter(name: str) -> None:
    X, rng = corpus(), np.random.default_rng(1)
    documents, terms = rng.permutation(X.shape[0]), rng.permutation(X.shape[1])
    gram = CountKernel(name).fit(X).gram(X[:3])
    again = CountKernel(name).fit(X[documents][:, terms]).gram(X[:3][:, terms])
    np.testing.assert_allclose(again, gram[:, documents], rtol=1e-12)


@pytest.mark.parametrize("name", COUNT_FEATURES)
def test_scikit_learn_accepts_it(name: str) -> None:
    assert failed_checks(CountKernel(name)) == []


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(
        UnknownName, match="there is no count kernel 'l3'; known: bhattacharyya, l0, l1, l2, "
    ):
        CountKernel("l3").fit([[1]])
