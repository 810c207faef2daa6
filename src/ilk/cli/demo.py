"""`ilk demo`: the whole way, on documents that every Python has."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.options import json_option
from ilk.cli.output import hit_as_json, print_hits, print_json
from ilk.cli.progress import bar
from ilk.cli.search import N_RELATED

if TYPE_CHECKING:
    from ilk.index import Index
    from ilk.records import Hits

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
  ilk search {path} "read a file" --filter kind=method --filter module=pathlib
  ilk similar {path} json.dumps
  ilk explain {path} "parse a date" datetime.datetime.strptime
  ilk topics {path}
  ilk cluster {path} --clusters 12
  ilk serve {path}
and with texts of your own:
  ilk build path/to/folder            writes folder.ilk
  ilk search folder.ilk "your words"
"""


EPILOG = """\b
Examples:
  ilk demo
  ilk demo --out /tmp/library.ilk --json
"""


@click.command(short_help="Index Python's documentation and ask it three questions.", epilog=EPILOG)
@click.option(
    "-o",
    "--out",
    default="demo.ilk",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where to write the index.",
)
@json_option
def demo(out: Path, as_json: bool) -> None:
    """Index the documentation of Python's own standard library and ask it three questions."""
    from ilk.corpus.read import read
    from ilk.index import Index

    started = time.perf_counter()
    with bar() as progress:
        index = Index.build(read("stdlib"), path=out, language="english", progress=progress)
    seconds = time.perf_counter() - started
    answers = [(question, index.search(question, k=HITS, n_related=N_RELATED)) for question in QUESTIONS]
    if as_json:
        print_json(_as_json(index, out, seconds, answers))
        return
    click.echo(
        f"Indexed the documentation of Python's standard library: {len(index):,} documents, "
        f"{index.statistics.n_terms:,} terms, in {seconds:.1f} s ({out})."
    )
    for question, hits in answers:
        click.echo(f"\n{click.style('?', fg='green', bold=True)} {question}")
        print_hits(hits)
    click.echo()
    click.echo(NEXT.format(path=out), nl=False)


def _as_json(index: Index, out: Path, seconds: float, answers: list[tuple[str, Hits]]) -> dict[str, object]:
    return {
        "index": str(out),
        "documents": len(index),
        "terms": index.statistics.n_terms,
        "seconds": seconds,
        "answers": [
            {"query": question, "hits": [hit_as_json(rank, hit) for rank, hit in enumerate(hits, 1)]}
            for question, hits in answers
        ],
    }
