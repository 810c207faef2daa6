"""Reuters-21578 as the study needs it: bodies for factors, and the ModApte split of labelled documents."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.corpus.collections import open_collection
from ilk.corpus.counts import count
from ilk.corpus.tokenizer import Tokenizer
from ilk.experiments.hofmann2000.settings import REUTERS
from ilk.records import Document

FEWEST_DOCUMENTS, LARGEST_SHARE = 3, 0.5
"""A word must be in three documents and at most in half of them: the figure has no «said», no «Reuter»."""
N_CATEGORIES = 10
TEST_SHARE = 3
"""Of a part of the collection, one test document for so many training documents, about as in the whole."""

Members = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Categories:
    """The ModApte split: counts (n, n_terms) and who is in which of the most frequent topics (n, 10)."""

    names: tuple[str, ...]
    train: csr_array
    test: csr_array
    train_members: Members
    test_members: Members


@lru_cache(maxsize=1)
def _documents(data: Path) -> tuple[Document, ...]:
    return tuple(open_collection(data / REUTERS).documents)


@lru_cache(maxsize=1)
def bodies(data: Path, n_docs: int) -> tuple[csr_array, tuple[str, ...]]:
    """Return counts (n_docs, n_terms) of documents that have a body, and the words; 0 for all of them."""
    texts = [document.text for document in _documents(data) if document.text]
    chosen = [texts[place] for place in _spread(len(texts), n_docs)]
    counted = count(chosen, _tokenizer(), min_df=FEWEST_DOCUMENTS, max_df=LARGEST_SHARE)
    return counted.matrix(), tuple(counted.vocabulary)


@lru_cache(maxsize=1)
def categories(data: Path, n_train: int) -> Categories:
    """Return the split, or so many of its training documents and a third as many for the test; 0 for all."""
    train, test = (_part(data, name) for name in ("TRAIN", "TEST"))
    topics = Counter(topic for document in train for topic in _topics(document))
    names = tuple(topic for topic, _ in topics.most_common(N_CATEGORIES))
    train = [train[place] for place in _spread(len(train), n_train)]
    test = [test[place] for place in _spread(len(test), n_train // TEST_SHARE)]
    counts = count([document.searchable for document in train + test], _tokenizer()).matrix()
    known = counts[: len(train)]
    doc_freqs = np.bincount(known.indices, minlength=known.shape[1])
    kept = np.flatnonzero((doc_freqs >= FEWEST_DOCUMENTS) & (doc_freqs <= LARGEST_SHARE * len(train)))
    counts = counts[:, kept]
    return Categories(
        names,
        csr_array(counts[: len(train)]),
        csr_array(counts[len(train) :]),
        _members(train, names),
        _members(test, names),
    )


def _tokenizer() -> Tokenizer:
    """Words as they are written, without stop words: the paper's figure has «tax» and «taxes»."""
    return Tokenizer.for_language("english", stem=False)


def _part(data: Path, name: str) -> list[Document]:
    """Return the training or the test documents of the ModApte split."""
    return [
        document
        for document in _documents(data)
        if document.metadata["lewissplit"] == name and document.metadata["topics_attribute"] == "YES"
    ]


def _topics(document: Document) -> tuple[str, ...]:
    topics = document.metadata["topics"]
    return tuple(dict.fromkeys(topics)) if isinstance(topics, tuple) else (str(topics),)


def _members(documents: list[Document], names: tuple[str, ...]) -> Members:
    return np.array([[name in _topics(document) for name in names] for document in documents], dtype=np.bool_)


def _spread(n: int, wanted: int) -> list[int]:
    """Return evenly spread places out of n, all of them where 0 or too many are wanted."""
    chosen = n if wanted == 0 else min(wanted, n)
    return [int(place) for place in np.linspace(0, n - 1, chosen)]
