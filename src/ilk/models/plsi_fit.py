"""A whole fit of PLSI: restarts, held-out documents, warm starts and checkpoints around the EM loop."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.models.checkpoint import Checkpoint, fingerprint
from ilk.models.em import Callback, EMRun, run_em, settled
from ilk.models.plsi_arrays import blocks_of
from ilk.models.plsi_crew import Crew
from ilk.models.plsi_folding import fold_in
from ilk.models.plsi_held_out import HeldOutSteps, draw_held_out
from ilk.models.plsi_steps import Parameters, PLSISteps, Priors, initial_parameters

Array = NDArray[Any]

FRESH = 0.01
"""The share of the uniform distribution in a warm start on other documents: terms at 0 would stay there."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a fit is told, checked."""

    n_topics: int
    tempering: float
    schedule: bool
    priors: Priors
    max_iter: int
    tol: float
    n_init: int
    held_out: float
    fold_in_iter: int
    dtype: str
    seed: int
    callback: Callback | None
    checkpoint: Path | None
    checkpoint_every: int
    resume: bool

    def what_shapes_the_bits(self) -> dict[str, object]:
        """Return the settings that a checkpoint must agree with."""
        return {
            "n_topics": self.n_topics,
            "tempering": [self.tempering, self.schedule],
            "priors": [self.priors.terms, self.priors.topics],
            "tol": self.tol,
            "held_out": self.held_out,
            "dtype": self.dtype,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted model, how EM went, and the held-out perplexities if any were kept."""

    parameters: Parameters
    run: EMRun
    perplexities: tuple[float, ...]

    @property
    def merit(self) -> float:
        """Return what restarts are compared by: larger is better."""
        return -min(self.perplexities) if self.perplexities else self.run.trace[-1]


def fit_plsi(counts: csr_array, settings: Settings, warm: Parameters | None, crew: Crew) -> Fit:
    """Return the best of n_init fits to counts (n_docs, n_terms), or the one that goes on from `warm`."""
    n_docs = counts.shape[0]
    held_out = np.zeros(n_docs, dtype=np.bool_)
    if settings.held_out:
        held_out = draw_held_out(n_docs, settings.held_out, settings.seed)
    seen, unseen = (counts[~held_out], counts[held_out]) if settings.held_out else (counts, None)
    best = _best_fit(seen, unseen, settings, _rows(warm, ~held_out), crew)
    model = best.parameters
    if unseen is not None:
        learned = model.topics_of_docs
        model.topics_of_docs = np.empty((n_docs, settings.n_topics), learned.dtype)
        model.topics_of_docs[~held_out] = learned
        model.topics_of_docs[held_out] = fold_in(
            unseen,
            model.topics_of_terms,
            model.p_z,
            crew,
            tempering=model.tempering,
            prior=settings.priors.topics,
            max_iter=settings.fold_in_iter,
        )
    if not settings.priors.topics:  # nothing is known of an empty document but P(z)
        model.topics_of_docs[np.diff(counts.indptr) == 0] = model.p_z
    return best


def warm_parameters(
    counts: csr_array, before: Parameters, same_counts: bool, settings: Settings, crew: Crew
) -> Parameters:
    """Return the parameters of the fit before as a start for counts; other documents are folded in."""
    start = before.copy()
    start.tempering = settings.tempering
    if same_counts:
        return start
    n_terms = len(start.topics_of_terms)
    start.topics_of_terms *= 1 - FRESH
    start.topics_of_terms += start.topics_of_terms.dtype.type(FRESH / n_terms)
    start.topics_of_docs = fold_in(
        counts,
        start.topics_of_terms,
        start.p_z,
        crew,
        tempering=settings.tempering,
        prior=settings.priors.topics,
        max_iter=settings.fold_in_iter,
    )
    return start


def _best_fit(
    seen: csr_array, unseen: csr_array | None, settings: Settings, warm: Parameters | None, crew: Crew
) -> Fit:
    """Return the best of several restarts; an interrupted one is the last."""
    blocks, lengths = blocks_of(seen), seen.sum(axis=1, dtype=np.float64)
    shape = (seen.shape[1], settings.n_topics)

    def attempt(restart: int) -> Fit:
        start = warm or initial_parameters(lengths, shape, settings.dtype, settings.seed, restart)
        start.tempering = settings.tempering
        steps = PLSISteps(blocks, start, settings.priors, crew)
        return _one_fit(steps, unseen, settings, _checkpoint(seen, settings, restart), crew)

    best = attempt(0)
    interrupted = best.run.interrupted
    for restart in range(1, 1 if warm else settings.n_init):
        if interrupted:
            break
        fit = attempt(restart)
        interrupted = fit.run.interrupted
        best = max(best, fit, key=lambda fit: fit.merit)
        del fit  # the next attempt needs the memory
    return best


def _one_fit(
    steps: PLSISteps,
    unseen: csr_array | None,
    settings: Settings,
    checkpoint: Checkpoint | None,
    crew: Crew,
) -> Fit:
    """Run EM from one start."""
    options: dict[str, Any] = {
        "max_iter": settings.max_iter,
        "callback": settings.callback,
        "checkpoint": checkpoint,
        "resume": settings.resume,
    }
    if unseen is None:
        rounding = float(np.finfo(settings.dtype).eps * steps.n_words)
        run = run_em(steps, stop=settled(settings.tol, rounding), **options)
        return Fit(steps.parameters, run, ())
    watched = HeldOutSteps(
        steps, unseen, schedule=settings.schedule, tol=settings.tol, seed=settings.seed, crew=crew
    )
    run = run_em(watched, stop=watched.stop, **options)
    watched.finish()
    return Fit(steps.parameters, run, tuple(watched.perplexities))


def _checkpoint(counts: csr_array, settings: Settings, restart: int) -> Checkpoint | None:
    if settings.checkpoint is None:
        return None
    key = fingerprint(counts, settings.what_shapes_the_bits())
    return Checkpoint(settings.checkpoint, f"restart-{restart}", key, settings.checkpoint_every)


def _rows(parameters: Parameters | None, chosen: Array) -> Parameters | None:
    if parameters is not None and not chosen.all():
        parameters.topics_of_docs = parameters.topics_of_docs[chosen]
    return parameters
