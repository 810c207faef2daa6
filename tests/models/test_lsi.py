"""LSI against NumPy's full singular value decomposition, on awkward matrices, and on a collection."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from models.counts import failed_checks, random_counts
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from ilk.corpus.collections import open_collection
from ilk.corpus.counts import count
from ilk.corpus.tokenizer import Tokenizer
from ilk.errors import ParameterError
from ilk.models.lsi import LSI, tfidf_rows, truncated_svd
from ilk.search.dense import DenseSearch, fold_in, unit_rows


def sparse_counts(n_docs: int, n_terms: int, seed: int = 0) -> csr_array:
    return csr_array(np.random.default_rng(seed).poisson(0.1, (n_docs, n_terms)).astype(np.float64))


def test_weights_are_those_of_the_formula() -> None:
    counts = [[2, 0, 1], [0, 0, 0], [5, 0, 0]]
    model = LSI(2).fit(np.array(counts))
    np.testing.assert_allclose(model.idf_, [math.log(1 + 3 / 2), 0.0, math.log(1 + 3 / 1)])
    rows = tfidf_rows(csr_array(np.array(counts, dtype=np.float64)), model.idf_).toarray()
    first = [math.log(3) * math.log(2.5), 0.0, math.log(2) * math.log(4)]
    np.testing.assert_allclose(rows[0], np.array(first) / math.hypot(*first))
    np.testing.assert_allclose(rows[1:], [[0, 0, 0], [1, 0, 0]])


@pytest.mark.parametrize("shape", [(90, 200), (200, 90), (30, 70), (70, 30)])  # ARPACK, then the whole matrix
@pytest.mark.parametrize("n_components", [1, 8])
def test_equals_the_full_decomposition(shape: tuple[int, int], n_components: int) -> None:
    A = sparse_counts(*shape)
    values, vectors = truncated_svd(A, n_components, seed=3)
    _, exact_values, exact_rows = np.linalg.svd(A.toarray())
    np.testing.assert_allclose(values, exact_values[:n_components], rtol=1e-10)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(n_components), atol=1e-10)
    np.testing.assert_allclose(
        np.abs(vectors.T @ exact_rows[:n_components].T), np.eye(n_components), atol=1e-6
    )
    assert np.all(vectors[np.argmax(np.abs(vectors), axis=0), np.arange(n_components)] > 0)


@given(counts=random_counts(), n_components=st.integers(1, 12))
def test_all_components_of_a_small_matrix_keep_every_angle(counts: csr_array, n_components: int) -> None:
    model = LSI(n_components).fit(counts)
    rows = tfidf_rows(counts, model.idf_).toarray()
    rank = np.linalg.matrix_rank(rows)
    assert model.n_components_ == min(n_components, rank)
    assert model.document_vectors_.shape == (counts.shape[0], model.n_components_)
    assert model.term_vectors_.shape == model.components_.T.shape == (counts.shape[1], model.n_components_)
    np.testing.assert_allclose(model.transform(counts), model.document_vectors_, atol=1e-12)
    if n_components >= rank:
        vectors = model.document_vectors_
        np.testing.assert_allclose(vectors @ vectors.T, rows @ rows.T, atol=1e-6)


def test_a_matrix_of_low_rank_has_fewer_components() -> None:
    rng = np.random.default_rng(0)
    patterns = rng.poisson(0.5, (4, 300))
    counts = csr_array(patterns[rng.integers(0, 4, 200)].astype(np.float64))
    assert LSI(20).fit(counts).n_components_ == 4


def test_the_same_seed_gives_the_same_bits_whatever_the_threads() -> None:
    counts = sparse_counts(300, 400)
    fits = []
    for threads in (1, 2):
        with threadpool_limits(threads):
            fits.append(LSI(10, seed=5).fit(counts))
    np.testing.assert_array_equal(fits[0].term_vectors_, fits[1].term_vectors_)
    np.testing.assert_array_equal(fits[0].document_vectors_, fits[1].document_vectors_)
    other = LSI(10, seed=6).fit(counts).term_vectors_
    np.testing.assert_allclose(other, fits[0].term_vectors_, atol=1e-8)


def test_a_text_of_unknown_terms_has_no_vector() -> None:
    model = LSI(2).fit(np.array([[1, 2, 0], [3, 0, 0]]))
    np.testing.assert_array_equal(model.transform(np.array([[0, 0, 4], [0, 0, 0]])), np.zeros((2, 2)))


def test_folding_in_one_text_is_transform_up_to_length() -> None:
    counts = sparse_counts(40, 30).toarray()
    model = LSI(6).fit(counts)
    terms = np.flatnonzero(counts[7])
    vector = fold_in(terms, counts[7, terms], model.idf_, model.term_vectors_)
    expected = model.transform(counts[[7]])[0]
    np.testing.assert_allclose(vector / np.linalg.norm(vector), expected / np.linalg.norm(expected))


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"n_components": 0}, "n_components must be a whole number of at least 1, got 0"),
        ({"n_components": 2.5}, "n_components must be a whole number of at least 1, got 2.5"),
        ({"seed": -1}, "seed must be a whole number of at least 0, got -1"),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        LSI(**parameters).fit(np.eye(3))


def test_a_collection_without_words_is_refused() -> None:
    with pytest.raises(
        ParameterError, match="LSI needs at least one word, but every count is 0; add documents"
    ):
        LSI().fit(np.zeros((2, 3)))


def test_scikit_learn_accepts_it() -> None:
    assert failed_checks(LSI(3)) == []


def test_ranks_medline_abstracts_as_well_as_lsi_is_known_to(data_folder: Path) -> None:
    collection = open_collection(data_folder / "med")
    documents, tokenizer = list(collection.documents), Tokenizer.for_language("english")
    counts = count([document.text for document in documents], tokenizer, threads=1)
    model = LSI(100).fit(counts.matrix())
    search = DenseSearch(unit_rows(model.document_vectors_))
    number_of = {term: number for number, term in enumerate(counts.vocabulary)}
    relevant = defaultdict(set)
    for judgement in collection.judgements:
        relevant[judgement.query_id].add(judgement.document_id)

    precisions = []
    for query in collection.judged_queries:
        words = [number_of[term] for term in tokenizer.terms(query.text) if term in number_of]
        terms, times = np.unique(words, return_counts=True)
        docs, _ = search.search(fold_in(terms, times, model.idf_, model.term_vectors_), len(documents))
        found = np.array([documents[doc].id in relevant[query.id] for doc in docs])
        ranks = np.flatnonzero(found) + 1
        precisions.append(np.sum(np.arange(1, ranks.size + 1) / ranks) / len(relevant[query.id]))
    assert np.mean(precisions) > 0.668  # 67.8 with another tokenizer
