"""`ilk demo`: the whole way, on documents that every Python has."""

from __future__ import annotations

import time
from pathlib import Path

import click

from ilk.cli.output import print_hits
from ilk.cli.progress import bar

QUESTIONS = (
    "split a string at a separator",
    "run a command and capture what it prints",
    "most common elements of a list",
)
HITS = 3
NEXT = """\
What to try next, with the same index:
  ilk search {path} "parse a date" --hits 5
  ilk search {path} "sort by two keys" --similarity bm25
  ilk search {path} "read a file" --filter kind=function --filter module=pathlib
  ilk similar {path} json.dumps
  ilk explain {path} "parse a date" datetime.datetime.strptime
  ilk topics {path}
  ilk info {path}
and with texts of your own:
  ilk build path/to/folder            writes folder.ilk
  ilk search folder.ilk "your words"
"""


@click.command(short_help="Index Python's documentation and ask it three questions.")
@click.option(
    "-o",
    "--out",
    default="demo.ilk",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where to write the index.",
)
def demo(out: Path) -> None:
    """Index the documentation of Python's own standard library and ask it three questions."""
    from ilk.corpus.read import read
    from ilk.index import Index

    started = time.perf_counter()
    with bar() as progress:
        index = Index.build(read("stdlib"), path=out, language="english", progress=progress)
    seconds = time.perf_counter() - started
    click.echo(
        f"Indexed the documentation of Python's standard library: {len(index):,} documents, "
        f"{index.statistics.n_terms:,} terms, in {seconds:.1f} s ({out})."
    )
    for question in QUESTIONS:
        click.echo(f"\n{click.style('?', fg='green', bold=True)} {question}")
        print_hits(index.search(question, k=HITS))
    click.echo()
    click.echo(NEXT.format(path=out), nl=False)
