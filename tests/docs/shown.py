"""Whether what a page shows is what a command prints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isclose

LEFT_OUT = "…"
CLOSE = 0.02
"""How far a number may be off, as a share: other machines round differently."""
SECONDS = re.compile(r"\d+(?:\.\d+)? (?=s\b)")
BAR = re.compile(r"[█▏]+")
NUMBER = re.compile(r"\d[\d,]*\.\d+")


def agrees(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Compare line by line; a line that is only … stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0].strip() == LEFT_OUT:
        return any(agrees(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and line_agrees(shown[0], printed[0]) and agrees(shown[1:], printed[1:])


def line_agrees(shown: str, printed: str) -> bool:
    """Compare a line: words exactly, decimals nearly, seconds and bars not at all; … is any text."""
    pattern = "(.*)".join(_pattern(piece) for piece in shown.rstrip().split(LEFT_OUT))
    found = re.fullmatch(pattern, _without_times(printed.rstrip()))
    if found is None:
        return False
    numbers = NUMBER.findall(_without_times(shown))
    captured = [text for text in found.groups() if NUMBER.fullmatch(text)]
    return len(numbers) == len(captured) and all(map(_near, numbers, captured))


def _pattern(text: str) -> str:
    pieces = NUMBER.split(_without_times(text))
    return f"({NUMBER.pattern})".join(re.sub(r"(?:\\ )+", r"\\s+", re.escape(piece)) for piece in pieces)


def _without_times(text: str) -> str:
    return BAR.sub("█", SECONDS.sub("0 ", text))


def _near(shown: str, printed: str) -> bool:
    expected, found = (float(text.replace(",", "")) for text in (shown, printed))
    return isclose(expected, found, rel_tol=CLOSE)
