"""What the default similarity is worth on the five research collections: more than its rivals."""

from __future__ import annotations

from pathlib import Path

import pytest

from ilk.corpus.collections import open_collection
from ilk.evaluation import compare
from ilk.trials import judge, rank_collection

COLLECTIONS = ("med", "cisi", "cran", "cacm", "time")
RIVALS = ("bm25", "bm25-rm3")
BEST_PLSI = {"med": 53.8, "cisi": 20.2, "cran": 39.6, "cacm": 30.0, "time": 60.8}
"""The best MAP of any PLSI similarity in Chappelier and Eckard (2009), table 2."""


@pytest.fixture(scope="session")
def results(data_folder: Path) -> dict[str, dict[str, tuple[float, float | None]]]:
    """By collection and similarity: MAP in percent, and p against BM25."""
    found = {}
    for name in COLLECTIONS:
        collection = open_collection(data_folder / name)
        systems = judge(
            rank_collection(collection, [*RIVALS, "ilk"], depth=1000), collection.judgements, "AP"
        )
        evaluations = {name: system.evaluation for name, system in systems.items()}
        rows = compare(evaluations, "bm25", resamples=10_000)
        found[name] = {row.system: (100 * row.mean, row.p) for row in rows}
    return found


@pytest.mark.parametrize("rival", RIVALS)
@pytest.mark.parametrize("name", COLLECTIONS)
def test_it_beats_the_rivals_everywhere(results, name, rival):
    assert results[name]["ilk"][0] > results[name][rival][0]


@pytest.mark.parametrize("name", COLLECTIONS)
def test_it_beats_every_published_plsi(results, name):
    assert results[name]["ilk"][0] > BEST_PLSI[name]


def test_what_it_gains_on_bm25_is_significant_on_most(results):
    p_values = {name: results[name]["ilk"][1] for name in COLLECTIONS}
    assert sum(p is not None and p < 0.05 for p in p_values.values()) >= 3, p_values
