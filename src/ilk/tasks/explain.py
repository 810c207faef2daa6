"""From the parts of a similarity, in numbers, to an explanation in words."""

from __future__ import annotations

from collections import Counter

from ilk.records import Explanation, Part
from ilk.search.parts import NEITHER, Parts
from ilk.vocabulary import Vocabulary


def explanation(parts: Parts, similarity: float, vocabulary: Vocabulary) -> Explanation:
    """Name the terms, add up parts of the same term and topic, and put the largest first."""
    amounts: Counter[tuple[int, int]] = Counter()
    for term, topic, amount in zip(*(array.tolist() for array in parts), strict=True):
        amounts[term, topic] += amount
    named = [
        Part(None if term == NEITHER else vocabulary.term(term), None if topic == NEITHER else topic, amount)
        for (term, topic), amount in amounts.items()
        if amount
    ]
    return Explanation(similarity, tuple(sorted(named, key=_largest_first)))


def _largest_first(part: Part) -> tuple[float, str, int]:
    return -abs(part.amount), part.term or "", part.topic or 0
