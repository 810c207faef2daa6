"""A report as a page of Markdown with its figures, and as text for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ilk.experiments.report import Figure, Report, Table
from ilk.experiments.results import Results
from ilk.experiments.study import Study

FIGURES = "figures"
NUMBER = re.compile(r"[*+−–<~-]*\s*(\d|$)")
"""What a cell begins with that holds a number, or nothing."""

LONGEST_NUMBER = 30
"""Characters of a number with its deviation and what else belongs to it; what is longer is a sentence."""


def write_page(out: Path, study: Study, results: Results, report: Report) -> tuple[Path, ...]:
    """Write NAME.md, and each figure as PNG and SVG; return the files."""
    from ilk.experiments.figures import save

    folder = out / FIGURES
    folder.mkdir(parents=True, exist_ok=True)
    drawings = [file for figure in report.figures for file in save(folder / figure.name, figure.draw())]
    page = out / f"{study.name}.md"
    beside = out / f".{page.name}.new"
    beside.write_text(markdown(study, results, report), encoding="utf-8")
    beside.replace(page)
    return page, *drawings


def markdown(study: Study, results: Results, report: Report) -> str:
    """Return the page of a study."""
    blocks = [f"# {study.name}: {study.title}", study.reference, report.summary, _made_by(study, results)]
    for section in report.sections:
        blocks.append(f"## {section.heading}")
        if section.text:
            blocks.append(section.text)
        blocks += [_table(table) for table in section.tables]
        blocks += [_figure(figure) for figure in section.figures]
    return "\n\n".join(block.strip() for block in blocks if block.strip()) + "\n"


def text(report: Report) -> Iterator[str | Table]:
    """Yield what a terminal shows of a report, in order: paragraphs and tables."""
    yield report.summary
    for section in report.sections:
        yield section.heading.upper()
        if section.text:
            yield section.text
        yield from section.tables


def _made_by(study: Study, results: Results) -> str:
    scale = " --quick" if results.quick else ""
    made_with = ", ".join(f"{name} {value}" for name, value in results.environment.items() if name != "cores")
    return (
        f"Made by `ilk reproduce {study.name} --data FOLDER{scale}`: {len(results.outcomes):,} settings in "
        f"{_duration(results.seconds)} on {results.environment.get('cores', '?')} cores, "
        f"ilk {results.ilk_version}, {made_with}. "
        f"Every number below comes from [{study.name}.json]({study.name}.json)."
    )


def _duration(seconds: float) -> str:
    minutes = seconds / 60
    return f"{seconds:.0f} s" if minutes < 2 else f"{minutes:.0f} min"  # noqa: PLR2004  # minutes from two on


def _table(table: Table) -> str:
    alignments = [_alignment([row[column] for row in table.rows]) for column in range(1, len(table.header))]
    rule = "|".join(["", "---", *alignments, ""])
    return "\n".join([f"**{table.caption}**", "", _row(table.header), rule, *map(_row, table.rows)])


def _alignment(cells: Sequence[str]) -> str:
    """Let numbers end, and words begin, below each other."""
    numbers = [cell for cell in cells if NUMBER.match(cell) and len(cell) <= LONGEST_NUMBER]
    return "---:" if 2 * len(numbers) >= len(cells) else "---"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _figure(figure: Figure) -> str:
    return f"![{figure.caption}]({FIGURES}/{figure.name}.svg)\n\n*{figure.caption}*"
