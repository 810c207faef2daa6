"""One setting of the study."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ilk.experiments.elkan2005 import published
from ilk.experiments.elkan2005.classifying import bayes_accuracy, machine_accuracy, neighbour_accuracies
from ilk.experiments.elkan2005.messages import BODY, Split, newsgroups, split
from ilk.experiments.elkan2005.methods import BAYES, GROUPS
from ilk.experiments.elkan2005.settings import BAYES as BAYES_PART
from ilk.experiments.elkan2005.settings import MACHINE, NEIGHBOURS, TEXT_MESSAGES
from ilk.experiments.study import Parameters, Result

KS = (1, 3, 5, 10, 20, 30, 50, 100)
"""The numbers of neighbours; two vote like one, and how far figure 1 goes is printed nowhere."""


def run(parameters: Parameters, data: Path) -> Result:
    """Do one setting."""
    what, preparation = parameters["what"], str(parameters.get("text", BODY))
    collection = newsgroups(data, preparation, int(parameters["every"]))
    given = split(collection, int(parameters["seed"]))
    if what == BAYES_PART:
        accuracies: dict[str, Result] = {name: bayes_accuracy(name, given) for name in BAYES}
        return _short(collection.characteristics() | _sizes(given) | {"accuracy": accuracies})
    if what == NEIGHBOURS:
        names = GROUPS[str(parameters["group"])]
        return _short({"k": list(KS), "accuracy": {n: neighbour_accuracies(n, given, KS) for n in names}})
    if what == MACHINE:
        return _short(machine_accuracy(str(parameters["kernel"]), given))
    few = Split(
        given.train, given.train_groups, given.test[:TEXT_MESSAGES], given.test_groups[:TEXT_MESSAGES]
    )
    return _short(collection.characteristics() | _sizes(few) | {"accuracy": _nine(few)})


def _nine(given: Split) -> dict[str, float]:
    """Return the accuracy of the paper's nine methods, with its k."""
    bayes = {name: bayes_accuracy(name, given) for name in published.BAYES}
    near = {name: neighbour_accuracies(name, given, (published.K,)) for name in published.NEIGHBOURS}
    return bayes | {name: accuracies["uniform"][0] for name, accuracies in near.items()}


def _sizes(given: Split) -> dict[str, Result]:
    return {"train": len(given.train_groups), "test": len(given.test_groups)}


def _short(value: Any) -> Result:
    """Return a result with six digits that count in each of its numbers."""
    if isinstance(value, dict):
        return {name: _short(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_short(each) for each in value]
    return float(f"{value:.6g}") if isinstance(value, float) else int(value)
