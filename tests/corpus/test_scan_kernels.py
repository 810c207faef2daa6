"""The compiled scanner against the plain one, and tables of words with hashes that collide."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from corpus.unusual_texts import texts
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus import _scan_kernels as scan
from ilk.corpus import _term_kernels as term
from ilk.corpus.block_counts import Scanned, _block, _classes, _scan
from ilk.corpus.characters import class_table, drop_ignored, fold
from ilk.corpus.cutting import words
from ilk.corpus.tokenizer import Tokenizer


def as_codes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).copy()


def word_of(codes: np.ndarray, place: int) -> str:
    start, length = place >> 32, place & scan.LENGTH
    return codes[start : start + length].tobytes().decode("utf-32-le")


def scanned_words(documents: list[str], tokenizer: Tokenizer) -> tuple[list[str], Scanned]:
    scanned = _scan(tokenizer, _classes(tokenizer), _block(documents))
    return [word_of(scanned.codes, place) for place in scanned.table[:, scan.PLACE].tolist()], scanned


@given(st.lists(texts, min_size=1, max_size=6), st.integers(1, 3), st.integers(3, 12), st.booleans())
def test_a_scan_finds_the_words_of_the_plain_tokenizer(
    documents: list[str], shortest: int, longest: int, bigrams: bool
) -> None:
    tokenizer = Tokenizer(min_length=shortest, max_length=longest, bigrams=bigrams)
    distinct, scanned = scanned_words([fold(document) for document in documents], tokenizer)
    assert "".join(distinct) == scanned.codes.tobytes().decode("utf-32-le")
    begin, order = 0, {}
    for document, end in zip(documents, scanned.row_ends.tolist(), strict=True):
        expected = words(drop_ignored(fold(document)), shortest, longest, bigrams=bigrams)
        found = {
            distinct[w]: c for w, c in zip(scanned.words[begin:end], scanned.counts[begin:end], strict=True)
        }
        assert found == Counter(expected)
        assert len(found) == end - begin
        order |= dict.fromkeys(expected)
        begin = end
    assert distinct == list(order)


@given(texts)
def test_words_with_equal_exact_identities_are_equal(text: str) -> None:
    codes = as_codes(drop_ignored(fold(text)))
    ends = np.array([codes.size], dtype=np.int64)
    starts, tags, identities, word_ends = scan.cut_words(codes, ends, class_table(), 1, 64)
    found = [word_of(codes, s << 32 | t) for s, t in zip(starts.tolist(), tags.tolist(), strict=True)]
    assert found == words(drop_ignored(fold(text)), 1, 64, bigrams=True)
    assert word_ends.tolist() == [len(found)]
    exact = {(i, t): w for i, t, w in zip(identities, tags, found, strict=True) if t & scan.EXACT}
    assert len(set(exact.values())) == len(exact)
    assert {w for w in found if len(w) <= 8 and w.isascii()} <= set(exact.values())


@given(st.lists(texts, max_size=5))
def test_ignored_characters_are_dropped(documents: list[str]) -> None:
    codes = as_codes("".join(documents))
    ends = np.cumsum([0, *map(len, documents)])[1:].astype(np.int64)
    kept, kept_ends = scan.drop_ignored(codes, ends, class_table())
    dropped = [drop_ignored(document) for document in documents]
    assert kept.tobytes() == as_codes("".join(dropped)).tobytes()
    assert kept_ends.tolist() == np.cumsum([0, *map(len, dropped)])[1:].tolist()


@pytest.mark.parametrize("identity", [0, 5, 2**64 - 1])
def test_equal_hashes_do_not_make_words_equal(identity: int) -> None:
    spelled = ["ab", "ba", "abc", "ab", "aba", "ba", "日本"]
    lengths = np.array([*map(len, spelled)], dtype=np.int32)
    starts = (np.cumsum(lengths) - lengths).astype(np.int32)
    identities = np.full(len(spelled), identity, dtype=np.uint64)
    table, distinct = np.empty((10, 2), dtype=np.int64), np.empty(20, dtype=np.uint32)
    numbers, slots, n_words, n_codes = scan.number_words(
        as_codes("".join(spelled)),
        starts,
        lengths,
        identities,
        table,
        distinct,
        scan.slots_for(table, 0, 2),
        0,
        0,
    )
    assert numbers.tolist() == [0, 1, 2, 0, 3, 1, 4]
    assert n_words == 5
    assert distinct[:n_codes].tobytes().decode("utf-32-le") == "abbaabcaba日本"
    assert sorted(slots.tolist()) == [*[-1] * 11, 0, 1, 2, 3, 4]  # grown, half of them empty


def test_words_that_differ_in_a_joiner_are_two() -> None:
    distinct, scanned = scanned_words(["ab\u200cc abc ab\u200c ab"], Tokenizer())
    assert distinct == ["ab\u200cc", "abc", "ab"]
    assert scanned.counts.tolist() == [1, 1, 2]


def test_a_table_grows_with_its_words() -> None:
    spelled = [f"w{i}" for i in range(20_000)]
    distinct, scanned = scanned_words([" ".join(spelled), " ".join(reversed(spelled))], Tokenizer())
    assert distinct == spelled
    assert scanned.words[20_000:].tolist() == list(reversed(range(20_000)))


def test_words_of_one_term_are_added_up_and_dropped_words_left_out() -> None:
    df, entry = np.zeros(3, dtype=np.int32), np.zeros(3, dtype=np.int32)
    last_row = np.full(3, -1, dtype=np.int32)
    ints = [
        np.array(values, dtype=np.int32) for values in ([0, 1, 2, 3, 1, 3], [5, 1, 1, 2, 1, 4], [2, 0, -1, 0])
    ]
    row_ends = np.array([4, 4, 6], dtype=np.int64)
    terms, counts, ends = term.merge_terms(ints[0], ints[1], row_ends, ints[2], 0, df, last_row, entry)
    assert (terms.tolist(), counts.tolist(), ends.tolist()) == ([2, 0, 0], [5, 3, 5], [2, 2, 3])
    assert df.tolist() == [2, 0, 1]
    term.merge_terms(ints[0], ints[1], row_ends, ints[2], 3, df, last_row, entry)
    assert df.tolist() == [4, 0, 2]


@given(
    st.lists(st.dictionaries(st.integers(0, 9), st.integers(1, 2**31 - 1)), max_size=6),
    st.permutations(range(10)),
)
def test_rows_are_sorted_by_their_new_numbers(rows: list[dict[int, int]], order: list[int]) -> None:
    number_of = np.array([n if n < 7 else -1 for n in order], dtype=np.int32)
    terms = np.array([t for row in rows for t in row], dtype=np.int32)
    counts = np.array([c for row in rows for c in row.values()], dtype=np.int32)
    row_ends = np.cumsum([0, *map(len, rows)])[1:].astype(np.int64)
    indices, data, ends = term.sort_rows(terms, counts, row_ends, number_of, 7)
    begin = 0
    for row, end in zip(rows, ends.tolist(), strict=True):
        found = list(zip(indices[begin:end].tolist(), data[begin:end].tolist(), strict=True))
        assert found == sorted((order[t], c) for t, c in row.items() if order[t] < 7)
        begin = end
    assert begin == indices.size
