"""Where to look in a long text: as good as looking everywhere, and far less work."""

from __future__ import annotations

import random
import re

import pytest

import ilk
from ilk.corpus.tokenizer import Tokenizer
from ilk.passages import BLOCK, ENOUGH, MOST, OVERLAP, SHORT, telling_part, without_heading
from ilk.records import Document
from ilk.snippets import Snippet, Span, snippet

FILLER = "lorem ipsum dolor sit amet, consectetur adipiscing elit. "
LONG = FILLER * (10 * SHORT // len(FILLER))
TOKENIZER = Tokenizer.for_language("english")
SPANS = TOKENIZER.spans


class Counting:
    """Cuts texts into terms and counts the characters that it was given."""

    def __init__(self) -> None:
        self.n_characters = 0

    def __call__(self, text: str) -> list[Span]:
        self.n_characters += len(text)
        return SPANS(text)


def shown(text: str, wanted: dict[str, float], related: dict[str, float] | None = None) -> Snippet:
    part = telling_part(text, SPANS, wanted, related or {})
    return snippet(part, SPANS(part), wanted, related=related)


def inserted(text: str, *pieces: tuple[int, str]) -> str:
    """Return a text with words put in, each at the first gap after a position."""
    for position, piece in sorted(pieces, reverse=True):
        gap = text.index(" ", position)
        text = f"{text[:gap]} {piece}{text[gap:]}"
    return text


def marked(found: Snippet) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


def test_a_short_text_is_taken_whole():
    text = LONG[:SHORT]
    assert telling_part(text, SPANS, {"zeppelin": 1.0}, {}) is text


@pytest.mark.parametrize("position", [0, BLOCK - 5, 7 * BLOCK - 100, len(LONG) // 2, len(LONG) - 60])
def test_one_word_is_found_wherever_it_stands_and_shown_as_by_looking_everywhere(position):
    text = inserted(LONG, (position, "a happy Zeppelin"))
    wanted = {"zeppelin": 2.0, "happi": 1.0}
    assert shown(text, wanted) == snippet(text, SPANS(text), wanted)
    assert marked(shown(text, wanted)) == ["happy", "Zeppelin"]


def test_the_place_with_all_the_words_wins_over_many_with_one():
    alone = [(position, "flow") for position in range(0, 150_000, 1_000)]
    text = inserted(LONG, *alone, (200_100, "slip of the flow"))
    assert marked(shown(text, {"slip": 1.0, "flow": 1.0})) == ["slip", "flow"]


def test_windows_are_as_good_as_by_looking_everywhere():
    chance = random.Random(0)
    wanted = {"heat": 1.0, "transfer": 1.5, "slip": 2.0, "flow": 0.5}
    for _ in range(4):
        places = [(chance.randrange(len(LONG) - 100), chance.choice(list(wanted))) for _ in range(40)]
        text = inserted(LONG, *places)
        everywhere = snippet(text, SPANS(text), wanted)
        assert sum(wanted[word] for word in set(marked(shown(text, wanted)))) == sum(
            wanted[word] for word in set(marked(everywhere))
        )


def test_without_a_word_of_the_query_the_beginning_is_shown_or_related_words_are():
    assert shown(LONG, {"zeppelin": 1.0}).text.startswith("lorem ipsum dolor")
    text = inserted(LONG, (BLOCK, "an airship"))
    found = shown(text, {"zeppelin": 1.0}, {"airship": 1.0})
    assert [found.text[start:end] for start, end in found.related] == ["airship"]


def test_a_word_that_its_stem_is_no_beginning_of_is_found_near_the_beginning():
    text = inserted(LONG, (MOST * BLOCK - 2 * BLOCK, "dying"))
    assert marked(shown(text, {"die": 1.0})) == ["dying"]


def test_scripts_without_spaces():
    text = "情報検索は大量の文書から必要なものを探す技術である。" * 4_000
    text = text[:70_003] + "核関数" + text[70_003:]
    assert marked(shown(text, {"核関": 2.0, "関数": 2.0})) == ["核関数"]


@pytest.mark.parametrize(
    ("words", "n_blocks"),
    [(["zeppelin"], MOST), (["lorem"], 1), (["lorem", "zeppelin"], ENOUGH), (["lor", "zepp"], MOST)],
)
def test_few_characters_of_a_long_text_are_looked_at(words, n_blocks):
    counting = Counting()
    telling_part(LONG, counting, dict.fromkeys(words, 1.0), {})
    assert counting.n_characters <= n_blocks * (BLOCK + OVERLAP + 64)


def test_a_search_cuts_little_of_what_it_found(monkeypatch):
    book = inserted(LONG, (len(LONG) - 100, "Zeppelin"))
    index = ilk.Index.build([Document("book", book)], language="english", effort="quick")
    counting = Counting()
    monkeypatch.setattr(Tokenizer, "spans", lambda self, text: counting(text))
    (hit,) = index.search("zeppelin")
    assert re.search(r"^…\S.*Zeppelin", hit.snippet)
    assert counting.n_characters < len(book) / 20


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("# Sourdough bread\n\nMix flour.", "Mix flour."),
        ("\n  Sourdough  BREAD  \n=====\n\nMix flour.\n", "Mix flour.\n"),
        ("## Sourdough\nbread ##\r\nMix flour.", "Mix flour."),
        ("Sourdough bread\n" + "long " * 100, "long " * 100),
        ("Sourdough bread is a bread.", None),
        ("Bread\n\nMix flour.", None),
        ("By me\nSourdough bread\nMix flour.", None),
        ("Sourdough bread\n", None),
        ("", None),
    ],
)
def test_a_text_is_shown_without_its_heading(text, rest):
    assert without_heading(text, "Sourdough bread") == (text if rest is None else rest)
    assert without_heading(text, "") == text


def test_the_snippet_of_a_hit_does_not_repeat_the_title():
    note = Document("a", "# Sourdough bread\n\nMix flour and water.", title="Sourdough bread")
    (hit,) = ilk.Index.build([note], language="english", effort="quick").search("bread")
    assert (hit.title_marks, hit.snippet) == (((10, 15),), "Mix flour and water.")
