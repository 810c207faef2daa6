"""Arrays that say where each row of a flat array begins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError


def demand_borders(name: str, borders: NDArray[Any], size: int) -> None:
    """Refuse borders (n + 1,) that do not lead from 0 to size without a step back.

    Compiled code follows them without asking, so one that leads elsewhere would end the process.
    """
    if not borders.size or borders[0] != 0 or borders[-1] != size:
        ends = f"{borders[0]} to {borders[-1]}" if borders.size else "nothing"
        raise ParameterError(f"{name} must lead from 0 to {size}, got {ends}")
    if np.any(borders[1:] < borders[:-1]):
        raise ParameterError(f"{name} must not decrease")
