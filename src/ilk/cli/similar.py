"""`ilk similar`: documents like one of the index."""

from __future__ import annotations

from pathlib import Path

import click

from ilk.cli.options import filter_option, hits_option, index_argument, json_option, similarity_option
from ilk.cli.output import show_hits

EPILOG = """\b
Examples:
  ilk similar notes.ilk travel/lisbon.md
  ilk similar demo.ilk json.dumps --similarity tfidf --hits 5
"""


@click.command(short_help="Rank documents by their similarity to one of them.", epilog=EPILOG)
@index_argument
@click.argument("document")
@similarity_option
@hits_option
@filter_option
@json_option
def similar(
    index: Path, document: str, similarity: str | None, k: int, filters: tuple[str, ...], as_json: bool
) -> None:
    """Rank the other documents of INDEX by their similarity to DOCUMENT, given by its id."""
    from ilk.index import Index

    opened = Index.open(index, compiled=False)
    hits = opened.similar(document, k=k, similarity=similarity, where=filters)
    show_hits(hits, {"document": document, "similarity": similarity or opened.default_similarity}, as_json)
