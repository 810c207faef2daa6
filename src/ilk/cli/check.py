"""`ilk check`: whether an index is sound."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ilk.cli.options import index_argument, json_option
from ilk.cli.output import note, print_json

EPILOG = """\b
Examples:
  ilk check notes.ilk
"""


@click.command(short_help="Verify that an index is sound.", epilog=EPILOG)
@index_argument
@json_option
def check(index: Path, as_json: bool) -> None:
    """Verify every checksum of INDEX and say what is broken; exit 2 if anything is."""
    from ilk import storage
    from ilk.errors import StorageError
    from ilk.storage.manifest import MANIFEST, NewerIndex, read_manifest

    try:
        read_manifest(index)
    except NewerIndex:
        raise  # whoever wrote it can tell whether it is sound
    except StorageError:
        if not (index / MANIFEST).exists():
            raise  # it says what stands there instead of an index
    problems = storage.check(index)
    if as_json:
        print_json({"index": str(index), "sound": not problems, "problems": problems})
    elif problems:
        for problem in problems:
            note(problem)
        note(f"ilk: {index} is damaged; build it again from its texts")
    else:
        click.echo(f"{index} is sound: every part is there and its checksum agrees")
    if problems:
        sys.exit(2)
