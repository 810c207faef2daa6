"""The arithmetic of the default similarity: NumPy against plain loops, and compiled against NumPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.default import arithmetic
from ilk.default.arithmetic import centred, largest, mean_of, spread

PLAIN, COMPILED = arithmetic.arithmetic(compiled=False), arithmetic.arithmetic(compiled=True)
BOTH = pytest.mark.parametrize("functions", [PLAIN, COMPILED], ids=["numpy", "compiled"])

some_values = st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=40).map(np.array)


@BOTH
@given(some_values)
def test_standard_scores_have_mean_0_and_deviation_1(functions, values):
    scores = functions.standard(values)
    deviation = math.sqrt(sum((v - sum(values) / len(values)) ** 2 for v in values) / len(values))
    if deviation > 1e-8 * max(1, np.abs(values).max()):
        assert scores.mean() == pytest.approx(0, abs=1e-6)
        assert scores.std() == pytest.approx(1, abs=1e-6)
        assert (np.diff(scores[np.argsort(values)]) >= 0).all()
    else:
        assert not scores.any() or deviation > 1e-10


@BOTH
def test_standard_scores_of_equal_values_say_nothing(functions):
    assert not functions.standard(np.full(7, 0.1)).any()
    assert not functions.standard(np.array([5.0])).any()


def test_spread_is_the_deviation_unless_that_is_rounding():
    assert spread(np.array([1.0, 3.0])) == 1
    assert spread(np.array([10.0, 30.0])) == 10
    assert spread(np.full(3, 0.1) + np.array([0, 1e-17, 2e-17])) == 1


@given(st.integers(1, 5), st.integers(1, 9), st.integers(0, 99))
def test_centred_amounts_add_up_to_standard_scores(n_terms, n_docs, seed):
    amounts = np.random.default_rng(seed).normal(size=(n_terms, n_docs))
    assert centred(amounts).sum(axis=0) == pytest.approx(PLAIN.standard(amounts.sum(axis=0)), abs=1e-12)
    assert centred(amounts).sum(axis=1) == pytest.approx(np.zeros(n_terms), abs=1e-9)


def test_mean_of_arrays_is_by_element():
    assert mean_of([np.array([1.0, 4.0]), np.array([3.0, 0.0])]).tolist() == [2, 2]


@given(st.lists(st.integers(0, 5), max_size=30), st.integers(1, 35))
def test_largest_takes_the_first_of_equals(values, k):
    expected = sorted(sorted(range(len(values)), key=lambda i: (-values[i], i))[:k])
    assert largest(np.array(values, dtype=np.float64), k).tolist() == expected


class Arrays:
    """Random arrays of 30 documents, of which 11 are looked at, 9 terms, 6 topics and 10 dimensions."""

    def __init__(self, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.documents = rng.normal(size=(30, 10)).astype(np.float16).astype(np.float32)
        self.documents[3] = 0
        self.spaces = np.array([2, 5, 10])
        self.norms = np.stack(
            [np.linalg.norm(self.documents[:, :e], axis=1) for e in self.spaces], axis=1
        ).astype(np.float32)
        self.vector = rng.normal(size=10)
        self.docs = np.array([0, 3, 4, 7, 8, 9, 15, 20, 21, 28, 29], dtype=np.int32)
        self.topics = rng.dirichlet(np.ones(6), 30).astype(np.float16).astype(np.float32)
        self.lifts = rng.gamma(1.0, size=(9, 6)).astype(np.float32)
        self.p_w = rng.dirichlet(np.ones(9))
        self.lengths = rng.integers(3, 40, 30) + 12.5
        self.counts = rng.poisson(0.7, size=(11, 9)).astype(np.float32)
        self.weights = rng.random(9)
        self.neighbours = rng.integers(0, 30, size=(30, 4)).astype(np.int32)
        self.shares = rng.dirichlet(np.ones(4), 30).astype(np.float32)
        self.mixture = (self.p_w, self.lifts, self.lengths, 12.5, 0.4)


@BOTH
def test_cosines_are_those_of_the_definition(functions):
    a = Arrays()
    norms = np.ascontiguousarray(a.norms[:, 2])
    found = functions.cosines(a.documents, norms, a.vector)
    for d in range(30):
        product = sum(float(x) * y for x, y in zip(a.documents[d], a.vector, strict=True))
        length = float(norms[d]) * math.hypot(*a.vector)
        assert found[d] == pytest.approx(product / length if length else 0, abs=1e-12)
    assert not functions.cosines(a.documents, norms, np.zeros(10)).any()


@BOTH
def test_nested_cosines_are_cosines_in_each_space(functions):
    a = Arrays()
    found = functions.nested_cosines(a.documents, a.norms, a.spaces, a.docs, a.vector)
    for s, space in enumerate(a.spaces):
        everyone = PLAIN.cosines(a.documents[:, :space], a.norms[:, s], a.vector[:space])
        assert found[s] == pytest.approx(everyone[a.docs], abs=1e-12)


@BOTH
def test_positions_say_where_a_document_stands(functions):
    places = functions.positions(np.array([1, 4, 5], dtype=np.int32), 7)
    assert places.tolist() == [-1, 0, -1, -1, 1, 2, -1]


@BOTH
def test_counts_are_those_of_the_postings(functions):
    everything = np.random.default_rng(1).poisson(0.6, size=(30, 9))
    docs, terms = Arrays().docs, np.array([0, 2, 3, 8], dtype=np.int32)
    indptr = np.concatenate([[0], np.cumsum((everything > 0).sum(axis=0))])
    by_term = [np.nonzero(column)[0] for column in everything.T]
    among = np.concatenate(by_term).astype(np.int32)
    often = np.concatenate([everything[d, w] for w, d in enumerate(by_term)]).astype(np.int32)
    found = functions.counts((indptr, among, often), terms, functions.positions(docs, 30), len(docs))
    assert found.tolist() == everything[np.ix_(docs, terms)].tolist()


@BOTH
def test_log_likelihoods_are_those_of_the_formula(functions):
    a = Arrays()
    found = functions.log_likelihoods(a.mixture, a.weights, a.topics, a.docs, a.counts)
    for i, d in enumerate(a.docs):
        expected = 0.0
        for w in range(9):
            own = (a.counts[i, w] + 12.5 * a.p_w[w]) / a.lengths[d]
            topical = a.p_w[w] * sum(float(a.topics[d, z]) * float(a.lifts[w, z]) for z in range(6))
            expected += a.weights[w] * math.log(0.4 * own + 0.6 * topical)
        assert found[i] == pytest.approx(expected, rel=1e-9)


@BOTH
def test_a_word_without_probability_is_floored(functions):
    a = Arrays()
    mixture = (np.zeros(9), a.lifts, a.lengths, 12.5, 0.4)
    found = functions.log_likelihoods(mixture, a.weights, a.topics, a.docs, np.zeros_like(a.counts))
    assert found == pytest.approx(np.full(11, a.weights.sum() * math.log(1e-12)))


@BOTH
def test_equal_documents_have_the_same_bits_wherever_they_stand(functions):
    a = Arrays()
    a.topics[:], a.lengths[:], a.counts[:], a.documents[:] = a.topics[5], 20, a.counts[5], a.documents[5]
    a.norms[:] = a.norms[5]
    alike = functions.log_likelihoods(a.mixture, a.weights, a.topics, a.docs, a.counts)
    assert len(set(alike.tolist())) == 1
    nested = functions.nested_cosines(a.documents, a.norms, a.spaces, a.docs, a.vector)
    assert all(len(set(row.tolist())) == 1 for row in nested)
    everywhere = functions.cosines(a.documents, np.ascontiguousarray(a.norms[:, 2]), a.vector)
    assert len(set(everywhere.tolist())) == 1


@BOTH
def test_neighbours_give_their_mean_and_a_stranger_the_worst(functions):
    a = Arrays()
    values, positions = np.random.default_rng(2).normal(size=11), PLAIN.positions(a.docs, 30)
    found = functions.with_neighbours(a.neighbours, a.shares, a.docs, positions, values, 0.3)
    for i, d in enumerate(a.docs):
        mean = sum(
            float(share) * (values[positions[o]] if positions[o] >= 0 else values.min())
            for o, share in zip(a.neighbours[d], a.shares[d], strict=True)
        )
        assert found[i] == pytest.approx(0.7 * values[i] + 0.3 * mean, abs=1e-12)
