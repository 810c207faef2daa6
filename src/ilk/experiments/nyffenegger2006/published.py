"""What the paper prints: R-precision, here in percent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

COLLECTIONS = ("cisi", "cran", "med", "cacm")
TOPICS = (32, 64)


class Cell(NamedTuple):
    """A column of table 1."""

    collection: str
    topics: int

    def __str__(self) -> str:
        """Return a short name."""
        return f"{self.collection} K = {self.topics}"


CELLS = tuple(Cell(collection, topics) for collection in COLLECTIONS for topics in TOPICS)


class Combined(NamedTuple):
    """A row of table 2: the weights of K1, K16 and K64, the best combination, the best of the three."""

    weights: tuple[float, float, float]
    combined: float
    best_single: float


def _row(*values: float) -> Mapping[Cell, float]:
    return MappingProxyType(dict(zip(CELLS, values, strict=True)))


def _column(rows: Sequence[tuple[tuple[float, float, float], float, float]]) -> Mapping[str, Combined]:
    return MappingProxyType({c: Combined(*row) for c, row in zip(COLLECTIONS, rows, strict=True)})


TFIDF: Mapping[str, float] = MappingProxyType(
    dict(zip(COLLECTIONS, (18.62, 23.81, 42.58, 21.69), strict=True))
)
"""Table 1, first row; one number a collection."""

PLSI: Mapping[str, Mapping[Cell, float]] = MappingProxyType(
    {
        "hofmann": _row(10.13, 11.64, 16.31, 15.05, 31.46, 38.97, 11.00, 11.89),
        "vector-space": _row(19.71, 17.79, 29.61, 29.04, 42.03, 42.83, 21.18, 17.87),
        "diagonal": _row(16.50, 16.79, 29.18, 29.71, 40.23, 42.85, 18.71, 22.44),
    }
)
"""Table 1, PLSI."""

NAIVE_BAYES: Mapping[str, Mapping[Cell, float]] = MappingProxyType(
    {
        "raw": _row(5.91, 5.75, 8.57, 8.04, 11.31, 11.76, 3.81, 3.88),
        "vector-space": _row(8.34, 8.57, 19.62, 19.40, 15.18, 14.70, 12.02, 13.38),
        "diagonal": _row(10.17, 9.98, 22.38, 20.05, 15.54, 15.70, 14.11, 15.48),
    }
)
"""Table 1, Naive Bayes."""

COMBINATION: Mapping[str, Mapping[str, Combined]] = MappingProxyType(
    {
        "hofmann": _column(
            [
                ((0.9, 0.1, 0.0), 22.46, 18.62),
                ((0.8, 0.2, 0.0), 31.10, 23.81),
                ((0.9, 0.1, 0.0), 47.54, 42.48),
                ((0.9, 0.1, 0.0), 21.33, 21.69),
            ]
        ),
        "diagonal": _column(
            [
                ((0.1, 0.5, 0.4), 20.03, 18.62),
                ((0.2, 0.4, 0.4), 33.95, 29.71),
                ((0.1, 0.5, 0.4), 47.90, 42.85),
                ((0.0, 0.6, 0.4), 23.50, 22.44),
            ]
        ),
    }
)
"""Table 2. The best single kernels of Hofmann's form are tf-idf's numbers of table 1, 42.48 for 42.58."""

LEVEL = 0.01
"""The level of Wilcoxon's test."""
