"""An index on the disk, and a client of the application that serves it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from small_index import documents

import ilk
from ilk.records import Document
from ilk.web.app import create_app
from ilk.web.settings import WebSettings


def with_metadata(document: Document, number: int) -> Document:
    """Give a document a title and a theme."""
    return Document(
        document.id, document.text, f"Title {number}", {"theme": f"t{number % 4}", "year": 1990 + number}
    )


@pytest.fixture(scope="session")
def index_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an index with the default similarity, topics, a map and metadata."""
    folder = tmp_path_factory.mktemp("web") / "small.ilk"
    texts = [with_metadata(document, number) for number, document in enumerate(documents())]
    ilk.Index.build(texts, path=folder, language="none", models=["plsi"], n_topics=5)
    return folder


@pytest.fixture(scope="session")
def client(index_folder: Path) -> Iterator[TestClient]:
    """Return a client of an application that serves that index."""
    with TestClient(create_app(WebSettings(index_folder)), base_url="http://localhost") as client:
        yield client


@pytest.fixture(scope="session")
def index(index_folder: Path) -> ilk.Index:
    """Return that index."""
    return ilk.Index.open(index_folder)
