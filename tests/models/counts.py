"""What the tests of the models share: random counts with awkward corners, scikit-learn's checks."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from scipy.sparse import csr_array
from sklearn.utils.estimator_checks import check_estimator


@st.composite
def random_counts(draw: DrawFn, max_docs: int = 8, max_terms: int = 7) -> csr_array:
    """Draw small sparse counts with at least one word; empty documents and unseen terms are likely."""
    n_docs, n_terms = draw(st.integers(1, max_docs)), draw(st.integers(1, max_terms))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    density = draw(st.sampled_from([0.2, 0.5, 1.0]))
    dense = rng.integers(1, draw(st.sampled_from([2, 4, 40])), (n_docs, n_terms))
    dense = dense * (rng.random((n_docs, n_terms)) < density)
    dense[rng.integers(n_docs), rng.integers(n_terms)] += 1
    return csr_array(dense.astype(np.float64))


def distributions(n_terms: int) -> SearchStrategy[np.ndarray]:
    """Draw a distribution over n_terms in which nothing is 0."""

    def normalised(seed: int) -> np.ndarray:
        weights = np.random.default_rng(seed).random(n_terms) + 0.05
        return weights / weights.sum()

    return st.integers(0, 2**32 - 1).map(normalised)


def failed_checks(estimator: Any, exceptions: dict[str, str] | None = None) -> list[str]:
    """Run scikit-learn's check_estimator; return what failed, without the exceptions and their reasons."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its data are tiny: fits that warn are no failures there
        results = check_estimator(
            estimator, expected_failed_checks=exceptions or {}, on_fail=None, on_skip=None
        )
    assert sum(result["status"] == "passed" for result in results) > 30
    return [f"{r['check_name']}: {r['exception']}" for r in results if r["status"] == "failed"]


def numerical_gradient(function: Any, at: np.ndarray, step: float = 1e-6) -> np.ndarray:
    """Return the central differences of a scalar function at a vector or matrix."""
    gradient = np.zeros_like(at)
    for place in np.ndindex(at.shape):
        width = step * max(1e-3, abs(at[place]))
        up, down = at.copy(), at.copy()
        up[place] += width
        down[place] -= width
        gradient[place] = (function(up) - function(down)) / (up[place] - down[place])
    return gradient
