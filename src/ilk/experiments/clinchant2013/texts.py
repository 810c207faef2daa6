"""The collections as counts, read once a process: those that are judged, and those that carry labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array

from ilk.corpus.collections import open_collection
from ilk.corpus.counts import count
from ilk.corpus.tokenizer import Tokenizer
from ilk.experiments.clinchant2013.settings import ALL, JUDGED, NEWSGROUPS, REUTERS
from ilk.experiments.retrieval_data import retrieval_data
from ilk.records import Document

LEAST_DOCUMENTS = 4
"""A term of 20 Newsgroups in fewer is left out: that comes nearest to the 32,902 terms of the paper."""


@dataclass(frozen=True, slots=True)
class Which:
    """A collection of a folder, whole or so many of its documents, evenly spread."""

    data: Path
    name: str
    documents: int = ALL


@dataclass(frozen=True, eq=False)
class Counted:
    """counts (n_docs, n_terms), the terms, and the label and title of each document where there are such."""

    counts: csr_array
    terms: Sequence[str]
    labels: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def counted(which: Which) -> Counted:
    """Count the stems of a collection, English stop words left out."""
    if which.name in JUDGED:
        judged = retrieval_data(which.data, which.name)
        return Counted(judged.counts, judged.terms)
    documents = documents_of(which)
    least = LEAST_DOCUMENTS if which.name == NEWSGROUPS else 1
    texts = [document.searchable for document in documents]
    counts = count(texts, Tokenizer.for_language("english"), min_df=least)
    labels = [document.metadata.get("label", "") for document in documents]
    titles = [document.title for document in documents]
    return Counted(counts.matrix(), counts.vocabulary, tuple(map(str, labels)), tuple(titles))


@lru_cache(maxsize=1)
def documents_of(which: Which) -> list[Document]:
    """Read the documents of a collection; of Reuters those that have a body."""
    documents = list(open_collection(which.data / which.name).documents)
    if which.name == REUTERS:
        documents = [document for document in documents if document.text]
    if not which.documents:
        return documents
    places = np.linspace(0, len(documents) - 1, min(which.documents, len(documents))).round().astype(int)
    return [documents[place] for place in places]
