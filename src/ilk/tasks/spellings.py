"""From terms, which are stems, back to words that a person reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from itertools import chain

from ilk.corpus.tokenizer import Tokenizer
from ilk.passages import blocks


def spellings(texts: Iterable[str], tokenizer: Tokenizer, terms: Container[str]) -> dict[str, str]:
    """Return how terms are most often written in some texts, in lower case; those alone that occur there.

    Of two spellings that are as frequent, the one that comes first.
    """
    written: dict[str, Counter[str]] = {}
    for piece in chain.from_iterable(map(blocks, texts)):
        for start, end, term in tokenizer.spans(piece):
            if term in terms:
                written.setdefault(term, Counter())[piece[start:end].lower()] += 1
    return {term: words.most_common(1)[0][0] for term, words in written.items()}
