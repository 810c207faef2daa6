"""The TIME collection: articles of 1963 whose judgements count two articles that no copy has any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ilk.corpus.readers.smart import one_line, tidy_text
from ilk.errors import InputError
from ilk.lines import numbered_lines
from ilk.records import Document, Judgement, Query

ENCODING = "latin-1"
ARTICLE = re.compile(r"\*TEXT\s+(\d+)\s+(\d\d)/(\d\d)[/ ](\d\d)\s+PAGE\s+(\d+)\s*")
QUESTION = re.compile(r"\*FIND\s+(\d+)\s*")
STOP = "*STOP"
LOST_ARTICLES = (505, 506)
"""Numbers of the articles that are missing, positions 375 and 376 of the original 425."""


def time_documents(path: Path) -> Iterator[Document]:
    """Yield the articles; the id is the position among the original 425, by which the judgements count."""
    position = previous = 0
    for heading, text in _sections(path, "*TEXT", ARTICLE):
        number = int(heading[1])
        position += 1 + sum(previous < lost < number for lost in LOST_ARTICLES)
        previous = number
        date = f"19{heading[4]}-{heading[2]}-{heading[3]}"
        metadata = {"number": heading[1], "date": date, "page": int(heading[5])}
        yield Document(str(position), text, metadata=metadata)


def time_queries(path: Path) -> Iterator[Query]:
    """Yield the questions in the order of the file."""
    for heading, text in _sections(path, "*FIND", QUESTION):
        yield Query(str(int(heading[1])), one_line(text))


def time_judgements(path: Path) -> Iterator[Judgement]:
    """Yield the judgements; a line holds a query and the positions of all its relevant documents."""
    for line, text in numbered_lines(path, ENCODING):
        cells = text.split()
        if not all(cell.isdecimal() for cell in cells):
            problem = f"a line of judgements has only whole numbers, got {text.strip()!r}"
            raise InputError(str(path), line, problem, "correct the line")
        for document in cells[1:]:
            yield Judgement(str(int(cells[0])), str(int(document)))


def _sections(path: Path, marker: str, heading: re.Pattern[str]) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each heading, a line that begins with the marker, with the text below it."""
    opened: re.Match[str] | None = None
    text: list[str] = []
    for number, line in numbered_lines(path, ENCODING):
        if line.startswith(marker) or line.strip() == STOP:
            if opened:
                yield opened, tidy_text("\n".join(text))
            opened, text = heading.fullmatch(line), []
            if opened is None and line.startswith(marker):
                raise InputError(str(path), number, f"not a heading: {line.strip()!r}", "correct the line")
        elif opened:
            text.append(line)
        elif line.strip():
            problem = f"text that stands under no heading {marker!r}"
            raise InputError(str(path), number, problem, "check that this is the file of the collection")
    if opened:
        yield opened, tidy_text("\n".join(text))
