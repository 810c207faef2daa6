"""Nearest neighbours against scikit-learn's, and how votes are counted, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer
from sklearn.utils.validation import check_is_fitted
from tasks.classify.small_classes import documents, kernels, tuples

import ilk
from ilk.errors import ParameterError
from ilk.tasks.classify import NearestNeighbours, neighbours, vote, vote_shares


class Squares:
    """A kernel of somebody else: (x·y)², as similarities alone."""

    def fit(self, X):
        self.documents_ = X
        return self

    def gram(self, X=None):
        return ((self.documents_ if X is None else X) @ self.documents_.T).toarray() ** 2.0


def no_ties(similarities: np.ndarray) -> np.ndarray:
    """Rows in which the order of the nearest four is not a matter of rounding."""
    largest = -np.sort(-similarities, axis=1)[:, :5]
    return np.all(np.diff(largest) < -1e-9, axis=1)


@pytest.mark.parametrize("name", kernels())
def test_neighbours_and_votes_are_those_of_scikit_learn(name):
    X, y = documents(40)
    new, _ = documents(25, seed=9)
    ours = NearestNeighbours(kernels()[name], k=3).fit(X, y)
    similarities = ours.reference_.gram(new)
    rows = no_ties(similarities)
    assert rows.sum() > 5
    distances = similarities.max() - similarities
    training = np.zeros((40, 40))
    theirs = KNeighborsClassifier(3, metric="precomputed", algorithm="brute").fit(training, y)
    expected_distances, expected = theirs.kneighbors(distances[rows])
    places, found = ours.neighbours(new)
    np.testing.assert_array_equal(places[rows], expected)
    np.testing.assert_allclose(similarities.max() - found[rows], expected_distances, atol=1e-9)
    np.testing.assert_allclose(ours.predict_proba(new)[rows], theirs.predict_proba(distances[rows]))
    clear = rows & (ours.predict_proba(new).max(axis=1) > 0.5)
    np.testing.assert_array_equal(ours.predict(new)[clear], theirs.predict(distances[clear]))


def test_neighbours_come_nearest_first_and_equal_ones_in_document_order():
    X = csr_array(np.array([[1, 0, 1], [2, 1, 0], [1, 0, 1], [0, 3, 0], [2, 1, 0.0]]))
    found = NearestNeighbours(ilk.CountKernel("l2", normalise=True), k=5).fit(X, list("abcde"))
    places, similarities = found.neighbours(np.array([[2.0, 1.0, 0.0], [0.0, 0.0, 0.0]]))
    assert places.dtype == np.int32
    np.testing.assert_array_equal(places, [[1, 4, 0, 2, 3], [0, 1, 2, 3, 4]])
    assert np.all(np.diff(similarities) <= 0)
    np.testing.assert_array_equal(similarities[1], 0)


def test_blocks_of_rows_give_what_all_rows_at_once_give(monkeypatch):
    X, y = documents(30)
    new, _ = documents(17, seed=2)
    ours = NearestNeighbours(ilk.CountKernel("tfidf-elkan"), k=4).fit(X, y)
    whole = ours.neighbours(new)
    monkeypatch.setattr(neighbours, "BLOCK_SIZE", 100)
    assert [block.stop - block.start for block in neighbours.row_blocks(17, 30)] == [3, 3, 3, 3, 3, 2]
    for one, other in zip(whole, ours.neighbours(new), strict=True):
        np.testing.assert_array_equal(one, other)


def test_more_neighbours_than_documents_are_all_of_them():
    X, y = documents(6)
    ours = NearestNeighbours(ilk.CountKernel("l1"), k=50).fit(X, y)
    assert ours.neighbours(X)[0].shape == (6, 6)
    np.testing.assert_allclose(ours.predict_proba(X)[:, 0], np.mean(y == "apple"))


PLACES = np.array([[0, 1, 2, 3, 4]], dtype=np.int32)


@pytest.mark.parametrize(
    ("labels", "k", "winner"),
    [
        ("aabbc", 5, "a"),  # two and two: the nearest has an a
        ("baabc", 5, "b"),
        ("cabba", 5, "a"),  # the nearest of all is of neither class that is tied
        ("caabb", 1, "c"),
        ("caabb", 2, "c"),
        ("caabb", 3, "a"),
    ],
)
def test_a_tie_goes_to_the_class_of_the_nearest_among_those_tied(labels, k, winner):
    assert vote(PLACES, np.array([[0.9, 0.8, 0.7, 0.6, 0.5]]), list(labels), k).tolist() == [winner]


def test_similarities_weigh_votes_and_none_counts_below_zero():
    similarities = np.array([[0.9, 0.4, 0.4, 0.3, -0.5]])
    assert vote(PLACES, similarities, list("abbcc"), 5).tolist() == ["b"]
    assert vote(PLACES, similarities, list("abbcc"), 5, "similarity").tolist() == ["a"]
    shares = vote_shares(PLACES, similarities, list("abbcc"), 5, "similarity")
    np.testing.assert_allclose(shares, [[0.45, 0.4, 0.15]])


def test_where_nothing_is_similar_each_neighbour_has_one_vote():
    shares = vote_shares(PLACES, np.zeros((1, 5)), list("abbcb"), 4, "similarity")
    np.testing.assert_allclose(shares, [[0.25, 0.5, 0.25]])


def test_of_several_labels_those_with_half_of_the_votes_are_given():
    y = [("a",), ("a", "b"), ("b", "c"), (), ("c",)]
    assert vote(PLACES, np.ones((1, 5)), y, 2) == [("a", "b")]
    assert vote(PLACES, np.ones((1, 5)), y, 3) == [("a", "b")]
    assert vote(PLACES, np.ones((1, 5)), y, 5) == [()]
    table = np.array([[1, 0], [1, 1], [0, 1], [0, 0], [0, 0]])
    np.testing.assert_array_equal(vote(PLACES, np.ones((1, 5)), table, 3), [[1, 1]])


def test_several_labels_from_fit_to_predict():
    X, y = documents(60, clear=0.05)
    new, truth = documents(20, seed=4, clear=0.05)
    ours = NearestNeighbours(ilk.CountKernel("tfidf-elkan"), k=3).fit(X, tuples(y))
    assert ours.classes_.tolist() == ["apple", "pear", "quince", "round"]
    assert ours.predict(new) == tuples(truth)
    assert ours.score(new, tuples(truth)) == 1.0


def test_a_kernel_of_somebody_else_works_by_features_or_by_similarities():
    X, y = documents(40)
    new, _ = documents(10, seed=3)
    by_features = NearestNeighbours(TfidfTransformer(), k=3).fit(X, y)
    tfidf = TfidfTransformer().fit(X)
    expected = (tfidf.transform(new) @ tfidf.transform(X).T).toarray()
    np.testing.assert_allclose(by_features.reference_.gram(new), expected)
    by_gram = NearestNeighbours(Squares(), k=3).fit(X, y, new)
    np.testing.assert_allclose(by_gram.reference_.gram(new), (new @ X.T).toarray() ** 2.0)
    assert by_gram.predict(new).shape == (10,)


def test_what_is_wrong_is_said():
    X, y = documents(6)
    kernel = ilk.CountKernel("l2")
    with pytest.raises(ParameterError, match="k must be a whole number of at least 1, got 0"):
        NearestNeighbours(kernel, k=0).fit(X, y)
    with pytest.raises(ParameterError, match="weights must be one of uniform, similarity, got 'rank'"):
        NearestNeighbours(kernel, weights="rank").fit(X, y)
    with pytest.raises(ParameterError, match="kernel must have fit and transform, or fit and gram, got str"):
        NearestNeighbours("l2").fit(X, y)
    with pytest.raises(ParameterError, match="a label for each of the 6 documents, got 5"):
        NearestNeighbours(kernel).fit(X, y[:5])
    with pytest.raises(ParameterError, match="X has 3 features, but NearestNeighbours is expecting 24"):
        NearestNeighbours(kernel).fit(X, y).predict(X[:, :3])
    with pytest.raises(ParameterError, match="k must be at most the 2 neighbours that were found, got 3"):
        vote(PLACES[:, :2], np.ones((1, 2)), list("abcde"), 3)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 8), st.sampled_from(["uniform", "similarity"]))
def test_the_order_of_the_rows_asked_for_changes_nothing(seed, k, weights):
    rng = np.random.default_rng(seed)
    X, y = documents(15, seed=seed)
    new, _ = documents(9, seed=seed + 1)
    ours = NearestNeighbours(ilk.CountKernel("l2"), k, weights).fit(X, y)
    order = rng.permutation(9)
    np.testing.assert_array_equal(ours.predict(new)[order], ours.predict(new[order]))
    shares = ours.predict_proba(new)
    assert np.all(shares >= 0)
    np.testing.assert_allclose(shares.sum(axis=1), 1)


def test_a_kernel_of_somebody_else_stays_as_it_is():
    X, y = documents(20)
    kernel = make_pipeline(Normalizer(), TfidfTransformer())
    NearestNeighbours(kernel).fit(X, y)
    with pytest.raises(NotFittedError):
        check_is_fitted(kernel)
    squares = Squares()
    NearestNeighbours(squares).fit(X, y)
    assert not hasattr(squares, "documents_")
