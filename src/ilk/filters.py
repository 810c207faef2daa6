"""Filters on metadata: which documents a search may find.

A filter is a field, one of = != < <= > >= and a value, written `year>=1990` or `topics=grain`; several must
all hold. Two sides that are numbers, or texts that read as numbers, compare as numbers; otherwise both
compare as texts, truth values as `true` and `false`. Of a field with several values, any one may match. `!=`
is the opposite of `=` among the documents that have the field: one without the field matches no filter.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.documents import DocumentStore
from ilk.errors import ParameterError, UnknownName
from ilk.records import Value

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_OPERATORS = (*_COMPARISONS, "!=")
_FILTER = re.compile(r"(.*?)(==|!=|<=|>=|=|<|>)(.*)", re.DOTALL)
# As JSON writes them: 007 and 1_000 are texts.
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_INTEGER_DIGITS = 4_000  # Python refuses to read longer ones


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition on one metadata field."""

    field: str
    operator: str
    value: str | int | float | bool

    def __post_init__(self) -> None:
        """Refuse what cannot be compared."""
        if self.operator not in _OPERATORS:
            raise UnknownName("operator", self.operator, _OPERATORS)
        if not isinstance(self.value, str | int | float):
            raise ParameterError(
                f"the filter on {self.field!r} must compare with a text or a number, got {self.value!r}"
            )

    def __str__(self) -> str:
        """Return the filter as it is written."""
        return f"{self.field}{self.operator}{_text(self.value)}"

    def matches(self, value: Value) -> bool:
        """Say whether a document with this value of the field may be found."""
        if self.operator == "!=":
            return not Filter(self.field, "=", self.value).matches(value)
        values = value if isinstance(value, tuple) else (value,)
        return any(_compare(_COMPARISONS[self.operator], each, self.value) for each in values)


Given = str | Filter | Mapping[str, str | int | float | bool] | Iterable[str | Filter]
"""One filter or several, written or parsed, or fields with the values that they must have."""


def parse_filter(text: str) -> Filter:
    """Return the filter that a text such as 'year>=1990' spells."""
    found = _FILTER.fullmatch(text)
    if not found or not found[1].strip():
        raise ParameterError(
            f"a filter is a field, one of = != < <= > >= and a value, such as year>=1990; got {text!r}"
        )
    return Filter(found[1].strip(), found[2].replace("==", "="), found[3].strip())


def parse_filters(given: Given | None) -> tuple[Filter, ...]:
    """Return the filters that all have to hold."""
    if given is None:
        return ()
    if isinstance(given, Mapping):
        return tuple(Filter(field, "=", value) for field, value in given.items())
    several = [given] if isinstance(given, str | Filter) else given
    return tuple(parse_filter(each) if isinstance(each, str) else each for each in several)


def allowed(store: DocumentStore, filters: Iterable[Filter]) -> NDArray[np.bool_]:
    """Return which documents match all filters, (N,)."""
    filters = tuple(filters)
    for each in filters:
        _demand_field(store, each)
    mask = np.ones(len(store), dtype=np.bool_)
    for each in filters:
        column = store.column(each.field)
        fits = np.fromiter(map(each.matches, column.values), np.bool_, len(column.values))
        matching = np.zeros(len(store), dtype=np.bool_)
        matching[column.numbers[fits[column.codes]]] = True
        mask &= matching
    return mask


def _demand_field(store: DocumentStore, wanted: Filter) -> None:
    if not store.fields:
        raise ParameterError(
            f"the filter {wanted} cannot be used: the documents of this index have no metadata"
        )
    if wanted.field not in store.fields:
        raise UnknownName("metadata field", wanted.field, store.fields)


def _compare(comparison: Callable[[Any, Any], bool], left: Value, right: Value) -> bool:
    numbers = _number(left), _number(right)
    if None not in numbers:
        return comparison(*numbers)
    return comparison(_text(left), _text(right))


def _number(value: Value) -> int | float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value) if value.lstrip("-").isdecimal() and len(value) < _INTEGER_DIGITS else float(value)
    return None


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
