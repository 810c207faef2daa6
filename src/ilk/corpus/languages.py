"""The languages whose words ilk can stem, and a guess at the language of a collection."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable

from ilk.corpus.characters import drop_ignored, fold
from ilk.corpus.cutting import words
from ilk.corpus.stop_words import CODES, codes_of_lists, stop_words
from ilk.errors import UnknownName

NONE = "none"
"""The language of texts in no particular language: no stop words, no stemming."""

_VARIANTS = {"porter", "dutch_porter"}
"""Second stemmers for a language; a guess gives the first."""

_SAMPLE = 200_000  # characters: more do not change a guess
_A_SENTENCE, _A_PAGE = 10, 100  # words


@functools.cache
def language_names() -> tuple[str, ...]:
    """Return every language that a tokenizer can be made for: PyStemmer's algorithms and none, sorted."""
    import Stemmer

    return tuple(sorted([NONE, *Stemmer.algorithms()]))


def language_name(name: str) -> str:
    """Return the full name of a language given by name or ISO 639-1 code (de → german), in any case."""
    wanted = name.strip().lower()
    if wanted in language_names():
        return wanted
    for known in language_names():
        if CODES.get(known) == wanted and known not in _VARIANTS:
            return known
    raise UnknownName("language", name, language_names())


def guess_language(texts: Iterable[str]) -> str:
    """Return the language whose stop words make up the largest share of the words, or "none".

    A stop word that n languages share counts 1/√n for each of them, so that "de" says little and "och" much.
    Languages that cannot be stemmed take part, so that Ukrainian is not taken for Russian; where one of them
    is best, or no share is convincing, the answer is "none".
    """
    counted = _sample(texts)
    shares: Counter[str] = Counter()
    for word, count in counted.items():
        languages = _languages_by_stop_word().get(word, ())
        for language in languages:
            shares[language] += count / counted.total() / len(languages) ** 0.5
    (best, share), (_, second), *_ = [*shares.most_common(2), (NONE, 0.0), (NONE, 0.0)]
    known = best in language_names() and _convincing(share, second, counted.total())
    return best if known else NONE


def _convincing(share: float, second: float, n_words: int) -> bool:
    """Judge the best share: sentences have 0.2 to 0.7 in their own language, at most 0.11 in any other.

    Headlines and lists of names, with few function words, stay below that, but far ahead of the second.
    """
    return (n_words >= _A_SENTENCE and share >= max(0.12, 1.02 * second)) or (
        n_words >= _A_PAGE and share >= max(0.04, 1.5 * second)
    )


def _sample(texts: Iterable[str]) -> Counter[str]:
    """Count the words of the first texts; numbers are words in no language."""
    counted: Counter[str] = Counter()
    left = _SAMPLE
    for text in texts:
        folded = drop_ignored(fold(text[:left]))
        found = words(folded, min_length=1, max_length=len(folded), bigrams=True)
        counted.update(word for word in found if not word[0].isdigit())
        left -= len(text)
        if left <= 0:
            break
    return counted


@functools.cache
def _languages_by_stop_word() -> dict[str, tuple[str, ...]]:
    """Return folded stop word → the languages that have it, by name or, if they have no stemmer, by code."""
    languages: dict[str, tuple[str, ...]] = {}
    stemmed = set(language_names()) - _VARIANTS
    for language in sorted(stemmed | (codes_of_lists() - set(CODES.values()))):
        for word in {drop_ignored(fold(word)) for word in stop_words(language)}:
            languages[word] = (*languages.get(word, ()), language)
    return languages
