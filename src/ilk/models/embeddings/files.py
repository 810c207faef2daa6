"""Word vectors from a file, gzipped or not: word2vec text, word2vec binary, or GloVe text.

word2vec text     a line "n_terms e", then a line "term number … number" for each term
word2vec binary   the same first line, then for each term its name, a space and e float32, maybe a newline
GloVe text        as word2vec text, without the first line

Which one it is, the first bytes tell. A file is read from front to back and only the wanted rows are kept.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np

from ilk.errors import InputError, NotFound, ParameterError
from ilk.models.embeddings.embedding import Embedding
from ilk.models.embeddings.rows import Row, VectorRows, rows_of, shown

GZIP_MAGIC = b"\x1f\x8b"
HEAD = 1 << 16


def read_embedding(path: str | Path, vocabulary: Sequence[str] | None = None) -> Embedding:
    """Return the vectors of a file: of all its terms, or of the terms of a vocabulary, in its order."""
    path = Path(path)
    if not path.exists():
        raise NotFound(f"there is no file {path}; give the path of a file of word vectors")
    with _opened(path) as stream:
        head = stream.read(HEAD)
    with _opened(path) as stream:
        rows = rows_of(stream, str(path), head)
        return _of_all(rows) if vocabulary is None else _of_vocabulary(rows, vocabulary)


def _of_all(rows: VectorRows) -> Embedding:
    places: dict[bytes, int] = {}
    vectors = []
    for row in rows:
        _note_place(row, places, rows)
        vectors.append(rows.vector(row))
    terms = tuple(_decoded(term, place, rows) for term, place in places.items())
    return Embedding(np.stack(vectors), np.ones(len(vectors), dtype=np.bool_), terms)


def _of_vocabulary(rows: VectorRows, vocabulary: Sequence[str]) -> Embedding:
    wanted = {term.encode(): number for number, term in enumerate(vocabulary)}
    if len(wanted) < len(vocabulary):
        raise ParameterError("the vocabulary names a term twice; give each term once")
    places: dict[bytes, int] = {}
    vectors = np.zeros((len(vocabulary), rows.n_dimensions), dtype=np.float32)
    for row in rows:
        if row.term in wanted:
            _note_place(row, places, rows)
            vectors[wanted[row.term]] = rows.vector(row)
    known = np.array([term in places for term in wanted], dtype=np.bool_)
    return Embedding(vectors, known, tuple(vocabulary))


def _note_place(row: Row, places: dict[bytes, int], rows: VectorRows) -> None:
    """Note where a term stands; it may stand there once."""
    if row.term in places:
        again = f"the term {shown(row.term)} stands here and in {rows.unit} {places[row.term]}"
        raise rows.problem(row.place, again, "remove one of the two")
    places[row.term] = row.place


def _decoded(term: bytes, place: int, rows: VectorRows) -> str:
    try:
        return term.decode()
    except UnicodeDecodeError:
        advice = "convert the file, or give a vocabulary so that only its terms are read"
        raise rows.problem(place, f"the term {shown(term)} is not UTF-8", advice) from None


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file, unzipped where it is gzip, and turn what a damaged one raises into our sentence."""
    try:
        with path.open("rb") as file:
            if file.peek(2)[:2] != GZIP_MAGIC:
                yield file
            else:
                yield io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=file)), HEAD)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(str(path), None, f"it cannot be read, {error}", "fetch or make it again") from error
