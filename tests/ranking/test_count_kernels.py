"""The kernels over counts as rankings: against loops over their features and against the estimators."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from ranking.cases import Case, ask, cases, engine, postings_of
from ranking.naive import Naive
from scipy.optimize import brentq
from scipy.sparse import csr_array
from scipy.special import psi

from ilk.kernels import make_kernel
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.ranking import RANKINGS, make_ranking
from ilk.ranking.dcm_kernel import closed_form_alpha
from ilk.ranking.registry import COUNT_KERNELS
from ilk.search import Statistics

NAMES = [kind.name for kind in COUNT_KERNELS]

Counts = list[int]


def bhattacharyya(c: Naive, x: Counts) -> list[float]:
    return [math.sqrt(n / sum(x)) if n else 0.0 for n in x]


def l0(c: Naive, x: Counts) -> list[float]:
    return [n / sum(1 for m in x if m) if n else 0.0 for n in x]


def l1(c: Naive, x: Counts) -> list[float]:
    return [n / sum(x) if n else 0.0 for n in x]


def l2(c: Naive, x: Counts) -> list[float]:
    return [n / math.sqrt(sum(m * m for m in x)) if n else 0.0 for n in x]


def multinomial(c: Naive, x: Counts) -> list[float]:
    return [n / (c.occurrences(w) / c.total) if n and c.occurrences(w) else 0.0 for w, n in enumerate(x)]


def tfidf_elkan(c: Naive, x: Counts) -> list[float]:
    weights = [math.log(n + 1) * math.log(c.n_docs / max(c.freq(w), 0.5)) for w, n in enumerate(x)]
    norm = math.sqrt(sum(weight * weight for weight in weights))
    return [weight / norm if norm else 0.0 for weight in weights]


FEATURES = {
    "bhattacharyya": bhattacharyya,
    "l0": l0,
    "l1": l1,
    "l2": l2,
    "multinomial": multinomial,
    "tfidf-elkan": tfidf_elkan,
}


def counted(words: list[int], n_terms: int) -> Counts:
    return [words.count(term) for term in range(n_terms)]


@pytest.mark.parametrize("name", FEATURES)
@given(case=cases())
def test_equals_the_product_of_features(name: str, case: Case) -> None:
    collection, features = Naive(case.matrix), FEATURES[name]
    x = features(collection, counted(case.words, len(case.matrix[0])))
    expected = {
        doc: sum(a * b for a, b in zip(x, features(collection, row), strict=True))
        for doc, row in enumerate(case.matrix)
        if any(row[term] for term in case.words) and (case.allowed is None or case.allowed[doc])
    }
    docs, similarities = ask(engine(case.matrix, make_ranking(name), compiled=False), case)
    assert len(docs) == min(case.k, len(expected))
    assert similarities.tolist() == pytest.approx(
        [expected[doc] for doc in docs.tolist()], rel=1e-6, abs=1e-9
    )
    best = sorted(expected.values(), reverse=True)[: case.k]
    assert similarities.tolist() == pytest.approx(best, rel=1e-6, abs=1e-9)


BURSTS = [[3, 0, 0, 1], [0, 5, 0, 0], [2, 0, 4, 0], [0, 0, 0, 0], [1, 0, 0, 6], [0, 1, 1, 0]]


def naive_alpha(matrix: list[list[int]]) -> np.ndarray:
    """Solve s = Σ_w df_w / Σ_d [Ψ(s+|d|) − Ψ(s)] as it stands."""
    c = Naive(matrix)
    freqs = np.array([c.freq(term) for term in range(len(matrix[0]))])
    lengths = np.array([length for length in c.lengths if length])
    s = brentq(lambda s: s - freqs.sum() / (psi(s + lengths) - psi(s)).sum(), 1e-4, 1e4, xtol=1e-13)
    return freqs / (psi(s + lengths) - psi(s)).sum()


def naive_dcm(alpha: np.ndarray, x: Counts, y: Counts, approximate: bool) -> float:
    """The product of two gradients, all of their terms."""

    def gradient(z: Counts) -> np.ndarray:
        counts, s = np.array(z), alpha.sum()
        if approximate:
            rise = np.log(np.maximum(counts, 1) - 0.5) + 1 / alpha - psi(1)
        else:
            rise = psi(counts + alpha) - psi(alpha)
        return psi(s) - psi(s + counts.sum()) + np.where(counts > 0, rise, 0.0)

    return float(gradient(x) @ gradient(y))


@pytest.mark.parametrize("approximate", [False, True])
@pytest.mark.parametrize("words", [[0], [0, 0, 3], [1, 2, 2, 2], [0, 1, 2, 3]])
def test_dcm_ranks_every_document_that_has_words(words: list[int], approximate: bool) -> None:
    alpha = naive_alpha(BURSTS)
    query = counted(words, 4)
    expected = [naive_dcm(alpha, query, row, approximate) for row in BURSTS if any(row)]
    docs_with_words = [doc for doc, row in enumerate(BURSTS) if any(row)]

    search = engine(BURSTS, make_ranking("dcm", approximate=approximate), compiled=False)
    docs, similarities = ask(search, Case(BURSTS, words, None, 10))
    assert sorted(docs.tolist()) == docs_with_words
    values, candidates = search.similarities(np.array(words), np.ones(len(words)))
    assert np.flatnonzero(candidates).tolist() == docs_with_words
    np.testing.assert_allclose(values[candidates], expected, rtol=1e-6, atol=1e-6 * max(map(abs, expected)))
    assert similarities.tolist() == sorted(values[candidates].tolist(), reverse=True)


def test_dcm_alpha_is_that_of_the_model() -> None:
    with_a_gap = [[*row, 0] for row in BURSTS]
    stats = Statistics.from_postings(postings_of(with_a_gap), len(with_a_gap))
    model = DCM(method="elkan").fit(csr_array(np.array(with_a_gap)))
    np.testing.assert_allclose(closed_form_alpha(stats), model.alpha_, rtol=1e-9)
    np.testing.assert_allclose(closed_form_alpha(stats)[:4], naive_alpha(BURSTS), rtol=1e-9)


def test_dcm_of_a_collection_without_words_finds_nothing() -> None:
    search = engine([[0, 0], [0, 0]], make_ranking("dcm"), compiled=False)
    assert ask(search, Case([[0, 0]], [0], None, 3))[0].size == 0


@pytest.mark.parametrize("name", NAMES)
def test_equals_the_gram_matrix_of_the_kernel(name: str) -> None:
    rng = np.random.default_rng(3)
    counts = rng.poisson(1.5, (50, 12)) * (rng.random((50, 12)) < 0.4)
    queries = rng.poisson(1.5, (8, 12)) * (rng.random((8, 12)) < 0.4)
    model = {"dcm": DCM(), "multinomial": Multinomial()}.get(name)
    gram = make_kernel(name, model).fit(csr_array(counts)).gram(csr_array(queries))

    search = engine(counts.tolist(), make_ranking(name))
    for row, expected in zip(queries, gram, strict=True):
        terms = np.flatnonzero(row)
        values, candidates = search.similarities(terms, row[terms])
        shared = counts[:, terms].any(axis=1)
        assert (
            candidates.tolist() == (counts.any(axis=1) if RANKINGS[name].every_document else shared).tolist()
        )
        np.testing.assert_allclose(
            values, np.where(candidates, expected, 0.0), atol=1e-6 * np.abs(gram).max()
        )
