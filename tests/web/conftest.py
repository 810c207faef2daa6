"""An index on the disk, and a client of the application that serves it."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_index import documents

import ilk
from ilk.records import Document


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
