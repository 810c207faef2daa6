"""What a term is, where it stands in the text, and that settings reproduce it."""

from __future__ import annotations

import copy
import json
import pickle
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from corpus.unusual_texts import LAST_LETTERS, texts
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus import tokenizer as tokenizer_module
from ilk.corpus.characters import drop_ignored, fold
from ilk.corpus.cutting import cut, words
from ilk.corpus.languages import language_names
from ilk.corpus.offsets import _ATTACHMENTS, fold_with_offsets
from ilk.corpus.stop_words import stop_words
from ilk.corpus.tokenizer import Tokenizer
from ilk.errors import ParameterError, UnknownName

PLAIN = Tokenizer()
ENGLISH = Tokenizer.for_language("english")
TOKENIZERS = [
    PLAIN,
    ENGLISH,
    Tokenizer.for_language("tr", min_length=1),
    Tokenizer(bigrams=False, max_length=5),
]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Heat-transfer in snake_case, isn't it?", ["heat", "transfer", "in", "snake", "case", "isn", "it"]),
        ("x = 10 + 25e3", ["10", "25e3"]),
        ("l´homme", ["homme"]),  # the accent is no apostrophe, and must not stick to the word
        ("exam\u00adple", ["example"]),
        ("❤\ufe0fabc\ufe0f", ["abc"]),
        ("विश्वविद्यालय की", ["विश्वविद्यालय", "की"]),
        ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),
        ("می\u200cخواهم کتاب\u200c", ["می\u200cخواهم", "کتاب"]),
        ("كتـــاب", ["كتاب"]),
        ("日本語", ["日本", "本語"]),
        ("犬 と猫", ["犬", "と猫"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー"]),
        ("한국어 책", ["한국", "국어", "책"]),
        ("Python入門2024年", ["python", "入門", "2024", "年"]),
        ("ภาษาไทย", ["ภา", "าษ", "ษา", "าไ", "ไท", "ทย"]),
        ("a b c", []),
        ("", []),
        ("w" * 64 + " " + "w" * 65, ["w" * 64]),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert PLAIN.terms(text) == terms


def test_without_bigrams_runs_stay_whole() -> None:
    assert Tokenizer(bigrams=False).terms("Python入門 日本語") == ["python入門", "日本語"]


def test_stop_words_go_before_stemming() -> None:
    assert ENGLISH.terms("The runners weren't running; they'd won") == ["runner", "run", "won"]
    assert Tokenizer.for_language("english", stop_words=False).terms("the runners") == ["the", "runner"]
    assert Tokenizer.for_language("english", stem=False).terms("the runners") == ["runners"]


def test_given_stop_words_replace_the_list_and_are_cut_like_a_text() -> None:
    tokenizer = Tokenizer.for_language("english", stop_words=["Don't", "Straße", "au pair"], stem=False)
    assert tokenizer.terms("don't the STRASSE pair au") == ["the"]


def test_english_has_two_stemmers() -> None:
    assert ENGLISH.terms("generously") == ["generous"]
    assert Tokenizer.for_language("porter").terms("generously") == ["gener"]
    assert ENGLISH.stop_words == Tokenizer.for_language("porter").stop_words


@pytest.mark.parametrize("language", language_names())
def test_every_language_drops_each_of_its_stop_words(language: str) -> None:
    tokenizer = Tokenizer.for_language(language)
    listed = stop_words(language)
    assert (len(listed) >= 30) == (language != "none")
    assert [entry for entry in listed if tokenizer.terms(entry)] == []
    if language != "turkish":  # whose capitals Python does not know
        assert [entry for entry in listed if tokenizer.terms(entry.upper())] == []


@pytest.mark.parametrize(
    ("language", "text", "terms"),
    [
        ("german", "Die Straßen und die Häuser", ["strass", "haus"]),
        ("french", "parce qu'elle aimait les chevaux", ["aim", "cheval"]),
        ("russian", "война и мир", ["войн", "мир"]),
        ("greek", "ΤΟΥ ΑΝΘΡΩΠΟΥ του ανθρώπου", ["ανθρωπ", "ανθρωπ"]),
        ("lithuanian", "kodėl aš šalia", []),
        ("romanian", "și ţi", []),
        ("turkish", "IŞIK ışık", ["ışık", "ışık"]),
        ("none", "The runners", ["the", "runners"]),
    ],
)
def test_languages(language: str, text: str, terms: list[str]) -> None:
    assert Tokenizer.for_language(language).terms(text) == terms


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("english", "fire bill system interest"),
        ("spanish", "trabajo verdad"),
        ("german", "Zeit Recht Ordnung"),
    ],
)
def test_words_that_people_search_for_are_no_stop_words(language: str, text: str) -> None:
    assert len(Tokenizer.for_language(language).terms(text)) == len(text.split())


@given(texts, st.sampled_from(TOKENIZERS))
def test_spans_are_the_terms_with_their_places(text: str, tokenizer: Tokenizer) -> None:
    spans = tokenizer.spans(text)
    assert [term for _, _, term in spans] == tokenizer.terms(text)
    assert spans == sorted(spans, key=lambda span: span[:2])
    for start, end, term in spans:
        assert 0 <= start < end <= len(text)
        assert term in tokenizer.terms(text[start:end])


def test_spans_point_into_the_text_as_it_was() -> None:
    text = "Große ﬁsche, e\u0301tude exam\u00adple 日本語"
    found = [text[start:end] for start, end, _ in PLAIN.spans(text)]
    assert found == ["Große", "ﬁsche", "e\u0301tude", "exam\u00adple", "日本", "本語"]


@given(texts, st.booleans())
def test_a_text_may_be_folded_piece_by_piece(text: str, turkic: bool) -> None:
    folded, starts, ends = fold_with_offsets(text, turkic=turkic)
    assert folded == drop_ignored(fold(text, turkic=turkic))
    assert len(folded) == len(starts) == len(ends)


@given(texts, st.booleans())
def test_every_folded_character_comes_from_its_place(text: str, turkic: bool) -> None:
    folded, starts, ends = fold_with_offsets(text, turkic=turkic)
    for letter, start, end in zip(folded, starts, ends, strict=True):
        assert letter in drop_ignored(fold(text[start:end], turkic=turkic))
        assert end == start + 1 or not text[start:end].isascii()


def test_an_accent_stays_with_a_plain_letter_before_it() -> None:
    folded, starts, ends = fold_with_offsets("An ﬁne cafe\u0301 I")
    assert folded == "an fine café i"
    assert list(starts) == [0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13]
    assert list(ends) == [1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14]


def test_whatever_composes_with_the_character_before_it_attaches_to_it() -> None:
    for code in range(LAST_LETTERS):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and "<" not in parts[0]:
            assert _ATTACHMENTS[int(parts[1], 16)] == "a", hex(code)
        if _ATTACHMENTS[code] == "b":
            assert fold("e" + chr(code)) == "e" + fold(chr(code)), hex(code)


@given(texts, st.integers(1, 4), st.integers(4, 8), st.booleans())
def test_the_two_ways_to_words_agree(text: str, shortest: int, longest: int, bigrams: bool) -> None:
    folded = drop_ignored(fold(text))
    spans = cut(folded, shortest, longest, bigrams=bigrams)
    assert [folded[a:b] for a, b in spans] == words(folded, shortest, longest, bigrams=bigrams)


@given(texts)
def test_settings_survive_json(text: str) -> None:
    for tokenizer in TOKENIZERS:
        again = Tokenizer.from_settings(json.loads(json.dumps(tokenizer.settings())))
        assert again == tokenizer
        assert again.terms(text) == tokenizer.terms(text)


def test_equal_tokenizers_are_interchangeable() -> None:
    for other in (copy.deepcopy(ENGLISH), pickle.loads(pickle.dumps(ENGLISH))):
        assert other == ENGLISH
        assert hash(other) == hash(ENGLISH)
        assert other.terms("running") == ["run"]


def test_threads_may_share_a_tokenizer() -> None:
    tokenizer = Tokenizer.for_language("english")
    lines = [f"runners number{i % 50} running quickly nations{i}" for i in range(400)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(tokenizer.terms, lines)) == [ENGLISH.terms(line) for line in lines]


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenizer_module, "_REMEMBERED_WORDS", 20)
    tokenizer = Tokenizer.for_language("english")
    for i in range(100):
        assert tokenizer.terms(f"runners word{i} the") == ["runner", f"word{i}"]
    assert len(tokenizer._remembered) <= 20


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"min_length": 0}, "min_length must be a whole number of at least 1, got 0"),
        ({"min_length": True}, "min_length must be a whole number of at least 1, got True"),
        ({"max_length": 1}, "max_length must be a whole number of at least min_length, which is 2, got 1"),
        ({"bigrams": 1}, "bigrams must be true or false, got 1"),
        ({"stop_words": {"the"}}, "stop_words must be a frozenset of strings"),
    ],
)
def test_refused_settings(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        Tokenizer(**settings)


def test_refused_names() -> None:
    with pytest.raises(UnknownName, match="no language 'germn'; did you mean 'german'"):
        Tokenizer.for_language("germn")
    with pytest.raises(UnknownName, match="no language 'klingon'"):
        Tokenizer(language="klingon")
    with pytest.raises(UnknownName, match="no stemmer 'none'"):
        Tokenizer(stemmer="none")
    with pytest.raises(ParameterError, match="stop_words must be true, false or several words, got 'the'"):
        Tokenizer.for_language("english", stop_words="the")
    with pytest.raises(
        ParameterError, match=r"the settings of a tokenizer are bigrams, language, .*; got language"
    ):
        Tokenizer.from_settings({"language": "none"})
