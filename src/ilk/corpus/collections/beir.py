"""BEIR folders: corpus.jsonl, queries.jsonl, and qrels/SPLIT.tsv for each split."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ilk.corpus.collections.collection import Collection, Rereadable, best_judgements, check_variant
from ilk.corpus.collections.files import files_of
from ilk.corpus.problems import Problems
from ilk.corpus.readers.jsonl import read_beir
from ilk.corpus.sources import locate
from ilk.corpus.streams import Options
from ilk.errors import InputError
from ilk.lines import numbered_lines
from ilk.records import Document, Judgement, Query

CORPUS, QUERIES, QRELS, SPLIT_ENDING = "corpus.jsonl", "queries.jsonl", "qrels", ".tsv"
SPLITS_BY_PREFERENCE = ("test", "dev", "train")
COLUMNS = 3


def recognise_beir(folder: Path, files: Mapping[str, Path], variant: str | None) -> Collection | None:
    """Recognise a BEIR folder; the variant is the split to take judgements from, test by default."""
    if CORPUS not in files or QUERIES not in files:
        return None
    splits = _splits(folder)
    check_variant(folder.name, variant, splits)
    split = variant or next(
        (name for name in SPLITS_BY_PREFERENCE if name in splits), min(splits, default=None)
    )
    return Collection(
        name=folder.name or folder.resolve().name,
        documents=Rereadable(lambda: _documents(files[CORPUS])),
        queries=tuple(_queries(files[QUERIES])),
        judgements=best_judgements(_judgements(splits[split])) if split else (),
        note=f"judgements of the split {split!r}" if split else "no judgements: there is no qrels/test.tsv",
    )


def _splits(folder: Path) -> dict[str, Path]:
    """Return the files of judgements by the name of their split."""
    if not (folder / QRELS).is_dir():
        return {}
    files = files_of(folder / QRELS).items()
    return {name.removesuffix(SPLIT_ENDING): path for name, path in files if name.endswith(SPLIT_ENDING)}


def _documents(path: Path) -> Iterator[Document]:
    problems = Problems()
    return read_beir(locate(path).entries(problems), Options(), problems)


def _queries(path: Path) -> Iterator[Query]:
    for line, text in numbered_lines(path):
        if not text.strip():
            continue
        try:
            record = json.loads(text)
            query = Query(str(record["_id"]), str(record["text"]))
        except (ValueError, TypeError, KeyError, RecursionError):
            problem = "a query is a JSON object with the fields _id and text"
            raise InputError(str(path), line, problem, "correct the line") from None
        yield query


def _judgements(path: Path) -> Iterator[Judgement]:
    """Yield the rows below the header of a table of query, document and grade; ids may have spaces."""
    for line, text in numbered_lines(path):
        cells = [cell.strip() for cell in text.split("\t")]
        if not any(cells):
            continue
        if len(cells) == COLUMNS and cells[2].removeprefix("-").isdecimal():
            yield Judgement(cells[0], cells[1], int(cells[2]))
        elif line > 1 or len(cells) != COLUMNS:
            problem = f"a judgement is query, document and whole grade between tabs, got {text!r}"
            raise InputError(str(path), line, problem, "correct the line")
