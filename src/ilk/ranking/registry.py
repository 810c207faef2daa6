"""The lexical rankings by the names that mean the same in Python, on the command line and over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from ilk.errors import ParameterError, UnknownName
from ilk.ranking.base import Ranking
from ilk.ranking.bm25 import BM25
from ilk.ranking.count_kernels import L0, L1, L2, Bhattacharyya, ElkanTfIdf, MultinomialKernel
from ilk.ranking.dcm_kernel import DCMKernel
from ilk.ranking.language_model import DirichletLM, JelinekMercerLM
from ilk.ranking.pl2 import PL2
from ilk.ranking.tfidf import TfIdf

BASELINES = (BM25, PL2, DirichletLM, JelinekMercerLM, TfIdf)
COUNT_KERNELS = (DCMKernel, MultinomialKernel, Bhattacharyya, L0, L1, L2, ElkanTfIdf)

RANKINGS: Mapping[str, type[Ranking]] = MappingProxyType(
    {kind.name: kind for kind in (*BASELINES, *COUNT_KERNELS)}
)


def parameter_names(name: str) -> tuple[str, ...]:
    """Return the names of a ranking's parameters."""
    if name not in RANKINGS:
        raise UnknownName("similarity", name, RANKINGS)
    kind: Any = RANKINGS[
        name
    ]  # every ranking is a dataclass of its parameters, which their common type is not
    return tuple(field.name for field in fields(kind))


def make_ranking(name: str, **parameters: object) -> Ranking:
    """Return the ranking of a name, with its defaults where no parameter is given."""
    known = parameter_names(name)
    for parameter in parameters:
        if parameter not in known:
            raise ParameterError(f"{name} has no parameter {parameter!r}; it has: {', '.join(sorted(known))}")
    return RANKINGS[name](**parameters)
