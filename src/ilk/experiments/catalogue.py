"""The studies by their names; a study is imported when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType

from ilk.errors import UnknownName
from ilk.experiments.study import Study

STUDIES: Mapping[str, str] = MappingProxyType(
    {
        "chappelier2009": "PLSI: the true Fisher kernel and beyond (retrieval, |Z| from 1 to 128)",
        "nyffenegger2006": "Revisiting Fisher kernels for document similarities (R-precision, combination)",
        "elkan2005": "Deriving TF-IDF as a Fisher kernel (nearest neighbours on 20 Newsgroups)",
        "clinchant2013": "Aggregating continuous word embeddings (Fisher vectors: clustering, retrieval)",
        "hofmann2000": "Learning the similarity of documents (factors, retrieval, categorisation)",
        "beyond": "The default and every similarity against BM25, LSI and the published best",
    }
)
"""What each study is about, by its name."""


def load_study(name: str) -> Study:
    """Return a study by its name."""
    if name not in STUDIES:
        raise UnknownName("experiment", name, STUDIES)
    study = importlib.import_module(f"ilk.experiments.{name}").STUDY
    if not isinstance(study, Study):
        raise TypeError(f"ilk.experiments.{name}.STUDY must be a Study, got {type(study).__name__}")
    return study
