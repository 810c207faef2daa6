"""`ilk info`: what is in an index."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.options import index_argument, json_option
from ilk.cli.output import print_json
from ilk.cli.painting import painted

if TYPE_CHECKING:
    from ilk.records import IndexInfo

EPILOG = """\b
Examples:
  ilk info notes.ilk
  ilk info notes.ilk --json
"""


@click.command(short_help="Say what is in an index.", epilog=EPILOG)
@index_argument
@json_option
def info(index: Path, as_json: bool) -> None:
    """Say what INDEX holds, how its words are cut, and which similarities it answers with."""
    from ilk.index import Index

    facts = Index.open(index, compiled=False).info()
    if as_json:
        print_json({"index": str(index), **asdict(facts)})
        return
    rows = _rows(facts)
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        painted(value).echo(f"{click.style(f'{name:<{width}}', bold=True)}  ")


def _rows(facts: IndexInfo) -> list[tuple[str, str]]:
    return [
        ("documents", f"{facts.n_docs:,}"),
        ("terms", f"{facts.n_terms:,}"),
        ("words", f"{facts.n_words:,}, {facts.mean_length:.1f} a document"),
        ("language", facts.language),
        ("models", ", ".join(facts.models) or "none"),
        ("similarities", ", ".join(facts.similarities)),
        ("metadata", ", ".join(facts.fields) or "none"),
        ("size", f"{facts.n_bytes / 1e6:,.1f} MB"),
        ("written by", f"ilk {facts.ilk_version}, format {facts.format}"),
    ]
