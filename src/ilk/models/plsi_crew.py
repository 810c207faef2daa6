"""Threads that stay for a whole fit: an iteration hands them work too often to start them anew."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

A = TypeVar("A")


class Crew:
    """Does work(item) for all items and returns when all are done; which thread takes which is left open."""

    def __init__(self, threads: int, pool: ThreadPoolExecutor | None) -> None:
        """Take the number of threads, this one included, and a pool with the others."""
        self._threads, self._pool = threads, pool

    def each(self, work: Callable[[A], None], items: Sequence[A]) -> None:
        """Do work(item) for every item; after an error, begin no further ones."""
        waiting = deque(items)

        def help_out() -> None:
            while waiting:
                try:
                    item = waiting.popleft()
                except IndexError:  # another thread took the last one
                    return
                work(item)

        helpers = min(self._threads, len(items)) - 1
        futures = [self._pool.submit(help_out) for _ in range(helpers)] if self._pool else []
        try:
            help_out()
        finally:
            waiting.clear()
            wait(futures)
        for future in futures:
            future.result()


@contextmanager
def crew_of(threads: int) -> Iterator[Crew]:
    """Give a crew for as long as the block runs."""
    if threads == 1:
        yield Crew(1, None)
        return
    with ThreadPoolExecutor(threads - 1, thread_name_prefix="ilk") as pool:
        yield Crew(threads, pool)
