"""From evidence to confidence: one factor, by which held-out documents are as certain as they are right.

P(class|x) = softmax(a · evidence(x)); of several labels, P(label|x) = 1/(1 + exp(−a · evidence)) for each.
One number can be learned from a dozen documents, and it never changes what is decided.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import expit, log_expit, log_softmax, softmax

from ilk.labels import ONE, Labels
from ilk.tasks.classify.methods import Judged

Floats = NDArray[np.float64]

SMALLEST, LARGEST = math.log(1e-4), math.log(1e4)
"""Where log a is looked for."""


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


def confidences(judged: Judged, form: str, factor: float) -> Floats:
    """Return the probability (m,) of what was decided for each document.

    Of several labels that of the least certain; of none, that the most probable one is not right either.
    """
    scaled = factor * judged.evidence
    if form == ONE:
        return np.asarray((softmax(scaled, axis=1) * judged.members).sum(axis=1))
    probabilities = expit(scaled)
    with_labels = np.where(judged.members, probabilities, 1.0).min(axis=1)
    without = (1 - probabilities).min(axis=1)
    return np.asarray(np.where(judged.members.any(axis=1), with_labels, without))
