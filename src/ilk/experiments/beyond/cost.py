"""What an index and a query cost: seconds by effort and model, milliseconds by similarity.

Machines differ and are shared. What is compared is therefore measured in one process, and in several rounds,
so that whatever slows the machine down for a while does not count.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ilk.corpus.collections import open_collection
from ilk.experiments.beyond.measuring import counted, short
from ilk.experiments.beyond.settings import ALL
from ilk.experiments.beyond.similarities import similarities_of
from ilk.experiments.study import Parameters, Result
from ilk.index import Index
from ilk.records import Document
from ilk.showing import CountedQuery
from ilk.similarities import models_needed
from ilk.threads import thread_count

EFFORTS = ("quick", "normal")
N_QUERIES = 200
HITS = 10
N_WARMING = 60
FITTING = "fitting "
"""How the stages of a build are called that fit a model."""


class Seconds(NamedTuple):
    """Time on the clock, and of the processor."""

    wall: float
    processor: float

    @classmethod
    def now(cls) -> Seconds:
        """Read both clocks."""
        return cls(time.perf_counter(), time.process_time())

    def since(self, start: Seconds) -> Seconds:
        """Return the time from one reading to another."""
        return Seconds(self.wall - start.wall, self.processor - start.processor)


class Stages:
    """A report of progress that keeps the time of each stage, from its first word to its last."""

    def __init__(self) -> None:
        """Nothing has begun."""
        self._spans: dict[str, tuple[Seconds, Seconds]] = {}

    def __call__(self, stage: str, done: int, total: int | None) -> None:  # noqa: ARG002  # Progress
        """Take note of the time."""
        now = Seconds.now()
        first, _ = self._spans.get(stage, (now, now))
        self._spans[stage] = (first, now)

    def models(self) -> dict[str, Seconds]:
        """Return the time that it took to fit each model."""
        return {
            stage.removeprefix(FITTING): last.since(first)
            for stage, (first, last) in self._spans.items()
            if stage.startswith(FITTING)
        }


def run_build(parameters: Parameters, data: Path) -> Result:
    """Index a collection with each effort; the texts are in memory and the compiled code is ready."""
    documents = _documents(data, parameters)
    seed = int(parameters["seed"])
    Index.build(documents[:N_WARMING], effort=EFFORTS[-1], seed=seed)
    taken = {effort: _timed(partial(Index.build, documents, effort=effort, seed=seed)) for effort in EFFORTS}
    return {"documents": len(documents), "threads": thread_count(None), "efforts": _as_json(taken)}


def run_latency(parameters: Parameters, data: Path) -> Result:
    """Fit every model, then put queries to all similarities: median and 95th percentile."""
    documents, names = _documents(data, parameters), similarities_of(parameters)
    models, seed = sorted(set().union(*map(models_needed, names))), int(parameters["seed"])
    Index.build(documents[:N_WARMING], effort="quick", models=models, seed=seed)
    stages = Stages()
    index = Index.build(documents, effort="quick", models=models, seed=seed, progress=stages)
    queries = counted(index, _queries(data, str(parameters["collection"]), documents))
    taken = _latencies(index, names, queries, int(parameters["rounds"]))
    return {
        "documents": len(index),
        "threads": thread_count(None),
        "queries": len(queries),
        "models": _as_json(stages.models()),
        "milliseconds": {
            name: [short(np.median(row), 4), short(np.percentile(row, 95), 4)]
            for name, row in zip(names, 1000 * taken, strict=True)
        },
    }


def _documents(data: Path, parameters: Parameters) -> list[Document]:
    """Return the documents that have a text."""
    n_documents = int(parameters["documents"])
    collection = open_collection(data / str(parameters["collection"]))
    with_text = (document for document in collection.documents if document.text.strip())
    return list(itertools.islice(with_text, None if n_documents == ALL else n_documents))


def _queries(data: Path, name: str, documents: Sequence[Document]) -> list[str]:
    """Return the queries of a collection; titles from all over it where it has none."""
    if asked := open_collection(data / name).judged_queries:
        return [query.text for query in asked]
    titles = [document.title for document in documents if document.title]
    return titles[:: max(len(titles) // N_QUERIES, 1)][:N_QUERIES]


def _latencies(
    index: Index, names: Sequence[str], queries: Sequence[CountedQuery], rounds: int
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return seconds (n_similarities, n_queries), of each query the shortest of several rounds.

    In a round one similarity after the other answers all queries, as a process does that has only one: taking
    turns by query, each would find the processor's caches full of the others' numbers. No search can answer
    from the last few queries that it remembers. A first round is not counted: it computes what searches keep.
    """
    searches = [index.searcher(name) for name in names]
    best = np.full((len(names), len(queries)), np.inf)
    for round_ in range(rounds + 1):
        for row, search in enumerate(searches):
            for column, (terms, counts) in enumerate(queries):
                start = time.perf_counter()
                search.search(terms, counts, HITS)
                taken = time.perf_counter() - start
                if round_:
                    best[row, column] = min(best[row, column], taken)
    return best


def _timed(work: Callable[[], object]) -> Seconds:
    start = Seconds.now()
    work()
    return Seconds.now().since(start)


def _as_json(taken: dict[str, Seconds]) -> dict[str, Result]:
    return {name: [short(seconds.wall, 4), short(seconds.processor, 4)] for name, seconds in taken.items()}
