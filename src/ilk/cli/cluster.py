"""`ilk cluster`: documents in groups of their own kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.options import describing_options, index_argument, json_option
from ilk.cli.output import amount, note, print_json, print_table, shortened
from ilk.cli.painting import BOLD, painted
from ilk.cli.progress import bar
from ilk.cli.tables import STANDARD_OUTPUT, check_standard_output, checked_target, write_table
from ilk.errors import ParameterError

if TYPE_CHECKING:
    from ilk.index import Index
    from ilk.records import Cluster, Clustering
    from ilk.tasks.cluster.agreement import Agreement

COLUMNS = ("id", "cluster", "name", "strength", "title")
LONGEST_TITLE = 90
NUMBER_OF_A_NAME = re.compile(r" \(\d+\)$")
EPILOG = """\b
Examples:
  ilk cluster notes.ilk --clusters 20
  ilk cluster notes.ilk --clusters 20 --out assignments.csv
  ilk cluster news.ilk --clusters 20 --compare label
  ilk cluster notes.ilk --clusters 64 --method plsi --json
  ilk cluster notes.ilk --clusters 8 --kernel tfidf-elkan --terms 15 --documents 5
"""


@click.command(short_help="Put documents of the same kind into clusters.", epilog=EPILOG)
@index_argument
@click.option(
    "-n", "--clusters", "n_clusters", type=int, required=True, metavar="K", help="How many clusters."
)
@click.option(
    "--method",
    default="k-means",
    show_default=True,
    metavar="NAME",
    help="k-means, by cosine, or plsi: each document in its main topic.",
)
@click.option(
    "--kernel",
    metavar="NAME",
    help="What makes documents alike [default: ilk, that is LSI and topics together; in an index without "
    "models lsi, and in a large one tfidf-elkan].",
)
@click.option("-o", "--out", metavar="FILE", help="Write the cluster of each document as CSV; - prints it.")
@click.option("--compare", "field", metavar="FIELD", help="Set the clusters beside a metadata field.")
@describing_options("cluster", "Central documents")
@click.option("--seed", default=0, show_default=True, help="The seed of the start.")
@json_option
def cluster(
    index: Path,
    n_clusters: int,
    method: str,
    kernel: str | None,
    out: str | None,
    field: str | None,
    n_terms: int,
    n_documents: int,
    seed: int,
    as_json: bool,
) -> None:
    """Put the documents of INDEX into clusters, and name each by the words that set it apart.

    The largest cluster comes first, with the documents in its midst. The strength of a document, from 0 to 1,
    is the cosine with the centre of its cluster, or with plsi the share of its main topic.
    """
    if out == STANDARD_OUTPUT and (as_json or field):
        raise ParameterError("--out - prints CSV alone; with --json or --compare give the name of a file")
    if out == STANDARD_OUTPUT:
        check_standard_output()
    target = checked_target(out)
    from ilk.index import Index
    from ilk.tasks.cluster.agreement import agreement
    from ilk.tasks.metadata import check_field

    opened = Index.open(index, compiled=False)
    if field is not None:
        check_field(opened, field)
    with bar() as progress:
        found = opened.cluster(
            n_clusters,
            method=method,
            kernel=kernel,
            seed=seed,
            n_terms=n_terms,
            n_documents=n_documents,
            progress=progress,
        )
    compared = None if field is None else agreement(opened, found, field)
    if out is not None:
        write_table(target, COLUMNS, _rows(opened, found))
    if as_json:
        print_json(_as_json(index, found, compared, seed))
    elif out != STANDARD_OUTPUT:
        _print(opened, found, compared)
    _note_what_is_missing(found, n_clusters)


def _rows(index: Index, found: Clustering) -> Iterator[list[str]]:
    names = {cluster.number: cluster.name for cluster in found.clusters}
    for document, title in zip(index.documents.ids(), index.documents.titles(), strict=True):
        if (place := found.assignments.get(document)) is not None:
            yield [document, str(place.cluster), names[place.cluster], f"{place.strength:.4f}", title]


def _as_json(index: Path, found: Clustering, compared: Agreement | None, seed: int) -> dict[str, object]:
    result: dict[str, object] = {
        "index": str(index),
        "method": found.method,
        "kernel": found.kernel,
        "seed": seed,
        "clusters": [asdict(cluster) for cluster in found.clusters],
        "assignments": {document: asdict(place) for document, place in found.assignments.items()},
        "without_words": found.without_words,
    }
    return result if compared is None else result | {"comparison": asdict(compared)}


def _print(index: Index, found: Clustering, compared: Agreement | None) -> None:
    widths = len(str(len(found.clusters))), max(len(f"{cluster.size:,}") for cluster in found.clusters)
    for each in found.clusters:
        number = click.style(f"{each.number:>{widths[0]}}", bold=True)
        size = click.style(f"{each.size:>{widths[1]},}", fg="cyan")
        named = NUMBER_OF_A_NAME.sub("", each.name).split(", ")
        others = " ".join(word for word in each.words if word not in named)
        (painted(each.name, BOLD) + painted(f"  {others}".rstrip())).echo(f"{number}  {size}  ")
        for document in each.documents:
            title = index.documents.get(index.documents.number(document)).title
            shown = f"{shortened(title, LONGEST_TITLE)}  {document}" if title else document
            painted(shown, {"dim": True}).echo(" " * (sum(widths) + 4))
    if compared is not None:
        click.echo()
        _print_agreement(found.clusters, compared)


def _print_agreement(clusters: tuple[Cluster, ...], compared: Agreement) -> None:
    click.echo(
        f"{compared.field} of {amount(compared.n_documents, 'document')}: "
        f"adjusted Rand index {compared.adjusted_rand_index:.3f}, "
        f"normalised mutual information {compared.normalised_mutual_information:.3f}, "
        f"purity {compared.purity:.3f}"
    )
    rows = []
    for each in clusters:
        frequent = compared.values.get(each.number, ())
        shares = [f"{value.value} {100 * value.share:.0f} %" for value in frequent]
        most, following, *_ = [*shares, "", ""]
        rows.append([f"{each.number} {each.name}", f"{each.size:,}", most, following])
    print_table(["cluster", "size", f"most frequent {compared.field}", "next"], rows)


def _note_what_is_missing(found: Clustering, n_clusters: int) -> None:
    if len(found.clusters) < n_clusters:
        note(f"{len(found.clusters)} of the {n_clusters} topics are the main topic of a document")
    if found.without_words:
        note(f"{amount(len(found.without_words), 'document')} without words: in no cluster")
