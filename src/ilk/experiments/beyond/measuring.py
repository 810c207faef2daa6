"""Putting queries to a search, and what its answers are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ilk.evaluation.dense import Relevant
from ilk.experiments.study import Result
from ilk.index import Index
from ilk.search.topk import Answer
from ilk.showing import CountedQuery

NEVER = np.iinfo(np.intp).max // 2
"""The rank of a document that is no hit: precision there is nothing."""


def counted(index: Index, texts: Iterable[str]) -> list[CountedQuery]:
    """Count the words of each text that the index knows."""
    queries = []
    for text in texts:
        known = map(index.vocabulary.number, index.tokenizer.terms(text))
        often = sorted(Counter(number for number in known if number is not None).items())
        terms, counts = np.array(often, dtype=np.int32).reshape(-1, 2).T
        queries.append((terms, counts))
    return queries


def ranks_of(answers: Sequence[Answer], relevant: Relevant, n_docs: int) -> list[NDArray[np.intp]]:
    """Return, for each query, the ranks of its relevant documents, from 1, increasing; NEVER for no hit."""
    found = []
    for (docs, _), wanted in zip(answers, relevant, strict=True):
        ranks = np.full(n_docs, NEVER, dtype=np.intp)
        ranks[docs] = np.arange(1, len(docs) + 1)
        found.append(np.sort(ranks[wanted]))
    return found


def rounded(values: Iterable[float], digits: int = 6) -> list[Result]:
    """Return numbers with so many digits that count: what the JSON keeps."""
    return [short(value, digits) for value in values]


def short(value: float, digits: int = 6) -> float:
    """Return a number with so many digits that count."""
    return float(f"{value:.{digits}g}")
