"""What there is to say beside hits: why there are none, and what became of words that found nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ilk.corpus.characters import UNSPACED, character_class
from ilk.corpus.tokenizer import Tokenizer
from ilk.documents import DocumentStore
from ilk.filters import Filter, allowed
from ilk.vocabulary import Vocabulary

LONGEST_QUESTION = 2_000
"""Characters of a query whose words are looked at one by one; a longer one is a text, not a question."""
MOST_NAMED = 5
# Not the s of cat's, nor the l of l'eau.
_LONE = re.compile(r"(?<![\w'’])\w(?![\w'’])")


class Remark(NamedTuple):
    """A sentence beside hits, empty where there is nothing to say, and the words that no document has."""

    note: str = ""
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Remarks:
    """Remarks on what was asked of an index."""

    documents: DocumentStore
    vocabulary: Vocabulary
    tokenizer: Tokenizer

    def on_query(self, query: str, filters: Sequence[Filter], *, found: bool) -> Remark:
        """Say why a query has no hits, or which of its words had no part in those that it has."""
        if not query.strip():
            return Remark("" if found else "the query is empty; give it at least one word")
        if found and len(query) > LONGEST_QUESTION:
            return Remark()
        spans = self.tokenizer.spans(query)
        unknown = [span for span in spans if self.vocabulary.number(span[2]) is None]
        short = self._too_short(query)
        if not found and not spans:
            return Remark(_nothing_to_search(query.strip(), short))
        if found:  # pairs of characters say nothing to a reader, and a query has always some that are new
            unknown = [span for span in unknown if character_class(ord(span[2][0])) != UNSPACED]
        by_term: dict[str, str] = {}
        for start, end, term in unknown:
            by_term.setdefault(term, query[start:end])
        words = tuple(by_term.values())
        if found:
            return Remark("; ".join(filter(None, (_without_documents(words), short))), words)
        return Remark(self._why_none(filters, words, all_unknown=len(unknown) == len(spans)), words)

    def on_document(self, document_id: str, filters: Sequence[Filter], *, others: bool) -> Remark:
        """Say why no document is similar to one; `others` is whether any other could be found."""
        if others:
            which = "document that the filter lets through" if filters else "document"
            return Remark(f"no other {which} has a word in common with {document_id!r}")
        alone = f"the filter lets no document through but {document_id!r} itself" if filters else ""
        return Remark(self._nothing_passes(filters) or alone or "there is no other document")

    def _why_none(self, filters: Sequence[Filter], words: tuple[str, ...], *, all_unknown: bool) -> str:
        if excluded := self._nothing_passes(filters):
            return excluded
        if all_unknown:
            return f"no document has any of the words: {', '.join(words)}"
        if filters:
            return "no document that the filter lets through has a word of the query"
        return "nothing was found"

    def _nothing_passes(self, filters: Sequence[Filter]) -> str:
        """Say which filters let no document through, or nothing where some pass."""
        if not filters or allowed(self.documents, filters).any():
            return ""
        for each in filters:
            if not allowed(self.documents, [each]).any():
                return f"no document has {each}"
        return f"no document has {' and '.join(map(str, filters))} at once"

    def _too_short(self, query: str) -> str:
        """Say which words were left out although they are no stop words, as the c of c++ is."""
        if not _LONE.search(query):
            return ""
        kept = {start for start, _, _ in self.tokenizer.spans(query)}
        words = {start for start, _, _ in self._every_word.spans(query)} - kept
        short = tuple(dict.fromkeys(lone[0] for lone in _LONE.finditer(query) if lone.start() in words))
        if not short:
            return ""
        were, least = "was" if len(short) == 1 else "were", self.tokenizer.min_length
        return f"{_listed(short)} {were} left out, as a word needs at least {least} characters"

    @cached_property
    def _every_word(self) -> Tokenizer:
        """Return a tokenizer that keeps short words, but not those that are stop words."""
        return Tokenizer.for_language(self.tokenizer.language, stem=False, min_length=1)


def _nothing_to_search(query: str, short: str) -> str:
    if short:
        return f"nothing in the query {query!r} can be searched for: {short}; add a word that says more"
    return f"the query {query!r} has only stop words or signs; add a word that says more"


def _without_documents(words: tuple[str, ...]) -> str:
    if not words:
        return ""
    return f"no document has the word{'s' if len(words) > 1 else ''} {_listed(words)}"


def _listed(words: tuple[str, ...]) -> str:
    """Return some words as a list for a sentence: a, b and c."""
    if len(words) > MOST_NAMED:
        words = *words[: MOST_NAMED - 1], f"{len(words) - MOST_NAMED + 1} more"
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
