"""The judged collections by the names of the tables, indexed with the models that similarities need."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ilk.corpus.collections import Collection, open_collection
from ilk.experiments.retrieval_data import RetrievalData, retrieval_data
from ilk.index import Index
from ilk.similarities import models_needed


def folder_and_variant(name: str) -> tuple[str, str | None]:
    """Return the folder of a collection and its variant: cacm-all is the variant all of cacm."""
    folder, _, variant = name.partition("-")
    return folder, variant or None


def open_judged(data: Path, name: str) -> Collection:
    """Open a collection by the name that the tables have for it."""
    folder, variant = folder_and_variant(name)
    return open_collection(data / folder, variant)


def judged_data(data: Path, name: str) -> RetrievalData:
    """Return counts, queries and relevant documents of a collection; read once a process."""
    return retrieval_data(data, *folder_and_variant(name))


def indexed(collection: Collection, similarities: Sequence[str], seed: int) -> Index:
    """Index the documents, as `ilk evaluate` does, with the models that the similarities need."""
    needed = set().union(*map(models_needed, similarities))
    return Index.build(collection.documents, effort="quick", models=sorted(needed), seed=seed)
