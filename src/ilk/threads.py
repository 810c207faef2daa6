"""Blocks of work side by side on all cores, with results always in the order of the blocks."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from ilk.errors import ParameterError

A = TypeVar("A")
B = TypeVar("B")


def thread_count(requested: int | None = None) -> int:
    """Return how many threads to use: what is asked, else ILK_THREADS, else every core we may run on."""
    if requested is None:
        setting = os.environ.get("ILK_THREADS", "")
        if setting and not setting.isdigit():
            raise ParameterError(f"ILK_THREADS must be a whole number, got {setting!r}")
        requested = int(setting) if setting else _cores()
    if requested < 1:
        raise ParameterError(f"the number of threads must be at least 1, got {requested}")
    return requested


def map_in_order(work: Callable[[A], B], blocks: Iterable[A], threads: int | None = None) -> Iterator[B]:
    """Yield work(block) for each block, in order, with at most two blocks a thread in flight."""
    threads = thread_count(threads)
    if threads == 1:
        yield from map(work, blocks)
        return
    pending: deque[Future[B]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="ilk") as pool:
        try:
            for block in blocks:
                pending.append(pool.submit(work, block))
                if len(pending) >= 2 * threads:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
