"""Every lexical ranking once more, as slow as its definition: one document and one term at a time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import numpy as np

Matrix = list[list[int]]


class Naive:
    """The statistics of a small matrix of counts, by counting."""

    def __init__(self, matrix: Matrix) -> None:
        self.rows = matrix
        self.n_docs = len(matrix)
        self.lengths = [sum(row) for row in matrix]
        self.total = sum(self.lengths)
        self.mean = self.total / self.n_docs

    def freq(self, term: int) -> int:
        return sum(1 for row in self.rows if row[term] > 0)

    def occurrences(self, term: int) -> int:
        return sum(row[term] for row in self.rows)


def bm25(c: Naive, doc: int, query: Counter[int], k1: float = 1.2, b: float = 0.75) -> float:
    similarity = 0.0
    for term, times in query.items():
        n, df = c.rows[doc][term], c.freq(term)
        idf = math.log(1 + (c.n_docs - df + 0.5) / (df + 0.5))
        if n:
            similarity += times * idf * n / (n + k1 * (1 - b + b * c.lengths[doc] / c.mean))
    return similarity


def pl2(c: Naive, doc: int, query: Counter[int], c_: float = 1.0) -> float:
    similarity = 0.0
    for term, times in query.items():
        n = c.rows[doc][term]
        if n:
            mean = c.occurrences(term) / c.n_docs
            t = n * math.log2(1 + c_ * c.mean / c.lengths[doc])
            log_probability = t * math.log(mean) - mean - math.lgamma(t + 1)
            similarity += times * (-log_probability / math.log(2)) / (t + 1)
    return similarity


def dirichlet(c: Naive, doc: int, query: Counter[int], mu: float | None = None) -> float:
    """ln P(q|d), term by term, less what is the same for every document."""
    mu = 5 * c.mean if mu is None else mu
    similarity = 0.0
    for term, times in query.items():
        in_collection = c.occurrences(term) / c.total
        if in_collection:
            smoothed = (c.rows[doc][term] + mu * in_collection) / (c.lengths[doc] + mu)
            similarity += times * (math.log(smoothed) - math.log(in_collection))
        else:
            similarity += times * math.log(mu / (c.lengths[doc] + mu))
    return similarity


def jelinek_mercer(c: Naive, doc: int, query: Counter[int], lam: float = 0.6) -> float:
    similarity = 0.0
    for term, times in query.items():
        in_collection = c.occurrences(term) / c.total
        if in_collection:
            smoothed = (1 - lam) * c.rows[doc][term] / c.lengths[doc] + lam * in_collection
            similarity += times * (math.log(smoothed) - math.log(lam * in_collection))
    return similarity


def tfidf(c: Naive, doc: int, query: Counter[int], sublinear: bool = True) -> float:
    def vector(counts: Callable[[int], float]) -> list[float]:
        weigh = math.log1p if sublinear else float
        freqs = [c.freq(term) for term in range(len(c.rows[0]))]
        return [
            weigh(counts(term)) * math.log(1 + c.n_docs / df) if df else 0.0 for term, df in enumerate(freqs)
        ]

    x, y = vector(lambda term: query[term]), vector(lambda term: c.rows[doc][term])
    dot = sum(a * b for a, b in zip(x, y, strict=True))
    return dot / math.sqrt(sum(a * a for a in x) * sum(b * b for b in y))


SIMILARITIES = {"bm25": bm25, "pl2": pl2, "lm-dirichlet": dirichlet, "lm-jm": jelinek_mercer, "tfidf": tfidf}


def search(
    matrix: Matrix,
    query: Counter[int],
    similarity: Callable[..., float],
    allowed: np.ndarray | None,
    **parameters,
) -> dict[int, float]:
    """Return the similarity of every document that is allowed and shares a term with the query."""
    collection = Naive(matrix)
    return {
        doc: similarity(collection, doc, query, **parameters)
        for doc in range(collection.n_docs)
        if any(matrix[doc][term] for term in query) and (allowed is None or allowed[doc])
    }
