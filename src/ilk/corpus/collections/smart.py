"""The five SMART collections, each with what its files do not tell: cacm, cisi, cran, med and time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ilk.corpus.collections.collection import Collection, Rereadable, best_judgements, check_variant
from ilk.corpus.collections.files import find_file, number_rows
from ilk.corpus.collections.time_magazine import time_documents, time_judgements, time_queries
from ilk.corpus.readers.smart import SmartRecord, one_line, smart_document, smart_records
from ilk.errors import InputError
from ilk.lines import numbered_lines
from ilk.records import Document, Judgement, Query

ENCODING = "latin-1"
UNGRADED = -1


@dataclass(frozen=True, slots=True)
class Paths:
    """Where the three parts of a collection lie."""

    documents: Path
    queries: Path
    judgements: Path


Reader = Callable[[Paths], Collection]


@dataclass(frozen=True, slots=True)
class Layout:
    """A collection by the lower-case names of its files, how it is read, and its variants."""

    name: str
    documents: tuple[str, ...]
    queries: tuple[str, ...]
    judgements: tuple[str, ...]
    read: Reader
    variants: Mapping[str, Reader] = field(default_factory=dict)


def recognise_smart(files: Mapping[str, Path], variant: str | None) -> Collection | None:
    """Recognise one of the five by the files of a folder, given under their lower-case names."""
    for layout in LAYOUTS:
        documents = find_file(files, layout.documents)
        queries = find_file(files, layout.queries)
        judgements = find_file(files, layout.judgements)
        if documents and queries and judgements:
            check_variant(layout.name, variant, layout.variants)
            read = layout.variants[variant] if variant else layout.read
            return read(Paths(documents, queries, judgements))
    return None


def _read_cacm(paths: Paths) -> Collection:
    """Keep the documents that have an abstract, as Chappelier & Eckard (2009) do."""
    abstracts = {str(record.number) for record in _records(paths.documents) if "W" in record.fields}
    whole = _read_whole_cacm(paths)
    return Collection(
        "cacm",
        Rereadable(lambda: (document for document in whole.documents if document.id in abstracts)),
        whole.queries,
        tuple(judgement for judgement in whole.judgements if judgement.document_id in abstracts),
        note="only documents that have an abstract, and the judgements on them; variant 'all' keeps all",
    )


def _read_whole_cacm(paths: Paths) -> Collection:
    """Keep every document, as Nyffenegger et al. (2006) do."""
    return Collection(
        "cacm",
        Rereadable(lambda: _documents(paths.documents)),
        tuple(_queries(paths.queries)),
        best_judgements(_judgements(paths.judgements, document_column=1)),
        note="every document, with or without an abstract, and all judgements",
    )


def _read_cisi(paths: Paths) -> Collection:
    return Collection(
        "cisi",
        Rereadable(lambda: _documents(paths.documents)),
        tuple(_queries(paths.queries)),
        best_judgements(_judgements(paths.judgements, document_column=1)),
        note="a query is its title, where it has one, and its text; not every query has judgements",
    )


def _read_cran(paths: Paths) -> Collection:
    """Number the queries by position, as the judgements do: their own numbers have gaps."""
    return Collection(
        "cran",
        Rereadable(lambda: _documents(paths.documents)),
        tuple(
            Query(str(position), _query_text(record))
            for position, record in enumerate(_records(paths.queries), start=1)
        ),
        best_judgements(_cran_judgements(paths.judgements)),
        note="every judged pair is relevant, graded 4 (complete answer) to 1 (least interest or no code)",
    )


def _read_med(paths: Paths) -> Collection:
    return Collection(
        "med",
        Rereadable(lambda: _documents(paths.documents)),
        tuple(_queries(paths.queries)),
        best_judgements(_judgements(paths.judgements, document_column=2)),
        note="judgements from MED.REL, not from MED.REL.OLD",
    )


def _read_time(paths: Paths) -> Collection:
    return Collection(
        "time",
        Rereadable(lambda: time_documents(paths.documents)),
        tuple(time_queries(paths.queries)),
        best_judgements(time_judgements(paths.judgements)),
        note="document ids are positions among the original 425, of which no copy has 375 and 376",
    )


def _records(path: Path) -> Iterator[SmartRecord]:
    def refuse(line: int) -> None:
        raise InputError(str(path), line, "text outside of any field", "check that this is a SMART file")

    return smart_records(numbered_lines(path, ENCODING), refuse)


def _documents(path: Path) -> Iterator[Document]:
    return map(smart_document, _records(path))


def _queries(path: Path) -> Iterator[Query]:
    return (Query(str(record.number), _query_text(record)) for record in _records(path))


def _query_text(record: SmartRecord) -> str:
    return one_line(f"{record.fields.get('T', '')} {record.fields.get('W', '')}")


def _judgements(path: Path, document_column: int) -> Iterator[Judgement]:
    """Yield a judgement a row: the query in the first column, relevant whatever the other columns say."""
    for _, row in number_rows(path, columns=document_column + 1):
        yield Judgement(str(row[0]), str(row[document_column]))


def _cran_judgements(path: Path) -> Iterator[Judgement]:
    """Turn Cleverdon's codes, 1 (best) to 4 (least), into grades 4 to 1; rows without a code (-1) get 1."""
    grades = {UNGRADED: 1} | {code: 5 - code for code in range(1, 5)}
    for line, (query, document, code) in number_rows(path, columns=3):
        if code not in grades:
            raise InputError(str(path), line, f"a code is -1 or 1 to 4, got {code}", "correct the line")
        yield Judgement(str(query), str(document), grades[code])


LAYOUTS = (
    Layout("cacm", ("cacm.all",), ("query.text",), ("qrels.text",), _read_cacm, {"all": _read_whole_cacm}),
    Layout("cisi", ("cisi.all",), ("cisi.qry",), ("cisi.rel",), _read_cisi),
    Layout("cran", ("cran.all.1400", "cran.all"), ("cran.qry",), ("cran.qrels", "cranqrel"), _read_cran),
    Layout("med", ("med.all",), ("med.qry",), ("med.rel",), _read_med),
    Layout("time", ("time.all",), ("time.que",), ("time.rel",), _read_time),
)
