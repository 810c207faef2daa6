"""A trial: the queries of a collection put to several similarities, and what each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ilk.corpus.collections import Collection
from ilk.errors import ParameterError
from ilk.evaluation import Evaluation, Run, evaluate
from ilk.index import Index
from ilk.progress import Progress, silent
from ilk.records import Judgement
from ilk.similarities import models_needed


@dataclass(frozen=True, slots=True)
class System:
    """One ranking of the queries and its measures."""

    run: Run
    evaluation: Evaluation


def rank_collection(
    collection: Collection,
    similarities: Sequence[str],
    *,
    depth: int | None = None,
    language: str = "auto",
    seed: int = 0,
    progress: Progress = silent,
) -> list[Run]:
    """Index a collection in a temporary place and rank its judged queries with each similarity."""
    queries = collection.judged_queries
    if not queries:
        raise ParameterError(
            f"the collection {collection.name} has no judged queries, so nothing can be measured"
        )
    needed = set().union(*map(models_needed, similarities))
    index = Index.build(
        collection.documents,
        language=language,
        effort="quick",
        models=sorted(needed),
        seed=seed,
        progress=progress,
    )
    runs = []
    for number, name in enumerate(similarities):
        progress("ranking", number, len(similarities))
        rankings = index.rank([query.text for query in queries], depth, similarity=name)
        runs.append(Run(name, {query.id: tuple(hits) for query, hits in zip(queries, rankings, strict=True)}))
    progress("ranking", len(similarities), len(similarities))
    return runs


def judge(runs: Sequence[Run], judgements: Sequence[Judgement], measures: str) -> dict[str, System]:
    """Measure runs against judgements, by the names of the runs."""
    systems: dict[str, System] = {}
    for run in runs:
        if run.name in systems:
            raise ParameterError(f"two rankings are called {run.name!r}; give each a name of its own")
        systems[run.name] = System(run, evaluate(run.rankings, judgements, measures))
    return systems
