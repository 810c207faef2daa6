"""Documents kept from the fit, whose second halves say when to stop and when to lower the temperature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.errors import ParameterError
from ilk.models._plsi_kernels import random_rows
from ilk.models.plsi_arrays import Span
from ilk.models.plsi_crew import Crew
from ilk.models.plsi_folding import cut_documents, fold_in, perplexity_of
from ilk.models.plsi_steps import Parameters, PLSISteps

Array = NDArray[Any]

CHECK_EVERY = 3
PATIENCE = 2
"""Checks without a gain before the fit stops or cools down."""

COOLING = 0.9
"""The factor by which the schedule lowers β."""

OBSERVED = 0.5
HELD_OUT = 3
"""The stream of numbers that draws held-out documents, apart from those of the initial values."""


def draw_held_out(n_docs: int, fraction: float, seed: int) -> Array:
    """Return which documents (n_docs,) to keep from the fit, at least one; some are left to fit."""
    if n_docs < 2:  # noqa: PLR2004  # one to fit, one to judge by
        raise ParameterError(f"early stopping needs at least 2 documents, got {n_docs}; turn it off")
    draws = np.empty((n_docs, 1))
    random_rows((seed, 0, HELD_OUT), draws, Span(0, n_docs))
    n_held_out = min(max(1, round(fraction * n_docs)), n_docs - 1)
    held_out = np.zeros(n_docs, dtype=np.bool_)
    held_out[np.argsort(draws[:, 0], kind="stable")[:n_held_out]] = True
    return held_out


class HeldOutSteps:
    """Steps of PLSI, watched by held-out perplexity: keeps the best parameters, lowers β on request.

    With a schedule, β starts at 1 and is lowered once perplexity no longer falls; the fit ends when a lower β
    does not help either (Hofmann's tempered EM). Without one, it ends when perplexity no longer falls.
    """

    def __init__(
        self, steps: PLSISteps, counts: csr_array, *, schedule: bool, tol: float, seed: int, crew: Crew
    ) -> None:
        """Watch steps by the counts (n, n_terms) of documents that they do not see."""
        self.steps = steps
        self.perplexities: list[float] = []
        self._observed, self._predicted = cut_documents(counts, OBSERVED, seed, crew)
        self._schedule, self._tol, self._crew = schedule, tol, crew
        self._best = steps.parameters.copy()
        self._checks_without_gain, self._checked = 0, True

    def step(self) -> float:
        """Do one iteration."""
        self._checked = False
        return self.steps.step()

    def stop(self, trace: Sequence[float]) -> bool:
        """Check perplexity every few iterations; say whether nothing helps any more."""
        if len(trace) % CHECK_EVERY:
            return False
        self._checks_without_gain = 0 if self._check() else self._checks_without_gain + 1
        if self._checks_without_gain < PATIENCE:
            return False
        self._checks_without_gain = 0
        return not self._cool_down()

    def finish(self) -> None:
        """Go back to the best parameters."""
        if not self._checked:
            self._check()
        self.steps.parameters = self._best

    def state(self) -> Mapping[str, Array]:
        """Return the state of the steps and of the watch."""
        watch = {
            "perplexities": np.array(self.perplexities),
            "checks_without_gain": np.array(self._checks_without_gain),
            "checked": np.array(self._checked),
        }
        return {**self.steps.state(), **self._best.state("best_"), **watch}

    def restore(self, state: Mapping[str, Array]) -> None:
        """Continue from a state that was kept."""
        self.steps.restore(state)
        self._best = Parameters.from_state(state, "best_")
        self.perplexities = state["perplexities"].tolist()
        self._checks_without_gain = int(state["checks_without_gain"])
        self._checked = bool(state["checked"])

    def _cool_down(self) -> bool:
        """Go on from the best parameters at a lower β, unless the last lowering brought nothing."""
        if not self._schedule or self._best.tempering != self.steps.parameters.tempering:
            return False
        self.steps.parameters = self._best.copy()
        self.steps.parameters.tempering *= COOLING
        return True

    def _check(self) -> bool:
        """Take the perplexity, keep the parameters if they are the best, and say whether they are."""
        perplexity = self._perplexity()
        gained = perplexity < min(self.perplexities, default=np.inf) * (1 - self._tol)
        self.perplexities.append(perplexity)
        self._checked = True
        if gained:
            self._best = self.steps.parameters.copy()
        return gained

    def _perplexity(self) -> float:
        model = self.steps.parameters
        topics = fold_in(
            self._observed,
            model.topics_of_terms,
            model.p_z,
            self._crew,
            tempering=model.tempering,
            prior=self.steps.priors.topics,
        )
        return perplexity_of(self._predicted, topics, model.topics_of_terms, self._crew)
