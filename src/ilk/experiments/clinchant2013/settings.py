"""What the study runs: its parts on their collections, with the seconds of one core that each takes."""

from __future__ import annotations

from collections.abc import Sequence

from ilk.experiments.study import Scalar, Setting

CLUSTERING, RETRIEVAL, BASELINES = "clustering", "retrieval", "baselines"
SAMPLE, UNSEEN, GROWTH, COST = "sample", "unseen", "growth", "cost"
"""The parts of the study."""

PLSA, LDA, LSI, FV = "PLSA", "LDA", "LSI", "FV"
"""What is clustered by."""

SUMMING, SINGULAR, UNIT, YULE, GLOVE = "lsi", "lsi-singular", "lsi-unit", "yule", "glove"
DAMPED, TFIDF, UNIT_DAMPED, UNIT_TFIDF = "lsi-damped", "lsi-tfidf", "lsi-unit-damped", "lsi-unit-tfidf"
"""How words become vectors, and texts sums of them: see `embedded`."""

JUDGED = ("med", "cran", "cisi", "cacm", "time")
NEWSGROUPS, REUTERS, VECTORS = "20newsgroups", "reuters21578", "embeddings"
FOLDERS = (*JUDGED, NEWSGROUPS, REUTERS, VECTORS)

ALL = 0
"""In place of a number of documents."""

RUNS = range(20)
FEW = range(3)
SEVERAL = range(5)


def settings(quick: bool) -> Sequence[Setting]:
    """List the settings: those of half a minute, or all."""
    return _quick() if quick else _full()


def powers(largest: Scalar, smallest: Scalar = 1) -> list[int]:
    """Return 1, 2, 4 … up to a number of Gaussians, or from one to another."""
    return [2**n for n in range(int(largest).bit_length()) if 2**n >= int(smallest)]


def _full() -> list[Setting]:
    return [
        *(_clustering(method, cost, seed) for method, cost in _METHODS for seed in RUNS),
        *(_fisher_vectors(*how, seed=seed) for how in _IN_TABLE_2 for seed in RUNS),
        *(_fisher_vectors(*how, seed=seed) for how in _SIDE_BY_SIDE for seed in FEW),
        *(_fisher_vectors(*_MORE_OF_UNIT, seed=seed, smallest=16) for seed in FEW),
        *(_retrieval(name, *how, seed=seed) for name in JUDGED for how in _FIGURE_1 for seed in SEVERAL),
        *(_retrieval(name, *how, seed=seed) for name in JUDGED for how in _OTHER_WORDS for seed in FEW),
        *(_retrieval(name, *how, seed=seed) for name in JUDGED for how in _WEIGHED for seed in FEW),
        *(_other(BASELINES, name, 2.5, 0) for name in JUDGED),
        *(_other(SAMPLE, name, 3.0, seed, gaussians=16) for name in JUDGED for seed in SEVERAL),
        *(_other(SAMPLE, NEWSGROUPS, 14.0, seed, gaussians=4) for seed in FEW),
        *(_other(UNSEEN, name, 1.5, seed, gaussians=4) for name in JUDGED for seed in SEVERAL),
        *(_growth(*how, seed=seed) for how in _SIZES for seed in FEW),
        _other(COST, REUTERS, 31.0, 0, largest=32),
    ]


_METHODS = ((PLSA, 18.0), (LDA, 32.0), (LSI, 2.0))
_IN_TABLE_2 = ((SUMMING, 20, 16, 7.0), (UNIT, 20, 8, 4.0))
_SIDE_BY_SIDE = ((SINGULAR, 20, 16, 8.0), (YULE, 50, 32, 70.0), (GLOVE, 100, 16, 50.0))
_FIGURE_1 = ((SUMMING, 50, 32, 5.0), (SUMMING, 200, 32, 10.0))
_MORE_OF_UNIT = (UNIT, 20, 32, 30.0)
_WEIGHED = (
    *((name, 50, 16, 4.0) for name in (DAMPED, TFIDF, UNIT_DAMPED, UNIT_TFIDF)),
    *((name, 200, 16, 12.0) for name in (TFIDF, UNIT_DAMPED)),
)
_OTHER_WORDS = ((SINGULAR, 50, 32, 4.0), (YULE, 50, 32, 7.0), (GLOVE, 100, 32, 6.0))
"""Embedding, dimensions, the most Gaussians, and the cost."""
_SIZES = tuple(
    (name, documents, cost)
    for documents, cost in ((1000, 3.0), (4000, 6.0), (ALL, 20.0))
    for name in (SUMMING, TFIDF)
)
"""Embedding, documents, and the cost."""


def _quick() -> list[Setting]:
    few = {"documents": 800}
    return [
        *(_clustering(method, 1.0, 0, **few) for method in (PLSA, LDA)),
        *(_clustering(LSI, 1.0, seed, **few) for seed in (0, 1)),
        *(_fisher_vectors(SUMMING, 20, 4, 1.0, seed=seed, **few) for seed in (0, 1)),
        _fisher_vectors(UNIT, 20, 4, 1.0, seed=0, **few),
        _fisher_vectors(YULE, 20, 4, 2.0, seed=0, **few),
        *(_retrieval("med", SUMMING, 50, 4, 1.0, seed=seed) for seed in (0, 1)),
        _retrieval("med", TFIDF, 50, 4, 1.0, seed=0),
        _retrieval("med", YULE, 50, 4, 2.0, seed=0),
        _retrieval("med", GLOVE, 100, 4, 2.0, seed=0),
        _other(BASELINES, "med", 1.0, 0),
        _other(SAMPLE, "med", 1.0, 0, gaussians=4),
        _other(UNSEEN, "med", 1.0, 0, gaussians=4),
        _growth(SUMMING, 400, 1.0, seed=0, largest=4),
        Setting({"part": COST, "collection": REUTERS, "documents": 1000, "largest": 4, "seed": 0}, 3.0),
    ]


def _clustering(method: str, cost: float, seed: int, documents: int = ALL) -> Setting:
    return Setting({"part": CLUSTERING, "method": method, "documents": documents, "seed": seed}, cost)


def _fisher_vectors(
    embedding: str,
    dimensions: int,
    largest: int,
    cost: float,
    *,
    seed: int,
    documents: int = ALL,
    **others: Scalar,
) -> Setting:
    how: dict[str, Scalar] = {"embedding": embedding, "dimensions": dimensions, **others, "largest": largest}
    return Setting(
        {"part": CLUSTERING, "method": FV, **how, "documents": documents, "seed": seed},
        cost,
    )


def _retrieval(
    collection: str, embedding: str, dimensions: int, largest: int, cost: float, *, seed: int
) -> Setting:
    how: dict[str, Scalar] = {"embedding": embedding, "dimensions": dimensions, "largest": largest}
    return Setting({"part": RETRIEVAL, "collection": collection, **how, "seed": seed}, cost)


def _growth(embedding: str, documents: int, cost: float, *, seed: int, largest: int = 16) -> Setting:
    how: dict[str, Scalar] = {"embedding": embedding, "dimensions": 50, "largest": largest}
    where: dict[str, Scalar] = {"collection": NEWSGROUPS, "documents": documents}
    return Setting({"part": GROWTH, **where, **how, "seed": seed}, cost)


def _other(part: str, collection: str, cost: float, seed: int, **others: Scalar) -> Setting:
    whole = {"documents": ALL} if collection in {NEWSGROUPS, REUTERS} else {}
    return Setting({"part": part, "collection": collection, **whole, **others, "seed": seed}, cost)
