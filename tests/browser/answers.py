"""Asking the server from the page, and changing what it answers to the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def changed(page: Any, pattern: Any, change: Callable[[dict[str, Any]], object]) -> None:
    """Let the server answer what the pattern matches, and change the data of the answer."""

    def answer(route: Any) -> None:
        response = route.fetch()
        content = response.json()
        change(content["data"])
        route.fulfill(response=response, json=content)

    page.route(pattern, answer)


def data_of(page: Any, path: str) -> Any:
    """Return the data that the API answers to a path."""
    return page.evaluate("path => fetch(path).then(a => a.json()).then(a => a.data)", path)
