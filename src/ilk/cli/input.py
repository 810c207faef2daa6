"""What commands take from standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ilk.errors import InputError, ParameterError

STANDARD_INPUT = "-"


def query_text(words: Sequence[str]) -> str:
    """Return the words of a query as one text; a lone - stands for what standard input holds."""
    text = _standard_input() if list(words) == [STANDARD_INPUT] else " ".join(words)
    if not text.strip():
        raise ParameterError("the query is empty; give it at least one word")
    return text


def _standard_input() -> str:
    if sys.stdin is None:
        raise InputError("standard input", None, "is closed", "give the query as an argument")
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        problem = f"cannot be read as text ({error.reason})"
        raise InputError("standard input", None, problem, "convert it to UTF-8") from None
