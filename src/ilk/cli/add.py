"""`ilk add`: more texts for an index."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.build import remark_on
from ilk.cli.options import Reading, index_argument, json_option, reading_options
from ilk.cli.output import amount, print_json
from ilk.cli.progress import bar

if TYPE_CHECKING:
    from ilk.records import Document

EPILOG = """\b
Examples:
  ilk add notes.ilk new/                 a folder of further notes
  ilk add notes.ilk notes/ --replace     all of the notes again, as they are now
  ilk add papers.ilk july.jsonl --json
  zcat august.jsonl.gz | ilk add papers.ilk -
"""


@click.command(short_help="Add texts to an index.", epilog=EPILOG)
@index_argument
@click.argument("source")
@click.option("--replace", is_flag=True, help="Let a new document replace the one that has its id.")
@reading_options
@json_option
def add(
    index: Path,
    source: str,
    replace: bool,
    reading: Reading,
    as_json: bool,
) -> None:
    """Add the texts at SOURCE to INDEX: a folder, a file, an archive, or - for standard input.

    INDEX has kept its own texts and the settings of its build, and becomes what it would be if it were built
    from all texts, old and new, at once. Its models are fitted again: this takes about as long as ilk build.
    Until it is done, and if it fails, INDEX stays as it was. The id of a file is its path below SOURCE.
    """
    from ilk import storage
    from ilk.corpus.read import read
    from ilk.index import Index

    documents = read(source, **reading)
    started = time.perf_counter()
    given = _Counted(documents)
    with bar() as progress, storage.changing(index, progress):
        old = Index.open(index, compiled=False)
        new = old.added(given, replace=replace, path=index, progress=progress)
    seconds = time.perf_counter() - started
    remark_on(new, documents)
    added = len(new) - len(old)
    replaced, facts = given.number - added, new.info()
    if as_json:
        changed = {"added": added, "replaced": replaced, "left_out": documents.problems.count}
        print_json({"index": str(index), "seconds": seconds, **changed, **asdict(facts)})
        return
    done = f"{amount(added, 'document')} added" + (f", {replaced:,} replaced" if replaced else "")
    size = f"{amount(facts.n_docs, 'document')}, {amount(facts.n_terms, 'term')}"
    click.echo(f"{index}: {done}; now {size}, language {facts.language}, in {seconds:.1f} s")


class _Counted:
    """Documents, and how many of them have come by."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = documents
        self.number = 0

    def __iter__(self) -> Iterator[Document]:
        for document in self._documents:
            self.number += 1
            yield document
