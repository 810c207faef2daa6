"""Which settings the study runs: a split and a group of methods that share what is expensive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ilk.experiments.elkan2005.messages import PREPARATIONS
from ilk.experiments.elkan2005.methods import (
    DCM_COSINE,
    DCM_ROOT,
    DCM_SPARSE,
    GROUPS,
    MACHINES,
    MULTINOMIAL_COSINE,
)
from ilk.experiments.elkan2005.published import FISHER_DCM, FISHER_MULTINOMIAL, L2, SPLITS, TFIDF
from ilk.experiments.study import Scalar, Setting

BAYES, NEIGHBOURS, MACHINE, TEXT = "bayes", "neighbours", "svm", "text"
"""What a setting does; the last tries another preparation of the text."""

TEXT_SPLITS, TEXT_MESSAGES = 3, 1000
"""Preparations are compared on some splits only, and on some of their test messages."""
SLOW = {"forms": 3, FISHER_MULTINOMIAL: 3, DCM_COSINE: 3, FISHER_DCM: 2}
"""Fewer splits: machines with many or ill-scaled features, and the forms of the DCM, which differ little."""
QUICK_SPLITS, QUICK_EVERY, QUICK_MACHINES = 2, 24, (TFIDF, DCM_COSINE, DCM_SPARSE, DCM_ROOT)

GROUP_COSTS = {"norms": 14.0, "fisher": 7.0, "cosines": 15.0, "forms": 11.0}
MACHINE_COSTS = {
    L2: 13.0,
    TFIDF: 14.0,
    FISHER_MULTINOMIAL: 45.0,
    MULTINOMIAL_COSINE: 17.0,
    FISHER_DCM: 190.0,
    DCM_COSINE: 80.0,
    DCM_SPARSE: 18.0,
    DCM_ROOT: 13.0,
}
BAYES_COST, TEXT_COST = 5.0, 10.0
"""Seconds of one core."""


def settings(quick: bool) -> Sequence[Setting]:
    """List the settings: ten splits of all messages, or two of every 24th message."""
    if quick:
        return list(_settings(QUICK_SPLITS, QUICK_EVERY, QUICK_MACHINES, text_splits=1))
    return list(_settings(SPLITS, 1, tuple(MACHINES), text_splits=TEXT_SPLITS))


def _settings(splits: int, every: int, machines: Sequence[str], text_splits: int) -> Iterator[Setting]:
    for seed in range(splits):
        shared: dict[str, Scalar] = {"every": every, "seed": seed}
        yield Setting({"what": BAYES, **shared}, BAYES_COST / every)
        for group in GROUPS:
            if seed < _splits(group, splits):
                yield Setting({"what": NEIGHBOURS, "group": group, **shared}, GROUP_COSTS[group] / every)
        for kernel in machines:
            if seed < _splits(kernel, splits):
                yield Setting({"what": MACHINE, "kernel": kernel, **shared}, MACHINE_COSTS[kernel] / every)
    for text in PREPARATIONS:
        for seed in range(text_splits):
            yield Setting({"what": TEXT, "text": text, "every": every, "seed": seed}, TEXT_COST / every)


def _splits(name: str, splits: int) -> int:
    """Return how many splits a group of kernels, or a machine, has."""
    return min(splits, SLOW.get(name, splits))
