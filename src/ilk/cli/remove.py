"""`ilk remove`: an index without some of its documents."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

import click

from ilk.cli.build import remark_on
from ilk.cli.input import STANDARD_INPUT, standard_input
from ilk.cli.options import index_argument, json_option
from ilk.cli.output import amount, print_json
from ilk.cli.progress import bar
from ilk.errors import ParameterError

EPILOG = """\b
Examples:
  ilk remove notes.ilk travel/lisbon.md travel/porto.md
  ilk remove papers.ilk --ids withdrawn.txt
  cut -f1 withdrawn.tsv | ilk remove papers.ilk -
"""


@click.command(short_help="Remove documents from an index.", epilog=EPILOG)
@index_argument
@click.argument("ids", metavar="[ID…]", nargs=-1)
@click.option("--ids", "file", metavar="FILE", help="Take ids from FILE, one a line; - for standard input.")
@json_option
def remove(index: Path, ids: tuple[str, ...], file: str | None, as_json: bool) -> None:
    """Remove the documents with these IDs from INDEX; a lone - reads them from standard input, one a line.

    INDEX becomes what it would be if it were built from the other documents alone. Its models are fitted
    again: this takes about as long as ilk build. Until it is done, and if it fails, INDEX stays as it was.
    """
    from ilk import storage
    from ilk.index import Index

    gone = _listed(ids, file)
    started = time.perf_counter()
    with bar() as progress, storage.changing(index, progress):
        old = Index.open(index, compiled=False)
        new = old.removed(gone, path=index, progress=progress)
    seconds = time.perf_counter() - started
    remark_on(new)
    removed, facts = len(old) - len(new), new.info()
    if as_json:
        print_json({"index": str(index), "seconds": seconds, "removed": removed, **asdict(facts)})
        return
    size = f"{amount(facts.n_docs, 'document')}, {amount(facts.n_terms, 'term')}"
    click.echo(f"{index}: {amount(removed, 'document')} removed; now {size}, in {seconds:.1f} s")


def _listed(ids: tuple[str, ...], file: str | None) -> list[str]:
    """Return the ids that are given as arguments and those in the file, of which empty lines are none."""
    if ids == (STANDARD_INPUT,):
        ids, file = (), file or STANDARD_INPUT
    if not ids and file is None:
        raise ParameterError("give the ids of the documents to remove, or a file of them with --ids")
    return [*ids, *(line for line in _lines(file) if line.strip())]


def _lines(file: str | None) -> list[str]:
    if file is None:
        return []
    if file == STANDARD_INPUT:
        return standard_input("give the ids as arguments").split("\n")
    from ilk.lines import numbered_lines

    return [line for _, line in numbered_lines(Path(file))]
