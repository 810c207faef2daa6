"""Asking the application that serves an index, and checking the envelope of its answers."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient
from small_index import WORDS

from ilk._version import __version__

QUERY = " ".join(WORDS[:3])


def data(client: TestClient, address: str, **parameters: Any) -> Any:
    """Return what stands in the envelope of a success."""
    answer = client.get(address, params=parameters)
    assert answer.status_code == 200, answer.text
    content = answer.json()
    assert set(content) == {"data", "meta"}
    assert content["meta"]["ilk"] == __version__
    return content["data"]


def error(client: TestClient, status: int, address: str, **parameters: Any) -> Any:
    """Return what stands in the envelope of an error."""
    answer = client.get(address, params=parameters)
    assert answer.status_code == status, answer.text
    content = answer.json()
    assert set(content) == {"error"}
    assert set(content["error"]) == {"kind", "message"}
    return content["error"]
