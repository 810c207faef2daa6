"""What commands take from standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ilk.errors import InputError, ParameterError

STANDARD_INPUT = "-"


def query_text(words: Sequence[str]) -> str:
    """Return the words of a query as one text; a lone - stands for what standard input holds."""
    piped = list(words) == [STANDARD_INPUT]
    text = standard_input("give the query as an argument") if piped else " ".join(words)
    if not text.strip():
        raise ParameterError("the query is empty; give it at least one word")
    return text


def standard_input(instead: str) -> str:
    """Return the text on standard input; `instead` says what to do where there is none."""
    if sys.stdin is None:
        raise InputError("standard input", None, "is closed", instead)
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        problem = f"cannot be read as text ({error.reason})"
        raise InputError("standard input", None, problem, "convert it to UTF-8") from None
