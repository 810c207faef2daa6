"""The help of the commands, as sphinx-click gives it, made fit for a page."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

DEFAULT = re.compile(r"\s*:default: ``'?(.*?)'?``")


def _epilog(app: Any, context: Any, lines: list[str]) -> None:  # noqa: ARG001
    """Show the examples as they stand in the terminal, line by line."""
    text = (context.command.epilog or "").replace("\b\n", "")
    heading, _, examples = text.partition("\n")
    if heading.strip() != "Examples:":
        return
    shown = [f"   {line}" for line in dedent(examples).rstrip().splitlines()]
    lines[:] = [".. rubric:: Examples", "", ".. code-block:: text", "", *shown, ""]


def _options(app: Any, context: Any, lines: list[str]) -> None:  # noqa: ARG001
    """Keep signs of the help from being taken for markup, and put a default behind what it belongs to."""
    result: list[str] = []
    for line in lines:
        if found := DEFAULT.fullmatch(line):
            while not result[-1].strip():
                result.pop()
            result[-1] += f" [default: {found[1]}]"
        else:
            result.append(line if line.startswith(".. ") else _escaped(line))
    lines[:] = result


def _description(app: Any, context: Any, lines: list[str]) -> None:  # noqa: ARG001
    lines[:] = map(_escaped, lines)


def _escaped(line: str) -> str:
    return re.sub(r"\||(?<!\*)\*(?!\*)|`|(?<=\w)_(?!\w)", r"\\\g<0>", line)


def _nothing(app: Any, context: Any, lines: list[str]) -> None:  # noqa: ARG001
    """Leave out a list that says no more than the usage."""
    lines.clear()


def setup(app: Any) -> dict[str, bool]:
    """Take part in what sphinx-click does."""
    app.connect("sphinx-click-process-epilog", _epilog)
    app.connect("sphinx-click-process-options", _options)
    app.connect("sphinx-click-process-description", _description)
    app.connect("sphinx-click-process-arguments", _nothing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
