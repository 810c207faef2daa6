"""Folding and the classes of all characters."""

from __future__ import annotations

import unicodedata

import pytest
from corpus.unusual_texts import LAST_LETTERS, texts
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus.characters import (
    N_CODE_POINTS,
    character_class,
    class_table,
    classes_of,
    drop_ignored,
    fold,
    lower,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("ﬁnance", "finance"),
        ("Ｆｕｌｌ", "full"),
        ("ｶﾞ", "ガ"),
        ("e\u0301", "é"),
        ("ΣΊΣΥΦΟΣ", "σίσυφοσ"),
        ("İstanbul", "istanbul"),
        ("I\u0307stanbul", "istanbul"),
        ("INDIA", "india"),
    ],
)
def test_forms_of_one_word_fold_to_one(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(texts, st.booleans())
def test_folding_normalises_before_and_after_lowering(text: str, turkic: bool) -> None:
    normal = unicodedata.normalize("NFKC", text)
    assert fold(text, turkic=turkic) == unicodedata.normalize("NFKC", lower(normal, turkic=turkic))


def test_turkish_keeps_its_two_letters_i_apart() -> None:
    assert fold("ISPARTA İZMİR", turkic=True) == "ısparta izmir"


def test_folding_any_character_leaves_it_normal_and_without_ascii_capitals() -> None:
    for code in range(LAST_LETTERS):
        folded = fold(chr(code))
        assert unicodedata.is_normalized("NFKC", folded)
        assert not any("A" <= character <= "Z" for character in folded), hex(code)


def test_classes() -> None:
    assert classes_of("a1é_-' \u093f\u200c日ก한\u00ad\ufe0f\u0640٤") == "LLL....MJUUUIIIL"


def test_the_table_says_what_the_function_says_for_every_character() -> None:
    letters = "".join(map(character_class, range(N_CODE_POINTS)))
    assert class_table().tobytes() == letters.encode("ascii")


def test_ignored_characters_are_dropped_and_no_others() -> None:
    every = "".join(map(chr, [*range(LAST_LETTERS), *range(0xE0000, 0xE0200)]))
    left = drop_ignored(every)
    assert "I" not in classes_of(left)
    assert len(every) - len(left) == classes_of(every).count("I")
