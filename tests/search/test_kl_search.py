"""S_KL against its formula, word by word."""

from __future__ import annotations

import numpy as np
import pytest

from ilk.search import Postings, Statistics
from ilk.search.kl_search import LEAST_PROBABILITY, KLSearch
from ilk.search.topic_model import PLSI, TopicModel

COUNTS = np.array([[2, 1, 0, 0], [0, 1, 3, 0], [0, 0, 0, 0], [1, 0, 1, 2]])


@pytest.fixture(scope="module")
def model() -> TopicModel:
    """Two topics over four terms, the last of which the model does not know."""
    terms = np.array([[0.7, 0.0], [0.3, 0.2], [0.0, 0.8], [0.0, 0.0]], dtype=np.float32)
    documents = np.array([[0.9, 0.1], [0.0, 1.0], [0.5, 0.5], [0.4, 0.6]], dtype=np.float32)
    return TopicModel(PLSI, np.array([0.5, 0.5]), terms, documents)


@pytest.fixture(scope="module")
def search(model: TopicModel) -> KLSearch:
    rows = [np.flatnonzero(row) for row in COUNTS]
    indptr = np.cumsum([0, *map(len, rows)])
    data = np.concatenate([row[row > 0] for row in COUNTS])
    postings = Postings.from_rows(indptr, np.concatenate(rows), data, 4)
    return KLSearch(Statistics.from_postings(postings, 4), model)


def naive(model: TopicModel, query: dict[int, float], document: int) -> float:
    known = {term: count for term, count in query.items() if model.topics_of_terms[term].any()}
    length = sum(known.values())
    total = 0.0
    for term, count in known.items():
        probability = 0.0
        for topic in range(model.n_topics):
            probability += float(model.topics_of_docs[document, topic]) * float(
                model.topics_of_terms[term, topic]
            )
        share = count / length
        total += share * np.log(max(probability, LEAST_PROBABILITY) / share)
    return total


@pytest.mark.parametrize("query", [{0: 1}, {0: 2, 1: 1}, {1: 1, 2: 3}, {0: 1, 2: 1, 3: 5}])
def test_it_is_the_formula_and_its_parts_add_up(model, search, query):
    terms, counts = np.array(list(query)), np.array(list(query.values()))
    found = search.similarities(terms, counts)
    assert found.candidates.tolist() == [True, True, False, True]
    for document in np.flatnonzero(found.candidates).tolist():
        assert found.values[document] == pytest.approx(naive(model, query, document), rel=1e-6)
        assert search.parts(terms, counts, document).amounts.sum() == pytest.approx(found.values[document])
    docs, similarities = search.search(terms, counts, 10)
    assert sorted(docs.tolist()) == [0, 1, 3]
    assert np.all(np.diff(similarities) <= 0)


def test_an_impossible_word_makes_a_document_worse(search):
    docs, similarities = search.search(np.array([0]), np.array([1]), 10)
    assert docs[-1] == 1
    assert similarities[-1] == pytest.approx(np.log(LEAST_PROBABILITY))


def test_a_query_of_unknown_words_finds_nothing(search):
    docs, _ = search.search(np.array([3]), np.array([1]), 10)
    assert docs.size == 0
    assert search.parts(np.array([3]), np.array([1]), 0).amounts.size == 0
