"""The default similarity written down once more, straight from its formulas, one number at a time."""

from __future__ import annotations

import math

import numpy as np
from default.small_collections import Small

from ilk.default.constants import Constants

K1, B = 1.2, 0.75


def similarities(given: Small, query: dict[int, float], constants: Constants) -> np.ndarray:
    """The similarity of every document (N,); NaN for one without words."""
    return Naive(given, constants).similarities(query)


class Naive:
    def __init__(self, given: Small, constants: Constants) -> None:
        self.n, self.model, self.constants = given.counts, given.model, constants
        self.n_docs = len(self.n)
        self.lengths = [float(row.sum()) for row in self.n]
        self.df = [int((column > 0).sum()) for column in self.n.T]
        self.p_w = [float(column.sum()) / self.n.sum() for column in self.n.T]
        self.mean_length = sum(self.lengths) / self.n_docs

    def bm25_idf(self, w: int) -> float:
        return math.log(1 + (self.n_docs - self.df[w] + 0.5) / (self.df[w] + 0.5))

    def boost(self, w: int) -> float:
        return self.bm25_idf(w) ** self.constants.idf_power

    def tfidf(self, w: int, n: float) -> float:
        return math.log(1 + n) * (math.log(1 + self.n_docs / self.df[w]) if self.df[w] else 0.0)

    def bm25(self, query: dict[int, float], d: int) -> float:
        total = 0.0
        for w, weight in query.items():
            n = float(self.n[d, w])
            norm = n + K1 * (1 - B + B * self.lengths[d] / self.mean_length)
            total += weight * self.bm25_idf(w) * n / norm
        return total

    def cosine(self, query: dict[int, float], d: int) -> float:
        own = {w: self.tfidf(w, float(n)) for w, n in enumerate(self.n[d]) if n}
        asked = {w: self.tfidf(w, n) for w, n in query.items()}
        lengths = math.hypot(*own.values(), 0.0) * math.hypot(*asked.values(), 0.0)
        return sum(x * own.get(w, 0.0) for w, x in asked.items()) / lengths if lengths else 0.0

    def lsi(self, query: dict[int, float], d: int, space: int) -> float:
        space = min(space, self.model.lsi_terms.shape[1])
        x = [0.0] * space
        for w, n in query.items():
            for e in range(space):
                x[e] += self.tfidf(w, n) * float(self.model.lsi_terms[w, e])
        y = [float(value) for value in self.model.lsi_documents[d, :space]]
        lengths = math.hypot(*x) * math.hypot(*y)
        return sum(a * b for a, b in zip(x, y, strict=True)) / lengths if lengths else 0.0

    def language(self, query: dict[int, float], d: int) -> float:
        mu, share = self.constants.pseudo_length * self.mean_length, self.constants.own_share
        total = 0.0
        for w, weight in query.items():
            own = (self.n[d, w] + mu * self.p_w[w]) / (self.lengths[d] + mu)
            topics, lifts = self.model.topics_of_documents[d], self.model.lifts[w]
            topical = self.p_w[w] * sum(float(t) * float(x) for t, x in zip(topics, lifts, strict=True))
            total += weight * math.log(max(share * own + (1 - share) * topical, 1e-12))
        return total

    def boosted(self, query: dict[int, float]) -> dict[int, float]:
        return {w: weight * self.boost(w) for w, weight in query.items()}

    def fused(self, query: dict[int, float], themes: list[float], docs: list[int]) -> list[float]:
        lexical = scores([self.bm25(query, d) for d in docs])
        language = scores([self.language(query, d) for d in docs])
        a, b, c = self.constants.weights
        voices = zip(lexical, themes, language, strict=True)
        return [(a * x + b * y + c * z) / (a + b + c) for x, y, z in voices]

    def expanded(self, shares: dict[int, float], docs: list[int], fused: list[float]) -> dict[int, float]:
        ranked = sorted(range(len(docs)), key=lambda i: (-fused[i], i))[: self.constants.feedback_documents]
        trust = [math.exp(fused[i] / self.constants.temperature) for i in ranked]
        relevance: dict[int, float] = {}
        for i, weight in zip(ranked, trust, strict=True):
            x = {w: self.tfidf(w, float(n)) for w, n in enumerate(self.n[docs[i]]) if n}
            for w, value in x.items():
                amount = weight / sum(trust) * value / math.hypot(*x.values()) * self.boost(w)
                relevance[w] = relevance.get(w, 0.0) + amount
        chosen = sorted(relevance, key=lambda w: (-relevance[w], w))[: self.constants.feedback_terms]
        total, share = sum(relevance[w] for w in chosen), self.constants.feedback_share
        query = {w: (1 - share) * weight for w, weight in shares.items()}
        for w in chosen:
            query[w] = query.get(w, 0.0) + share * relevance[w] / total
        return query

    def similarities(self, query: dict[int, float]) -> np.ndarray:
        c, everyone = self.constants, range(self.n_docs)
        shares = {w: n / sum(query.values()) for w, n in query.items()}
        lexical = scores([self.bm25(self.boosted(shares), d) for d in everyone])
        lsi = scores([self.lsi(query, d, c.first_space) for d in everyone])
        first = [x + y for x, y in zip(lexical, lsi, strict=True)]
        possible = [d for d in everyone if self.lengths[d]]
        docs = sorted(sorted(possible, key=lambda d: (-first[d], d))[: c.n_candidates])
        spaces = [scores([self.lsi(query, d, space) for d in docs]) for space in c.spaces]
        spaces.append(scores([self.cosine(query, d) for d in docs]))
        themes = scores([sum(column) / len(spaces) for column in zip(*spaces, strict=True)])
        fused = self.fused(self.boosted(shares), themes, docs)
        fused = self.fused(self.boosted(self.expanded(shares, docs, fused)), themes, docs)
        final = {d: self.mixed(d, dict(zip(docs, fused, strict=True))) for d in docs}
        below = min(final.values()) - 1
        return np.array(
            [
                final[d]
                if d in final
                else 1e-3 * (first[d] - max(first)) + below
                if d in possible
                else np.nan
                for d in everyone
            ]
        )

    def mixed(self, d: int, fused: dict[int, float]) -> float:
        share, worst = self.constants.neighbour_share, min(fused.values())
        around = zip(self.model.neighbours[d].tolist(), self.model.neighbour_shares[d].tolist(), strict=True)
        return (1 - share) * fused[d] + share * sum(
            weight * fused.get(other, worst) for other, weight in around
        )


def scores(values: list[float]) -> list[float]:
    """Standard scores; 0 for all where all are equal."""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [(value - mean) / deviation if deviation > 1e-9 else 0.0 for value in values]
