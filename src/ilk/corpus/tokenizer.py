"""From a text to its terms: fold, cut into words, leave out stop words, stem.

The classes of characters and the folding are those of `ilk.corpus.characters`, the cut that of
`ilk.corpus.cutting`. A word of fewer than min_length or more than max_length characters is dropped: the long
ones are checksums and encoded data, which no one searches for by their beginning.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ilk.corpus.characters import drop_ignored, fold
from ilk.corpus.cutting import cut, words
from ilk.corpus.languages import NONE, language_name, language_names
from ilk.corpus.offsets import fold_with_offsets
from ilk.corpus.stop_words import stop_words as stop_words_of
from ilk.errors import ParameterError, UnknownName

_REMEMBERED_WORDS = 1 << 16


@dataclass(frozen=True)
class Tokenizer:
    """Cuts texts into terms; equal settings give equal terms.

    `stop_words` are compared with folded words before stemming; `stemmer` is the name of a PyStemmer
    algorithm. `bigrams` cuts unspaced scripts into pairs of characters; without it their runs stay whole.
    """

    language: str = NONE
    stop_words: frozenset[str] = frozenset()
    stemmer: str | None = None
    min_length: int = 2
    max_length: int = 64
    bigrams: bool = True
    _remembered: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse settings that cannot be followed."""
        if self.language not in language_names():
            raise UnknownName("language", self.language, language_names())
        if self.stemmer is not None and self.stemmer not in _stemmer_names():
            raise UnknownName("stemmer", self.stemmer, _stemmer_names())
        if not isinstance(self.stop_words, frozenset) or not all(isinstance(w, str) for w in self.stop_words):
            raise ParameterError("stop_words must be a frozenset of strings")
        if type(self.min_length) is not int or self.min_length < 1:
            raise ParameterError(f"min_length must be a whole number of at least 1, got {self.min_length!r}")
        if type(self.max_length) is not int or self.max_length < self.min_length:
            raise ParameterError(
                f"max_length must be a whole number of at least min_length, which is {self.min_length}, "
                f"got {self.max_length!r}"
            )
        if type(self.bigrams) is not bool:
            raise ParameterError(f"bigrams must be true or false, got {self.bigrams!r}")

    @classmethod
    def for_language(
        cls,
        name: str,
        *,
        stop_words: bool | Iterable[str] = True,
        stem: bool = True,
        min_length: int = 2,
        max_length: int = 64,
        bigrams: bool = True,
    ) -> Tokenizer:
        """Return the tokenizer of a language, given by its name or ISO code, or of "none".

        `stop_words` are those of the language, none (False), or the given ones in their place.
        """
        if isinstance(stop_words, str):
            raise ParameterError(f"stop_words must be true, false or several words, got {stop_words!r}")
        language = language_name(name)
        plain = cls(language=language, min_length=min_length, max_length=max_length, bigrams=bigrams)
        if stop_words is True:
            listed: Iterable[str] = () if language == NONE else stop_words_of(language)
        else:
            listed = stop_words or ()
        # A listed "don't" or "parce que" is cut as it would be in a text, so that its pieces are found there.
        stops = frozenset(word for entry in listed for word in plain.terms(entry))
        stemmer = language if stem and language != NONE else None
        return cls(language, stops, stemmer, min_length, max_length, bigrams)

    def terms(self, text: str) -> list[str]:
        """Return the terms of a text in their order; the one way for documents and queries."""
        folded = drop_ignored(fold(text, turkic=self.turkic))
        cut_words = words(folded, self.min_length, self.max_length, bigrams=self.bigrams)
        remembered = self._remember(cut_words)
        return [term for word in cut_words if (term := remembered[word])]

    def spans(self, text: str) -> list[tuple[int, int, str]]:
        """Return start and end in `text` of every term, and the term: the terms of `terms` in their order."""
        folded, starts, ends = fold_with_offsets(text, turkic=self.turkic)
        cut_spans = cut(folded, self.min_length, self.max_length, bigrams=self.bigrams)
        remembered = self._remember([folded[start:end] for start, end in cut_spans])
        return [
            (starts[start], ends[end - 1], term)
            for start, end in cut_spans
            if (term := remembered[folded[start:end]])
        ]

    def resolve(self, cut_words: Sequence[str]) -> list[str]:
        """Return the term of each word, an empty string for a word that is dropped."""
        kept = [word for word in cut_words if word not in self.stop_words]
        stems = iter(kept if self.stemmer is None else _stemmer(self.stemmer).stemWords(kept))
        return ["" if word in self.stop_words else next(stems) for word in cut_words]

    @property
    def turkic(self) -> bool:
        """Say whether I is the capital of ı."""
        return self.language == "turkish"

    def settings(self) -> dict[str, Any]:
        """Return what `from_settings` needs, stop words included, as plain JSON values."""
        return {
            "language": self.language,
            "stop_words": sorted(self.stop_words),
            "stemmer": self.stemmer,
            "min_length": self.min_length,
            "max_length": self.max_length,
            "bigrams": self.bigrams,
        }

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Tokenizer:
        """Return the tokenizer that gave these settings."""
        expected = {f.name for f in fields(cls) if f.init}
        if set(settings) != expected:
            raise ParameterError(
                f"the settings of a tokenizer are {', '.join(sorted(expected))}; "
                f"got {', '.join(sorted(settings)) or 'none'}"
            )
        return cls(**{**settings, "stop_words": frozenset(settings["stop_words"])})

    def _remember(self, cut_words: Sequence[str]) -> dict[str, str]:
        """Return word → term for at least these words; each is resolved once, as long as there is room."""
        remembered = self._remembered
        unknown = [word for word in dict.fromkeys(cut_words) if word not in remembered]
        if len(remembered) + len(unknown) > _REMEMBERED_WORDS:
            # A new dictionary: another thread may be reading the old one.
            unknown, remembered = list(dict.fromkeys(cut_words)), {}
            object.__setattr__(self, "_remembered", remembered)
        remembered.update(zip(unknown, self.resolve(unknown), strict=True))
        return remembered


class _Stemmers(threading.local):
    """The stemmers of one thread: a PyStemmer object must not be shared between threads."""

    def __init__(self) -> None:
        self.by_name: dict[str, Any] = {}


_STEMMERS = _Stemmers()


def _stemmer(name: str) -> Any:
    if name not in _STEMMERS.by_name:
        import Stemmer

        # Without its cache, which is slow to make room in; `Tokenizer` remembers words itself.
        _STEMMERS.by_name[name] = Stemmer.Stemmer(name, 0)
    return _STEMMERS.by_name[name]


def _stemmer_names() -> set[str]:
    return set(language_names()) - {NONE}
