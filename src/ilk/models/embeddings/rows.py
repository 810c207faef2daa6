"""The rows of a file of word vectors, one at a time, checked; numbers are parsed only for the wanted rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from ilk.errors import InputError

LONGEST_LINE = 1 << 22
LONGEST_TERM = 10_000
CHUNK = 1 << 20
CONTROL = bytes(code for code in range(32) if code not in b"\t\n\r")
CUT_OFF = "the file may be cut off, fetch it again"


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line of a word2vec file promises."""

    n_terms: int
    n_dimensions: int


@dataclass(frozen=True, slots=True)
class Row:
    """A term, its numbers as they stand in the file, and the line (text) or row (binary) where that is."""

    place: int
    term: bytes
    numbers: bytes


class VectorRows(ABC):
    """The rows of one file, from front to back, each of `n_dimensions` numbers."""

    n_dimensions: int
    unit: str

    def __init__(self, stream: BinaryIO, where: str) -> None:
        self.stream, self.where = stream, where

    def vector(self, row: Row) -> NDArray[np.float32]:
        """Return the numbers of a row (e,), all finite."""
        vector = self.parse(row)
        if not np.isfinite(vector).all():
            bad = vector[~np.isfinite(vector)][0]
            raise self.problem(row.place, f"the vector of {shown(row.term)} contains {bad}", "mend the row")
        return vector

    @abstractmethod
    def __iter__(self) -> Iterator[Row]:
        """Yield every row."""

    @abstractmethod
    def parse(self, row: Row) -> NDArray[np.float32]:
        """Return the numbers of a row (e,)."""

    @abstractmethod
    def problem(self, place: int, problem: str, advice: str) -> InputError:
        """Return an error that says where it is."""


class TextRows(VectorRows):
    """Lines "term number … number"; the number of numbers is the header's, or else that of the first line."""

    unit = "line"

    def __init__(self, stream: BinaryIO, where: str, header: Header | None) -> None:
        super().__init__(stream, where)
        self.header = header
        if header is not None:
            self.n_dimensions = header.n_dimensions
            stream.readline()
            self.first, self.place = b"", 2
        else:
            self.first, self.place = stream.readline(LONGEST_LINE), 1
            self.n_dimensions = _trailing_numbers(self.first.split())
            if self.n_dimensions == 0:
                problem = f"expected a term with numbers, or two whole numbers, got {shown(self.first)}"
                raise self.problem(1, problem, "give a file in word2vec or GloVe format")

    def __iter__(self) -> Iterator[Row]:
        """Yield every line but the header."""
        place, line = self.place, self.first or self.stream.readline(LONGEST_LINE)
        while line.strip():
            yield self._row(place, line)
            place, line = place + 1, self.stream.readline(LONGEST_LINE)
        if line and self.stream.read().strip():
            raise self.problem(place, "expected a term and its numbers, got an empty line", "remove the line")
        n_rows = place - self.place
        if self.header is not None and n_rows != self.header.n_terms:
            promised = f"the first line promises {self.header.n_terms} terms, but {n_rows} follow"
            raise self.problem(1, promised, f"correct it, or {CUT_OFF}")

    def parse(self, row: Row) -> NDArray[np.float32]:
        """Return the numbers of a line."""
        tokens = row.numbers.split()
        if len(tokens) != self.n_dimensions:
            raise self._ragged(row.place, row.term, len(tokens))
        try:
            with np.errstate(over="ignore"):  # what float32 cannot hold becomes inf, which is refused later
                return np.array(tokens, dtype=np.float32)
        except ValueError:
            bad = next(token for token in tokens if not _is_number(token))
            what = f"expected a number in the vector of {shown(row.term)}, got {shown(bad)}"
            raise self.problem(row.place, what, "mend the row") from None

    def problem(self, place: int, problem: str, advice: str) -> InputError:
        """Return an error that names the line."""
        return InputError(self.where, place, problem, advice)

    def _row(self, place: int, line: bytes) -> Row:
        line = line.rstrip()
        if line.count(b" ") == self.n_dimensions:
            term, _, numbers = line.partition(b" ")
            return Row(place, term, numbers)
        tokens = line.split()
        extra = len(tokens) - self.n_dimensions
        # Some published files have terms with spaces in them; a number there is a row that is too long.
        if extra < 1 or any(_is_number(token) for token in tokens[1:extra]):
            raise self._ragged(place, tokens[0], len(tokens) - 1)
        return Row(place, b" ".join(tokens[:extra]), b" ".join(tokens[extra:]))

    def _ragged(self, place: int, term: bytes, got: int) -> InputError:
        expected = f"expected {self.n_dimensions} numbers after {shown(term)}, got {got}"
        source = "the first line" if self.header is None else "the header"
        return self.problem(place, expected, f"mend the row, or {source} if it is wrong")


class BinaryRows(VectorRows):
    """Records of a term, a space and e little-endian float32; a newline may stand between them."""

    unit = "row"

    def __init__(self, stream: BinaryIO, where: str, header: Header) -> None:
        super().__init__(stream, where)
        self.header, self.n_dimensions = header, header.n_dimensions
        stream.readline()
        self.buffer, self.at = b"", 0

    def __iter__(self) -> Iterator[Row]:
        """Yield as many rows as the header promises, and nothing may follow."""
        for place in range(1, self.header.n_terms + 1):
            end = self._find_space(place)
            term = self.buffer[self.at : end].lstrip(b"\n")
            self.at = end + 1
            size = 4 * self.n_dimensions
            while len(self.buffer) - self.at < size:
                self._fill(place)
            yield Row(place, term, self.buffer[self.at : self.at + size])
            self.at += size
        if (self.buffer[self.at :] + self.stream.read(CHUNK)).strip():
            rest = f"there are bytes after the {self.header.n_terms} rows that the first line promises"
            raise InputError(self.where, None, rest, "correct its numbers of terms and dimensions")

    def parse(self, row: Row) -> NDArray[np.float32]:
        """Return the numbers of a record."""
        return np.frombuffer(row.numbers, dtype="<f4").astype(np.float32)

    def problem(self, place: int, problem: str, advice: str) -> InputError:
        """Return an error that names the row."""
        return InputError(self.where, None, f"in row {place}, {problem}", advice)

    def _find_space(self, place: int) -> int:
        while (end := self.buffer.find(b" ", self.at)) < 0:
            if len(self.buffer) - self.at > LONGEST_TERM:
                raise self.problem(place, f"no term ends within {LONGEST_TERM} bytes", "check the header")
            self._fill(place)
        return end

    def _fill(self, place: int) -> None:
        more = self.stream.read(CHUNK)
        if not more:
            promised = f"the file ends, but the first line promises {self.header.n_terms} rows"
            raise self.problem(place, promised, CUT_OFF)
        self.buffer, self.at = self.buffer[self.at :] + more, 0


def rows_of(stream: BinaryIO, where: str, head: bytes) -> VectorRows:
    """Recognise the form by the first bytes of the file, `head`, and return its rows."""
    first_line, _, rest = head.partition(b"\n")
    header = _parse_header(first_line, where)
    if header is None or _looks_like_text(rest):
        return TextRows(stream, where, header)
    return BinaryRows(stream, where, header)


def shown(text: bytes) -> str:
    """Return bytes of a file as a person can read them."""
    return repr(text[:60].strip().decode(errors="replace"))


def _parse_header(line: bytes, where: str) -> Header | None:
    """Return the header if the line is two whole numbers, refuse numbers that promise nothing."""
    tokens = line.split()
    if len(tokens) != 2 or not all(token.lstrip(b"-").isdigit() for token in tokens):  # noqa: PLR2004  # n, e
        return None
    header = Header(int(tokens[0]), int(tokens[1]))
    if header.n_terms < 1 or header.n_dimensions < 1:
        raise InputError(
            where,
            1,
            f"the header promises {line.decode().strip()!r} terms and dimensions",
            "both must be 1 or more",
        )
    return header


def _looks_like_text(sample: bytes) -> bool:
    """Say whether rows are text: no control characters, and mostly numbers after the first term."""
    if any(code in CONTROL for code in sample):
        return False
    tokens = sample.partition(b"\n")[0].split()[1:]
    return not sample.strip() or 2 * sum(map(_is_number, tokens)) > len(tokens)


def _trailing_numbers(tokens: list[bytes]) -> int:
    """Return how many tokens after the first are numbers, counted from the end."""
    count = 0
    while count < len(tokens) - 1 and _is_number(tokens[-1 - count]):
        count += 1
    return count


def _is_number(token: bytes) -> bool:
    try:
        float(token)
    except ValueError:
        return False
    return True
