"""The best numbers that were printed for the five collections: Chappelier and Eckard (2009), table 2."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Printed(NamedTuple):
    """MAP in percent: of BM25, and of the best similarity from PLSI, with its name and number of topics."""

    bm25: float
    best: float
    model: str
    topics: int


PRINTED: Mapping[str, Printed] = MappingProxyType(
    {
        "med": Printed(52.3, 53.8, "K H", 32),
        "cisi": Printed(12.3, 20.2, "K H", 8),
        "cran": Printed(42.4, 39.6, "S_KL", 128),
        "cacm": Printed(31.4, 30.0, "Kw DFIM-H", 32),
        "time": Printed(69.2, 60.8, "Kw DFIM-H", 8),
    }
)
