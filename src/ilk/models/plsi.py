"""Probabilistic latent semantic indexing: documents as mixtures of topics, P(w|d) = Σ_z P(z|d) P(w|z)."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.base import ClassNamePrefixFeaturesOutMixin
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.models._base import CountsTransformer, Seeded, number, whole_number
from ilk.models.checkpoint import fingerprint
from ilk.models.counts_input import check_counts
from ilk.models.em import Callback, warn_unless_converged
from ilk.models.plsi_arrays import LARGEST_COUNT
from ilk.models.plsi_compile import prepare
from ilk.models.plsi_crew import Crew, crew_of
from ilk.models.plsi_fit import Fit, Settings, fit_plsi, warm_parameters
from ilk.models.plsi_folding import cut_documents, fold_in, perplexity_of
from ilk.models.plsi_steps import Parameters, Priors
from ilk.threads import thread_count

Array = NDArray[Any]


class PLSI(Seeded, ClassNamePrefixFeaturesOutMixin, CountsTransformer):  # type: ignore[misc]  # untyped
    """PLSI fitted to counts (n_docs, n_terms) by tempered EM (Hofmann 1999).

    The E-step takes P(z|d,w) ∝ P(z)^(1−β) [P(z|d) P(w|z)]^β, plain EM at β = 1; the M-step takes
    P(w|z) ∝ Σ_d n(d,w) P(z|d,w) + prior and P(z|d) ∝ Σ_w n(d,w) P(z|d,w) + topic_prior.

    n_topics: K.
    tempering: β in (0, 1], or "held-out": start at 1, lower it while that helps documents kept from the fit.
    prior: pseudo-count of every P(w|z); topic_prior: of every P(z|d), None for the same as prior.
    max_iter, tol: stop after so many iterations, or once one changes the objective by a share below tol.
    n_init: restarts, of which the best is kept.
    early_stopping: stop when the perplexity of documents kept from the fit no longer falls; keep the best.
    validation_fraction: the share of documents that early stopping or the held-out schedule keeps apart.
    warm_start: go on from the fit before.
    fold_in_iter: most iterations for one new document.
    dtype: "float32" or "float64", of all parameters; likelihoods are summed in float64 either way.
    seed: also known as random_state. Equal seeds give equal bits, whatever the number of threads.
    threads: None for every core, or for ILK_THREADS.
    callback: called as (iteration, log_likelihood, seconds) after every iteration.
    checkpoint, checkpoint_every: a folder that the fit is kept in every so many iterations.
    resume: go on from that folder, to the same bits as if nothing had happened.

    Fitted: p_z_ (K,), p_w_given_z_ (K, n_terms), p_z_given_d_ (n_docs, K); log_likelihoods_ (n_iter_,), whose
    entry i is the objective of the parameters that entered iteration i + 1: Σ n log P(w|d), with priors the
    logarithm of the posterior up to a constant, with tempering the free energy in its place; n_iter_ and
    converged_; interrupted_, by Ctrl-C; tempering_, the last β; perplexities_, the held-out ones, if any.
    """

    def __init__(
        self,
        n_topics: int = 64,
        *,
        tempering: float | Literal["held-out"] = 1.0,
        prior: float = 0.0,
        topic_prior: float | None = None,
        max_iter: int = 100,
        tol: float = 1e-5,
        n_init: int = 1,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        warm_start: bool = False,
        fold_in_iter: int = 100,
        dtype: str = "float32",
        seed: int = 0,
        threads: int | None = None,
        callback: Callback | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        checkpoint_every: int = 10,
        resume: bool = False,
    ) -> None:
        """Take the parameters; they are checked by fit."""
        self.n_topics = n_topics
        self.tempering = tempering
        self.prior = prior
        self.topic_prior = topic_prior
        self.max_iter = max_iter
        self.tol = tol
        self.n_init = n_init
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.warm_start = warm_start
        self.fold_in_iter = fold_in_iter
        self.dtype = dtype
        self.seed = seed
        self.threads = threads
        self.callback = callback
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.resume = resume

    def fit(self, X: Any, y: Any = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Learn the topics of the documents X (n_docs, n_terms)."""
        settings, threads = self._settings(), self._threads()
        counts = self._counts(X, reset=True, dtype=settings.dtype)
        prepare(settings.dtype)
        with crew_of(threads) as crew:
            fit = fit_plsi(counts, settings, self._warm(counts, settings, crew), crew)
        self._take(fit)
        if self.warm_start:
            self._counts_key = fingerprint(counts, {})
        warn_unless_converged(fit.run, "PLSI", settings.max_iter, settings.tol)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """Learn the topics of X and return the P(z|d) that were learned, (n_docs, K)."""
        return self.fit(X, y).p_z_given_d_

    def transform(self, X: Any) -> Array:
        """Fold in: return P(z|d), (n, K), of the documents X with P(w|z) as fitted.

        Terms that the fit never saw say nothing; a document with no other ones gets P(z).
        """
        check_is_fitted(self)
        counts = self._counts(X, reset=False, dtype=self._dtype())
        with crew_of(self._threads()) as crew:
            return self._fold_in(counts, crew)

    def perplexity(self, X: Any) -> float:
        """Return exp(−Σ n log P(w|d) / Σ n) of documents X, folded in as a whole: how well they fit."""
        check_is_fitted(self)
        counts = self._counts(X, reset=False, dtype=self._dtype())
        with crew_of(self._threads()) as crew:
            return perplexity_of(counts, self._fold_in(counts, crew), self._topics_of_terms(), crew)

    def held_out_perplexity(self, X: Any, observed: float = 0.5) -> float:
        """Return the perplexity of document completion: a share of each document's words predicts the rest.

        The words observed are folded in; which ones, the seed decides.
        """
        check_is_fitted(self)
        share = number("observed", observed, above=0, at_most=1)
        counts = self._counts(X, reset=False, dtype=self._dtype())
        with crew_of(self._threads()) as crew:
            seen, unseen = cut_documents(counts, share, self.seed, crew)
            return perplexity_of(unseen, self._fold_in(seen, crew), self._topics_of_terms(), crew)

    def score(self, X: Any, y: Any = None) -> float:  # noqa: ARG002  # scikit-learn passes y
        """Return the mean log-likelihood of a held-out word of X: larger is better, as in grid searches."""
        return -math.log(self.held_out_perplexity(X))

    def __sklearn_tags__(self) -> Any:
        """Say that the output has the dtype of the parameters, whatever that of the input."""
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        return tags

    @property
    def _n_features_out(self) -> int:
        return int(self.p_w_given_z_.shape[0])

    def _take(self, fit: Fit) -> None:
        """Make a finished fit this object's own."""
        model = fit.parameters
        self.p_z_, self.p_z_given_d_ = model.p_z, model.topics_of_docs
        self.p_w_given_z_ = model.topics_of_terms.T
        self.tempering_ = model.tempering
        self.log_likelihoods_ = np.array(fit.run.trace)
        self.perplexities_ = np.array(fit.perplexities)
        self.n_iter_, self.converged_ = fit.run.n_iter, fit.run.converged
        self.interrupted_ = fit.run.interrupted

    def _warm(self, counts: csr_array, settings: Settings, crew: Crew) -> Parameters | None:
        """Return the parameters to go on from, None without a warm start."""
        if not self.warm_start or not hasattr(self, "p_w_given_z_"):
            return None
        shape = (settings.n_topics, counts.shape[1])
        if self.p_w_given_z_.shape != shape:
            raise ParameterError(
                f"a warm start needs the topics and terms of the fit before, {self.p_w_given_z_.shape}, "
                f"got {shape}; set warm_start to False"
            )
        terms = np.array(self.p_w_given_z_.T, dtype=settings.dtype, order="C")
        before = Parameters(self.p_z_given_d_.astype(settings.dtype), terms, self.p_z_)
        same_counts = fingerprint(counts, {}) == getattr(self, "_counts_key", None)
        return warm_parameters(counts, before, same_counts, settings, crew)

    def _fold_in(self, counts: csr_array, crew: Crew) -> Array:
        prepare(self._dtype())
        return fold_in(
            counts,
            self._topics_of_terms(),
            self.p_z_,
            crew,
            tempering=self.tempering_,
            prior=self._priors().topics,
            max_iter=whole_number("fold_in_iter", self.fold_in_iter, at_least=1),
        )

    def _topics_of_terms(self) -> Array:
        """Return P(w|z) with the topics of a term side by side, (n_terms, K)."""
        return np.require(self.p_w_given_z_.T, requirements=["C"])

    def _counts(self, X: Any, *, reset: bool, dtype: str) -> csr_array:
        counts = check_counts(self, X, reset=reset, dtype=dtype)
        largest = counts.data.max(initial=0)
        if dtype == "float32" and largest > LARGEST_COUNT:
            raise ParameterError(
                f"counts must be at most {LARGEST_COUNT:g} in float32, got {largest:g}; use dtype='float64'"
            )
        return counts

    def _dtype(self) -> str:
        return str(self.p_w_given_z_.dtype)

    def _threads(self) -> int:
        return thread_count(
            None if self.threads is None else whole_number("threads", self.threads, at_least=1)
        )

    def _priors(self) -> Priors:
        prior = number("prior", self.prior, at_least=0)
        topic_prior = (
            prior if self.topic_prior is None else number("topic_prior", self.topic_prior, at_least=0)
        )
        return Priors(prior, topic_prior)

    def _settings(self) -> Settings:
        """Return all parameters, checked."""
        schedule = self.tempering == "held-out"
        fraction = number("validation_fraction", self.validation_fraction, above=0, at_most=0.5)
        if self.resume and self.checkpoint is None:
            raise ParameterError("resume needs a checkpoint folder to go on from, got checkpoint=None")
        if self.checkpoint is not None and not isinstance(self.checkpoint, (str, os.PathLike)):
            raise ParameterError(f"checkpoint must be a folder or None, got {self.checkpoint!r}")
        if self.callback is not None and not callable(self.callback):
            raise ParameterError(f"callback must be callable or None, got {self.callback!r}")
        if self.dtype not in ("float32", "float64"):
            raise ParameterError(f"dtype must be 'float32' or 'float64', got {self.dtype!r}")
        return Settings(
            n_topics=whole_number("n_topics", self.n_topics, at_least=1),
            tempering=1.0 if schedule else number("tempering", self.tempering, above=0, at_most=1),
            schedule=schedule,
            priors=self._priors(),
            max_iter=whole_number("max_iter", self.max_iter, at_least=1),
            tol=number("tol", self.tol, at_least=0),
            n_init=whole_number("n_init", self.n_init, at_least=1),
            held_out=fraction if schedule or self.early_stopping else 0.0,
            fold_in_iter=whole_number("fold_in_iter", self.fold_in_iter, at_least=1),
            dtype=self.dtype,
            seed=whole_number("seed", self.seed, at_least=0),
            callback=self.callback,
            checkpoint=None if self.checkpoint is None else Path(self.checkpoint),
            checkpoint_every=whole_number("checkpoint_every", self.checkpoint_every, at_least=1),
            resume=self.resume,
        )
