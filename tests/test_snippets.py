from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.errors import ParameterError
from ilk.snippets import Snippet, places, snippet


def words(text: str) -> list[tuple[int, int, str]]:
    return [(found.start(), found.end(), found[0].lower()) for found in re.finditer(r"\w+", text)]


def bigrams(text: str) -> list[tuple[int, int, str]]:
    return [(start, start + 2, text[start : start + 2]) for start in range(len(text) - 1)]


def marked(found: Snippet) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


FILLER = "lorem ipsum dolor sit amet " * 40


def test_a_short_text_is_shown_whole():
    found = snippet(
        "Heat transfer\n\n   in slip flow. ",
        words("Heat transfer\n\n   in slip flow. "),
        {"slip": 1.0, "heat": 1.0},
    )
    assert found.text == "Heat transfer in slip flow."
    assert marked(found) == ["Heat", "slip"]


def test_without_matches_the_beginning_is_shown():
    text = "  \n" + FILLER
    found = snippet(text, words(text), {"heat": 1.0}, width=40)
    assert found == Snippet("lorem ipsum dolor sit amet lorem…")


def test_the_window_with_more_distinct_terms_wins():
    text = f"heat heat heat heat {FILLER} heat transfer {FILLER}"
    found = snippet(text, words(text), {"heat": 1.0, "transfer": 0.5}, width=60)
    assert marked(found) == ["heat", "transfer"]
    assert found.text.startswith("…")
    assert found.text.endswith("…")


def test_the_heavier_term_wins():
    text = f"common {FILLER} rare {FILLER} common common"
    found = snippet(text, words(text), {"common": 1.0, "rare": 3.0}, width=60)
    assert marked(found) == ["rare"]


def test_among_equals_the_one_with_more_matches_then_the_first_wins():
    text = f"heat one {FILLER} heat heat two {FILLER} heat heat three"
    assert "two" in snippet(text, words(text), {"heat": 1.0}, width=40).text


def test_words_are_not_cut():
    text = f"{FILLER} transfer {FILLER}"
    for width in range(20, 120):
        found = snippet(text, words(text), {"transfer": 1.0}, width=width)
        assert set(found.text.strip("…").split()) <= set(text.split())
        assert marked(found) == ["transfer"]


def test_scripts_without_spaces():
    text = (
        "情報検索は大量の文書から必要なものを探す技術である。" * 20
        + "核関数"
        + "統計的な手法が使われる。" * 20
    )
    found = snippet(text, bigrams(text), {"核関": 2.0, "関数": 2.0}, width=30)
    assert marked(found) == ["核関数"]
    assert 25 <= len(found.text) <= 30


def test_accents_stay_with_their_letters():
    text = "xe\u0301\u0302" * 300 + "kernel" + "e\u0301\u0302" * 300
    for width in range(20, 60):
        found = snippet(text, [(1200, 1206, "kernel")], {"kernel": 1.0}, width=width)
        assert marked(found) == ["kernel"]
        assert not re.match("…[\u0301\u0302]", found.text)
        assert found.text.endswith("e\u0301\u0302…")


def test_a_word_longer_than_the_window():
    text = "a" * 500
    found = snippet(text, words(text), {text: 1.0}, width=30)
    assert found == Snippet("a" * 28 + "…", ((0, 28),))


def test_nothing_that_moves_a_cursor_gets_through():
    text = "safe \x1b[31mred\x07 \u202eback\u2066 \x9bend\x00"
    found = snippet(text, words(text), {"back": 1.0})
    assert found.text == "safe [31mred back end"
    assert marked(found) == ["back"]


def test_a_window_that_is_too_narrow():
    with pytest.raises(ParameterError, match="at least 20 characters, got 19"):
        snippet("text", [], {}, width=19)


def test_places_are_in_order_and_joined_where_they_overlap():
    spans = [(0, 2, "東京"), (1, 3, "京都"), (4, 6, "都市"), (9, 11, "東京")]
    assert places("東京都の都市へようこそ東京", reversed(spans), {"東京", "京都"}) == ((0, 3), (9, 11))
    assert places("", [], {"a"}) == ()


def test_nothing_at_all():
    assert snippet("", [], {"a": 1.0}) == Snippet("")
    assert snippet(" \n" * 300, [], {"a": 1.0}) == Snippet("")


@given(
    text=st.text(st.sampled_from("ab \n\u0301語"), max_size=400),
    wanted=st.dictionaries(st.sampled_from(["a", "b", "ab", "語", "aa"]), st.floats(0.1, 9), max_size=3),
    width=st.integers(20, 80),
)
def test_what_always_holds(text, wanted, width):
    spans = words(text)
    found = snippet(text, spans, wanted, width)
    assert len(found.text) <= width
    assert "\n" not in found.text
    assert "  " not in found.text
    assert all(text_part in re.sub(r"\s+", " ", text) for text_part in [found.text.strip("…")])
    assert all(0 <= start < end <= len(found.text) for start, end in found.marks)
    assert all(before[1] < after[0] for before, after in zip(found.marks, found.marks[1:], strict=False))
    if any(term in wanted for _, _, term in spans):
        assert found.marks
        assert all(part in wanted or len(part) >= width - 2 for part in marked(found))
    else:
        assert found.marks == ()


@given(text=st.text(st.sampled_from("ab c"), min_size=80, max_size=300), width=st.integers(20, 60))
def test_the_best_window_is_found_against_a_search_of_all(text, width):
    wanted = {"a": 1.0, "b": 2.0, "ab": 4.0}
    spans = [span for span in words(text) if span[2] in wanted]
    room = width - 2

    def weight(first: int, last: int) -> float:
        inside = {term for start, end, term in spans if first <= start and end <= last}
        return sum(wanted[term] for term in inside)

    best = max((weight(start, start + room) for start, _, _ in spans), default=0.0)
    assert sum(wanted[term] for term in set(marked(snippet(text, spans, wanted, width)))) >= best


def test_related_terms_are_marked_apart_and_count_only_where_no_wanted_one_is():
    text = "far away " * 40 + "a near word, a wanted word" + " far away" * 40
    spans = words(text)
    found = snippet(text, spans, {"wanted": 1.0}, 60, related={"near": 1.0, "wanted": 1.0})
    assert [found.text[a:b] for a, b in found.marks] == ["wanted"]
    assert [found.text[a:b] for a, b in found.related] == ["near"]
    alone = snippet(text, spans, {"absent": 1.0}, 60, related={"near": 1.0})
    assert alone.marks == ()
    assert [alone.text[a:b] for a, b in alone.related] == ["near"]


def test_a_match_wins_where_a_related_term_overlaps_it():
    text = "日本語の文章"
    found = snippet(text, bigrams(text), {"文章": 1.0}, related={"の文": 1.0, "日本": 1.0})
    assert marked(found) == ["文章"]
    assert [found.text[a:b] for a, b in found.related] == ["日本", "の"]


@given(
    text=st.text(st.sampled_from("日本語の文章 "), max_size=60),
    wanted=st.sets(st.sampled_from(["日本", "本語", "の文"])),
    related=st.sets(st.sampled_from(["語の", "文章", "章日"])),
)
def test_marks_and_related_never_overlap(text, wanted, related):
    found = snippet(text, bigrams(text), dict.fromkeys(wanted, 1.0), 20, related=dict.fromkeys(related, 1.0))
    ranges = sorted([*found.marks, *found.related])
    assert all(before[1] <= after[0] for before, after in pairwise(ranges))
