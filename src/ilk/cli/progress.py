"""A bar on standard error for anything that takes a while, and none where nobody is watching."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ilk.progress import Progress, silent

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

PATIENCE = 0.5
"""Seconds before a bar appears: what is done sooner needs none."""


@contextmanager
def bar() -> Iterator[Progress]:
    """Give a callback that draws one bar a stage, when standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield silent
        return
    bars = _Bars()
    try:
        yield bars
    finally:
        bars.stop()


class _Bars:
    """The callback that feeds Rich, which is loaded only when work outlasts our patience."""

    def __init__(self) -> None:
        self._rich: RichProgress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._last: dict[str, tuple[int, int | None]] = {}
        self._lock = threading.Lock()
        self._stopped = False
        # by the clock, not by the next report, which may be minutes away
        self._timer = threading.Timer(PATIENCE, self._appear)
        self._timer.daemon = True
        self._timer.start()

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        with self._lock:
            self._last[stage] = (done, total)
            if self._rich is not None:
                self._draw(self._rich, stage)

    def stop(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._stopped = True
            if self._rich is not None:
                self._rich.stop()

    def _appear(self) -> None:
        with self._lock:
            if self._stopped:
                return
            self._rich = _rich_progress()
            self._rich.start()
            for stage in self._last:
                self._draw(self._rich, stage)

    def _draw(self, rich: RichProgress, stage: str) -> None:
        done, total = self._last[stage]
        if stage not in self._tasks:
            self._tasks[stage] = rich.add_task(stage, total=total)
        rich.update(self._tasks[stage], completed=done, total=total)


def _rich_progress() -> RichProgress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
