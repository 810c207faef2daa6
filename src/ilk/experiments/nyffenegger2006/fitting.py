"""The ways of EM that are compared. The paper says neither how EM starts nor when it stops."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning

from ilk.default.constants import FitConstants
from ilk.default.tempered import fit_tempered_plsi
from ilk.models.em import EMRun, run_em, settled
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.naive_bayes_steps import MixtureSteps
from ilk.models.plsi import PLSI
from ilk.threads import thread_count

MOST_ITERATIONS = 300
SMOOTHING = 0.1
LEAST_WORD, LEAST_SHARE = 1e-30, 1e-6


class Mixture(NaiveBayesMixture):
    """The mixture of unigrams, with what is next to nothing taken for nothing.

    The diagonal information divides by the squares of what documents add to a parameter. A component that
    all documents with a word belong to by 10⁻¹⁰⁰ would make one query that belongs to it the nearest of all.
    """

    def fit(self, X: Any, y: object = None) -> Self:
        """Fit, and leave out words that a component next to never has: 1/P(w|z) must be a number."""
        super().fit(X, y)
        self.p_w_given_z_[self.p_w_given_z_ < LEAST_WORD] = 0.0
        return self

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return P(z|d) (n_docs, K) without the components to which a document next to never belongs."""
        shares = super().predict_proba(X)
        return np.where(shares < LEAST_SHARE, 0.0, shares)


class RandomWords(Mixture):
    """The mixture from P(w|z) drawn at random, in which no two words occur together more than others."""

    def _run(self, counts: csr_array, restart: int) -> tuple[MixtureSteps, EMRun]:
        K, n_terms = self.n_components, counts.shape[1]
        drawn = np.random.default_rng([self.seed, restart]).dirichlet(np.ones(n_terms), K)
        steps = MixtureSteps(
            counts,
            np.full(K, 1 / K),
            np.ascontiguousarray(drawn.T),
            float(self.prior),
            thread_count(self.threads),
        )
        return steps, run_em(steps, max_iter=self.max_iter, stop=settled(self.tol), callback=self.callback)


def plain_plsi(counts: csr_array, n_topics: int, seed: int) -> PLSI:
    """Fit PLSI by plain EM until it stands still."""
    with _no_warnings():
        return PLSI(n_topics, max_iter=MOST_ITERATIONS, seed=seed).fit(counts)


def tempered_plsi(counts: csr_array, n_topics: int, seed: int) -> PLSI:
    """Fit PLSI as the default similarity does: ten plain iterations, then β = 0.8, with a prior."""
    return fit_tempered_plsi(counts, n_topics, seed, FitConstants(), lambda done, total: None)  # noqa: ARG005  # no bar


def random_mixture(counts: csr_array, n_components: int, seed: int) -> Mixture:
    """Fit the mixture by plain EM from random P(w|z)."""
    with _no_warnings():
        return RandomWords(n_components, prior=0.0, seed=seed).fit(counts)


def plain_mixture(counts: csr_array, n_components: int, seed: int) -> Mixture:
    """Fit the mixture by plain EM from random documents."""
    with _no_warnings():
        return Mixture(n_components, prior=0.0, seed=seed).fit(counts)


def smoothed_mixture(counts: csr_array, n_components: int, seed: int) -> Mixture:
    """Fit the mixture from random documents, with a pseudo-count on every P(w|z)."""
    with _no_warnings():
        return Mixture(n_components, prior=SMOOTHING, seed=seed).fit(counts)


PLAIN, TEMPERED, RANDOM, SMOOTHED = "plain", "tempered", "random", "smoothed"

PLSI_FITS: Mapping[str, Callable[[csr_array, int, int], PLSI]] = MappingProxyType(
    {PLAIN: plain_plsi, TEMPERED: tempered_plsi}
)
MIXTURE_FITS: Mapping[str, Callable[[csr_array, int, int], Mixture]] = MappingProxyType(
    {RANDOM: random_mixture, PLAIN: plain_mixture, SMOOTHED: smoothed_mixture}
)
FIT_LABELS: Mapping[str, str] = MappingProxyType(
    {
        PLAIN: "plain EM",
        TEMPERED: "tempered EM",
        RANDOM: "from random words",
        SMOOTHED: f"from documents, prior {SMOOTHING:g}",
    }
)
DOCUMENTS_LABEL = "from documents"
"""Plain EM of the mixture, where the start is what tells it from the others."""


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Hide that EM stopped before it stood still, or that a component lost its documents: both may happen."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.filterwarnings(
            "ignore", message=".*components ended without documents", category=UserWarning
        )
        yield
