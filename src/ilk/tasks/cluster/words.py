"""How the terms of a cluster are written, read from a few of its documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ilk.tasks.spellings import spellings

if TYPE_CHECKING:
    from ilk.index import Index

READ = 3
"""Documents that are looked at for each term, as it is seldom written in more ways."""


def written(index: Index, terms: Iterable[int], documents: Sequence[int]) -> dict[int, str]:
    """Return how terms are most often written in the first of some documents that have each of them."""
    ranks = np.full(len(index), len(documents))
    ranks[documents] = np.arange(len(documents))
    spelt = {term: index.vocabulary.term(term) for term in terms}
    reading: set[int] = set()
    for term in spelt:
        having = np.sort(ranks[index.postings.of(term)[0]])[:READ]
        reading.update(having[having < len(documents)].tolist())
    texts = (index.documents.get(documents[rank]).searchable for rank in sorted(reading))
    found = spellings(texts, index.tokenizer, frozenset(spelt.values()))
    return {term: found.get(text, text) for term, text in spelt.items()}
