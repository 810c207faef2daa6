"""Stop words by language: collected lists, mended where they are damaged, plus a few words of our own."""

from __future__ import annotations

import functools

from ilk.corpus.function_words import ADDED, SEARCHED

CODES = {
    "arabic": "ar",
    "armenian": "hy",
    "basque": "eu",
    "catalan": "ca",
    "czech": "cs",
    "danish": "da",
    "dutch": "nl",
    "dutch_porter": "nl",
    "english": "en",
    "esperanto": "eo",
    "estonian": "et",
    "finnish": "fi",
    "french": "fr",
    "german": "de",
    "greek": "el",
    "hindi": "hi",
    "hungarian": "hu",
    "indonesian": "id",
    "irish": "ga",
    "italian": "it",
    "lithuanian": "lt",
    "nepali": "ne",
    "norwegian": "no",
    "persian": "fa",
    "polish": "pl",
    "porter": "en",
    "portuguese": "pt",
    "romanian": "ro",
    "russian": "ru",
    "serbian": "sr",
    "sesotho": "st",
    "spanish": "es",
    "swedish": "sv",
    "tamil": "ta",
    "turkish": "tr",
    "yiddish": "yi",
}
"""The ISO 639-1 code of every language that can be stemmed; porter and dutch_porter are second stemmers."""

_PLAIN_NAMES = {"porter": "english", "dutch_porter": "dutch"}


@functools.cache
def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language as they are written, not yet folded; none for an unknown one.

    A language without a stemmer is given by its code.
    """
    language = _PLAIN_NAMES.get(language, language)
    collected = _english() if language == "english" else _collected(language)
    return collected - set(SEARCHED.get(language, "").split()) | set(ADDED.get(language, "").split())


def codes_of_lists() -> frozenset[str]:
    """Return the ISO 639-1 codes of all collected lists."""
    import stopwordsiso

    return frozenset(stopwordsiso.langs())


def _english() -> frozenset[str]:
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS)


def _collected(language: str) -> frozenset[str]:
    """Return the list of the package stopwordsiso, with what a wrong or an old encoding did to it undone."""
    import stopwordsiso

    listed = frozenset(stopwordsiso.stopwords(CODES.get(language, language)))
    if language == "lithuanian":
        return frozenset(word.encode("latin-1").decode("cp1257") for word in listed)
    if language == "greek":
        return frozenset(word.replace("\N{INCREMENT}", "δ") for word in listed)
    if language == "romanian":  # ş and ţ with a cedilla stood in for ș and ț with a comma
        return listed | {word.translate(str.maketrans("şţ", "șț")) for word in listed}
    return listed
