"""Categorising news with few and with many labels, by nearest neighbours and by support vector machines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ilk.evaluation.labels import macro_f1, micro_f1
from ilk.experiments.hofmann2000.settings import ALL, shares_of
from ilk.experiments.hofmann2000.similarities import Similarities, fisher_similarities, plain_similarities
from ilk.experiments.hofmann2000.texts import Categories, Members, categories
from ilk.experiments.study import Parameters, Result
from ilk.labels import Labels
from ilk.tasks.classify.machines import train_machines
from ilk.tasks.classify.neighbours import SIMILARITY, vote_shares

Floats = NDArray[np.float64]

NEIGHBOURS, SVM = "neighbours", "svm"
CLASSIFIERS = (NEIGHBOURS, SVM)
NUMBERS_OF_NEIGHBOURS = (1, 3, 5, 10, 20, 40)
"""Of these, the one that categorises the labelled documents best, each of them by the others."""
MAJORITY = 0.5
COST = 10.0
"""What an error costs a machine: with kernels this sparse, less leaves most categories without a member."""
DIGITS = 3


def run_categories_plain(parameters: Parameters, data: Path) -> Result:
    """Categorise by cosines, with one draw of labels after the other."""
    split = categories(data, int(parameters["documents"]))
    shares, order = shares_of(str(parameters["shares"])), _order(split, int(parameters["seed"]))
    answer: dict[str, Result] = {}
    for share in shares:
        n_labelled = _n_labelled(split, share)
        similarities = plain_similarities(split.train[order], n_labelled, split.test)
        answer[str(share)] = _all_categorised(similarities, split, order[:n_labelled])
    return answer


def run_categories(parameters: Parameters, data: Path) -> Result:
    """Categorise by Fisher kernels of models that are fitted to all texts, or to the labelled ones alone."""
    split = categories(data, int(parameters["documents"]))
    shares, seed = shares_of(str(parameters["shares"])), int(parameters["seed"])
    order = _order(split, seed)
    n_topics, fit = int(parameters["topics"]), str(parameters["fit"])
    answer: dict[str, Result] = {}
    of_all: dict[str, Similarities] = {}
    if parameters["texts"] == ALL:  # one fit for all shares, whose labelled documents are the first ones
        most = _n_labelled(split, max(shares))
        of_all = fisher_similarities(split.train[order], most, split.test, n_topics, fit, seed)
    for share in shares:
        n = _n_labelled(split, share)
        similarities = {name: kernel.first(n) for name, kernel in of_all.items()} or fisher_similarities(
            split.train[order[:n]], n, split.test, n_topics, fit, seed
        )
        answer[str(share)] = _all_categorised(similarities, split, order[:n])
    return answer


def _order(split: Categories, seed: int) -> NDArray[np.intp]:
    """Return the training documents in the order in which they get labels."""
    return np.random.default_rng(seed).permutation(split.train.shape[0])


def _n_labelled(split: Categories, share: int) -> int:
    return max(round(split.train.shape[0] * share / 100), 2)


def _all_categorised(
    similarities: Mapping[str, Similarities], split: Categories, labelled: NDArray[np.intp]
) -> dict[str, Result]:
    members = split.train_members[labelled]
    return {
        name: {
            NEIGHBOURS: by_neighbours(kernel, members, split.test_members),
            SVM: by_machines(kernel, members, split.test_members),
        }
        for name, kernel in similarities.items()
    }


def by_neighbours(kernel: Similarities, members: Members, truth: Members) -> dict[str, Result]:
    """Let the nearest labelled documents vote, each as much as it is similar; a majority decides.

    Break-even is that of another number of neighbours: few decide well, but many are needed for a ranking.
    """
    labels = Labels.read(members.astype(np.int64))
    k, ranking_k = _best_numbers(kernel, labels)
    places, similarities = _nearest(kernel.test, max(k, ranking_k))
    decided = vote_shares(places, similarities, labels, k, SIMILARITY) >= MAJORITY
    ranked = vote_shares(places, similarities, labels, ranking_k, SIMILARITY)
    return {"k": k, "ranking_k": ranking_k, **measures(ranked, decided, truth)}


def by_machines(kernel: Similarities, members: Members, truth: Members) -> dict[str, Result]:
    """Let a machine a category decide."""
    labels = Labels.read(members.astype(np.int64))
    machines = train_machines(kernel.labelled, labels, explicit=False, C=COST, balanced=False, seed=0)
    decisions = machines.decisions(kernel.test)
    return measures(decisions, decisions > 0, truth)


def measures(decisions: Floats, predicted: Members, truth: Members) -> dict[str, Result]:
    """Return F1, break-even and the share of wrong decisions, in per cent, of tables (m, n_categories)."""
    found, wanted = _found_at_break_even(decisions, truth), truth.sum(axis=0)
    values = {
        "micro_f1": micro_f1(truth.astype(np.int64), predicted.astype(np.int64)),
        "macro_f1": macro_f1(truth.astype(np.int64), predicted.astype(np.int64)),
        "micro_break_even": found.sum() / wanted.sum(),
        "macro_break_even": np.mean(found[wanted > 0] / wanted[wanted > 0]),
        "error": np.mean(predicted != truth),
    }
    return {name: round(100 * float(value), DIGITS) for name, value in values.items()}


def _found_at_break_even(decisions: Floats, truth: Members) -> NDArray[np.int64]:
    """Return how many of the R members of each category are among its R best documents (n_categories,).

    Precision and recall are equal there, both being this number divided by R. Equals are in order.
    """
    order = np.argsort(-decisions, axis=0, kind="stable")
    ranked = np.take_along_axis(truth, order, axis=0)
    return np.array([np.count_nonzero(column[: column.sum()]) for column in ranked.T], dtype=np.int64)


def _best_numbers(kernel: Similarities, labels: Labels) -> tuple[int, int]:
    """Return the numbers of neighbours with the largest micro F1 and micro break-even; the first of equals.

    Both are those of the labelled documents, each of which is categorised by the others.
    """
    others = kernel.labelled.copy()
    np.fill_diagonal(others, -np.inf)
    numbers = [k for k in NUMBERS_OF_NEIGHBOURS if k < len(labels)] or [1]
    places, similarities = _nearest(others, max(numbers))
    truth, f1, break_even = labels.members, [], []
    for k in numbers:
        votes = vote_shares(places, similarities, labels, k, SIMILARITY)
        f1.append(micro_f1(truth.astype(np.int64), (votes >= MAJORITY).astype(np.int64)))
        break_even.append(int(_found_at_break_even(votes, truth).sum()))
    return numbers[int(np.argmax(f1))], numbers[int(np.argmax(break_even))]


def _nearest(similarities: NDArray[np.float32], k: int) -> tuple[NDArray[np.int32], Floats]:
    """Return places and similarities (m, k) of the k largest of each row (m, n), largest first."""
    n = similarities.shape[1]
    places = np.argpartition(-similarities, min(k, n) - 1, axis=1)[:, :k]
    places.sort(axis=1)
    values = np.take_along_axis(similarities, places, axis=1)
    order = np.argsort(-values, axis=1, kind="stable")
    return (
        np.take_along_axis(places, order, axis=1).astype(np.int32),
        np.take_along_axis(values, order, axis=1).astype(np.float64),
    )
