"""From evidence to confidence: held-out documents say how certain a decision should be.

One label a document: P(class|x) = softmax(a · evidence(x)), with the a under which the true classes of the
held-out documents are most probable. One number can be learned from a dozen documents. From a hundred, two
more: P(right|x) = 1/(1 + exp(−b − c · logit(P(class|x)))) of the class that was decided for.

Several: with P(label|x) = 1/(1 + exp(−a · evidence)) for each, the product over all labels, those a document
has and those it has not, would be the probability that every one is right, if labels came by themselves. As
they do not, P(right|x) is 1/(1 + exp(−b − c · logit(product))), however few documents there are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit, log_expit, log_softmax, softmax

from ilk.labels import ONE, Labels, Members
from ilk.tasks.classify.methods import Judged

Floats = NDArray[np.float64]

SMALLEST, LARGEST = math.log(1e-4), math.log(1e4)
"""Where log a is looked for."""

ENOUGH_FOR_A_LINE = 100
"""Held-out documents from which b and c are learned where each has one label: from 40 they do harm."""

NARROW = 1e-9
"""No product counts as nearer to 0 or 1 than this."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The factor a of the evidence, b and c. As it is, a method's own probability.

    relative: whether a is for the evidence by which documents can be compared.
    """

    form: str
    factor: float = 1.0
    offset: float = 0.0
    slope: float = 1.0
    relative: bool = False

    def confidences(self, judged: Judged) -> Floats:
        """Return the probability (m,) that what was decided for each document is right."""
        evidence = judged.relative if self.relative else judged.evidence
        return np.asarray(expit(self.offset + self.slope * self.logits(evidence, judged.members)))

    def logits(self, evidence: Floats, members: Members) -> Floats:
        """Return log(p/(1 − p)) (m,) of the probability p of all that was decided, before b and c."""
        scaled = self.factor * evidence
        if self.form == ONE:
            decided = (softmax(scaled, axis=1) * members).sum(axis=1)
        else:
            decided = np.exp(log_expit(np.where(members, scaled, -scaled)).sum(axis=1))
        probable = np.clip(decided, NARROW, 1 - NARROW)
        return np.asarray(np.log(probable) - np.log1p(-probable))


def calibrated(judged: Judged, truth: Labels) -> Calibration:
    """Learn from held-out documents, how they were judged and what is true."""
    found = Calibration(truth.form, fitted_factor(judged.relative, truth), relative=True)
    if truth.form == ONE and len(truth) < ENOUGH_FOR_A_LINE:
        return found
    right = (judged.members == truth.members).all(axis=1)
    offset, slope = fitted_line(found.logits(judged.relative, judged.members), right)
    return replace(found, offset=offset, slope=slope)


def fitted_factor(evidence: Floats, truth: Labels) -> float:
    """Return the factor a under which the true labels of held-out documents are most probable.

    As Platt has it, the truth itself is a little uncertain, by 1 in n + 2: what n documents show makes nobody
    more certain than that.
    """
    doubt = 1 / (len(truth) + 2)

    def loss(log_factor: float) -> float:
        scaled = math.exp(log_factor) * evidence
        if truth.form == ONE:
            others = doubt / max(len(truth.classes) - 1, 1)
            targets = np.where(truth.members, 1 - doubt, others)
            return -float((targets * log_softmax(scaled, axis=1)).sum())
        targets = np.where(truth.members, 1 - doubt, doubt)
        return -float((targets * log_expit(scaled) + (1 - targets) * log_expit(-scaled)).sum())

    return math.exp(minimize_scalar(loss, bounds=(SMALLEST, LARGEST), method="bounded").x)


def fitted_line(logits: Floats, right: NDArray[np.bool_]) -> tuple[float, float]:
    """Return b and c ≥ 0 of Platt's P(right) = 1/(1 + exp(−b − c · logit)), the most probable ones."""
    n_right = int(right.sum())
    targets = np.where(right, (n_right + 1) / (n_right + 2), 1 / (right.size - n_right + 2))

    def loss(line: Floats) -> float:
        scaled = line[0] + line[1] * logits
        return -float((targets * log_expit(scaled) + (1 - targets) * log_expit(-scaled)).sum())

    found = minimize(loss, (0.0, 1.0), bounds=((None, None), (0.0, None)), method="L-BFGS-B")
    return float(found.x[0]), float(found.x[1])
