"""Collections of the catalogue ir_datasets, by name: ir_datasets:beir/scifact/test."""

from __future__ import annotations

import difflib
from types import ModuleType
from typing import Any

from ilk.corpus.collections.collection import Collection, Rereadable, best_judgements, check_variant
from ilk.errors import InputError, MissingExtra, NotFound
from ilk.records import Document, Judgement, Query, Value

PREFIX = "ir_datasets:"
SHORT = 200
"""Longer fields are copies of the text in another form, such as its source in SGML."""
TEXT_FIELDS = ("text", "body", "abstract", "contents")


def open_external(name: str, variant: str | None) -> Collection:
    """Open a collection of the catalogue, which fetches its files when they are first needed."""
    check_variant(PREFIX + name, variant, ())
    dataset = _load(_catalogue(), name)
    if not dataset.has_docs():
        raise InputError(
            PREFIX + name, None, "it has no documents", "choose a part of the catalogue that has"
        )
    return Collection(
        name,
        Rereadable(lambda: map(_document, dataset.docs_iter())),
        tuple(map(_query, dataset.queries_iter())) if dataset.has_queries() else (),
        best_judgements(map(_judgement, dataset.qrels_iter())) if dataset.has_qrels() else (),
        note="from the catalogue ir_datasets",
    )


def _catalogue() -> ModuleType:
    try:
        import ir_datasets
    except ImportError:
        raise MissingExtra(f"{PREFIX}NAME", "ir-datasets", "ir-datasets") from None
    module: ModuleType = ir_datasets
    return module


def _load(catalogue: ModuleType, name: str) -> Any:
    try:
        return catalogue.load(name)
    except KeyError:
        near = difflib.get_close_matches(name, list(catalogue.registry), n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else "look the name up in its catalogue"
        raise NotFound(f"ir_datasets has no collection {name!r}; {hint}") from None


def _document(record: Any) -> Document:
    """Take the title and the main text where the record has them, and short fields as metadata."""
    fields: dict[str, Any] = record._asdict()
    text_field = next((name for name in TEXT_FIELDS if isinstance(fields.get(name), str)), None)
    taken = {"doc_id", "title", text_field}
    metadata: dict[str, Value] = {
        name: value
        for name, value in fields.items()
        if name not in taken and isinstance(value, (str, int, float)) and 0 < len(str(value)) <= SHORT
    }
    text = fields[text_field] if text_field else record.default_text()
    return Document(str(record.doc_id), text, str(fields.get("title") or ""), metadata)


def _query(record: Any) -> Query:
    return Query(str(record.query_id), record.default_text())


def _judgement(record: Any) -> Judgement:
    return Judgement(str(record.query_id), str(record.doc_id), int(record.relevance))
