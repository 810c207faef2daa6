"""The mixture of unigrams, or Naive Bayes without labels: each document has one component.

P(d) = Σ_z P(z) Π_w P(w|z)^n(d,w), the probability of the words in their order.
"""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.models._base import CountsDensity, Seeded, number, whole_number
from ilk.models.counts_input import check_counts
from ilk.models.em import Callback, EMRun, run_em, settled, warn_unless_converged
from ilk.models.naive_bayes_seeds import EMPTY, random_start
from ilk.models.naive_bayes_steps import MixtureSteps, blocks_of, expect, in_groups, logarithms
from ilk.threads import thread_count

Array = NDArray[np.float64]

IMPOSSIBLE = 1e-300
"""Stands for P(w|z) = 0 in new documents: next to no probability, but a finite logarithm."""


def naive_bayes_posteriors(
    X: csr_array, p_z: Array, p_w_given_z: Array, threads: int = 1
) -> tuple[Array, Array]:
    """Return P(z|d) (n_docs, K) and log P(d) (n_docs,) from P(z) (K,) and P(w|z) (K, n_terms)."""
    log_p_w, log_p_z = logarithms(in_groups(p_w_given_z.T), threads), logarithms(in_groups(p_z[None, :]), 1)
    answers = [expect(block, log_p_w, log_p_z, threads) for block in blocks_of(X)]
    posteriors = [np.concatenate(groups, axis=1) for groups, _ in answers]
    return np.concatenate(posteriors), np.concatenate([log_likelihoods for _, log_likelihoods in answers])


def naive_bayes_gradient(
    X: csr_array, p_z_given_d: Array, p_z: Array, p_w_given_z: Array
) -> tuple[Array, csr_array]:
    """Return ∂ log P(d) by P(z), which is P(z|d)/P(z) (n_docs, K), and by P(w|z), n(d,w)P(z|d)/P(w|z).

    The second is sparse (n_docs, K · n_terms), column z · n_terms + w; P(z|d) = 0 takes no place in it.
    """
    documents = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    entries, components = np.nonzero(p_z_given_d[documents])
    rows, terms = documents[entries], X.indices[entries].astype(np.int64)
    values = X.data[entries] * p_z_given_d[rows, components] / p_w_given_z[components, terms]
    shape = X.shape[0], p_w_given_z.size
    by_words = csr_array((values, (rows, components * X.shape[1] + terms)), shape=shape)
    return p_z_given_d / np.where(p_z > 0, p_z, 1.0), by_words  # P(z) = 0 makes P(z|d) = 0


class NaiveBayesMixture(Seeded, CountsDensity):
    """A mixture of unigrams fitted by EM, from `n_init` starts of which the best is kept.

    n_components: K.
    prior: pseudo-count of every P(w|z); 0 is plain maximum likelihood.
    max_iter, tol: stop after so many iterations, or once one changes the objective by a share below tol.
    n_init: restarts, of which the best is kept.
    seed: also known as random_state. Equal seeds give equal bits, whatever the number of threads.
    threads: None for every core, or for ILK_THREADS.
    callback: called as (iteration, log_likelihood, seconds) after every iteration.

    Fitted: p_z_ (K,), p_w_given_z_ (K, n_terms); log_likelihoods_ (n_iter_,), whose entry i is the objective
    of the parameters that entered iteration i + 1, log P(X) + prior · Σ log P(w|z); n_iter_, converged_ and
    interrupted_. A component that loses all its documents is started again from the document explained worst
    as long as the likelihood does not fall by that, n_revived_ times; empty_components_ are those that stayed
    empty, and warned of. In new documents a term never seen counts as half an occurrence, floor_.
    """

    p_z_: Array
    p_w_given_z_: Array
    log_likelihoods_: Array
    n_iter_: int
    converged_: bool
    interrupted_: bool
    n_revived_: int
    empty_components_: NDArray[np.intp]
    floor_: float
    n_features_in_: int

    def __init__(
        self,
        n_components: int = 16,
        *,
        prior: float = 0.1,
        max_iter: int = 200,
        tol: float = 1e-5,
        n_init: int = 1,
        seed: int = 0,
        threads: int | None = None,
        callback: Callback | None = None,
    ) -> None:
        """Take the parameters; they are checked by fit."""
        self.n_components = n_components
        self.prior = prior
        self.max_iter = max_iter
        self.tol = tol
        self.n_init = n_init
        self.seed = seed
        self.threads = threads
        self.callback = callback

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Learn `p_z_` (K,) and `p_w_given_z_` (K, n_terms) from counts (n_docs, n_terms)."""
        self._check_parameters()
        counts = check_counts(self, X, reset=True)
        counts = counts[np.diff(counts.indptr) > 0]  # an empty document is as likely in any mixture
        if counts.shape[0] == 0:
            raise ParameterError(
                "NaiveBayesMixture needs at least one word, but every count is 0; add documents"
            )
        best: tuple[MixtureSteps, EMRun] | None = None
        for restart in range(self.n_init):
            steps, run = self._run(counts, restart)
            if best is None or run.trace[-1:] > best[1].trace[-1:]:  # empty if interrupted at once
                best = steps, run
            if run.interrupted:
                break
        if best is not None:
            self._keep(*best, counts)
        return self

    def score_samples(self, X: Any) -> Array:
        """Return log P(d) of each document (n_docs,)."""
        return self._posteriors(X)[1]

    def predict_proba(self, X: Any) -> Array:
        """Return P(z|d) (n_docs, K); an empty document has P(z)."""
        return self._posteriors(X)[0]

    def predict(self, X: Any) -> NDArray[np.intp]:
        """Return the most probable component of each document (n_docs,)."""
        return np.asarray(np.argmax(self.predict_proba(X), axis=1), dtype=np.intp)

    def _check_parameters(self) -> None:
        for name in ("n_components", "max_iter", "n_init"):
            whole_number(name, getattr(self, name), 1)
        whole_number("seed", self.seed, 0)
        number("prior", self.prior, at_least=0)
        number("tol", self.tol, at_least=0)
        self._threads()

    def _run(self, counts: csr_array, restart: int) -> tuple[MixtureSteps, EMRun]:
        uniform = np.full(self.n_components, 1 / self.n_components)
        steps = MixtureSteps(
            counts,
            uniform,
            random_start(counts, self.n_components, self.seed, restart),  # no name: freed once it is copied
            float(self.prior),
            self._threads(),
        )
        return steps, run_em(steps, max_iter=self.max_iter, stop=settled(self.tol), callback=self.callback)

    def _keep(self, steps: MixtureSteps, run: EMRun, counts: csr_array) -> None:
        """Set what was learned, and warn where it is less than was asked for."""
        state = steps.state()
        self.p_z_ = state["p_z"][0]
        self.p_w_given_z_ = np.ascontiguousarray(state["p_w"].T)
        self.log_likelihoods_ = np.array(run.trace)
        self.n_iter_, self.converged_, self.interrupted_ = run.n_iter, run.converged, run.interrupted
        self.n_revived_ = steps.n_revived
        self.empty_components_ = np.flatnonzero(self.p_z_ * counts.shape[0] < EMPTY)
        self.floor_ = float(0.5 / counts.sum())
        warn_unless_converged(run, "NaiveBayesMixture", self.max_iter, self.tol)
        if n_empty := self.empty_components_.size:
            warnings.warn(
                f"NaiveBayesMixture: {n_empty} of {self.n_components} components ended without documents; "
                f"lower n_components to {self.n_components - n_empty} or raise n_init",
                UserWarning,
                stacklevel=3,
            )

    def _threads(self) -> int:
        return thread_count(None if self.threads is None else whole_number("threads", self.threads, 1))

    def _posteriors(self, X: Any) -> tuple[Array, Array]:
        check_is_fitted(self)
        counts = check_counts(self, X, reset=False)
        terms, columns = np.unique(counts.indices, return_inverse=True)  # take only the logarithms needed
        shape = counts.shape[0], terms.size
        narrow = csr_array((counts.data, columns.astype(np.int32), counts.indptr), shape=shape)
        p_w_given_z = self.p_w_given_z_[:, terms]
        never_seen = ~p_w_given_z.any(axis=0)
        p_w_given_z = np.maximum(p_w_given_z, IMPOSSIBLE)
        p_w_given_z[:, never_seen] = self.floor_
        return naive_bayes_posteriors(narrow, self.p_z_, p_w_given_z, self._threads())
