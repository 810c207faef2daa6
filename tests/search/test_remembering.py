"""The last few answers are known, and no others."""

from __future__ import annotations

import numpy as np

from ilk.search.query import LexicalQuery
from ilk.search.remembering import Remembering


def query(*terms: int, count: float = 1.0) -> LexicalQuery:
    counts = np.full(len(terms), count)
    return LexicalQuery(np.array(terms, dtype=np.int32), counts, float(counts.sum()))


def test_an_answer_is_computed_once_until_it_is_forgotten():
    asked = []

    def answer(each: LexicalQuery) -> int:
        asked.append(tuple(each.terms.tolist()))
        return len(asked)

    remembering = Remembering(answer, size=2)
    assert [remembering(query(1)), remembering(query(1)), remembering(query(2))] == [1, 1, 2]
    assert remembering(query(1)) == 1, "asked last, kept last"
    remembering(query(3))
    assert remembering(query(1)) == 1
    assert remembering(query(2)) == 4
    assert asked == [(1,), (2,), (3,), (2,)]


def test_other_counts_are_another_query():
    remembering = Remembering(lambda each: float(each.counts.sum()))
    assert remembering(query(1, 2)) == 2
    assert remembering(query(1, 2, count=3)) == 6
