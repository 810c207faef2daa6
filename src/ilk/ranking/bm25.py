"""BM25 as Lucene computes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ilk.ranking.base import Floats, Ints, Ranking, check_number

if TYPE_CHECKING:
    from ilk.search.statistics import Statistics


@dataclass(frozen=True)
class BM25(Ranking):
    """impact(w, d) = ln(1 + (N − df_w + ½)/(df_w + ½)) · n(d,w) / (n(d,w) + k1 · (1 − b + b · |d|/mean|d|)).

    k1 says how soon more occurrences stop helping, b how much long documents are held back. This is Lucene's
    form: its idf is never negative, and the constant factor k1 + 1, which changes no order, is left out.
    """

    name: ClassVar[str] = "bm25"
    k1: float = 1.2
    b: float = 0.75

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_number(self.name, "k1", self.k1, low=0)
        check_number(self.name, "b", self.b, low=0, high=1)

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:
        """Return the formula of the class for each posting."""
        freqs = stats.doc_freqs[terms]
        idf = np.log1p((stats.n_docs - freqs + 0.5) / (freqs + 0.5))
        saturation = self.k1 * (1 - self.b + self.b * lengths / stats.mean_length)
        return np.asarray(idf * counts / (counts + saturation), dtype=np.float64)
