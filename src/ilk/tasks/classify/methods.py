"""The ways to classify documents by number: each gives evidence for every class, and what it decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.labels import ONE, Labels, Members
from ilk.tasks.classify.bayes import GenerativeBayes
from ilk.tasks.classify.machines import chosen_members, train_machines
from ilk.tasks.classify.neighbours import SIMILARITY, nearest_first, row_blocks, vote_table
from ilk.tasks.classify.spaces import Rows, Space

Floats = NDArray[np.float64]

FEATURES_WEIGH = 4
"""How much more memory a feature takes than a similarity, as it has a place and is copied on the way."""


class Judged(NamedTuple):
    """Evidence for each class (m, n_classes) and who is in it (m, n_classes).

    The softmax of the evidence is the probability that the method itself would name; of several labels, the
    logistic function of the evidence is that of each label by itself.

    comparable (m, n_classes): the evidence in a form by which documents of any kind can be compared, for
    calibration; None where the evidence is that itself.
    """

    evidence: Floats
    members: Members
    comparable: Floats | None = None

    @property
    def relative(self) -> Floats:
        """The evidence (m, n_classes) that confidence is learned from."""
        return self.evidence if self.comparable is None else self.comparable


class Method(Protocol):
    """A way to classify."""

    def judge(self, train: Rows, labels: Labels, rows: Rows) -> Judged:
        """Learn from documents with labels, and judge others."""


def judge(method: Method, train: Rows, labels: Labels, rows: Rows) -> Judged:
    """Judge documents; where each that was learned from has a label, each gets at least the most evident."""
    judged = method.judge(train, labels, rows)
    if labels.form == ONE or not labels.members.any(axis=1).all():
        return judged
    most = judged.evidence.argmax(axis=1)[:, None] == np.arange(len(labels.classes))
    return judged._replace(members=judged.members | (most & ~judged.members.any(axis=1, keepdims=True)))


@dataclass(frozen=True, slots=True)
class ByMachines:
    """A support vector machine a class; the evidence is how far a document is on its side.

    Both sides of a class weigh the same: who screens has labelled few of what is looked for.
    """

    space: Space
    C: float
    seed: int

    def judge(self, train: Rows, labels: Labels, rows: Rows) -> Judged:
        """Learn from documents with labels, and judge others, a block at a time."""
        explicit = self.space.features_pay(train, len(labels.classes))
        known = self.space.features(train) if explicit else self.space.similarities(train, train)
        machines = train_machines(known, labels, explicit=explicit, C=self.C, balanced=True, seed=self.seed)
        numbers = FEATURES_WEIGH * self.space.features_a_document() if explicit else len(train)
        blocks = (rows[block] for block in row_blocks(len(rows), numbers))
        decisions = np.concatenate(
            [
                machines.decisions(
                    self.space.features(block) if explicit else self.space.similarities(block, train)
                )
                for block in blocks
            ]
        )
        members = chosen_members(decisions, labels)
        if labels.form == ONE and decisions.shape[1] == 1:
            decisions = np.column_stack([-decisions, decisions]) / 2
        return Judged(decisions, members)


@dataclass(frozen=True, slots=True)
class ByNeighbours:
    """The k most similar documents vote, by similarity; one vote more is spread over all classes.

    A document that is like none of them has no evidence for any class. Of one label each, it gets the most
    frequent. To be compared, a neighbour counts by how much more similar it is than the labelled documents
    are on average, and as the root of that: topics make all documents alike to some degree.
    """

    space: Space
    k: int

    def judge(self, train: Rows, labels: Labels, rows: Rows) -> Judged:
        """Find the neighbours of documents among those with labels, a block at a time."""
        k, n_classes = min(self.k, len(train)), len(labels.classes)
        averages: list[Floats] = [np.empty((0, 1))]

        def blocks() -> Iterator[Floats]:
            for block in row_blocks(len(rows), len(train)):
                similarities = self.space.similarities(rows[block], train)
                averages.append(similarities.mean(axis=1, keepdims=True))
                yield similarities

        places, similarities = nearest_first(blocks(), k)
        shares, members = vote_table(places, similarities, labels, k, SIMILARITY)
        alone = ~(similarities > 0).any(axis=1)
        if labels.form != ONE:
            members[alone], shares[alone] = False, 1 / 2
            return Judged(np.log(k * shares + 1 / 2) - np.log(k * (1 - shares) + 1 / 2), members)
        members[alone] = np.arange(n_classes) == labels.members.sum(axis=0).argmax()
        shares[alone] = 1 / n_classes
        above = np.maximum(similarities - np.concatenate(averages), 0.0)
        votes = sum(above[:, [place]] * labels.members[places[:, place]] for place in range(k))
        return Judged(np.log(k * shares + 1 / n_classes), members, np.sqrt(votes))


@dataclass(frozen=True, slots=True)
class ByBayes:
    """A model of each class; with `joining`, documents without labels take sides, if they have one each.

    power: to be compared, evidence is divided by the length of a document to this power. Its words are no
    independent witnesses: measured, those of a multinomial say together what one of them says on average. Of
    a DCM, for which a word that comes again is no surprise, n of them say √n times as much.
    """

    model: Any
    counts: csr_array
    joining: bool
    power: float

    def judge(self, train: Rows, labels: Labels, rows: Rows) -> Judged:
        """Fit the models to documents with labels, and maybe to those that join them; judge others."""
        others = np.setdiff1d(np.arange(self.counts.shape[0]), train)
        unlabelled = self.counts[others] if self.joining and labels.form == ONE else None
        y = labels.written(labels.members) if labels.form == ONE else labels.members
        classifier = GenerativeBayes(self.model).fit(self.counts[train], y, unlabelled)
        joint = classifier.joint_log_likelihood(self.counts[rows])
        lengths = np.asarray(self.counts[rows].sum(axis=1)).reshape(-1, 1)
        growth = np.maximum(lengths, 1.0) ** self.power
        if labels.form != ONE:
            odds = joint[:, :, 1] - joint[:, :, 0]
            return Judged(_bounded(odds), odds > 0, _bounded(odds / growth))
        members = np.zeros(joint.shape, dtype=np.bool_)
        members[np.arange(len(joint)), joint.argmax(axis=1)] = True
        return Judged(joint, members, joint / growth)


def _bounded(odds: Floats) -> Floats:
    """Return odds without infinity, which labels have that all documents have, or none."""
    furthest = np.abs(odds[np.isfinite(odds)]).max(initial=1.0)
    return np.clip(odds, -furthest, furthest)
