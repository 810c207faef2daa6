"""The names of clusters: what tells one apart, words and not stems, no two alike."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

import ilk
from ilk.records import Document
from ilk.tasks.cluster.naming import describe, distinctness_by_share
from ilk.tasks.cluster.words import written

shares = st.floats(0.001, 0.999)


def naive_weight(counts: np.ndarray, labels: np.ndarray, cluster: int, term: int) -> float:
    """Take the mean of n/(n + 1) in the cluster and in all documents, and the divergence of the two."""
    saturated = [count / (count + 1) for count in counts[:, term]]
    p = np.mean([value for value, label in zip(saturated, labels, strict=True) if label == cluster])
    q = np.mean(saturated)
    if p <= q or np.count_nonzero(counts[:, term]) < 2:
        return 0.0
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


@given(shares, shares)
def test_distinctness_is_the_divergence_of_two_shares_where_the_first_is_larger(p, q):
    expected = p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q)) if p > q else 0.0
    assert distinctness_by_share(np.array([p]), np.array([q]))[0] == pytest.approx(expected, abs=1e-9)


def test_shares_of_none_and_of_all_are_no_trouble():
    weights = distinctness_by_share(np.array([0.0, 1.0, 1.0, 0.5]), np.array([0.0, 1.0, 0.5, 0.0]))
    assert np.all(np.isfinite(weights))
    assert weights[:2].tolist() == [0.0, 0.0]
    assert weights[2] == pytest.approx(math.log(2), abs=1e-6)


def test_terms_are_the_best_by_the_formula():
    rng = np.random.default_rng(3)
    counts, labels = rng.poisson(0.4, (60, 25)), rng.integers(0, 3, 60)
    found = describe(csr_array(counts.astype(float)), labels, 3, 6, lambda term: f"{term}")
    for cluster, description in enumerate(found):
        weights = [naive_weight(counts, labels, cluster, term) for term in range(25)]
        expected = sorted((t for t in range(25) if weights[t] > 0), key=lambda t: -weights[t])[:6]
        assert list(description.terms) == expected


def test_names_share_no_term_and_have_words_with_beginnings_of_their_own():
    terms = ["game", "hockey", "pitch", "pitcher", "1993", "goal", "bat", "nhl"]
    by_cluster = {0: [0, 1, 4, 5, 7], 1: [0, 2, 3, 4, 6]}
    counts = np.zeros((20, len(terms)))
    for document in range(20):
        counts[document, by_cluster[document % 2]] = 1
    counts[::2, 1] = counts[1::2, 2] = counts[1::2, 3] = 4
    labels = np.arange(20) % 2
    counts[1, 0] = 0
    first, second = describe(csr_array(counts), labels, 2, 8, terms.__getitem__)
    names = [[terms[term] for term in each.name] for each in (first, second)]
    assert names == [["hockey", "goal", "nhl"], ["pitch", "bat"]]


def test_a_cluster_of_numbers_is_named_by_them():
    counts = np.kron(np.eye(2), np.ones((3, 4)))
    found = describe(csr_array(counts), np.repeat([0, 1], 3), 2, 2, str)
    assert [each.name for each in found] == [(0, 1, 2), (4, 5, 6)]


def test_where_nothing_sets_a_cluster_apart_frequent_terms_describe_it():
    same = csr_array(np.array([[1.0, 3.0]] * 4))
    found = describe(same, np.array([0, 0, 1, 1]), 2, 3, lambda term: "ab"[term])
    assert [(each.terms, each.name) for each in found] == 2 * [((1, 0), (1, 0))]
    alone = csr_array(np.diag([1.0, 2.0]))
    assert [each.name for each in describe(alone, np.array([0, 1]), 2, 3, "ab".__getitem__)] == [(0,), (1,)]


def test_terms_are_written_as_in_the_documents_of_the_cluster():
    texts = ["The studies of flying", "A study, two studies", "flies", "Studying flew"]
    index = ilk.Index.build(
        [Document(str(i), text) for i, text in enumerate(texts)], language="english", effort="quick"
    )
    terms = [index.vocabulary.number(term) for term in ("studi", "fli")]
    assert None not in terms
    assert list(written(index, terms, [1, 0]).values()) == ["studies", "flying"]
    assert list(written(index, terms, [3, 2]).values()) == ["studying", "flies"]
    assert list(written(index, terms, [3]).values()) == ["studying", "fli"]


def test_clusters_of_the_same_texts_have_names_of_their_own():
    texts = ["red apples and pears"] * 6 + ["blue sky above the sea"] * 6
    documents = [Document(f"d{number}", text) for number, text in enumerate(texts)]
    index = ilk.Index.build(documents, language="none", effort="quick")
    found = index.cluster(6, kernel="tfidf-elkan", n_terms=3)
    names = [each.name for each in found.clusters]
    assert len({*names}) == len(names)


def test_what_the_other_names_leave_over_names_a_cluster_that_owns_no_term():
    terms = ["apple", "pear", "plum", "cherry", "sky"]
    counts = np.array([[1, 1, 1, 1, 0]] * 4 + [[0, 0, 0, 0, 1]] * 4, dtype=float)
    labels = np.array([0, 0, 1, 1, 2, 2, 2, 2])
    first, second, third = describe(csr_array(counts), labels, 3, 4, terms.__getitem__)
    assert [terms[term] for term in first.name] == ["apple", "pear", "plum"]
    assert [terms[term] for term in second.name] == ["cherry"]
    assert [terms[term] for term in third.name] == ["sky"]
