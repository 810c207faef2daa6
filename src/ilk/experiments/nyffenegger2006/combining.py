"""Table 2: the kernels of K = 1, 16 and 64 topics, each scaled to [0, 1], added with weights from a grid.

The paper takes the weights that are best on all queries, and measures on the same. Beside that number stands
what weights give that were chosen on other queries: five folds, several times over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.evaluation.dense import r_precisions, relevant_ranks
from ilk.experiments.nyffenegger2006 import kernels
from ilk.experiments.nyffenegger2006.significance import wilcoxon_p
from ilk.experiments.retrieval_data import RetrievalData
from ilk.experiments.study import Result
from ilk.kernels.combination import Combination, GridSearch
from ilk.kernels.counts import CountKernel
from ilk.models.plsi import PLSI

Floats = NDArray[np.float64]

COMBINED_TOPICS = (1, 16, 64)
N_STEPS = 10
N_FOLDS = 5
N_SPLITS = 20
OWN, TFIDF_FIRST = "own", "tfidf"
"""What stands at K1's place: the kernel's own form for one topic, or the cosine of tf-idf."""


def combinations(
    collection: RetrievalData, fit: Callable[[csr_array, int, int], PLSI], seed: int
) -> dict[str, Result]:
    """Return, by kernel and by what stands first, how the weights do."""
    models = [fit(collection.counts, n_topics, seed) for n_topics in COMBINED_TOPICS]
    answer: dict[str, Result] = {}
    for name, kernel in kernels.COMBINED.items():
        own = [kernel.made(model) for model in models]
        answer[name] = {
            OWN: searched(collection, own, surface=True),
            TFIDF_FIRST: searched(collection, [CountKernel("tfidf-elkan"), *own[1:]]),
        }
    return answer


def searched(collection: RetrievalData, parts: Sequence[Any], *, surface: bool = False) -> dict[str, Result]:
    """Return the best on all queries, the cross-validated, equal weights and the best single kernel.

    surface: also the mean of all weights on the grid, and how often cross-validation picked each.
    """

    def score(similarities: Floats) -> Floats:
        return r_precisions(relevant_ranks(similarities, collection.relevant))

    counts, queries = collection.counts, collection.queries
    combination = Combination(parts, "grid", n_steps=N_STEPS).fit(counts, queries=queries, score=score)
    grid = combination.search_
    if grid is None:  # for the type: a combination with weights from the grid has searched it
        raise TypeError("a combination without a search")
    equal = Combination(parts).fit(counts, queries=queries).gram(queries)
    answer = validated(grid)
    answer["equal"] = short(score(equal).mean())
    if surface:
        answer["means"] = [short(mean) for mean in grid.scores.mean(axis=1)]
        answer["picks"] = picks(grid)
    return answer


def validated(grid: GridSearch) -> dict[str, Result]:
    """Return what a search says: the optimum, its cross-validation, and the single kernels.

    p compares the cross-validated with the best single kernel, query by query.
    """
    splits = np.array([grid.cross_validated(N_FOLDS, seed) for seed in range(N_SPLITS)])
    singles = [place_of(grid, corner) for corner in np.eye(grid.grid.shape[1])]
    means = grid.scores.mean(axis=1)
    best_single = max(singles, key=lambda place: float(means[place]))
    return {
        "best": short(grid.published()),
        "weights": [short(weight) for weight in grid.grid[grid.best()]],
        "validated": short(splits.mean()),
        "between_splits": short(splits.mean(axis=1).std(ddof=1)),
        "singles": [short(means[place]) for place in singles],
        "p": short(wilcoxon_p(splits.mean(axis=0) - grid.scores[best_single])),
    }


def picks(grid: GridSearch) -> list[Result]:
    """Return how often each of the weights was chosen for a query, over all splits."""
    chosen = np.concatenate([grid.chosen(N_FOLDS, seed) for seed in range(N_SPLITS)])
    return [int(times) for times in np.bincount(chosen, minlength=len(grid.grid))]


def place_of(grid: GridSearch, weights: Floats) -> int:
    """Return where weights stand on the grid."""
    return int(np.flatnonzero(np.isclose(grid.grid, weights).all(axis=1))[0])


def short(value: float | np.floating) -> float:
    """Return a number with six digits that count."""
    return float(f"{value:.6g}")
