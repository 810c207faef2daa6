"""`ilk reproduce`: the experiments of the papers, done again."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.options import complete_experiments, json_option
from ilk.cli.output import note, print_json, print_table
from ilk.cli.progress import bar
from ilk.errors import NotFound

if TYPE_CHECKING:
    from ilk.experiments.report import Report
    from ilk.experiments.results import Results
    from ilk.experiments.study import Study

WIDTH = 100
EPILOG = """\b
Examples:
  ilk reproduce                                     which experiments there are
  ilk reproduce chappelier2009 --data data --quick  a few minutes
  ilk reproduce elkan2005 --data data               the full protocol; interrupt it, run it again, it goes on
  ilk reproduce elkan2005 --redraw --out results    tables and figures again, from the JSON that is there
"""


@click.command(short_help="Run the experiments of the papers again.", epilog=EPILOG)
@click.argument("name", required=False, shell_complete=complete_experiments)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="ILK_DATA",
    metavar="FOLDER",
    help="The folder that holds the collections, one folder each [default: $ILK_DATA].",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("results"),
    show_default=True,
    metavar="FOLDER",
    help="Where results, page and figures go.",
)
@click.option("--quick", is_flag=True, help="Less of everything: a few minutes, numbers of the same kind.")
@click.option("--fresh", is_flag=True, help="Run every setting again, also those that are finished.")
@click.option("--redraw", is_flag=True, help="Run nothing; make page and figures from the results in --out.")
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Settings at a time [default: one a core]."
)
@json_option
def reproduce(
    name: str | None,
    data: Path | None,
    out: Path,
    quick: bool,
    fresh: bool,
    redraw: bool,
    workers: int | None,
    as_json: bool,
) -> None:
    """Run the experiment NAME and set what comes out beside what was published.

    Writes NAME.json with every result, NAME.md with tables, and the figures as PNG and SVG; a run that is
    quick writes into the folder quick beside them. Finished settings are kept, so the same command goes on
    where it was stopped.
    """
    from ilk.experiments.catalogue import STUDIES, load_study

    if name is None:
        _list_studies(STUDIES, as_json)
        return
    study = load_study(name)
    from ilk.experiments.figures import require_matplotlib
    from ilk.experiments.pages import write_page

    require_matplotlib()
    out = out / "quick" if quick else out  # never in place of a full run, which may have taken an hour
    results = _stored(study, out) if redraw else _run(study, data, out, quick, fresh, workers)
    report = study.report(results)
    files = write_page(out, study, results, report)
    if as_json:
        print_json(_as_json(results, report, [str(file) for file in files]))
        return
    _print(report)
    n_figures = len({file.stem for file in files[1:]})
    note(f"wrote {out / f'{study.name}.json'}, {files[0]} and {n_figures} figures in {files[-1].parent}")


def _list_studies(studies: Mapping[str, str], as_json: bool) -> None:
    names = dict(studies)
    if as_json:
        print_json({"experiments": names})
        return
    for name, about in names.items():
        click.echo(f"{click.style(f'{name:<16}', bold=True)} {about}")


def _run(
    study: Study, data: Path | None, out: Path, quick: bool, fresh: bool, workers: int | None
) -> Results:
    from ilk.experiments.running import Places, run_study

    if data is None:
        raise NotFound("give the folder that holds the collections by --data, or set ILK_DATA to it")
    try:
        with bar() as progress:
            return run_study(
                study, Places(data, out), quick=quick, fresh=fresh, workers=workers, progress=progress
            )
    except KeyboardInterrupt:
        advice = "the same command without --fresh" if fresh else "the same command"
        raise KeyboardInterrupt(
            f"stopped; what is finished is kept, and {advice} goes on from there"
        ) from None


def _stored(study: Study, out: Path) -> Results:
    from ilk.experiments.results import read_results

    file = out / f"{study.name}.json"
    if not file.exists():
        raise NotFound(f"there are no results in {file}; run ilk reproduce {study.name} without --redraw")
    return read_results(file)


def _print(report: Report) -> None:
    from ilk.experiments.pages import text
    from ilk.experiments.report import Table

    for block in text(report):
        if isinstance(block, Table):
            click.echo(click.style(block.caption, bold=True))
            print_table(list(block.header), [list(row) for row in block.rows])
        else:
            for paragraph in block.split("\n\n"):
                click.echo(textwrap.fill(paragraph, WIDTH))
        click.echo()


def _as_json(results: Results, report: Report, files: list[str]) -> dict[str, object]:
    return {
        "study": results.study,
        "quick": results.quick,
        "ilk": results.ilk_version,
        "seeds": list(results.values("seed")),
        "seconds": results.seconds,
        "tables": [
            {
                "caption": table.caption,
                "header": list(table.header),
                "rows": [list(row) for row in table.rows],
            }
            for section in report.sections
            for table in section.tables
        ],
        "files": files,
    }
