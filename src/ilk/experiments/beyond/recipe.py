"""The default similarity taken to pieces: fitted once, then asked with other constants or fewer models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.default.constants import Constants, FitConstants, Weights
from ilk.default.model import IlkModel, fit_model, norms_in
from ilk.default.search import IlkSearch
from ilk.evaluation.dense import average_precisions
from ilk.experiments.beyond.judged import judged_data
from ilk.experiments.beyond.measuring import ranks_of, rounded, short
from ilk.experiments.retrieval_data import RetrievalData
from ilk.experiments.study import Parameters, Result
from ilk.search.postings import Postings
from ilk.search.rows import CountRows
from ilk.search.statistics import Statistics

CHOSEN = Constants()
LEFT_OUT: Mapping[str, Constants] = MappingProxyType(
    {
        "lexical voice (BM25)": replace(CHOSEN, weights=Weights(lexical=0.0)),
        "theme voice (cosines)": replace(CHOSEN, weights=Weights(theme=0.0)),
        "language voice (S_KL)": replace(CHOSEN, weights=Weights(language=0.0)),
        "PLSI in the language voice": replace(CHOSEN, own_share=1.0),
        "all LSI spaces but 100": replace(CHOSEN, spaces=(100,)),
        "idf in the query's weights": replace(CHOSEN, idf_power=0.0),
        "feedback": replace(CHOSEN, feedback_share=0.0),
        "neighbours": replace(CHOSEN, neighbour_share=0.0),
        "feedback and neighbours": replace(CHOSEN, feedback_share=0.0, neighbour_share=0.0),
    }
)
"""The constants that switch a part of the recipe off."""

ENSEMBLE = FitConstants().n_models
ENSEMBLES = (1, 2, 4, 8, 12)


class Fitted(NamedTuple):
    """A collection as an index holds it, and the default's model of it."""

    data: RetrievalData
    rows: CountRows
    postings: Postings
    stats: Statistics
    model: IlkModel

    def average_precisions(
        self, constants: Constants = CHOSEN, n_models: int = ENSEMBLE
    ) -> NDArray[np.float64]:
        """Return AP of the queries (n_queries,) with other constants or fewer models."""
        model = first_models(self.model, n_models)
        model = model._replace(lsi_norms=norms_in(model.lsi_documents, constants.spaces))
        search = IlkSearch(self.postings, self.stats, self.rows, model, settings=constants)
        queries = self.data.queries
        asked = [
            (queries.indices[start:end], queries.data[start:end])
            for start, end in zip(queries.indptr[:-1], queries.indptr[1:], strict=True)
        ]
        answers = search.search_many(asked, self.stats.n_docs)
        return average_precisions(ranks_of(answers, self.data.relevant, self.stats.n_docs))


def run_recipe(parameters: Parameters, data: Path) -> Result:
    """Measure the default from one random start: complete, with each part left out, with other ensembles."""
    collection, seed = str(parameters["collection"]), int(parameters["seed"])
    fit, largest = fitted(data, collection, seed, ENSEMBLE), int(parameters["models"])
    complete = fit.average_precisions()
    sizes = {size: fit.average_precisions(n_models=size) for size in ENSEMBLES if size < ENSEMBLE}
    if largest > ENSEMBLE:  # fitted apart: half precision would round a part of it twice
        larger = fitted(data, collection, seed, largest)
        sizes |= {n: larger.average_precisions(n_models=n) for n in ENSEMBLES if ENSEMBLE < n <= largest}
    return {
        "AP": rounded(complete),
        "left out": {
            name: short(fit.average_precisions(constants).mean()) for name, constants in LEFT_OUT.items()
        },
        "models": {str(size): short(values.mean()) for size, values in sizes.items()},
    }


@lru_cache(maxsize=4)
def fitted(data: Path, collection: str, seed: int, n_models: int) -> Fitted:
    """Fit the default to a collection, once a process."""
    judged = judged_data(data, collection)
    counts = judged.counts
    rows = CountRows(
        counts.indptr.astype(np.int64), counts.indices.astype(np.int32), counts.data.astype(np.int32)
    )
    postings = Postings.from_rows(*rows, counts.shape[1])
    stats = Statistics.from_postings(postings, counts.shape[0])
    model = fit_model(counts, seed, lambda _, __: None, FitConstants(n_models=n_models))
    return Fitted(judged, rows, postings, stats, model)


def first_models(model: IlkModel, n_models: int) -> IlkModel:
    """Return the model with the first of its ensemble of PLSI alone, their mean being what is kept."""
    width = FitConstants().n_topics
    n_all = model.lifts.shape[1] // width
    if n_all == n_models:
        return model
    topics = model.topics_of_documents[:, : n_models * width].astype(np.float32) * (n_all / n_models)
    return model._replace(
        topics_of_documents=topics.astype(np.float16), lifts=model.lifts[:, : n_models * width]
    )
