"""The fenced blocks of a page of Markdown, and the pages that have some."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "examples" / "README.md")
FENCE = re.compile(r"(`{3,})([\w{}-]*)\s*")
NOT_RUN = re.compile(r"<!-- not run(?:: (?P<reason>.*?))? -->")
FILE = re.compile(r"<!-- file: (?P<name>\S+) -->")


@dataclass(frozen=True)
class Block:
    """What stands between two fences; `line` is that of the first fence.

    reason: why it is not run. file: the name of the file that it shows, which later snippets read.
    """

    page: Path
    line: int
    language: str
    text: str
    reason: str | None = None
    file: str | None = None

    @property
    def place(self) -> str:
        """Say where it stands, as editors understand it."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Command:
    """A line after a prompt, and the lines shown below it."""

    text: str
    shown: tuple[str, ...]


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page in their order."""
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), 1))
    reason = file = None
    for number, line in lines:
        if found := NOT_RUN.fullmatch(line):
            reason = found["reason"] or ""
        elif found := FILE.fullmatch(line):
            file = found["name"]
        elif opened := FENCE.fullmatch(line):
            inside = []
            for _, following in lines:
                if following.rstrip() == opened[1]:
                    break
                inside.append(following)
            yield Block(page, number, opened[2], "\n".join(inside), reason, file)
            reason = file = None
        elif line.strip():
            reason = file = None


def commands(block: Block) -> list[Command]:
    """Return the commands of a console block; a backslash at the end of a line goes on with the next."""
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        elif not found:
            raise ValueError(f"{block.place} shows {line!r} before any command")
        elif found[-1][0].endswith("\\") and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line}", [])
        else:
            found[-1][1].append(line)
    return [Command(text, tuple(shown)) for text, shown in found]
