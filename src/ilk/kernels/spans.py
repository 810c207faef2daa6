"""Rows side by side on all cores: spans of about equal work, each row computed the same way in any span."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.threads import map_in_order, thread_count

SMALLEST_WORK = 1 << 20
"""Multiplications below which another thread costs more than it brings."""

SPANS_PER_THREAD = 4


def each_span(work: Callable[[int, int], None], costs: NDArray[Any], threads: int | None = None) -> None:
    """Call work(first, last) over spans of rows that cover all, with costs (n,) in multiplications."""
    done = np.concatenate([[0.0], np.cumsum(costs, dtype=np.float64)])
    n_threads = thread_count(threads)
    n_spans = int(min(SPANS_PER_THREAD * n_threads, done[-1] // SMALLEST_WORK))
    if n_threads == 1 or n_spans <= 1:
        work(0, len(costs))
        return
    targets = done[-1] * np.arange(1, n_spans) / n_spans
    cuts = np.unique([0, *np.searchsorted(done, targets).tolist(), len(costs)]).tolist()
    for _ in map_in_order(lambda span: work(*span), pairwise(cuts), n_threads):
        pass
