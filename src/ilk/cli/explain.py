"""`ilk explain`: why a document was found."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.options import index_argument, json_option, similarity_option
from ilk.cli.output import note, print_json

if TYPE_CHECKING:
    from ilk.records import Part

BAR = 30
CONSTANT = "(constant)"
EPILOG = """\b
Examples:
  ilk explain notes.ilk "slip flow" travel/lisbon.md
  ilk explain demo.ilk json.dumps json.loads --document
  ilk explain notes.ilk "slip flow" travel/lisbon.md --similarity plsi-h --by-topic --json
"""


@click.command(short_help="Say exactly why a document was found.", epilog=EPILOG)
@index_argument
@click.argument("query")
@click.argument("document")
@similarity_option
@click.option("--document", "from_document", is_flag=True, help="QUERY is the id of another document.")
@click.option("--by-topic", is_flag=True, help="Show the topics of each word apart.")
@click.option(
    "--most", default=15, show_default=True, type=click.IntRange(min=1), help="How many parts to draw."
)
@json_option
def explain(
    index: Path,
    query: str,
    document: str,
    similarity: str | None,
    from_document: bool,
    by_topic: bool,
    most: int,
    as_json: bool,
) -> None:
    """Take the similarity of QUERY and DOCUMENT apart: the parts add up to it, exactly."""
    from ilk.index import Index

    opened = Index.open(index, compiled=False)
    explained = opened.explain(query, document, similarity=similarity, from_document=from_document)
    name = similarity or opened.default_similarity
    if as_json:
        parts = [asdict(part) for part in explained.parts]
        print_json(
            {
                "query": query,
                "document": document,
                "similarity": name,
                "value": explained.similarity,
                "parts": parts,
            }
        )
        return
    parts_shown = explained.parts if by_topic else explained.by_term()
    click.echo(
        f"{click.style(f'{explained.similarity:.4f}', bold=True)}  {name} of {query!r} and {document!r}"
    )
    if not parts_shown:
        note("there are no parts: the query has no word that this similarity could compare")
        return
    _draw(parts_shown, most)


def _draw(parts: tuple[Part, ...], most: int) -> None:
    """Draw the largest parts as bars, and say what the others add up to."""
    shown, rest = parts[:most], parts[most:]
    labels = [_label(part) for part in shown]
    width = max(map(len, labels))
    largest = max(abs(part.amount) for part in shown)
    for label, part in zip(labels, shown, strict=True):
        bar = "█" * max(1, round(BAR * abs(part.amount) / largest))
        coloured = click.style(bar, fg="green" if part.amount > 0 else "red")
        click.echo(f"  {label:<{width}}  {part.amount:+10.4f}  {coloured}")
    if rest:
        click.echo(f"  {f'{len(rest)} more':<{width}}  {sum(part.amount for part in rest):+10.4f}")


def _label(part: Part) -> str:
    topic = "" if part.topic is None else f"topic {part.topic}"
    return " · ".join(piece for piece in (part.term or "", topic) if piece) or CONSTANT
