"""Search, compare and organise your own documents, and see exactly why two texts are alike.

    import ilk

    index = ilk.Index.build(ilk.read("papers/"))                # a folder, .jsonl, .csv, SMART, TREC, BEIR …
    for hit in index.search("heat transfer in slip flow"):
        print(hit.similarity, hit.title)
    index.similar("doc-17", k=10)
    index.save("papers.ilk")

The way of the data: texts ──corpus──▶ counts ──models──▶ P(w|z) … ──kernels, ranking──▶ similarity
──search──▶ hits ──tasks, evaluation──▶ topics, explanations, MAP.
Names load when they are first used, so that `import ilk` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ilk._version import __version__

if TYPE_CHECKING:
    from ilk.corpus.collections import Collection, open_collection
    from ilk.corpus.read import Documents, read
    from ilk.corpus.tokenizer import Tokenizer
    from ilk.errors import (
        IlkError,
        InputError,
        MissingExtra,
        NotFound,
        ParameterError,
        StorageError,
        UnknownName,
    )
    from ilk.index import Index
    from ilk.models.lsi import LSI
    from ilk.records import Document, Hit, Hits, Judgement, Query

_HOMES = {
    "LSI": "ilk.models.lsi",
    "Collection": "ilk.corpus.collections",
    "Document": "ilk.records",
    "Documents": "ilk.corpus.read",
    "Hit": "ilk.records",
    "Hits": "ilk.records",
    "IlkError": "ilk.errors",
    "Index": "ilk.index",
    "InputError": "ilk.errors",
    "Judgement": "ilk.records",
    "MissingExtra": "ilk.errors",
    "NotFound": "ilk.errors",
    "ParameterError": "ilk.errors",
    "Query": "ilk.records",
    "StorageError": "ilk.errors",
    "Tokenizer": "ilk.corpus.tokenizer",
    "UnknownName": "ilk.errors",
    "open_collection": "ilk.corpus.collections",
    "read": "ilk.corpus.read",
}

__all__ = [
    "LSI",
    "Collection",
    "Document",
    "Documents",
    "Hit",
    "Hits",
    "IlkError",
    "Index",
    "InputError",
    "Judgement",
    "MissingExtra",
    "NotFound",
    "ParameterError",
    "Query",
    "StorageError",
    "Tokenizer",
    "UnknownName",
    "__version__",
    "open_collection",
    "read",
]


def __getattr__(name: str) -> object:
    """Load a public name from its home when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ilk' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return __all__
