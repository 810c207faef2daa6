"""From the parts of a similarity, in numbers, to an explanation in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ilk.corpus.tokenizer import Tokenizer
from ilk.passages import telling_part
from ilk.records import Explanation, Part
from ilk.search.parts import NEITHER, Parts
from ilk.tasks.spellings import spellings
from ilk.vocabulary import Vocabulary

MOST_SOUGHT = 100
"""Terms in neither text whose spelling is looked up in other documents."""


def explanation(
    parts: Parts,
    similarity: float,
    vocabulary: Vocabulary,
    tokenizer: Tokenizer,
    texts: Sequence[str],
    text_with: Callable[[int], str],
) -> Explanation:
    """Name the terms as the texts write them, add up parts of the same term and topic, the largest first.

    Terms that neither text has are named as `text_with`, which gives a text with the term of a number, does.
    """
    amounts: dict[tuple[int, int], float] = {}
    for term, topic, amount in zip(*(array.tolist() for array in parts), strict=True):
        amounts[term, topic] = amounts.get((term, topic), 0.0) + amount
    terms = {number: vocabulary.term(number) for number, _ in amounts if number != NEITHER}
    words = spellings(texts, tokenizer, frozenset(terms.values()))
    for number in _largest(amounts, {number for number, term in terms.items() if term not in words}):
        term = terms[number]
        part = telling_part(text_with(number), tokenizer.spans, {term: 1.0}, {})
        words |= spellings([part], tokenizer, {term})
    named = [
        _part(terms.get(number), None if topic == NEITHER else topic, amount, words)
        for (number, topic), amount in amounts.items()
        if amount
    ]
    return Explanation(similarity, tuple(sorted(named, key=_largest_first)))


def _largest(amounts: Mapping[tuple[int, int], float], terms: set[int]) -> list[int]:
    """Return those terms that add most, which are the ones that are read."""
    totals = dict.fromkeys(sorted(terms), 0.0)
    for (term, _), amount in amounts.items():
        if term in terms:
            totals[term] += abs(amount)
    return sorted(totals, key=lambda term: -totals[term])[:MOST_SOUGHT]


def _part(term: str | None, topic: int | None, amount: float, words: dict[str, str]) -> Part:
    return Part(term, topic, amount, "" if term is None else words.get(term, term))


def _largest_first(part: Part) -> tuple[float, str, int]:
    return -abs(part.amount), part.term or "", -1 if part.topic is None else part.topic
