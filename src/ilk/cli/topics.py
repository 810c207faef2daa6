"""`ilk topics`: what a collection is about."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from ilk.cli.options import describing_options, index_argument, json_option
from ilk.cli.output import print_json
from ilk.cli.painting import painted

EPILOG = """\b
Examples:
  ilk topics notes.ilk
  ilk topics notes.ilk --terms 20 --documents 3 --json
"""


@click.command(short_help="Show the topics of a collection.", epilog=EPILOG)
@index_argument
@describing_options("topic")
@json_option
def topics(index: Path, n_terms: int, n_documents: int, as_json: bool) -> None:
    """List the topics of INDEX, the largest share first: their words, and the documents that show them."""
    from ilk.index import Index

    opened = Index.open(index, compiled=False)
    found = opened.topics(n_terms, n_documents)
    if as_json:
        print_json({"index": str(index), "topics": [asdict(topic) for topic in found]})
        return
    for topic in found:
        name = click.style(f"topic {topic.number:<3}", bold=True)
        share = click.style(f"{100 * topic.share:4.1f} %", fg="cyan")
        words = (topic.words.get(term, term) for term in topic.characteristic)
        painted(" ".join(words)).echo(f"{name}  {share}  ")
        for document in topic.documents:
            title = opened.documents.get(opened.documents.number(document)).title
            painted(f"{document}{f'  {title}' if title else ''}", {"dim": True}).echo(" " * 18)
