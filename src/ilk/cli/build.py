"""`ilk build`: from texts to an index."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.options import Reading, json_option, reading_options
from ilk.cli.output import amount, note, print_json
from ilk.cli.progress import bar
from ilk.efforts import AUTO, EFFORTS
from ilk.errors import ParameterError

if TYPE_CHECKING:
    from ilk.corpus.read import Documents
    from ilk.index import Index

EPILOG = """\b
Examples:
  ilk build notes/                          a folder of .txt, .md, .rst, .html: writes notes.ilk
  ilk build papers.jsonl --out papers.ilk   one JSON object a line
  ilk build table.csv --text-field abstract --models plsi
  zcat corpus.jsonl.gz | ilk build - --out corpus.ilk
"""

SOURCE_ENDINGS = (
    *(".gz", ".tar", ".tgz", ".zip"),
    *(".jsonl", ".csv", ".tsv", ".txt", ".sgm", ".xml", ".html", ".md", ".mbox"),
)


@click.command(short_help="Index texts.", epilog=EPILOG)
@click.argument("source")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="Where to write the index [default: SOURCE.ilk]."
)
@reading_options
@click.option(
    "--language",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="Stop words and stemming: a Snowball language, none, or auto to guess it from the texts.",
)
@click.option("--no-stop-words", is_flag=True, help="Count the most common words too.")
@click.option("--no-stem", is_flag=True, help="Keep words as they are written.")
@click.option(
    "--min-df",
    default="1",
    metavar="N",
    help="Leave out terms in fewer documents: a number, or a share such as 0.01.",
)
@click.option(
    "--max-df",
    default="1.0",
    metavar="N",
    help="Leave out terms in more documents: a number, or a share such as 0.5.",
)
@click.option(
    "--effort",
    default=AUTO,
    show_default=True,
    metavar="LEVEL",
    help=" ".join(f"{name}: {what}." for name, what in EFFORTS.items()),
)
@click.option(
    "--models", default="", metavar="NAMES", help="Further models: plsi, nb, lsi, fv, comma-separated."
)
@click.option(
    "--topics",
    "n_topics",
    default=64,
    show_default=True,
    type=click.IntRange(min=1),
    help="Topics of plsi, at most half as many as documents; components of nb.",
)
@click.option("--seed", default=0, show_default=True, help="The seed of whatever is random.")
@json_option
def build(
    source: str,
    out: Path | None,
    reading: Reading,
    language: str,
    no_stop_words: bool,
    no_stem: bool,
    min_df: str,
    max_df: str,
    effort: str,
    models: str,
    n_topics: int,
    seed: int,
    as_json: bool,
) -> None:
    """Index the texts at SOURCE: a folder, a file, an archive, a collection, or - for standard input."""
    from ilk.corpus.read import read
    from ilk.index import Index

    target = out or default_target(source)
    started = time.perf_counter()
    documents = read(source, **reading)
    with bar() as progress:
        index = Index.build(
            documents,
            path=target,
            language=language,
            stop_words=not no_stop_words,
            stem=not no_stem,
            min_df=document_frequency(min_df),
            max_df=document_frequency(max_df),
            effort=effort,
            n_topics=n_topics,
            models=[name.strip() for name in models.split(",") if name.strip()],
            seed=seed,
            progress=progress,
        )
    seconds = time.perf_counter() - started
    facts = index.info()
    remark_on(index, documents)
    if as_json:
        left_out = documents.problems.count
        print_json({"index": str(target), "seconds": seconds, "left_out": left_out, **asdict(facts)})
        return
    size = f"{amount(facts.n_docs, 'document')}, {amount(facts.n_terms, 'term')}"
    click.echo(f"{target}: {size}, language {facts.language}, in {seconds:.1f} s")
    click.echo(f'Now try: ilk search {target} "your words"')


def remark_on(index: Index, documents: Documents | None = None) -> None:
    """Say beside the result what was left out of the documents, and what the index lacks."""
    if documents is not None and documents.problems.count:
        note(documents.problems.summary())
    if not index.statistics.n_terms:
        note("no word is left to search by; see --min-df, --max-df and --language")
    elif index.note:
        note(index.note)


def default_target(source: str) -> Path:
    """Name the index after its source, in this folder: notes/ gives notes.ilk, papers.jsonl.gz papers.ilk."""
    if source == "-":
        raise ParameterError("standard input has no name; say where to write the index with --out NAME.ilk")
    stem = Path(source).resolve().name.split(":")[-1].replace("/", "-")
    for suffix in SOURCE_ENDINGS:
        stem = stem.removesuffix(suffix)
    return Path(f"{stem or 'index'}.ilk")


def document_frequency(text: str) -> int | float:
    """Read a whole number as a number of documents and anything with a point as a share of them."""
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise ParameterError(
            f"a document frequency must be a number such as 5 or 0.5, got {text!r}"
        ) from None
