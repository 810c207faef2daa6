"""TREC files: runs (query Q0 document rank score tag) and judgements (query 0 document grade).

As in trec_eval, the scores of a run decide and not its ranks: compared in single precision, the larger first,
and of two equal ones the document whose id comes later in the alphabet. So that every tool sees our order, a
written score is always below the one before it in single precision too: where two hits are equal, the second
goes down by the smallest step that single precision knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np

from ilk.errors import InputError, ParameterError
from ilk.lines import numbered_lines, written_lines
from ilk.records import Hit, Judgement

RUN_COLUMNS = ("query", "Q0", "document", "rank", "score", "tag")
QREL_COLUMNS = ("query", "0", "document", "grade")
"""Judgements are called qrels in TREC's files, and here only where these files are meant."""


@dataclass(frozen=True, slots=True)
class Run:
    """The hits of a system for each query, best first, and the system's name."""

    name: str
    hits: Mapping[str, Sequence[Hit]]

    @property
    def rankings(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the documents by query, as `evaluate` takes them."""
        return {query: tuple(hit.id for hit in hits) for query, hits in self.hits.items()}


def read_run(path: str | Path) -> Run:
    """Read a run file, plain or gzipped, into the order that trec_eval would see."""
    path = Path(path)
    name = ""
    scores: dict[str, dict[str, float]] = {}
    for line, (query, _, document, _, score, tag) in _rows(path, RUN_COLUMNS):
        documents = scores.setdefault(query, {})
        if document in documents:
            problem = f"query {query!r} has document {document!r} a second time"
            raise InputError(str(path), line, problem, "keep one of the two lines")
        documents[document] = _score(path, line, score)
        name = name or tag
    return Run(name, {query: _in_order(documents) for query, documents in scores.items()})


def write_run(path: str | Path, run: Run) -> None:
    """Write a run file, gzipped where its name ends in .gz, whose scores keep the order of the hits."""
    _check_words([run.name or "ilk", *run.hits, *(hit.id for hits in run.hits.values() for hit in hits)])
    falling = {query: _falling(query, hits) for query, hits in run.hits.items()}
    with written_lines(Path(path)) as lines:
        for query, hits in run.hits.items():
            for rank, (hit, score) in enumerate(zip(hits, falling[query], strict=True), start=1):
                lines.write(f"{query} Q0 {hit.id} {rank} {score!s} {run.name or 'ilk'}\n")


def read_qrels(path: str | Path) -> tuple[Judgement, ...]:
    """Read a file of judgements, plain or gzipped, row by row."""
    path = Path(path)
    judgements = []
    for line, (query, _, document, grade) in _rows(path, QREL_COLUMNS):
        if not grade.removeprefix("-").isdecimal():
            problem = f"a grade is a whole number, got {grade!r}"
            raise InputError(str(path), line, problem, "correct the fourth column")
        judgements.append(Judgement(query, document, int(grade)))
    return tuple(judgements)


def write_qrels(path: str | Path, judgements: Iterable[Judgement]) -> None:
    """Write a file of judgements, gzipped where its name ends in .gz."""
    rows = tuple(judgements)
    _check_words(word for row in rows for word in (row.query_id, row.document_id))
    with written_lines(Path(path)) as lines:
        lines.writelines(f"{row.query_id} 0 {row.document_id} {row.grade}\n" for row in rows)


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, columns) for each line that is not blank."""
    for line, text in numbered_lines(path):
        cells = text.split()
        if cells and len(cells) != len(columns):
            problem = f"a line has {len(columns)} columns ({' '.join(columns)}), got {len(cells)}"
            raise InputError(str(path), line, problem, "correct the line")
        if cells:
            yield line, cells


def _score(path: Path, line: int, text: str) -> float:
    try:
        score = float(text)
    except ValueError:
        score = float("nan")
    if not _fits_single_precision(score):
        problem = f"a score is a finite number in single precision, got {text!r}"
        raise InputError(str(path), line, problem, "correct the fifth column")
    return score


def _fits_single_precision(score: float) -> bool:
    return isfinite(score) and abs(score) <= float(np.finfo(np.float32).max)


def _in_order(scores: Mapping[str, float]) -> tuple[Hit, ...]:
    documents = sorted(scores, reverse=True)  # the order among equal scores, which the stable sort keeps
    best_first = np.argsort([-np.float32(scores[document]) for document in documents], kind="stable")
    return tuple(Hit(documents[index], scores[documents[index]]) for index in best_first)


def _falling(query: str, hits: Sequence[Hit]) -> list[np.float32]:
    """Return the similarities in single precision, each lowered where it would not be below the last."""
    falling: list[np.float32] = []
    for hit in hits:
        if not _fits_single_precision(hit.similarity):
            raise ParameterError(f"query {query!r}: {hit.similarity} is no finite single-precision score")
        score = np.float32(hit.similarity)
        if falling and score >= falling[-1]:
            score = np.nextafter(falling[-1], np.float32(-np.inf))
        falling.append(score)
    return falling


def _check_words(words: Iterable[str]) -> None:
    """Refuse an id that would tear a line apart: columns are separated by spaces."""
    for word in words:
        if len(word.split()) != 1 or word != word.strip():
            raise ParameterError(f"a TREC file cannot hold {word!r}: ids and names must have no spaces")
