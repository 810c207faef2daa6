"""How long work reports where it is: one callback, which the command line turns into a bar."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called now and then with the name of the stage and how much of it is done."""

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """Take note; total is None where it cannot be known yet."""


def silent(stage: str, done: int, total: int | None) -> None:
    """Report to nobody."""
