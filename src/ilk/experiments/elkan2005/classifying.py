"""How well a split is classified: by Bayes' rule, by nearest neighbours, by support vector machines."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from ilk.evaluation.labels import accuracy
from ilk.experiments.elkan2005.messages import Split
from ilk.experiments.elkan2005.methods import BAYES, KERNELS, MACHINES
from ilk.labels import Labels
from ilk.tasks.classify import GenerativeBayes, KernelSVM, NearestNeighbours, vote
from ilk.tasks.classify.neighbours import WEIGHTS

COSTS = (0.1, 0.3, 1.0)
"""The values of C that a machine may choose from."""
HELD_OUT = 5
"""A fifth of the messages to learn from is held out to choose C."""


def bayes_accuracy(name: str, given: Split) -> float:
    """Return the share of the test messages that a Bayes classifier puts into their group."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        classifier = GenerativeBayes(BAYES[name]()).fit(given.train, given.train_groups)
    return accuracy(given.test_groups, classifier.predict(given.test))


def neighbour_accuracies(name: str, given: Split, ks: Sequence[int]) -> dict[str, list[float]]:
    """Return the accuracy for each k, by kind of vote; neighbours are searched once, for the largest k."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        classifier = NearestNeighbours(KERNELS[name]()).fit(given.train, given.train_groups)
    places, similarities = classifier.neighbours(given.test, max(ks))
    labels = Labels.read(given.train_groups)
    return {
        weights: [accuracy(given.test_groups, vote(places, similarities, labels, k, weights)) for k in ks]
        for weights in WEIGHTS
    }


def machine_accuracy(name: str, given: Split, costs: Sequence[float] = COSTS) -> dict[str, Any]:
    """Return the accuracy of a machine, the C that it has chosen without the test part, and how each did."""
    n_train = len(given.train_groups)
    held = np.arange(n_train) % HELD_OUT == 0
    tried = [_machine_accuracy(name, _inner(given, held), C) for C in costs]
    chosen = costs[int(np.argmax(tried))]
    return {"accuracy": _machine_accuracy(name, given, chosen), "C": chosen, "held_out": tried}


def _inner(given: Split, held: Any) -> Split:
    """Split the messages to learn from once more."""
    counts, groups = given.train, given.train_groups
    return Split(counts[~held], groups[~held], counts[held], groups[held])


def _machine_accuracy(name: str, given: Split, C: float) -> float:
    machine = KernelSVM(MACHINES[name](), C=C, features="explicit")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(given.train, given.train_groups)
    return accuracy(given.test_groups, machine.predict(given.test))
