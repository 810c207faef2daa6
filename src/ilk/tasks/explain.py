"""From the parts of a similarity, in numbers, to an explanation in words."""

from __future__ import annotations

from collections.abc import Sequence

from ilk.corpus.tokenizer import Tokenizer
from ilk.records import Explanation, Part
from ilk.search.parts import NEITHER, Parts
from ilk.tasks.spellings import spellings
from ilk.vocabulary import Vocabulary


def explanation(
    parts: Parts, similarity: float, vocabulary: Vocabulary, tokenizer: Tokenizer, texts: Sequence[str]
) -> Explanation:
    """Name the terms as the texts write them, add up parts of the same term and topic, the largest first."""
    amounts: dict[tuple[int, int], float] = {}
    for term, topic, amount in zip(*(array.tolist() for array in parts), strict=True):
        amounts[term, topic] = amounts.get((term, topic), 0.0) + amount
    terms = {number: vocabulary.term(number) for number, _ in amounts if number != NEITHER}
    words = spellings(texts, tokenizer, frozenset(terms.values()))
    named = [
        _part(terms.get(number), None if topic == NEITHER else topic, amount, words)
        for (number, topic), amount in amounts.items()
        if amount
    ]
    return Explanation(similarity, tuple(sorted(named, key=_largest_first)))


def _part(term: str | None, topic: int | None, amount: float, words: dict[str, str]) -> Part:
    return Part(term, topic, amount, "" if term is None else words.get(term, term))


def _largest_first(part: Part) -> tuple[float, str, int]:
    return -abs(part.amount), part.term or "", -1 if part.topic is None else part.topic
