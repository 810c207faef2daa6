"""A collection: documents with the queries, judgements or labels that people have made for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ilk.errors import ParameterError, UnknownName
from ilk.records import Document, Judgement, Query


@dataclass(frozen=True, slots=True)
class Rereadable:
    """Documents that are read from their files anew each time somebody iterates over them."""

    read: Callable[[], Iterable[Document]]

    def __iter__(self) -> Iterator[Document]:
        """Start at the first document."""
        return iter(self.read())


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents, re-iterable, and what is known about them; `note` says in a sentence what was chosen."""

    name: str
    documents: Iterable[Document]
    queries: tuple[Query, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    label_field: str | None = None
    note: str = ""

    @property
    def judged_queries(self) -> tuple[Query, ...]:
        """Return the queries that have at least one relevant document: those that an evaluation asks."""
        judged = {judgement.query_id for judgement in self.judgements if judgement.grade > 0}
        return tuple(query for query in self.queries if query.id in judged)


def best_judgements(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """Keep one judgement a pair of query and document, the highest grade, at its first place."""
    best: dict[tuple[str, str], Judgement] = {}
    for judgement in judgements:
        known = best.setdefault((judgement.query_id, judgement.document_id), judgement)
        if judgement.grade > known.grade:
            best[judgement.query_id, judgement.document_id] = judgement
    return tuple(best.values())


def check_variant(collection: str, variant: str | None, known: Iterable[str]) -> None:
    """Refuse a variant that the collection does not have."""
    names = tuple(known)
    if variant is None or variant in names:
        return
    if not names:
        raise ParameterError(f"the collection {collection} has no variants, got {variant!r}; leave it out")
    raise UnknownName(f"variant of {collection}", variant, names)
