"""`ilk evaluate`: how good rankings are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ilk.cli.options import complete_similarities, json_option
from ilk.cli.output import note, print_json, print_table
from ilk.cli.progress import bar
from ilk.cli.tables import check_file
from ilk.errors import ParameterError, UnknownName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ilk.corpus.collections import Collection
    from ilk.evaluation import Comparison
    from ilk.trials import System

SIGNIFICANT = 0.05
EPILOG = """\b
Examples:
  ilk evaluate data/med --similarity bm25,pl2,lsi
  ilk evaluate data/cran --similarity bm25,bm25:k1=0.9:b=0.4 --measure AP,nDCG@10 --per-query
  ilk evaluate data/cacm --variant all --save-runs runs/
  ilk evaluate data/med --run other-system.run --baseline bm25
  ilk evaluate --qrels judged.qrels --run a.run --run b.run
  ilk evaluate ir_datasets:vaswani --json
"""


@click.command(short_help="Measure rankings against judgements.", epilog=EPILOG)
@click.argument("collection", required=False)
@click.option(
    "-s",
    "--similarity",
    "similarities",
    metavar="NAMES",
    shell_complete=complete_similarities,
    help="Similarities, comma-separated, or all [default: bm25].",
)
@click.option(
    "-m",
    "--measure",
    "measures",
    default="AP,Rprec,P@5,nDCG@10",
    show_default=True,
    metavar="NAMES",
    help="Measures.",
)
@click.option("--baseline", metavar="NAME", help="What the others are compared with [default: the first].")
@click.option("--variant", metavar="NAME", help="A variant of the collection, such as another split.")
@click.option("--depth", type=click.IntRange(min=1), metavar="K", help="Rank only so many documents a query.")
@click.option("--language", default="auto", show_default=True, metavar="NAME", help="Stop words and stems.")
@click.option(
    "--run", "run_files", multiple=True, metavar="FILE", help="Measure a TREC run file as well; repeatable."
)
@click.option("--qrels", metavar="FILE", help="Judge by a TREC qrels file.")
@click.option(
    "--save-runs", type=click.Path(path_type=Path), metavar="FOLDER", help="Write each ranking as a TREC run."
)
@click.option(
    "--save-qrels",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the judgements as TREC qrels.",
)
@click.option("--per-query", is_flag=True, help="Show the value of every query too.")
@click.option(
    "--seed", default=0, show_default=True, help="The seed of models and of the randomisation test."
)
@json_option
def evaluate(
    collection: str | None,
    similarities: str | None,
    measures: str,
    baseline: str | None,
    variant: str | None,
    depth: int | None,
    language: str,
    run_files: tuple[str, ...],
    qrels: str | None,
    save_runs: Path | None,
    save_qrels: Path | None,
    per_query: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Rank the queries of COLLECTION with several similarities and compare them with a baseline.

    Differences are tested by paired randomisation, corrected by Holm's method for the number of systems.
    """
    from ilk.corpus.collections import open_collection
    from ilk.evaluation import compare, parse_measures, read_qrels, read_run, write_qrels
    from ilk.lines import make_folder
    from ilk.trials import judge, rank_collection

    parse_measures(measures)
    opened = open_collection(collection, variant) if collection else None
    if opened is None and not (qrels and run_files):
        raise ParameterError("give a collection, or run files and their judgements with --run and --qrels")
    names = _similarity_names(similarities or ("" if run_files else "bm25"))
    if not (names or run_files):
        raise ParameterError(f"--similarity names nothing to measure, got {similarities!r}")
    if save_runs is not None:
        make_folder(save_runs)
    if save_qrels is not None:
        check_file(save_qrels)
    judgements = read_qrels(qrels) if qrels else opened.judgements if opened else ()
    runs = [read_run(file) for file in run_files]
    if names and opened is None:
        raise ParameterError("similarities need a collection to rank; give its folder")
    _check_names([*names, *(run.name for run in runs)], baseline)
    if opened is not None and names:
        with bar() as progress:
            runs = [
                *rank_collection(opened, names, depth=depth, language=language, seed=seed, progress=progress),
                *runs,
            ]
    systems = judge(runs, judgements, measures)
    comparisons = compare(
        {name: system.evaluation for name, system in systems.items()}, baseline or runs[0].name, seed=seed
    )
    if save_runs is not None:
        _save_runs(save_runs, systems)
    if save_qrels is not None:
        write_qrels(save_qrels, judgements)
    if as_json:
        print_json(_as_json(opened, systems, comparisons, per_query))
    else:
        _print(opened, systems, comparisons, per_query)


def _similarity_names(text: str) -> list[str]:
    """Return the similarities of a comma-separated list; `all` stands for every one."""
    from ilk.similarities import MODELS_NEEDED

    names = [name.strip() for name in text.split(",")]
    return list(MODELS_NEEDED) if names == ["all"] else [name for name in names if name]


def _check_names(names: Sequence[str], baseline: str | None) -> None:
    """Refuse two systems of one name and an unknown baseline, before anything is ranked."""
    for name in names:
        if names.count(name) > 1:
            raise ParameterError(f"two rankings are called {name!r}; give each a name of its own")
    if baseline is not None and baseline not in names:
        raise UnknownName("baseline among the systems", baseline, names)


def _save_runs(folder: Path, systems: dict[str, System]) -> None:
    from ilk.evaluation import write_run

    for name, system in systems.items():
        file = folder / f"{name.replace(':', '_').replace('/', '_')}.run"
        write_run(file, system.run)
        note(f"wrote {file}")


def _as_json(
    collection: Collection | None,
    systems: dict[str, System],
    comparisons: tuple[Comparison, ...],
    per_query: bool,
) -> dict[str, object]:
    results: list[dict[str, object]] = []
    for name, system in systems.items():
        rows = [row for row in comparisons if row.system == name]
        result: dict[str, object] = {
            "similarity": name,
            "measures": {row.measure: row.mean for row in rows},
            "comparison": {
                row.measure: {"difference": row.difference, "p": row.p, "corrected_p": row.corrected_p}
                for row in rows
                if row.difference is not None
            },
        }
        if per_query:
            result["queries"] = {
                score.measure: dict(zip(system.evaluation.query_ids, score.values, strict=True))
                for score in system.evaluation.scores
            }
        results.append(result)
    return {"collection": _collection_as_json(collection, systems), "results": results}


def _collection_as_json(collection: Collection | None, systems: dict[str, System]) -> dict[str, object]:
    measured = len(next(iter(systems.values())).evaluation.query_ids)
    if collection is None:
        return {"name": None, "queries": measured}
    return {
        "name": collection.name,
        "note": collection.note,
        "documents": sum(1 for _ in collection.documents),
        "queries": measured,
        "judgements": len(collection.judgements),
    }


def _print(
    collection: Collection | None,
    systems: dict[str, System],
    comparisons: tuple[Comparison, ...],
    per_query: bool,
) -> None:
    first = next(iter(systems.values())).evaluation
    measures = [score.measure for score in first.scores]
    cells = {(row.system, row.measure): row for row in comparisons}
    if collection is not None:
        click.echo(
            f"{collection.name}: {len(first.query_ids)} queries"
            + (f"; {collection.note}" if collection.note else "")
        )
    print_table(
        ["similarity", *(text for measure in measures for text in (measure, ""))],
        [[name, *(text for measure in measures for text in _cell(cells[name, measure]))] for name in systems],
    )
    if len(systems) > 1:
        click.echo(f"* differs from the baseline, p < {SIGNIFICANT} (paired randomisation, Holm)")
    if per_query:
        _print_queries(systems, measures)


def _cell(row: Comparison) -> tuple[str, str]:
    """Return a mean in percent, and its difference to the baseline, with a star where it is no accident."""
    if row.difference is None:
        return f"{100 * row.mean:.1f}", ""
    star = "*" if row.corrected_p is not None and row.corrected_p < SIGNIFICANT else " "
    return f"{100 * row.mean:.1f}", f"{100 * row.difference:+.1f}{star}"


def _print_queries(systems: dict[str, System], measures: list[str]) -> None:
    queries = next(iter(systems.values())).evaluation.query_ids
    for measure in measures:
        columns = [system.evaluation.score(measure).values for system in systems.values()]
        click.echo()
        print_table(
            [f"{measure} by query", *systems],
            [[query, *(f"{values[i]:.4f}" for values in columns)] for i, query in enumerate(queries)],
        )
