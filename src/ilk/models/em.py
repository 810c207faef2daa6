"""Expectation maximisation, the loop itself, written once.

A model fills in one step; iteration, trace, convergence, progress, Ctrl-C and checkpoints come from here.
"""

from __future__ import annotations

import math
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Protocol

from numpy.typing import NDArray

from ilk.models.checkpoint import Checkpoint

State = Mapping[str, NDArray[Any]]
"""Every array that the next step depends on, by name."""

Stop = Callable[[Sequence[float]], bool]
"""Asked after every iteration, with the trace so far, whether the fit is done."""


class Callback(Protocol):
    """Told after every iteration where the fit stands; may raise KeyboardInterrupt to end the fit there."""

    def __call__(self, iteration: int, log_likelihood: float, seconds: float) -> None:
        """Take note: iteration from 1, the log-likelihood it started from, seconds since the first one."""


class Steps(Protocol):
    """What a model fills in: its parameters, and one iteration that improves them in place."""

    def step(self) -> float:
        """Do one E-step and one M-step; return the objective of the parameters that they started from."""

    def state(self) -> State:
        """Return what has to be kept to continue from here to the same bits."""

    def restore(self, state: State) -> None:
        """Continue from what `state` returned."""


@dataclass(frozen=True, slots=True)
class EMRun:
    """How a fit went: trace[i] is the objective of the parameters that entered iteration i + 1."""

    trace: tuple[float, ...]
    converged: bool
    interrupted: bool

    @property
    def n_iter(self) -> int:
        """Return the number of iterations done."""
        return len(self.trace)


def run_em(
    steps: Steps,
    *,
    max_iter: int,
    stop: Stop,
    callback: Callback | None = None,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
) -> EMRun:
    """Iterate until `stop` says so, max_iter is reached or somebody presses Ctrl-C.

    With a checkpoint, `resume` starts from where the folder stands, if it holds anything yet.
    """
    trace: list[float] = []
    done = False
    saved = checkpoint.read() if checkpoint is not None and resume else None
    if saved is not None:
        steps.restore(saved.state)
        trace, done = list(saved.trace), saved.done
    start = time.perf_counter()
    with deferred_interrupt() as interrupted:
        while not done and len(trace) < max_iter:
            trace.append(steps.step())
            done = stop(trace)
            told_to_end = not _report(callback, len(trace), trace[-1], time.perf_counter() - start)
            ending = told_to_end or interrupted()
            if checkpoint is not None and (done or ending or checkpoint.is_due(len(trace), max_iter)):
                checkpoint.write(steps.state(), trace, done)
            if ending:
                return EMRun(tuple(trace), done, interrupted=not done)
    return EMRun(tuple(trace), done, interrupted=False)


def settled(tol: float, rounding: float = 0.0) -> Stop:
    """Return the rule that stops once the objective changes by no more than a share `tol` of itself.

    A change of no more than `rounding` counts as none: an objective of 0 has no share to speak of.
    """

    def has_settled(trace: Sequence[float]) -> bool:
        return relative_change(trace) <= tol or (len(trace) > 1 and abs(trace[-1] - trace[-2]) <= rounding)

    return has_settled


def relative_change(trace: Sequence[float]) -> float:
    """Return |f_t − f_(t−1)| / max(|f_t|, |f_(t−1)|), infinite before there are two values."""
    match trace:
        case [*_, before, now]:
            change = abs(now - before)
            return change / max(abs(now), abs(before)) if change else 0.0
        case _:
            return math.inf


def warn_unless_converged(run: EMRun, model: str, max_iter: int, tol: float) -> None:
    """Warn of a fit that ended early, and say what to change."""
    from sklearn.exceptions import ConvergenceWarning

    if run.converged:
        return
    if run.interrupted:
        sentence = (
            f"{model} was interrupted after {run.n_iter} of at most {max_iter} iterations and keeps "
            "the model fitted so far; fit again to finish"
        )
    else:
        sentence = (
            f"{model} did not converge in {run.n_iter} iterations: the last one changed the objective by "
            f"a share of {relative_change(run.trace):.1e}, and tol={tol:g} is less; raise max_iter or tol"
        )
    warnings.warn(sentence, ConvergenceWarning, stacklevel=3)


@contextmanager
def deferred_interrupt() -> Iterator[Callable[[], bool]]:
    """Hold Ctrl-C back while an iteration runs, and give a function that says whether it was pressed.

    A second Ctrl-C interrupts at once. Signals reach the main thread only, and a program that handles
    Ctrl-C in its own way keeps doing so.
    """
    pressed = threading.Event()

    def note(signum: int, frame: FrameType | None) -> None:
        if pressed.is_set():
            signal.default_int_handler(signum, frame)
        pressed.set()

    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if not ours:
        yield pressed.is_set
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _report(callback: Callback | None, iteration: int, log_likelihood: float, seconds: float) -> bool:
    """Tell the callback, and say whether the fit may go on."""
    if callback is None:
        return True
    try:
        callback(iteration, log_likelihood, seconds)
    except KeyboardInterrupt:
        return False
    return True
