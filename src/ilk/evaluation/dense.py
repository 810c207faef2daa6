"""AP, R-precision and precision-recall of many similarities at once, given as a matrix.

The same numbers as `ilk.evaluation.evaluate` gives for full rankings, hundreds of times faster: experiments
rank the same queries thousands of times. Equal similarities stand in the order of the documents.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError

Floats = NDArray[np.float64]
Relevant = Sequence[NDArray[np.intp]]
"""For each query the numbers of the documents that are relevant; at least one."""
LEVELS = np.linspace(0.0, 1.0, 11)
"""The levels of recall at which precision is interpolated: 0, 0.1 … 1."""


def relevant_ranks(similarities: NDArray[np.floating], relevant: Relevant) -> list[NDArray[np.intp]]:
    """Return, for each query, the ranks of its relevant documents, from 1, increasing.

    similarities: (n_queries, n_docs), larger is nearer.
    """
    if len(similarities) != len(relevant):
        raise ParameterError(f"{len(similarities)} rows of similarities, but {len(relevant)} queries")
    if not all(len(documents) for documents in relevant):
        raise ParameterError("each query needs at least one relevant document; leave the others out")
    order = np.argsort(-similarities, axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(1, order.shape[1] + 1), axis=1)
    return [np.sort(ranks[query, documents]) for query, documents in enumerate(relevant)]


def average_precisions(ranks: Sequence[NDArray[np.intp]]) -> Floats:
    """Return AP (n_queries,): the mean over relevant documents of the precision at their ranks."""
    return np.array([np.mean(np.arange(1, r.size + 1) / r) for r in ranks])


def r_precisions(ranks: Sequence[NDArray[np.intp]]) -> Floats:
    """Return the precision among the first R documents (n_queries,), where R are relevant."""
    return np.array([np.count_nonzero(r <= r.size) / r.size for r in ranks])


def interpolated_precisions(ranks: Sequence[NDArray[np.intp]]) -> Floats:
    """Return the highest precision at each level of recall or beyond (n_queries, 11)."""
    rows = []
    for r in ranks:
        precision = np.arange(1, r.size + 1) / r
        best_from_here = np.maximum.accumulate(precision[::-1])[::-1]
        # the tolerance lets 3 of 10 count as a recall of 0.3
        reached = np.ceil(LEVELS * r.size - 1e-9).astype(np.intp)
        rows.append(best_from_here[np.maximum(reached - 1, 0)])
    return np.array(rows)
