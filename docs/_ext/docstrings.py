"""Docstrings of ilk, which are plain text with `names` in backticks, as reStructuredText for the manual."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

PARAMETER = re.compile(r"(?P<names>[a-zA-Z]\w*(?:, [a-zA-Z]\w*)*)(?P<when>, for [\w ]+)?: (?P<text>.*)")
"""A line such as `max_iter, tol: stop after so many …`, the first of what a docstring says of parameters."""
COLUMNS = re.compile(r"\S {2,}\S")
"""Spaces that align a line with those above and below it."""
CODE = re.compile(r"`([^`]+)`")
FITTED = re.compile(r"(?<![\w|/])([a-zA-Z]\w*_)(?!\w)")
"""What a fit leaves behind ends with an underscore."""
ALIAS = re.compile(r"TypeAliasForwardRef\('(\w+)'\)")
ARRAY = re.compile(r"~?numpy\.ndarray\[tuple\[[\w.~ ]+, \.\.\.\], ~?numpy\.dtype\[~?([\w.]+)\]\]")
"""How NumPy spells NDArray[float64] out."""
ROUTING = re.compile(r"set_\w+_request")
"""What scikit-learn adds to estimators for its own use."""


def as_restructured_text(lines: list[str], names: frozenset[str]) -> list[str]:
    """Return a docstring as reStructuredText; `names` are the parameters of what it documents."""
    result: list[str] = []
    for empty, group in groupby(lines, key=lambda line: not line.strip()):
        if empty:
            continue
        paragraph = list(group)
        if any(COLUMNS.search(line) for line in paragraph) or paragraph[0].startswith("    "):
            result += ["::", "", *(f"    {line}" for line in paragraph), ""]
        else:
            result += [*_paragraph(paragraph, names), ""]
    return result


def _paragraph(lines: list[str], names: frozenset[str]) -> list[str]:
    """Turn the lines of parameters into a list, and leave others as running text."""
    result: list[str] = []
    in_list = False
    for line in lines:
        found = PARAMETER.fullmatch(line)
        if found and names.intersection(found["names"].split(", ")):
            if not in_list:
                result.append("")
            in_list = True
            head = f"**{_inline(found['names'])}**{found['when'] or ''}"
            result.append(f"* {head}: {_inline(found['text'])}")
        elif in_list and line.startswith("    "):
            result.append(f"  {_inline(line.strip())}")
        else:
            if in_list:
                result.append("")
            in_list = False
            result.append(_inline(line))
    return result


def _inline(text: str) -> str:
    """Mark names as code, and escape what would be markup."""
    pieces = CODE.split(text)
    return "".join(f"``{piece}``" if i % 2 else _plain(piece) for i, piece in enumerate(pieces))


def _plain(text: str) -> str:
    pieces = FITTED.split(text)
    return "".join(
        f"``{piece}``\\ " if i % 2 else re.sub(r"([\\*|_])", r"\\\1", piece) for i, piece in enumerate(pieces)
    )


def _process(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:  # noqa: ARG001
    names = frozenset(getattr(getattr(obj, "__init__", obj), "__annotations__", {}))
    lines[:] = as_restructured_text(lines, names)


def _shorten(
    app: Any,  # noqa: ARG001
    what: str,  # noqa: ARG001
    name: str,  # noqa: ARG001
    obj: Any,  # noqa: ARG001
    options: Any,  # noqa: ARG001
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    return signature and _short(signature), returned and _short(returned)


def _short(annotation: str) -> str:
    return ARRAY.sub(lambda found: f"NDArray[{found[1].split('.')[-1]}]", ALIAS.sub(r"\1", annotation))


def _skip(app: Any, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:  # noqa: ARG001
    return True if ROUTING.fullmatch(name) else None


def setup(app: Any) -> dict[str, bool]:
    """Take part in what autodoc does."""
    app.connect("autodoc-process-docstring", _process)
    app.connect("autodoc-process-signature", _shorten)
    app.connect("autodoc-skip-member", _skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
