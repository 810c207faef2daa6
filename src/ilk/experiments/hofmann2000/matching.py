"""Which of our factors stands for which of the printed ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ilk.experiments.hofmann2000.published import FACTOR_WORDS

Words = Sequence[str]
PROBABLE, DISTINCT = "words", "distinct"


@dataclass(frozen=True, slots=True)
class Match:
    """A printed factor, the one of ours that stands for it, and the words that are in both."""

    printed: Words
    factor: dict[str, Any]
    common: frozenset[str]

    @property
    def words(self) -> Words:
        """Return our most probable words."""
        return words_of(self.factor)


def words_of(factor: dict[str, Any], by: str = PROBABLE) -> Words:
    """Return the words of one of our factors, the most probable or the most distinct."""
    return tuple(str(factor[by]).split())


def matched(factors: Sequence[dict[str, Any]], by: str = PROBABLE) -> list[Match]:
    """Pair each printed factor with another one of ours so that they have most words in common, in all."""
    pairs = _pairs(FACTOR_WORDS, [words_of(factor, by) for factor in factors])
    return [
        Match(
            FACTOR_WORDS[place],
            factors[other],
            frozenset(FACTOR_WORDS[place]) & {*words_of(factors[other], by)},
        )
        for place, other in pairs
    ]


def mean_in_common(factors: Sequence[dict[str, Any]], by: str = PROBABLE) -> float:
    """Return how many words a printed factor has in common with ours, on average."""
    return float(np.mean([len(match.common) for match in matched(factors, by)]))


def found_again(seeds: Sequence[Sequence[dict[str, Any]]]) -> float | None:
    """Return the same of our own factors, those paired with printed ones, and the factors of other seeds."""
    if len(seeds) < 2:  # noqa: PLR2004  # a pair
        return None
    shared: list[int] = []
    for one, other in combinations(seeds, 2):
        ours = [match.words for match in matched(one)]
        theirs = [words_of(factor) for factor in other]
        shared += [len({*ours[a]} & {*theirs[b]}) for a, b in _pairs(ours, theirs)]
    return float(np.mean(shared))


def _pairs(some: Sequence[Words], others: Sequence[Words]) -> list[tuple[int, int]]:
    """Pair lists of words one to one, so that the number of words in common is largest."""
    from scipy.optimize import linear_sum_assignment

    common = np.array([[len({*one} & {*other}) for other in others] for one in some])
    rows, columns = linear_sum_assignment(common, maximize=True)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))
