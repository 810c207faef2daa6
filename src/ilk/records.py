"""What crosses the borders between the stages: small, immutable, typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = str | int | float | bool | tuple[str, ...]
"""One metadata value; a tuple where a document carries several, such as topics or authors."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with an id that is unique in its collection."""

    id: str
    text: str
    title: str = ""
    metadata: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Query:
    """A question put to a collection."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """How relevant a document is to a query; 0 or less is not relevant."""

    query_id: str
    document_id: str
    grade: int = 1


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found; a larger similarity is a better hit."""

    id: str
    similarity: float
    title: str = ""
    snippet: str = ""
    metadata: Mapping[str, Value] = field(default_factory=dict)
