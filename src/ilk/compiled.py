"""The one place that configures numba: cached on disk, free of the interpreter lock, same bits everywhere.

Kernels never use numba's own threads, whose default layer forbids two callers at a time: a kernel works on
one block without the interpreter lock, and `ilk.threads` runs the blocks side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel on its first call; no fast-math, so that sums keep their order."""
    return cast(Callable[P, R], numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def compiled_reassociating(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel whose inner sums may be vectorised; still the same bits from run to run."""
    flags = {"reassoc", "contract", "nsz", "arcp"}
    return cast(
        Callable[P, R], numba.njit(cache=True, nogil=True, error_model="numpy", fastmath=flags)(function)
    )
