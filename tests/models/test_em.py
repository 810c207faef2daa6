"""The EM loop: trace, convergence, progress, Ctrl-C, checkpoints."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from ilk.models.checkpoint import Checkpoint
from ilk.models.em import EMRun, deferred_interrupt, relative_change, run_em, settled, warn_unless_converged


class Halving:
    """A value that goes halfway to 0 with every step; its objective is −1 − value."""

    def __init__(self, during: Callable[[float], None] = lambda value: None) -> None:
        self.value, self.during = 1.0, during

    def step(self) -> float:
        objective = -1 - self.value
        self.during(self.value)
        self.value /= 2
        return objective

    def state(self) -> Mapping[str, np.ndarray]:
        return {"value": np.array(self.value)}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        self.value = float(state["value"])


def press_ctrl_c_at(value: float) -> Callable[[float], None]:
    return lambda now: signal.raise_signal(signal.SIGINT) if now == value else None


def test_trace_holds_the_objective_before_each_step() -> None:
    run = run_em(Halving(), max_iter=4, stop=settled(0.0))
    assert run == EMRun((-2.0, -1.5, -1.25, -1.125), converged=False, interrupted=False)
    assert run.n_iter == 4


def test_stops_once_the_objective_has_settled() -> None:
    run = run_em(Halving(), max_iter=100, stop=settled(0.01))
    changes = [relative_change(run.trace[: i + 1]) for i in range(run.n_iter)]
    assert run.converged
    assert changes[-1] <= 0.01 < changes[-2]


@pytest.mark.parametrize(
    ("trace", "change"),
    [
        ([], np.inf),
        ([-5.0], np.inf),
        ([-4.0, -5.0], 0.2),
        ([-5.0, -4.0], 0.2),
        ([0.0, 0.0], 0.0),
        ([0.0, -3.0], 1.0),
    ],
)
def test_change_is_relative(trace: list[float], change: float) -> None:
    assert relative_change(trace) == change


def test_rounding_is_no_change() -> None:
    assert not settled(1e-9)([0.0, -2e-16])
    assert settled(1e-9, rounding=1e-15)([0.0, -2e-16])
    assert not settled(1e-9, rounding=1e-15)([0.0])
    assert not settled(1e-9, rounding=1e-15)([0.0, -2e-15])


def test_callback_hears_of_every_iteration() -> None:
    heard: list[tuple[int, float, float]] = []
    run = run_em(
        Halving(),
        max_iter=3,
        stop=settled(0.0),
        callback=lambda iteration, log_likelihood, seconds: heard.append(
            (iteration, log_likelihood, seconds)
        ),
    )
    assert [iteration for iteration, _, _ in heard] == [1, 2, 3]
    assert tuple(value for _, value, _ in heard) == run.trace
    seconds = [time for _, _, time in heard]
    assert 0 <= seconds[0] <= seconds[1] <= seconds[2]


def test_ctrl_c_ends_after_the_current_iteration() -> None:
    steps = Halving(press_ctrl_c_at(0.5))
    run = run_em(steps, max_iter=100, stop=settled(0.0))
    assert run == EMRun((-2.0, -1.5), converged=False, interrupted=True)
    assert steps.value == 0.25
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_second_ctrl_c_does_not_wait() -> None:
    def press_twice(value: float) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run_em(Halving(press_twice), max_iter=100, stop=settled(0.0))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_callback_may_end_the_fit() -> None:
    def callback(iteration: int, log_likelihood: float, seconds: float) -> None:
        if iteration == 3:
            raise KeyboardInterrupt

    run = run_em(Halving(), max_iter=100, stop=settled(0.0), callback=callback)
    assert run == EMRun((-2.0, -1.5, -1.25), converged=False, interrupted=True)


def test_runs_outside_of_the_main_thread() -> None:
    runs: list[EMRun] = []
    thread = threading.Thread(target=lambda: runs.append(run_em(Halving(), max_iter=2, stop=settled(0.0))))
    thread.start()
    thread.join()
    assert runs == [EMRun((-2.0, -1.5), converged=False, interrupted=False)]


def test_a_program_with_its_own_way_of_ctrl_c_keeps_it() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda signum, frame: heard.append(signum))
    try:
        with deferred_interrupt() as pressed:
            signal.raise_signal(signal.SIGINT)
            assert not pressed()
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


def test_resumes_where_a_crash_left_it(tmp_path: Path) -> None:
    class CrashError(Exception):
        pass

    def crash(value: float) -> None:
        if value == 2**-5:
            raise CrashError

    checkpoint = Checkpoint(tmp_path / "new" / "folder", "fit", key="k", every=2)
    whole = run_em(Halving(), max_iter=9, stop=settled(0.0))
    with pytest.raises(CrashError):
        run_em(Halving(crash), max_iter=9, stop=settled(0.0), checkpoint=checkpoint, resume=True)
    steps, iterations = Halving(), []
    resumed = run_em(
        steps,
        max_iter=9,
        stop=settled(0.0),
        checkpoint=checkpoint,
        resume=True,
        callback=lambda iteration, log_likelihood, seconds: iterations.append(iteration),
    )
    assert resumed == whole
    assert steps.value == 2**-9
    assert iterations == [5, 6, 7, 8, 9]


def test_a_finished_fit_is_not_continued(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path, "fit", key="k")
    first = run_em(Halving(), max_iter=50, stop=settled(1e-3), checkpoint=checkpoint)
    steps = Halving()
    again = run_em(steps, max_iter=50, stop=settled(1e-3), checkpoint=checkpoint, resume=True)
    assert again == first
    assert again.converged
    assert steps.value == 2.0**-first.n_iter


def test_without_resume_a_fit_starts_over(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path, "fit", key="k")
    run_em(Halving(), max_iter=5, stop=settled(0.0), checkpoint=checkpoint)
    assert run_em(Halving(), max_iter=1, stop=settled(0.0), checkpoint=checkpoint).trace == (-2.0,)


def test_warning_says_what_to_change() -> None:
    run = run_em(Halving(), max_iter=3, stop=settled(0.0))
    with pytest.warns(ConvergenceWarning, match=r"did not converge in 3 iterations.*raise max_iter or tol"):
        warn_unless_converged(run, "Halving", max_iter=3, tol=0.0)
    interrupted = run_em(Halving(press_ctrl_c_at(1.0)), max_iter=3, stop=settled(0.0))
    with pytest.warns(ConvergenceWarning, match=r"interrupted after 1 of at most 3 iterations"):
        warn_unless_converged(interrupted, "Halving", max_iter=3, tol=0.0)


def test_no_warning_after_convergence() -> None:
    run = run_em(Halving(), max_iter=50, stop=settled(0.1))
    warn_unless_converged(run, "Halving", max_iter=50, tol=0.1)  # warnings are errors here
    assert run.converged
