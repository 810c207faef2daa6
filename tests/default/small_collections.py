"""Small random collections with a fitted model, and the search over them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from ilk.default.constants import Constants, FitConstants, Weights
from ilk.default.model import IlkModel, fit_model
from ilk.default.search import IlkSearch
from ilk.search.postings import Postings
from ilk.search.rows import CountRows
from ilk.search.statistics import Statistics

QUICK = FitConstants(n_models=2, n_topics=3, plain_iterations=3, tempered_iterations=4, n_neighbours=4)
SMALL = Constants(
    spaces=(2, 4, 8),
    first_space=4,
    weights=Weights(lexical=0.5, theme=0.75, language=1.5),
    n_candidates=20,
    feedback_documents=4,
    feedback_terms=6,
)


class Small(NamedTuple):
    """A collection as an index holds it."""

    counts: np.ndarray  # (N, V)
    postings: Postings
    stats: Statistics
    rows: CountRows
    model: IlkModel

    def search(self, settings: Constants = SMALL, *, compiled: bool = True) -> IlkSearch:
        return IlkSearch(
            self.postings, self.stats, self.rows, self.model, settings=settings, compiled=compiled
        )

    def queries(self, n: int, seed: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
        rng = np.random.default_rng(seed)
        sizes = rng.integers(1, 6, n)
        n_terms = self.counts.shape[1]
        return [
            (
                np.sort(rng.choice(n_terms, min(s, n_terms), replace=False)),
                rng.integers(1, 4, min(s, n_terms)),
            )
            for s in sizes
        ]


def topical_counts(n_docs: int, n_terms: int, seed: int = 0, empty: tuple[int, ...] = ()) -> np.ndarray:
    """Counts (N, V) of documents with one of four themes each; some documents can be left empty."""
    rng = np.random.default_rng(seed)
    themes = rng.dirichlet(np.full(n_terms, 0.2), 4)
    rates = 12 * themes[rng.integers(0, 4, n_docs)] + 4 / n_terms
    counts = rng.poisson(rates)
    counts[np.arange(n_docs), rng.integers(0, n_terms, n_docs)] += 1
    counts[list(empty)] = 0
    return counts


def small(
    counts: np.ndarray, fitting: FitConstants = QUICK, settings: Constants = SMALL, seed: int = 0
) -> Small:
    """Index counts (N, V) and fit the model."""
    matrix = csr_array(counts)
    rows = CountRows(
        matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32), matrix.data.astype(np.int32)
    )
    postings = Postings.from_rows(*rows, counts.shape[1])
    stats = Statistics.from_postings(postings, len(counts))
    model = fit_model(matrix, seed, lambda _done, _all: None, fitting, settings)
    return Small(counts, postings, stats, rows, model)
