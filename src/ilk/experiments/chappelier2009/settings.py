"""Which settings the study runs: one a collection, and one a fit, which serves all similarities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ilk.experiments.chappelier2009.fitting import PLAIN, TEMPERED, VARIANTS
from ilk.experiments.chappelier2009.published import COLLECTIONS, RUNS, TABLE_1, TOPICS
from ilk.experiments.study import Scalar, Setting

COLLECTION, FIT = "collection", "fit"
"""What a setting does: count a collection and rank it by BM25, or fit PLSI and rank by all similarities."""

ABLATION_TOPICS = (32, 128)
QUICK_COLLECTIONS, QUICK_TOPICS, QUICK_RUNS = ("time", "med"), (2, 16), 2


def settings(quick: bool) -> Sequence[Setting]:
    """List the settings: the paper's grid, plain and tempered, and the parts of tempering from one start."""
    collections = QUICK_COLLECTIONS if quick else COLLECTIONS
    topics, runs = (QUICK_TOPICS, QUICK_RUNS) if quick else (TOPICS, RUNS)
    return [
        *(Setting({"what": COLLECTION, "collection": name}, cost=1.0) for name in collections),
        *_fits(collections, (PLAIN, TEMPERED), topics, runs),
        *(() if quick else _fits(collections, tuple(VARIANTS)[2:], ABLATION_TOPICS, 1)),
    ]


def _fits(
    collections: Sequence[str], variants: Sequence[str], topics: Sequence[int], runs: int
) -> Iterator[Setting]:
    for collection in collections:
        for variant in variants:
            for n_topics in topics:
                for seed in range(runs):
                    parameters: dict[str, Scalar] = {
                        "what": FIT,
                        "collection": collection,
                        "em": variant,
                        "topics": n_topics,
                        "seed": seed,
                    }
                    yield Setting(parameters, cost=_cost(collection, variant, n_topics))


def _cost(collection: str, variant: str, n_topics: int) -> float:
    """Guess the seconds of one core: EM and kernels grow with words and topics, judging with queries."""
    printed = TABLE_1[collection]
    passes = 2.0 if variant == PLAIN else 4.0  # a tempered iteration also raises to a power
    return 0.25 + 0.0025 * printed.queries + 4e-8 * printed.occurrences * n_topics * passes
