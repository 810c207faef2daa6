"""`ilk similar`: documents like one of the index."""

from __future__ import annotations

from pathlib import Path

import click

from ilk.cli.options import filter_option, hits_option, index_argument, json_option, similarity_option
from ilk.cli.output import hit_as_json, note, print_hits, print_json

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
    if as_json:
        print_json(
            {
                "document": document,
                "similarity": similarity or opened.default_similarity,
                "note": hits.note,
                "hits": [hit_as_json(rank, hit) for rank, hit in enumerate(hits, 1)],
            }
        )
        return
    print_hits(hits)
    if hits.note:
        note(hits.note)
