"""What a study says in the end: sections of text, tables, findings and figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

NOTHING = "–"
"""What stands in a cell without a number."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text below a header; the first column is to the left, the others to the right."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Compared:
    """A printed number beside ours, the mean of several runs where there is a deviation."""

    label: str
    published: float | None
    ours: float | None
    deviation: float | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement of a paper, whether it was seen here, and the numbers that say so."""

    statement: str
    seen: bool
    evidence: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing by its name, which is also the name of its files; `caption` says what it shows."""

    name: str
    caption: str
    draw: Callable[[], Drawing]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report; paragraphs of `text` are separated by empty lines."""

    heading: str
    text: str = ""
    tables: Sequence[Table] = ()
    figures: Sequence[Figure] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """The whole: `summary` says in a few sentences what was reproduced and what was not, and why."""

    summary: str
    sections: Sequence[Section]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the figures of all sections."""
        return tuple(figure for section in self.sections for figure in section.figures)


def comparison(caption: str, what: str, rows: Sequence[Compared], digits: int = 1) -> Table:
    """Return a table of published | ours | difference."""
    return Table(
        caption,
        (what, "published", "ours", "difference"),
        [
            (
                row.label,
                number(row.published, digits),
                with_deviation(row.ours, row.deviation, digits),
                difference(row.published, row.ours, digits),
            )
            for row in rows
        ],
    )


def findings_table(caption: str, findings: Sequence[Finding]) -> Table:
    """Return a table that marks each statement as seen or not seen."""
    rows = [
        (f"{place}. {finding.statement}", "seen" if finding.seen else "not seen", finding.evidence)
        for place, finding in enumerate(findings, 1)
    ]
    return Table(caption, ("the paper's finding", "here", "evidence"), rows)


def number(value: float | None, digits: int = 1) -> str:
    """Write a number, or a dash where there is none."""
    return NOTHING if value is None else f"{value:.{digits}f}"


def with_deviation(value: float | None, deviation: float | None, digits: int = 1) -> str:
    """Write a mean and its standard deviation."""
    text = number(value, digits)
    return text if value is None or deviation is None else f"{text} ± {deviation:.{digits}f}"


def difference(published: float | None, ours: float | None, digits: int = 1) -> str:
    """Write by how much ours is above the published number, as far as both are printed."""
    if published is None or ours is None:
        return NOTHING
    return f"{round(ours, digits) - round(published, digits):+.{digits}f}"
