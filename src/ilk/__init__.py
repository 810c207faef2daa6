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
    from ilk.kernels import make_kernel
    from ilk.kernels.combination import Combination
    from ilk.kernels.counts import CountKernel
    from ilk.kernels.fisher import FisherKernel
    from ilk.kernels.fisher_vectors import FisherVectors
    from ilk.models.dcm import DCM
    from ilk.models.embeddings import Embedding, lsi_embedding, plsi_embedding, read_embedding, yule_embedding
    from ilk.models.gaussian_mixture import WordMixture
    from ilk.models.lsi import LSI
    from ilk.models.multinomial import Multinomial
    from ilk.models.naive_bayes import NaiveBayesMixture
    from ilk.models.plsi import PLSI
    from ilk.records import (
        Assignment,
        Cluster,
        Clustering,
        Document,
        Estimate,
        Explanation,
        Hit,
        Hits,
        IndexInfo,
        Judgement,
        Part,
        Prediction,
        Predictions,
        Query,
        Topic,
    )
    from ilk.tasks.classify import GenerativeBayes, KernelSVM, NearestNeighbours
    from ilk.tasks.cluster import SphericalKMeans

_HOMES = {
    "Assignment": "ilk.records",
    "Cluster": "ilk.records",
    "Clustering": "ilk.records",
    "Collection": "ilk.corpus.collections",
    "Combination": "ilk.kernels.combination",
    "CountKernel": "ilk.kernels.counts",
    "DCM": "ilk.models.dcm",
    "Document": "ilk.records",
    "Documents": "ilk.corpus.read",
    "Embedding": "ilk.models.embeddings",
    "Estimate": "ilk.records",
    "Explanation": "ilk.records",
    "FisherKernel": "ilk.kernels.fisher",
    "FisherVectors": "ilk.kernels.fisher_vectors",
    "GenerativeBayes": "ilk.tasks.classify",
    "Hit": "ilk.records",
    "Hits": "ilk.records",
    "IlkError": "ilk.errors",
    "Index": "ilk.index",
    "IndexInfo": "ilk.records",
    "InputError": "ilk.errors",
    "Judgement": "ilk.records",
    "KernelSVM": "ilk.tasks.classify",
    "LSI": "ilk.models.lsi",
    "MissingExtra": "ilk.errors",
    "Multinomial": "ilk.models.multinomial",
    "NaiveBayesMixture": "ilk.models.naive_bayes",
    "NearestNeighbours": "ilk.tasks.classify",
    "NotFound": "ilk.errors",
    "PLSI": "ilk.models.plsi",
    "ParameterError": "ilk.errors",
    "Part": "ilk.records",
    "Prediction": "ilk.records",
    "Predictions": "ilk.records",
    "Query": "ilk.records",
    "SphericalKMeans": "ilk.tasks.cluster",
    "StorageError": "ilk.errors",
    "Tokenizer": "ilk.corpus.tokenizer",
    "Topic": "ilk.records",
    "UnknownName": "ilk.errors",
    "WordMixture": "ilk.models.gaussian_mixture",
    "lsi_embedding": "ilk.models.embeddings",
    "make_kernel": "ilk.kernels",
    "open_collection": "ilk.corpus.collections",
    "plsi_embedding": "ilk.models.embeddings",
    "read": "ilk.corpus.read",
    "read_embedding": "ilk.models.embeddings",
    "yule_embedding": "ilk.models.embeddings",
}

__all__ = [
    "DCM",
    "LSI",
    "PLSI",
    "Assignment",
    "Cluster",
    "Clustering",
    "Collection",
    "Combination",
    "CountKernel",
    "Document",
    "Documents",
    "Embedding",
    "Estimate",
    "Explanation",
    "FisherKernel",
    "FisherVectors",
    "GenerativeBayes",
    "Hit",
    "Hits",
    "IlkError",
    "Index",
    "IndexInfo",
    "InputError",
    "Judgement",
    "KernelSVM",
    "MissingExtra",
    "Multinomial",
    "NaiveBayesMixture",
    "NearestNeighbours",
    "NotFound",
    "ParameterError",
    "Part",
    "Prediction",
    "Predictions",
    "Query",
    "SphericalKMeans",
    "StorageError",
    "Tokenizer",
    "Topic",
    "UnknownName",
    "WordMixture",
    "__version__",
    "lsi_embedding",
    "make_kernel",
    "open_collection",
    "plsi_embedding",
    "read",
    "read_embedding",
    "yule_embedding",
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
