"""S_KL against its formula, word by word."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from search.topic_cases import UNKNOWN, WORDLESS, fitted, postings_of, random_queries, ranked

from ilk.errors import ParameterError
from ilk.search.kl_search import LEAST_PROBABILITY, KLSearch
from ilk.search.topic_model import PLSI, TopicModel

COUNTS = csr_array(np.array([[2, 1, 0, 0], [0, 1, 3, 0], [0, 0, 0, 0], [1, 0, 1, 2]], dtype=np.int32))

BOTH = pytest.mark.parametrize("compiled", [True, False])


@pytest.fixture(scope="module")
def model() -> TopicModel:
    """Two topics over four terms, the last of which the model does not know."""
    terms = np.array([[0.7, 0.0], [0.3, 0.2], [0.0, 0.8], [0.0, 0.0]], dtype=np.float32)
    documents = np.array([[0.9, 0.1], [0.0, 1.0], [0.5, 0.5], [0.4, 0.6]], dtype=np.float32)
    return TopicModel(PLSI, np.array([0.5, 0.5]), terms, documents)


def naive(model: TopicModel, query: dict[int, float], document: int, floor: float) -> float:
    known = {term: count for term, count in query.items() if model.topics_of_terms[term].any()}
    length = sum(known.values())
    total = 0.0
    for term, count in known.items():
        probability = 0.0
        for topic in range(model.n_topics):
            share, of_term = model.topics_of_docs[document, topic], model.topics_of_terms[term, topic]
            probability += float(share) * float(of_term)
        frequency = count / length
        total += frequency * math.log(max(probability, floor) / frequency)
    return total


@BOTH
@pytest.mark.parametrize("query", [{0: 1}, {0: 2, 1: 1}, {1: 1, 2: 3}, {0: 1, 2: 1, 3: 5}, {0: 0.5, 1: 0.2}])
def test_it_is_the_formula_and_its_parts_add_up(model: TopicModel, query: dict, compiled: bool) -> None:
    search = KLSearch(postings_of(COUNTS)[1], model, compiled=compiled)
    terms, counts = np.array(list(query)), np.array(list(query.values()))
    values, candidates = search.similarities(terms, counts)
    assert candidates.tolist() == [True, True, False, True]
    for document in (0, 1, 3):
        assert values[document] == pytest.approx(naive(model, query, document, LEAST_PROBABILITY), rel=1e-6)
        parts = search.parts(terms, counts, document)
        assert set(parts.terms.tolist()) == set(query) - {3}
        assert parts.amounts.sum() == pytest.approx(values[document], rel=1e-6)
    assert search.parts(terms, counts, 2).amounts.size == 0


@BOTH
@pytest.mark.parametrize("floor", [1e-12, 1e-3, 1e-37])
def test_a_word_that_a_document_excludes_is_floored_and_never_dropped(
    model: TopicModel, floor: float, compiled: bool
) -> None:
    search = KLSearch(postings_of(COUNTS)[1], model, floor, compiled=compiled)
    docs, similarities = search.search(np.array([0]), np.array([1]), 10)
    assert docs.tolist() == [0, 3, 1]
    assert similarities[-1] == pytest.approx(math.log(floor), rel=1e-6)


@given(
    st.integers(1, 300),
    st.integers(1, 9),
    st.integers(1, 20),
    st.integers(0, 2**32 - 1),
    st.none() | st.floats(0, 1),
)
def test_compiled_and_numpy_agree(
    n_docs: int, n_words: int, n_topics: int, seed: int, share: float | None
) -> None:
    rng = np.random.default_rng(seed)
    terms = np.ascontiguousarray(rng.dirichlet(np.ones(9), n_topics).T ** 2, dtype=np.float32)
    docs = rng.dirichlet(np.full(n_topics, 0.2), n_docs).astype(np.float32)
    counts = csr_array(rng.poisson(0.3, (n_docs, 9)).astype(np.int32))
    stats = postings_of(counts)[1]
    fast, slow = (
        KLSearch(stats, TopicModel(PLSI, np.full(n_topics, 1 / n_topics), terms, docs), compiled=compiled)
        for compiled in (True, False)
    )
    query = rng.choice(9, n_words, replace=False), rng.integers(1, 5, n_words)
    mask = None if share is None else rng.random(n_docs) < share
    values, candidates = fast.similarities(*query)
    np.testing.assert_allclose(values, slow.similarities(*query).values, rtol=1e-6, atol=1e-6)
    assert candidates.tolist() == counts.toarray().any(axis=1).tolist()
    for search in (fast, slow):
        found, similarities = search.search(*query, 7, mask)
        assert [*zip(found.tolist(), similarities.tolist(), strict=True)] == ranked(search, query, mask)[:7]
        assert (similarities < 1e-6).all()


@BOTH
def test_copies_of_a_document_tie_in_document_order(compiled: bool) -> None:
    topics = fitted().topics["plsi"]
    order = np.concatenate([np.arange(60)] * 7)
    model = TopicModel(
        PLSI, topics.model.p_z, topics.model.topics_of_terms, topics.model.topics_of_docs[order]
    )
    search = KLSearch(postings_of(csr_array(fitted().counts[order]))[1], model, compiled=compiled)
    for query in random_queries(5, seed=11):
        values, _ = search.similarities(*query)
        assert (values.reshape(7, 60) == values[:60]).all()
        assert search.search(*query, 30)[0].tolist() == [doc for doc, _ in ranked(search, query)][:30]


@BOTH
def test_a_query_of_unknown_words_finds_nothing(compiled: bool) -> None:
    search = fitted().kl(compiled)
    for terms in (np.array([UNKNOWN]), np.empty(0, dtype=np.int32)):
        assert search.search(terms, np.ones(terms.size), 10)[0].size == 0
        values, candidates = search.similarities(terms, np.ones(terms.size))
        assert not values.any()
        assert not candidates.any()
        assert search.parts(terms, np.ones(terms.size), 0).amounts.size == 0
    assert search.parts(np.array([1]), np.array([1]), WORDLESS).amounts.size == 0


def test_batches_equal_single_searches() -> None:
    search, queries = fitted().kl(), random_queries(70, seed=12)
    for many, query in zip(search.search_many(queries, 5, threads=2), queries, strict=True):
        single = search.search(*query, 5)
        np.testing.assert_array_equal(many[0], single[0])
        np.testing.assert_array_equal(many[1], single[1])


def test_what_does_not_fit_is_refused(model: TopicModel) -> None:
    stats = postings_of(COUNTS)[1]
    for floor in (0.0, 1.0, 1e-40, math.nan):
        with pytest.raises(ParameterError, match=r"floor must be a probability from .* to below 1, got"):
            KLSearch(stats, model, floor)
    with pytest.raises(ParameterError, match="4 terms and 4 documents does not belong to a collection of 24"):
        KLSearch(fitted().topics["plsi"].stats, model)
