"""One EM step of PLSI as mathematics: against ten lines of NumPy, finite differences and its own promises."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from models.counts import numerical_gradient, random_counts
from scipy.sparse import csr_array, random_array

from ilk.models._plsi_kernels import (
    DocumentResults,
    Entries,
    document_pass,
    random_rows,
    term_pass,
    weighted_logarithms,
)
from ilk.models.plsi_arrays import MOST_DOCS, Span, aligned, blocks_of, smoothing_for, spans_of
from ilk.models.plsi_crew import crew_of
from ilk.models.plsi_steps import Parameters, PLSISteps, Priors, initial_parameters

NO_PRIORS = Priors()
PRECISION = {"float32": 1e-5, "float64": 1e-12}


def reference_step(X: np.ndarray, model: Parameters, priors: Priors) -> tuple[float, Parameters]:
    """Return the objective before and the parameters after one tempered step, through an N × V × K array."""
    beta, terms, docs = model.tempering, model.topics_of_terms, model.topics_of_docs
    joint = model.p_z ** (1 - beta) * (docs[:, None, :] * terms[None, :, :]) ** beta
    expected = X[:, :, None] * joint / joint.sum(axis=2, keepdims=True)
    log_prior = priors.terms * np.log(terms).sum() + priors.topics * np.log(docs).sum()
    objective = (X * np.log(joint.sum(axis=2))).sum() + beta * log_prior
    new_docs, new_terms = expected.sum(axis=1) + priors.topics, expected.sum(axis=0) + priors.terms
    new_docs /= new_docs.sum(axis=1, keepdims=True)
    p_z = X.sum(axis=1) @ new_docs / X.sum()
    return objective, Parameters(new_docs, new_terms / new_terms.sum(axis=0), p_z, beta)


def start(
    counts: csr_array, n_topics: int, dtype: str = "float64", seed: int = 0, tempering: float = 1.0
) -> Parameters:
    lengths = counts.sum(axis=1).astype(np.float64)
    model = initial_parameters(lengths, (counts.shape[1], n_topics), dtype, seed, restart=0)
    model.tempering = tempering
    return model


def iterate(
    counts: csr_array, model: Parameters, n_iter: int, priors: Priors = NO_PRIORS, threads: int = 1
) -> tuple[list[float], Parameters]:
    with crew_of(threads) as crew:
        steps = PLSISteps(blocks_of(counts.astype(model.topics_of_terms.dtype)), model.copy(), priors, crew)
        return [steps.step() for _ in range(n_iter)], steps.parameters


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("tempering", [1.0, 0.7])
@pytest.mark.parametrize("priors", [Priors(), Priors(0.3, 0.1)], ids=["no prior", "priors"])
@pytest.mark.parametrize("n_topics", [1, 3, 16, 45])
def test_equals_the_reference(dtype: str, tempering: float, priors: Priors, n_topics: int) -> None:
    X = np.random.default_rng(1).poisson(0.4, (30, 20)).astype(np.float64) + np.eye(30, 20, k=0)
    X[20:, 0] += 1
    model = start(csr_array(X), n_topics, dtype, tempering=tempering)
    exact = start(csr_array(X), n_topics, "float64", tempering=tempering)
    objectives, ours = iterate(csr_array(X), model, 3, priors)
    for objective in objectives:
        expected, exact = reference_step(X, exact, priors)
        assert objective == pytest.approx(expected, rel=PRECISION[dtype])
    np.testing.assert_allclose(ours.topics_of_docs, exact.topics_of_docs, rtol=0, atol=PRECISION[dtype])
    np.testing.assert_allclose(ours.topics_of_terms, exact.topics_of_terms, rtol=0, atol=PRECISION[dtype])
    np.testing.assert_allclose(ours.p_z, exact.p_z, rtol=0, atol=PRECISION[dtype])


@pytest.fixture(scope="module")
def many() -> csr_array:
    """Counts for three blocks of documents, cut into several spans each, with some empty rows and columns."""
    rng = np.random.default_rng(5)
    counts = random_array((2 * MOST_DOCS + 900, 400), density=0.03, rng=rng, format="csr")
    counts.data = np.ceil(3 * counts.data)
    return csr_array(counts)


@pytest.mark.parametrize(("dtype", "tolerance"), [("float32", 1e-5), ("float64", 1e-12)])
def test_blocks_add_up(many: csr_array, dtype: str, tolerance: float) -> None:
    model = start(many, 6, dtype)
    assert len(blocks_of(many)) == 3
    assert len(blocks_of(many)[0].row_spans) > 2
    (objective,), ours = iterate(many, model, 1)
    docs, terms = model.topics_of_docs.astype(np.float64), model.topics_of_terms.astype(np.float64)
    entries = many.tocoo()
    mixtures = np.einsum("ik,ik->i", docs[entries.row], terms[entries.col])
    ratios = csr_array((entries.data / mixtures, (entries.row, entries.col)), shape=many.shape)
    new_docs, new_terms = docs * (ratios @ terms), terms * (ratios.T @ docs)
    busy = np.diff(many.indptr) > 0
    new_docs[busy] /= new_docs[busy].sum(axis=1, keepdims=True)
    assert objective == pytest.approx(float(entries.data @ np.log(mixtures)), rel=tolerance)
    np.testing.assert_allclose(ours.topics_of_docs[busy], new_docs[busy], rtol=10 * tolerance)
    np.testing.assert_allclose(ours.topics_of_terms, new_terms / new_terms.sum(axis=0), rtol=10 * tolerance)


@pytest.mark.parametrize("tempering", [1.0, 0.8])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_threads_change_no_bit(many: csr_array, dtype: str, tempering: float) -> None:
    model = start(many, 6, dtype, tempering=tempering)
    runs = [iterate(many, model, 3, Priors(0.1, 0.1), threads) for threads in (1, 2, 5)]
    for (trace, ours), (other_trace, other) in itertools.pairwise(runs):
        assert trace == other_trace
        np.testing.assert_array_equal(ours.topics_of_docs, other.topics_of_docs)
        np.testing.assert_array_equal(ours.topics_of_terms, other.topics_of_terms)
        np.testing.assert_array_equal(ours.p_z, other.p_z)


@given(counts=random_counts(), n_topics=st.integers(1, 9), seed=st.integers(0, 2**31))
def test_likelihood_never_falls(counts: csr_array, n_topics: int, seed: int) -> None:
    trace, model = iterate(counts, start(counts, n_topics, seed=seed), 25)
    assert min(np.diff(trace)) >= -1e-12 * counts.sum()
    np.testing.assert_allclose(model.topics_of_terms.sum(axis=0), 1, rtol=1e-12)
    np.testing.assert_allclose(model.topics_of_docs.sum(axis=1), 1, rtol=1e-12)
    assert model.p_z.sum() == pytest.approx(1, rel=1e-12)


@given(counts=random_counts(), n_topics=st.integers(1, 9), seed=st.integers(0, 2**31))
def test_likelihood_never_falls_in_single_precision(counts: csr_array, n_topics: int, seed: int) -> None:
    trace, model = iterate(counts, start(counts, n_topics, "float32", seed), 25)
    assert min(np.diff(trace)) >= -1e-6 * counts.sum()
    np.testing.assert_allclose(model.topics_of_terms.sum(axis=0), 1, rtol=1e-5)
    np.testing.assert_allclose(model.topics_of_docs.sum(axis=1), 1, rtol=1e-5)


@given(counts=random_counts(), n_topics=st.integers(1, 9), tempering=st.floats(0.1, 1.0))
def test_free_energy_never_falls(counts: csr_array, n_topics: int, tempering: float) -> None:
    trace, _ = iterate(counts, start(counts, n_topics, tempering=tempering), 25, Priors(terms=0.2))
    assert min(np.diff(trace)) >= -1e-12 * (counts.sum() + abs(trace[0]))


@given(counts=random_counts(), n_topics=st.integers(1, 9), a=st.floats(0, 3), b=st.floats(0, 3))
def test_posterior_never_falls(counts: csr_array, n_topics: int, a: float, b: float) -> None:
    trace, _ = iterate(counts, start(counts, n_topics), 25, Priors(a, b))
    assert min(np.diff(trace)) >= -1e-12 * (counts.sum() + abs(trace[0]))


def test_gathers_are_the_gradients_of_the_likelihood() -> None:
    counts = csr_array(np.random.default_rng(2).poisson(1.0, (4, 5)).astype(np.float64))
    model = start(counts, 3)
    (block,) = blocks_of(counts)
    X, docs, terms = counts.toarray(), model.topics_of_docs, model.topics_of_terms
    ratios, share, new = np.empty(counts.nnz), np.zeros_like(terms), np.empty_like(docs)
    results = DocumentResults(ratios, new, np.empty(4), np.zeros(3), np.zeros(3))
    document_pass(block.rows, (docs, terms), smoothing_for("float64"), results, Span(0, 4))
    term_pass(block.columns, ratios, docs, share, Span(0, len(block.columns.terms)))
    by_terms = numerical_gradient(lambda p: (X * np.log(docs @ p.T)).sum(), terms)
    by_docs = numerical_gradient(lambda p: (X * np.log(p @ terms.T)).sum(), docs)
    np.testing.assert_allclose(share, by_terms, rtol=1e-6)
    np.testing.assert_allclose(new, docs * by_docs / (docs * by_docs).sum(axis=1, keepdims=True), rtol=1e-6)


@pytest.mark.parametrize("scale", [1e-8, 1e9])
def test_extreme_counts_stay_finite(scale: float) -> None:
    X = scale * np.random.default_rng(3).poisson(0.5, (20, 10))
    trace, model = iterate(csr_array(X), start(csr_array(X), 4, "float32"), 60)
    assert np.isfinite(trace).all()
    assert np.isfinite(model.topics_of_docs).all()
    assert np.isfinite(model.topics_of_terms).all()


def test_a_word_that_underflows_is_floored() -> None:
    model = Parameters(
        np.array([[1.0, 0.0]], np.float32), np.array([[1.0, 0.5], [0.0, 0.5]], np.float32), np.ones(2) / 2
    )
    (objective,), after = iterate(csr_array([[1.0, 2.0]]), model, 1)
    assert objective == pytest.approx(2 * math.log(1e-25), rel=1e-6)
    np.testing.assert_allclose(after.topics_of_docs, [[1.0, 0.0]])
    np.testing.assert_allclose(after.topics_of_terms.sum(axis=0), 1)


def test_small_probabilities_become_zero_and_products_stay_normal() -> None:
    smallest = smoothing_for("float32").probability
    assert np.float32(smallest) ** 2 > np.finfo(np.float32).smallest_normal
    assert smoothing_for("float64").probability ** 2 > np.finfo(np.float64).smallest_normal
    X = np.kron(np.eye(4), np.full((5, 5), 3.0)) + 0.01
    _, model = iterate(csr_array(X), start(csr_array(X), 4, "float32"), 300)
    kept = model.topics_of_terms[model.topics_of_terms > 0]
    assert kept.min() >= np.float32(smallest)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_logarithms_are_exact(dtype: type) -> None:
    values = np.geomspace(1e-25, 1e4, 5000).astype(dtype)
    values = np.concatenate([values, np.array([1.0, np.nextafter(dtype(1), dtype(0)), 2**0.5, 0.5], dtype)])
    counts = np.ones(1, dtype)
    ours = [weighted_logarithms(counts, values[i : i + 1], Entries(0, 1, 1)) for i in range(len(values))]
    np.testing.assert_allclose(ours, np.log(values.astype(np.float64)), rtol=1e-14, atol=1e-14)


def test_initial_values_are_uniform_and_know_no_neighbours() -> None:
    whole, part = np.empty((500, 40)), np.zeros((500, 40))
    random_rows((7, 0, 1), whole, Span(0, 500))
    random_rows((7, 0, 1), part, Span(123, 130))
    np.testing.assert_array_equal(part[123:130], whole[123:130])
    assert whole.min() >= 1
    assert whole.max() < 2
    assert whole.mean() == pytest.approx(1.5, abs=0.01)
    assert whole.var() == pytest.approx(1 / 12, abs=0.002)
    assert abs(np.corrcoef(whole.T) - np.eye(40)).max() < 0.2
    assert abs(np.corrcoef(whole[:40]) - np.eye(40)).max() < 0.7
    for seeds in [(8, 0, 1), (7, 1, 1), (7, 0, 2)]:
        other = np.empty((500, 40))
        random_rows(seeds, other, Span(0, 500))
        assert abs(np.corrcoef(whole.ravel(), other.ravel())[0, 1]) < 0.03


@given(lengths=st.lists(st.integers(0, 5000), max_size=60))
def test_spans_cover_every_row_once(lengths: list[int]) -> None:
    indptr = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    spans = spans_of(indptr)
    assert [row for span in spans for row in range(*span)] == list(range(len(lengths)))


def test_aligned_arrays_start_on_a_cache_line() -> None:
    for shape in [(3, 5), (1000, 17)]:
        assert aligned(shape, np.float32).ctypes.data % 64 == 0
        assert aligned(shape, np.float64).shape == shape


def test_an_error_in_a_thread_reaches_the_caller() -> None:
    def work(item: int) -> None:
        if item == 3:
            raise ArithmeticError("three")

    with crew_of(2) as crew, pytest.raises(ArithmeticError, match="three"):
        crew.each(work, range(10))
