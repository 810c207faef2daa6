"""`ilk info`: what is in an index."""

from __future__ import annotations

from pathlib import Path

import click

from ilk.cli.options import index_argument, json_option
from ilk.cli.output import print_json

EPILOG = """\b
Examples:
  ilk info notes.ilk
  ilk info notes.ilk --json
"""


@click.command(epilog=EPILOG)
@index_argument
@json_option
def info(index: Path, as_json: bool) -> None:
    """Say what INDEX holds, how its words are cut, and which similarities it answers with."""
    from ilk.index import Index

    facts = Index.open(index, compiled=False).info()
    if as_json:
        print_json({"index": str(index), **facts.as_json()})
        return
    rows = facts.rows()
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        click.echo(f"{click.style(f'{name:<{width}}', bold=True)}  {value}")
