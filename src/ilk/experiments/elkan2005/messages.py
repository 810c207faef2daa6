"""20 Newsgroups as counts, and its random splits.

The paper used the Rainbow toolbox: words of letters only, lower case, two letters or more, stop words left
out, no stems. That headers were skipped and words seen once left out is not printed, but follows from the
sizes that are: nothing else comes near 61,298 words and 116 words a message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.corpus.collections import open_collection
from ilk.corpus.counts import count
from ilk.corpus.tokenizer import Tokenizer
from ilk.experiments.elkan2005.published import TEST_SHARE
from ilk.experiments.study import Result
from ilk.records import Document

FOLDER = "20newsgroups"
BODY = "body"
LEAST_OCCURRENCES = 2

ENCODED = re.compile(r"^M[ -`]{60}\s*?$", re.MULTILINE)
"""A full line of uuencoded data: M for 45 bytes, and the 60 characters that they become."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """What of a message is counted, and how; `about` says it in a few words."""

    about: str
    headers: tuple[str, ...] = ()
    encoded: bool = True
    stem: bool = False
    least_words: int = 0

    def text(self, message: Document) -> str:
        """Return the text of a message whose words count."""
        fields = {"subject": message.title, "from": str(message.metadata.get("from", ""))}
        body = message.text if self.encoded else ENCODED.sub("", message.text)
        return "\n".join([*(fields[header] for header in self.headers), body])


PREPARATIONS = {
    BODY: Preparation("the body, as in the tables above"),
    "without uuencoded lines": Preparation("the body without lines of uuencoded files", encoded=False),
    "five words or more": Preparation("the body; messages of fewer than five words left out", least_words=5),
    "subject": Preparation("the subject and the body", headers=("subject",)),
    "from and subject": Preparation("the sender, the subject and the body", headers=("from", "subject")),
    "stems": Preparation("the body, words stemmed", stem=True),
}
"""Ways to prepare the text, by name; the first is the one that comes near the printed sizes."""


@dataclass(frozen=True, eq=False)
class Newsgroups:
    """counts (n_messages, n_terms), the newsgroup of each message (n_messages,) as a number, and who stays.

    Messages that are left out keep their place, so that all preparations are split alike.
    """

    counts: csr_array
    groups: NDArray[np.intp]
    kept: NDArray[np.bool_]

    def characteristics(self) -> dict[str, Result]:
        """Return how large the collection is."""
        n_kept = int(self.kept.sum())
        n_words = float(self.counts[np.flatnonzero(self.kept)].sum())
        return {"documents": n_kept, "terms": int(self.counts.shape[1]), "mean_length": n_words / n_kept}


@dataclass(frozen=True, eq=False)
class Split:
    """Counts (n, n_terms) and groups (n,) of the messages to learn from, and of those to be classified."""

    train: csr_array
    train_groups: NDArray[np.intp]
    test: csr_array
    test_groups: NDArray[np.intp]


@lru_cache(maxsize=2)
def newsgroups(data: Path, preparation: str = BODY, every: int = 1) -> Newsgroups:
    """Count the messages, or every n-th of them, prepared in one of the ways of `PREPARATIONS`."""
    prepared = PREPARATIONS[preparation]
    messages = _messages(data)[::every]
    tokenizer = Tokenizer.for_language("english", stem=prepared.stem)
    counted = count([prepared.text(message) for message in messages], tokenizer)
    counts = counted.matrix()
    of_letters = np.array([term.isalpha() for term in counted.vocabulary])
    kept = np.flatnonzero(of_letters & (np.asarray(counts.sum(axis=0)) >= LEAST_OCCURRENCES))
    counts = counts[:, kept]
    labels = np.array([str(message.metadata["label"]) for message in messages])
    long_enough = np.asarray(counts.sum(axis=1)) >= prepared.least_words
    return Newsgroups(counts, np.unique(labels, return_inverse=True)[1], long_enough)


def split(collection: Newsgroups, seed: int) -> Split:
    """Split at random: a fifth of the messages to be classified, the others to learn from."""
    order = np.random.default_rng(seed).permutation(len(collection.groups))
    n_test = round(TEST_SHARE * len(order))
    test, train = (part[collection.kept[part]] for part in (order[:n_test], order[n_test:]))
    counts, groups = collection.counts, collection.groups
    return Split(counts[train], groups[train], counts[test], groups[test])


@lru_cache(maxsize=1)
def _messages(data: Path) -> Sequence[Document]:
    return tuple(open_collection(data / FOLDER).documents)
