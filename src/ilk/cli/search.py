"""`ilk search`: documents for a query."""

from __future__ import annotations

from pathlib import Path

import click

from ilk.cli.input import query_text
from ilk.cli.options import filter_option, hits_option, index_argument, json_option, similarity_option
from ilk.cli.output import show_hits

N_RELATED = 12
"""Words that are marked although the query does not have them, because they speak for a document."""

EPILOG = """\b
Examples:
  ilk search notes.ilk "heat transfer in slip flow"
  ilk search notes.ilk "slip flow" --similarity pl2:c=2 --hits 20
  ilk search papers.ilk "slip flow" --filter "year>=1990" --filter author=lees
  ilk search notes.ilk - < question.txt
"""


@click.command(short_help="Rank documents for a query.", epilog=EPILOG)
@index_argument
@click.argument("query", nargs=-1, required=True)
@similarity_option
@hits_option
@filter_option
@json_option
def search(
    index: Path,
    query: tuple[str, ...],
    similarity: str | None,
    k: int,
    filters: tuple[str, ...],
    as_json: bool,
) -> None:
    """Rank the documents of INDEX for QUERY; - reads the query from standard input.

    Any text is a query. Its words are looked up one by one, whatever their order: quotes do not make a
    phrase, and AND, OR and NOT are words like others.
    """
    from ilk.index import Index

    text = query_text(query)
    # One query from the shell: compiling or even loading numba would take longer than the search.
    opened = Index.open(index, compiled=False)
    hits = opened.search(text, k=k, similarity=similarity, where=filters, n_related=N_RELATED)
    asked = {"query": text, "similarity": similarity or opened.default_similarity}
    show_hits(hits, {**asked, "unknown": hits.unknown}, as_json)
