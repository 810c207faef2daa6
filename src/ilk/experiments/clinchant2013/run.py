"""One setting of the study."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

from ilk.experiments.clinchant2013 import clustering, retrieval
from ilk.experiments.clinchant2013.cost import costs
from ilk.experiments.clinchant2013.growth import by_size
from ilk.experiments.clinchant2013.settings import (
    ALL,
    BASELINES,
    CLUSTERING,
    COST,
    GROWTH,
    NEWSGROUPS,
    RETRIEVAL,
    SAMPLE,
    SUMMING,
    UNSEEN,
)
from ilk.experiments.clinchant2013.texts import Which
from ilk.experiments.study import Parameters, Result


def run(parameters: Parameters, data: Path) -> Result:
    """Do one setting."""
    name = str(parameters.get("collection", NEWSGROUPS))
    which = Which(data, name, int(parameters.get("documents", ALL)))
    return _PARTS[str(parameters["part"])](which, parameters)


def _sample(which: Which, parameters: Parameters) -> Result:
    gaussians, seed = int(parameters["gaussians"]), int(parameters["seed"])
    if which.name == NEWSGROUPS:
        return clustering.by_sample(which, SUMMING, gaussians, seed)
    return retrieval.by_sample(which, gaussians, seed)


def _unseen(which: Which, parameters: Parameters) -> Result:
    return retrieval.by_share(which, int(parameters["gaussians"]), int(parameters["seed"]))


_PARTS: MappingProxyType[str, Callable[[Which, Parameters], Result]] = MappingProxyType(
    {
        CLUSTERING: clustering.clustered,
        RETRIEVAL: retrieval.by_gaussians,
        BASELINES: lambda which, _: retrieval.baselines(which),
        SAMPLE: _sample,
        UNSEEN: _unseen,
        GROWTH: by_size,
        COST: costs,
    }
)
