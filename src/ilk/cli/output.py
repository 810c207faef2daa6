"""How results are printed: for a person, or as one JSON object for a program."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from ilk.cli.painting import BOLD, PLAIN, Painted, Style, painted

if TYPE_CHECKING:
    from ilk.records import Hit, Hits, Value

MOST_METADATA = 4
LONGEST_VALUE = 40
MATCH: Style = {"fg": "yellow", "bold": True}
RELATED: Style = {"underline": True}
VALUE: Style = {"fg": "cyan"}
DIM: Style = {"dim": True}


def print_json(result: Mapping[str, object]) -> None:
    """Print one object, readable by people and programs alike."""
    text = json.dumps(result, ensure_ascii=False, indent=2)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:  # another encoding, or bytes in an argument that are no text
        text = json.dumps(result, indent=2)
    click.echo(text)


def amount(number: int, thing: str) -> str:
    """Spell a number of things: 1 document, 2,000 documents."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def shortened(text: str, longest: int) -> str:
    """Return a text of at most so many signs."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def note(sentence: str) -> None:
    """Say something beside the result, on standard error."""
    click.echo(sentence, err=True)


def print_hits(hits: Sequence[Hit]) -> None:
    """Print hits with their rank, similarity, title, id, metadata and snippet, matched words marked."""
    width = len(str(len(hits)))
    for rank, hit in enumerate(hits, 1):
        (_title(hit) + painted("  ") + painted(f"{hit.similarity:.4g}", VALUE)).echo(f"{rank:>{width}}  ")
        beside = " " * (width + 2)
        details = [*([hit.id] if hit.title else []), *_details(hit.metadata)]
        if details:
            painted("  ".join(details), DIM).echo(beside)
        if hit.snippet:
            _snippet(hit).echo(beside)


def show_hits(hits: Hits, asked: Mapping[str, object], as_json: bool) -> None:
    """Print hits for a person, or what was asked and the hits as JSON; why there are none goes beside."""
    if as_json:
        rows = [hit_as_json(rank, hit) for rank, hit in enumerate(hits, 1)]
        print_json({**asked, "note": hits.note, "hits": rows})
        return
    print_hits(hits)
    if hits.note:
        note(hits.note)


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, err: bool = False) -> None:
    """Print rows below a header, the first column to the left and the others to the right."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    for number, row in enumerate([header, *rows]):
        cells = [
            f"{row[0]:<{widths[0]}}",
            *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        line = "  ".join(cells).rstrip()
        click.echo(click.style(line, bold=True) if number == 0 else line, err=err)


def hit_as_json(rank: int, hit: Hit) -> dict[str, object]:
    """Turn a hit into the object that `--json` prints."""
    return {
        "rank": rank,
        "id": hit.id,
        "similarity": hit.similarity,
        "title": hit.title,
        "title_marks": hit.title_marks,
        "snippet": hit.snippet,
        "marks": hit.marks,
        "metadata": dict(hit.metadata),
    }


def _details(metadata: Mapping[str, Value]) -> list[str]:
    shown = []
    for name, value in list(metadata.items())[:MOST_METADATA]:
        text = ", ".join(value) if isinstance(value, tuple) else str(value)
        if text:
            shown.append(f"{name}={shortened(text, LONGEST_VALUE)}")
    return shown


def _title(hit: Hit) -> Painted:
    """Return the title, or the id where there is none, bold, the query's words in it as in the snippet."""
    if not hit.title:
        return painted(hit.id, BOLD)
    return painted(hit.title, BOLD, (hit.title_marks, MATCH))


def _snippet(hit: Hit) -> Painted:
    """Return the snippet with the query's words bold, and related ones underlined."""
    return painted(hit.snippet, PLAIN, (hit.related, RELATED), (hit.marks, MATCH))
