"""`ilk explain`: why a document was found."""

from __future__ import annotations

from dataclasses import asdict
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.input import query_text
from ilk.cli.options import index_argument, json_option, similarity_option
from ilk.cli.output import note, print_json
from ilk.cli.painting import painted, printed_width, room_beside

if TYPE_CHECKING:
    from ilk.records import Part

BAR = 30
LONGEST_QUERY = 80
CONSTANT = "(constant)"
EPILOG = """\b
Examples:
  ilk explain notes.ilk "slip flow" travel/lisbon.md
  ilk explain demo.ilk json.dumps json.loads --document
  ilk explain notes.ilk "slip flow" travel/lisbon.md --similarity plsi-h --by-topic --json
  ilk explain notes.ilk - travel/lisbon.md < question.txt
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
    """Take the similarity of QUERY and DOCUMENT apart: the parts add up to it, exactly.

    A QUERY of - is read from standard input.
    """
    from ilk.index import Index

    text = query if from_document else query_text([query])
    opened = Index.open(index, compiled=False)
    explained = opened.explain(text, document, similarity=similarity, from_document=from_document)
    name = similarity or opened.default_similarity
    if as_json:
        told = {"query": text, "document": document, "similarity": name, "value": explained.similarity}
        print_json({**told, "parts": [asdict(part) for part in explained.parts]})
        return
    value = click.style(f"{explained.similarity:.4g}", bold=True)
    painted(f"{name} of {_shortened(text)!r} and {document!r}").echo(f"{value}  ")
    if explained.parts:
        _draw(explained.parts if by_topic else explained.by_term(), most)
    else:
        note("there are no parts: the two have nothing in common that this similarity could compare")


def _draw(parts: tuple[Part, ...], most: int) -> None:
    """Draw the largest parts as bars, and say what the others add up to."""
    shown, rest = parts[:most], parts[most:]
    rows = [(_label(part), part.amount) for part in shown]
    if rest:
        rows.append((f"{len(rest)} more", fsum(part.amount for part in rest)))
    width = max(printed_width(label) for label, _ in rows)
    longest = min(BAR, room_beside(width + len("    +0.1234567  ")) or BAR)
    largest = max(abs(amount) for _, amount in rows) or 1.0  # parts of one word may cancel out
    for label, amount in rows:
        bar = "█" * round(longest * abs(amount) / largest) or "▏"
        gap = " " * (width - printed_width(label))
        click.echo(f"  {label}{gap}  {amount:>+10.4g}  {click.style(bar, fg=_colour(amount))}")


def _shortened(text: str) -> str:
    """Return the beginning of a text on one line, as a query may be a whole document."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_QUERY else f"{line[: LONGEST_QUERY - 1]}…"


def _label(part: Part) -> str:
    topic = "" if part.topic is None else f"topic {part.topic}"
    return " · ".join(piece for piece in (part.word, topic) if piece) or CONSTANT


def _colour(amount: float) -> str:
    return "green" if amount > 0 else "red"
