"""Small counts, parameters and fitted models that the tests of the kernels share."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy.sparse import csr_array

from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI

FORMS = ("hofmann", "iid", "raw", "vector-space")
PARTS = ("both", "topics", "words")
EXPONENTS = (0.0, 0.5, 1.0, 0.3)
BY_LOG = "log-sqrt-diagonal"
INFORMATION = (*EXPONENTS, BY_LOG)


def exponent_and_parameters(information: float | str) -> tuple[float, bool]:
    """The exponent of the information, and whether derivatives are by log P; the names of `naive`."""
    named = {"identity": 0.0, "sqrt-diagonal": 0.5, "diagonal": 1.0, BY_LOG: 0.5}
    return (named[information] if isinstance(information, str) else information), information == BY_LOG


def corpus(n_docs: int = 12, n_terms: int = 9, seed: int = 0, mean: float = 0.8) -> csr_array:
    """Draw counts in which no document and no term is empty."""
    counts = np.random.default_rng(seed).poisson(mean, (n_docs, n_terms)).astype(np.float64)
    for place in range(max(n_docs, n_terms)):
        counts[place % n_docs, place % n_terms] += 1
    return csr_array(counts)


def awkward_queries(n_terms: int, unknown: int) -> csr_array:
    """An ordinary text, an empty one, one of an unknown term only, and one with some of each."""
    rows = np.zeros((4, n_terms))
    rows[0, :3] = 2, 1, 3
    rows[2, unknown] = 2
    rows[3, [1, 4, unknown]] = 1, 5, 1
    return csr_array(rows)


def fitted_plsi(X: csr_array, n_topics: int = 3, **parameters: Any) -> PLSI:
    """Fit PLSI in float64 without a word about convergence."""
    settings: dict[str, Any] = {"dtype": "float64", "max_iter": 30, "tol": 0.0} | parameters
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return PLSI(n_topics, **settings).fit(X)


def fitted_mixture(X: csr_array, n_components: int = 3, **parameters: Any) -> NaiveBayesMixture:
    """Fit a mixture of unigrams without a word about convergence."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return NaiveBayesMixture(n_components, **parameters).fit(X)


@st.composite
def topic_parameters(
    draw: st.DrawFn, n_terms: int, max_topics: int = 3
) -> tuple[np.ndarray, np.ndarray, np.random.Generator]:
    """Draw P(z) (K,) and P(w|z) (V, K) with zeros here and there, and a generator for more."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_topics = draw(st.integers(1, max_topics))
    p_w = rng.random((n_terms, n_topics)) * (
        rng.random((n_terms, n_topics)) < draw(st.sampled_from([1, 0.7]))
    )
    p_w[0] += 0.1
    p_z = rng.dirichlet(np.ones(n_topics))
    return p_z, p_w / p_w.sum(axis=0), rng
