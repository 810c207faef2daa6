"""What Chappelier and Eckard printed: tables 1 and 2, and what footnote 6 says of the cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

COLLECTIONS = ("cacm", "cran", "time", "cisi", "med")
MISSING = "ap89"
TITLES: Mapping[str, str] = MappingProxyType(
    {"cacm": "CACM", "cran": "CRAN", "time": "TIME", "cisi": "CISI", "med": "MED", MISSING: "AP89_01XX"}
)


@dataclass(frozen=True, slots=True)
class Characteristics:
    """A column of table 1."""

    terms: int
    occurrences: int
    documents: int
    mean_document: float
    queries: int
    mean_query: float


TABLE_1: Mapping[str, Characteristics] = MappingProxyType(
    {
        "cacm": Characteristics(4911, 90_927, 1587, 56.8, 64, 12.7),
        "cran": Characteristics(4063, 120_973, 1398, 85.1, 225, 8.9),
        "time": Characteristics(13_367, 114_850, 425, 268.6, 83, 8.2),
        "cisi": Characteristics(5545, 87_067, 1460, 56.7, 112, 37.7),
        "med": Characteristics(7688, 76_571, 1033, 73.8, 30, 11.4),
        MISSING: Characteristics(13_379, 1_321_482, 7466, 177.2, 50, 79.3),
    }
)


@dataclass(frozen=True, slots=True)
class MainResults:
    """A column of table 2: MAP in percent, and the conclusions below them.

    best_name and best_topics say which model is the best, under the names of `similarities`; versus_fisher is
    how S_KL at 128 topics stands to the Fisher kernels, "<", "≃" or ">".
    """

    bm25: float
    best: float
    best_name: str
    best_topics: int
    words: float
    words_diagonal: float
    kl: float
    beats_bm25: bool
    versus_fisher: str
    diagonal_helps: bool


TABLE_2: Mapping[str, MainResults] = MappingProxyType(
    {
        "cacm": MainResults(31.4, 30.0, "Kw DFIM-H", 32, 30.0, 23.2, 22.9, False, "<", True),
        "cran": MainResults(42.4, 39.6, "S_KL", 128, 33.6, 37.0, 39.6, False, ">", True),
        "time": MainResults(69.2, 60.8, "Kw DFIM-H", 8, 55.6, 60.8, 49.1, False, "<", True),
        "cisi": MainResults(12.3, 20.2, "K H", 8, 20.2, 15.6, 19.5, True, "≃", False),
        "med": MainResults(52.3, 53.8, "K H", 32, 49.8, 45.5, 52.8, True, "≃", False),
        MISSING: MainResults(19.7, 21.6, "Kw DFIM-H", 48, 16.5, 21.6, 11.4, True, "<", True),
    }
)
KL_TOPICS = 128
"""The number of topics of the row S_KL."""

TOPICS = (1, 2, 8, 16, 32, 64, 128)
RUNS = 6

FIT_HOURS = 45
"""CPU hours for |Z| = 128 on AP89_01XX, on a server with eight cores of 2 GHz."""

CURVES: Mapping[str, int] = MappingProxyType({"K DFIM-H": 64, "K H": 32, "S_KL": 128, "Kw H": 32, "Kz H": 32})
"""The curves of figure 4, besides BM25, and their numbers of topics."""
CURVES_OF = "med"
