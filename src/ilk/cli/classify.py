"""`ilk classify`: label documents like those that are labelled already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.options import index_argument, json_option
from ilk.cli.output import amount, note, print_json, print_table, shortened
from ilk.cli.progress import bar
from ilk.cli.tables import STANDARD_OUTPUT, check_standard_output, checked_target, write_table
from ilk.errors import ParameterError

if TYPE_CHECKING:
    from ilk.index import Index
    from ilk.tasks.classify.documents import Classification
    from ilk.tasks.classify.label_files import LabelsById

Titles = Mapping[str, str]

COLUMNS = ("id", "label", "confidence", "title")
SURE = 0.9
UNSURE_SHOWN = 5
MOST_CLASSES = 30
LONGEST_TITLE = 70
EPILOG = """\b
Examples:
  ilk classify papers.ilk --labels labels.csv --out predicted.csv
  ilk classify papers.ilk --labels screened.csv --id-field pmid --label-field relevant
  ilk classify news.ilk --labels topics.jsonl --several --out predicted.csv
  ilk classify mail.ilk --field folder --method bayes
  cut -f1,5 sheet.tsv | ilk classify papers.ilk --labels - --json
"""


@click.command(short_help="Label documents like those that have a label.", epilog=EPILOG)
@index_argument
@click.option(
    "-l",
    "--labels",
    "source",
    metavar="FILE",
    help="Labels as .csv, .tsv or .jsonl with the columns id and label; - for standard input.",
)
@click.option(
    "--field", metavar="FIELD", help="Take the labels from this metadata field of the index instead."
)
@click.option("--several", is_flag=True, help="A document may have several labels, separated by ; or |.")
@click.option("-o", "--out", metavar="FILE", help="Write the predictions there as CSV [default: print them].")
@click.option(
    "--method",
    default="svm",
    show_default=True,
    metavar="NAME",
    help="svm, neighbours, bayes (multinomial) or dcm-bayes.",
)
@click.option(
    "--kernel",
    metavar="NAME",
    help="What svm and neighbours compare by, such as lsi, tfidf-elkan or plsi-h "
    "[default: ilk: tf-idf, LSI and topics together].",
)
@click.option("--k", default=5, show_default=True, type=click.IntRange(min=1), help="Neighbours that vote.")
@click.option("--C", "cost", default=1.0, show_default=True, type=float, help="What an error costs an svm.")
@click.option("--smoothing", default=0.01, show_default=True, type=float, help="Of bayes, a term and class.")
@click.option("--id-field", metavar="NAME", help="The column of FILE that holds the ids.")
@click.option("--label-field", metavar="NAME", help="The column of FILE that holds the labels.")
@click.option("--seed", default=0, show_default=True, help="The seed of whatever is random.")
@json_option
def classify(
    index: Path,
    source: str | None,
    field: str | None,
    several: bool,
    out: str | None,
    method: str,
    kernel: str | None,
    k: int,
    cost: float,
    smoothing: float,
    id_field: str | None,
    label_field: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Learn from the documents of INDEX that have a label, and label the others.

    A line of the labels without a label counts as not labelled yet. Each prediction has a confidence between
    0 and 1: of those with 0.8, about four in five should be right. How far to trust the whole is measured on
    the given labels by cross-validation.
    """
    if (source is None) == (field is None):
        raise ParameterError(
            "say where the labels are: either --labels FILE, or --field of the index's metadata"
        )
    if out == STANDARD_OUTPUT and as_json:
        raise ParameterError("--out - prints CSV alone; with --json give the name of a file")
    target = checked_target(out, source)
    if target is None:
        check_standard_output()
    from ilk.index import Index
    from ilk.tasks.classify.documents import Settings, classify_documents

    settings = Settings(method, kernel, k, cost, smoothing, seed)
    opened = Index.open(index, compiled=False)
    labels = _labels(opened, source, field, several, id_field, label_field)
    with bar() as progress:
        found = classify_documents(opened, labels, settings, progress)
    titles = dict(zip(opened.documents.ids(), opened.documents.titles(), strict=True))
    if target is not None or not as_json:
        write_table(target, COLUMNS, _rows(titles, found))
    if as_json:
        print_json(_as_json(index, titles, found, seed))
    else:
        _summarise(titles, found, beside=target is None)
        if found.without_words:
            note(f"{amount(len(found.without_words), 'document')} without words: labelled by guessing")


def _labels(
    index: Index,
    source: str | None,
    field: str | None,
    several: bool,
    id_field: str | None,
    label_field: str | None,
) -> LabelsById:
    from ilk.tasks.classify.label_files import LabelColumns, labels_in_field, read_labels

    if source is not None:
        known = frozenset(index.documents.ids())
        return read_labels(source, LabelColumns(id_field, label_field), several=several, known=known)
    if id_field or label_field:
        raise ParameterError("--id-field and --label-field name columns of --labels FILE; leave them out")
    return labels_in_field(index, field or "", several=several)


def _rows(titles: Titles, found: Classification) -> Iterator[list[str]]:
    for each in found.predictions:
        yield [each.id, ";".join(each.labels), f"{each.confidence:.4f}", titles[each.id]]


def _as_json(path: Path, titles: Titles, found: Classification, seed: int) -> dict[str, object]:
    predicted = _predicted(found)
    return {
        "index": str(path),
        "method": found.method,
        "kernel": found.kernel,
        "seed": seed,
        "several": found.several,
        "labelled": found.n_labelled,
        "classes": [
            {"label": label, "labelled": labelled, "predicted": predicted[label]}
            for label, labelled in found.classes.items()
        ],
        "estimate": None if found.estimate is None else asdict(found.estimate),
        "predictions": [asdict(each) | {"title": titles[each.id]} for each in found.predictions],
        "without_words": found.without_words,
    }


def _summarise(titles: Titles, found: Classification, *, beside: bool) -> None:
    """Say what was learned, what came of it and how far to trust it; beside the CSV where that is printed."""
    how = found.method if found.kernel is None else f"{found.method}, kernel {found.kernel}"
    learned = (
        f"learned from {amount(found.n_labelled, 'document')}, labelled {len(found.predictions):,} ({how})"
    )
    click.echo(learned, err=beside)
    predicted = _predicted(found)
    by_size = sorted(found.classes.items(), key=lambda item: (-item[1], item[0]))
    rows = [[label, f"{labelled:,}", f"{predicted[label]:,}"] for label, labelled in by_size[:MOST_CLASSES]]
    if len(by_size) > MOST_CLASSES:
        rows.append([f"… {len(by_size) - MOST_CLASSES} more", "", ""])
    if none := sum(not each.labels for each in found.predictions):
        rows.append(["(none)", "", f"{none:,}"])
    print_table(["label", "given", "predicted"], rows, err=beside)
    click.echo(_trust(found), err=beside)
    sure = sum(each.confidence >= SURE for each in found.predictions)
    click.echo(f"confidence of {SURE} or more: {sure:,} of {len(found.predictions):,}", err=beside)
    click.echo("least certain, worth labelling next:", err=beside)
    for each in sorted(found.predictions, key=lambda each: each.confidence)[:UNSURE_SHOWN]:
        shown = shortened(titles[each.id], LONGEST_TITLE)
        click.echo(f"  {each.confidence:.2f}  {each.id}  {click.style(shown, dim=True)}".rstrip(), err=beside)


def _trust(found: Classification) -> str:
    """Say what the given labels show about the predictions."""
    measured = found.estimate
    if measured is None:
        return "too few labels to tell how good this is: label at least 10 documents, 2 of each class"
    on = f"cross-validated on {amount(measured.n_docs, 'labelled document')}"
    if found.several:
        micro, macro = f"{100 * measured.micro_f1:.0f} %", f"{100 * measured.macro_f1:.0f} %"
        exact = f"{100 * measured.accuracy:.0f} % with exactly their labels"
        return f"expect {exact}; F1 {micro} over all labels, {macro} a label ({on})"
    right, macro = f"{100 * measured.accuracy:.0f} %", f"{100 * measured.macro_f1:.0f} %"
    return f"expect about {right} to be right; F1 {macro} a label ({on})"


def _predicted(found: Classification) -> Counter[str]:
    return Counter(label for each in found.predictions for label in each.labels)
