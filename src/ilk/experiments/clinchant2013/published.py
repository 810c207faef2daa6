"""What Clinchant and Perronnin print, in percent, and where: tables 1 to 5 and section 4.3.2."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Agreement(NamedTuple):
    """How well clusters agree with the classes, in percent."""

    ari: float
    nmi: float


class Size(NamedTuple):
    """A row of table 1: documents, terms, and classes or queries."""

    documents: int
    terms: int
    others: int


CLUSTERED: Mapping[str, Size] = MappingProxyType(
    {"20NG": Size(19_995, 32_902, 20), "TDT": Size(4_214, 8_978, 18)}
)
"""Table 1 (a)."""

CLUSTERING: Mapping[str, Mapping[str, Agreement]] = MappingProxyType(
    {
        "20NG": {
            "PLSA": Agreement(41.0, 57.4),
            "LDA": Agreement(40.7, 57.9),
            "LSI": Agreement(41.0, 59.5),
            "FV": Agreement(45.2, 60.7),
        },
        "TDT": {
            "PLSA": Agreement(64.2, 84.5),
            "LDA": Agreement(69.4, 86.4),
            "LSI": Agreement(72.1, 88.5),
            "FV": Agreement(70.4, 88.2),
        },
    }
)
"""Table 2: means of 20 runs, e = 20."""

LSI_BY_DIMENSIONS: Mapping[str, Mapping[int, float]] = MappingProxyType(
    {
        "CLEF03": {50: 4.0, 100: 6.7, 200: 9.2, 300: 11.0, 400: 13.0, 500: 13.9},
        "TREC-1&2": {50: 2.2, 100: 4.3, 200: 6.5, 300: 8.3},
        "ROBUST": {50: 1.3, 100: 2.4, 200: 3.6, 300: 4.5},
    }
)
"""Table 3, MAP."""

RETRIEVAL: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "CLEF03": {"PL2": 35.7, "TF-IDF": 16.4, "FV": 23.7, "LSI": 9.2},
        "TREC-1&2": {"PL2": 22.6, "TF-IDF": 12.4, "FV": 10.8, "LSI": 6.5},
        "ROBUST": {"PL2": 24.8, "TF-IDF": 12.6, "FV": 10.5, "LSI": 4.5},
    }
)
"""Table 4, MAP."""

BY_SAMPLE: Mapping[int, float] = MappingProxyType(
    {500_000: 11.0, 1_000_000: 11.0, 5_000_000: 10.6, 10_000_000: 10.6}
)
"""Table 5: MAP on TREC-1&2 by the word occurrences that the mixture was fitted to."""

YULE_AVERAGE, YULE_FISHER_VECTORS = 82.0, 88.0
"""Section 4.3.2: NMI on TDT with Yule's embedding, averaged words against Fisher vectors of 32 Gaussians."""
