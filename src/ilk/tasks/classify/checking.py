"""How good a method is on the labels that there are: each document is judged by what others taught."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.evaluation.labels import accuracy, macro_f1, micro_f1
from ilk.labels import ONE, Labels
from ilk.progress import Progress
from ilk.records import Estimate
from ilk.tasks.classify.methods import Judged, Method, judge
from ilk.tasks.classify.spaces import Rows

Bools = NDArray[np.bool_]

ENOUGH = 10
"""Documents that must be held out in all before a share of them means something."""

NEVER = -1
MANY, VERY_MANY = 1_000, 5_000
STAGE = "checking"


class Checked(NamedTuple):
    """The documents that were held out: their labels, and how they were judged."""

    truth: Labels
    judged: Judged

    def estimate(self) -> Estimate:
        """Compare."""
        true, given = (self.truth.written(table) for table in (self.truth.members, self.judged.members))
        measures = (measure(true, given) for measure in (accuracy, micro_f1, macro_f1))
        return Estimate(len(self.truth), *measures)


def cross_validate(
    method: Method, rows: Rows, labels: Labels, filled: Bools, seed: int, progress: Progress
) -> Checked | None:
    """Judge documents with labels by folds, or return None where there are too few of them.

    filled (n,): which have words. The others say nothing about a method, and are not held out.
    """
    n_folds = 10 if len(rows) <= MANY else 5 if len(rows) <= VERY_MANY else 3
    folds = dealt(labels, filled, n_folds, seed)
    taught = filled | (labels.form == ONE)  # of several, a label may be left to those without words
    held = np.flatnonzero(folds != NEVER)
    if held.size < ENOUGH or (labels.form == ONE and len(np.unique(labels.codes[held])) < 2):  # noqa: PLR2004
        return None
    evidence = np.zeros(labels.members.shape)
    members = np.zeros(labels.members.shape, dtype=np.bool_)
    for fold in range(n_folds):
        progress(STAGE, fold, n_folds)
        test, train = np.flatnonzero(folds == fold), np.flatnonzero(taught & (folds != fold))
        known = Labels(labels.classes, labels.members[train], labels.form)
        judged = judge(method, rows[train], known, rows[test])
        evidence[test], members[test] = judged.relative, judged.members
    progress(STAGE, n_folds, n_folds)
    truth = Labels(labels.classes, labels.members[held], labels.form)
    return Checked(truth, Judged(evidence[held], members[held]))


def dealt(labels: Labels, filled: Bools, n_folds: int, seed: int) -> NDArray[np.intp]:
    """Return the fold of each document (n,), classes dealt out evenly; NEVER for one without words.

    NEVER also for the only one of its class that has words. No fold takes all documents of a class, so that
    every class is taught in every round.
    """
    shuffled = np.random.default_rng(seed).permutation(len(labels))
    shuffled = shuffled[filled[shuffled]]
    folds = np.full(len(labels), NEVER)
    if labels.form != ONE:
        folds[shuffled] = np.arange(shuffled.size) % n_folds
        return folds
    codes, next_fold = labels.codes, 0
    for code in range(len(labels.classes)):
        members = shuffled[codes[shuffled] == code]
        if members.size > 1:
            folds[members] = (next_fold + np.arange(members.size)) % n_folds
            next_fold += members.size
    return folds
