"""Folding in and perplexity: the optimum of a concave problem, document by document; words predicted."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.sparse import csr_array

from ilk.errors import ParameterError
from ilk.models.plsi import PLSI
from ilk.models.plsi_crew import crew_of
from ilk.models.plsi_folding import PROBABILITY_FLOOR, cut_documents, fold_in, perplexity_of

pytestmark = pytest.mark.filterwarnings("ignore:PLSI did not converge")


@pytest.fixture(scope="module")
def counts() -> csr_array:
    rng = np.random.default_rng(8)
    topics = rng.dirichlet(np.full(50, 0.1), 5)
    mixtures = rng.dirichlet(np.full(5, 0.3), 90)
    return csr_array(np.array([rng.multinomial(40, mixture @ topics) for mixture in mixtures]))


@pytest.fixture(scope="module", params=[1.0, 0.8], ids=["plain", "tempered"])
def model(counts: csr_array, request: pytest.FixtureRequest) -> PLSI:
    return PLSI(5, tempering=request.param, prior=0.05, max_iter=80, dtype="float64").fit(counts[:60])


def test_finds_the_optimum_of_the_likelihood(counts: csr_array) -> None:
    model = PLSI(3, dtype="float64", fold_in_iter=20_000, prior=0.05, topic_prior=0.3).fit(counts[:60])
    document = counts[[70]]
    (ours,) = fold_in_exactly(model, document)

    def loss(weights: np.ndarray) -> float:
        p = np.exp(weights) / np.exp(weights).sum()
        likelihood = (document.toarray() * np.log(p @ model.p_w_given_z_)).sum()
        return -float(likelihood + 0.3 * np.log(p).sum())

    best = minimize(loss, np.zeros(3), method="BFGS", options={"gtol": 1e-9}).x
    np.testing.assert_allclose(ours, np.exp(best) / np.exp(best).sum(), atol=1e-6)


def fold_in_exactly(model: PLSI, documents: csr_array) -> np.ndarray:
    terms = np.ascontiguousarray(model.p_w_given_z_.T)
    with crew_of(1) as crew:
        return fold_in(
            documents.astype(np.float64),
            terms,
            model.p_z_,
            crew,
            prior=model.topic_prior,
            max_iter=20_000,
            tol=0.0,
        )


def test_equals_em_with_the_words_held_fixed(model: PLSI, counts: csr_array) -> None:
    beta, prior = model.tempering_, 0.05
    topics = np.tile(model.p_z_, (30, 1))
    X = counts[60:].toarray()
    for _ in range(4):
        joint = model.p_z_ ** (1 - beta) * (topics[:, None, :] * model.p_w_given_z_.T[None]) ** beta
        topics = (X[:, :, None] * joint / joint.sum(axis=2, keepdims=True)).sum(axis=1) + prior
        topics /= topics.sum(axis=1, keepdims=True)
    model = PLSI(**model.get_params(deep=False) | {"fold_in_iter": 4}).fit(counts[:60])
    np.testing.assert_allclose(model.transform(counts[60:]), topics, atol=1e-10)


def test_a_document_does_not_know_its_neighbours(model: PLSI, counts: csr_array) -> None:
    together = model.transform(counts)
    for chosen in ([0], [89], [5, 5, 3], list(range(89, -1, -1)), list(range(0, 90, 7))):
        np.testing.assert_array_equal(model.transform(counts[chosen]), together[chosen])


def test_read_only_input_gives_the_same(model: PLSI, counts: csr_array) -> None:
    frozen = counts.astype(np.float64)
    for array in (frozen.data, frozen.indices, frozen.indptr):
        array.flags.writeable = False
    np.testing.assert_array_equal(model.transform(frozen), model.transform(counts))


def test_unknown_terms_say_nothing(counts: csr_array) -> None:
    trimmed = counts.toarray()
    trimmed[:, :10] = 0
    model = PLSI(4, max_iter=50).fit(trimmed[:60])
    with_unknown = trimmed[60:] + np.eye(30, 50)
    known_only = with_unknown.copy()
    known_only[:, :10] = 0
    np.testing.assert_allclose(model.transform(with_unknown), model.transform(known_only), atol=1e-6)


@pytest.mark.parametrize("parameters", [{}, {"topic_prior": 0.3}, {"topic_prior": 0.3, "tempering": 0.8}])
def test_a_document_without_a_known_word_is_like_the_collection(counts: csr_array, parameters: dict) -> None:
    trimmed = counts.toarray()
    trimmed[:, :10] = 0
    model = PLSI(4, max_iter=50, **parameters).fit(trimmed[:60])
    nothing_known, nothing = np.zeros((2, 1, 50))
    nothing_known[0, 3] = 7
    for document in (nothing_known, nothing):
        np.testing.assert_allclose(model.transform(document)[0], model.p_z_, rtol=1e-6)


def test_perplexity_is_that_of_the_formula(model: PLSI, counts: csr_array) -> None:
    mixtures = model.transform(counts) @ model.p_w_given_z_
    X = counts.toarray()
    expected = math.exp(-(X * np.log(mixtures + PROBABILITY_FLOOR)).sum() / X.sum())
    assert model.perplexity(counts) == pytest.approx(expected, rel=1e-10)


def test_held_out_perplexity_folds_in_one_part_and_predicts_the_other(model: PLSI, counts: csr_array) -> None:
    with crew_of(1) as crew:
        seen, unseen = cut_documents(counts.astype(np.float64), 0.3, model.seed, crew)
        expected = perplexity_of(
            unseen, model.transform(seen), np.ascontiguousarray(model.p_w_given_z_.T), crew
        )
    assert model.held_out_perplexity(counts, observed=0.3) == pytest.approx(expected, rel=1e-12)
    assert model.held_out_perplexity(counts) > model.perplexity(counts)
    assert model.score(counts) == pytest.approx(-math.log(model.held_out_perplexity(counts)))


def test_impossible_words_cost_the_floor() -> None:
    model = PLSI(2, max_iter=5).fit([[1, 1, 0]])
    assert model.perplexity([[0, 0, 1]]) == pytest.approx(1 / PROBABILITY_FLOOR, rel=1e-5)


def test_nothing_to_predict_is_told() -> None:
    model = PLSI(2, max_iter=5).fit([[1, 1, 0]])
    with pytest.raises(ParameterError, match="perplexity needs at least one word to predict, got none"):
        model.held_out_perplexity([[1, 0, 0]], observed=1.0)
    with pytest.raises(ParameterError, match=r"observed must be .* at most 1, got 2"):
        model.held_out_perplexity([[1, 0, 0]], observed=2)


def test_documents_are_cut_word_by_word() -> None:
    rng = np.random.default_rng(0)
    counts = csr_array(rng.poisson(3.0, (200, 30)).astype(np.float64))
    with crew_of(2) as crew:
        seen, unseen = cut_documents(counts, 0.25, 0, crew)
        again, _ = cut_documents(counts, 0.25, 0, crew)
        other, _ = cut_documents(counts, 0.25, 1, crew)
    np.testing.assert_array_equal((seen + unseen).toarray(), counts.toarray())
    np.testing.assert_array_equal(seen.data, np.round(seen.data))
    assert seen.sum() / counts.sum() == pytest.approx(0.25, abs=0.01)
    # Drawn occurrence by occurrence, a part of count n has variance n/4·3/4; drawn as a whole, n²/4·3/4.
    residual = seen.toarray() - 0.25 * counts.toarray()
    assert (residual**2).sum() / counts.sum() == pytest.approx(3 / 16, rel=0.1)
    np.testing.assert_array_equal(again.toarray(), seen.toarray())
    assert (other.toarray() != seen.toarray()).any()


def test_weights_that_are_no_counts_go_to_one_side() -> None:
    weights = csr_array(np.random.default_rng(0).random((50, 20)))
    with crew_of(1) as crew:
        seen, unseen = cut_documents(weights, 0.5, 0, crew)
    assert seen.nnz + unseen.nnz == weights.nnz
    np.testing.assert_array_equal((seen + unseen).toarray(), weights.toarray())
    assert 0.4 < seen.nnz / weights.nnz < 0.6
