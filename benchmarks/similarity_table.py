"""Every similarity on every collection: the table in docs/results/similarities.md, made by `make results`."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.harness import DATA
from ilk._version import __version__
from ilk.corpus.collections import Collection, open_collection
from ilk.evaluation import compare
from ilk.similarities import MODELS_NEEDED
from ilk.trials import judge, rank_collection

COLLECTIONS = ("med", "cisi", "cran", "cacm", "time")
BASELINE = "bm25"
SIGNIFICANT = 0.05
TARGET = Path(__file__).parents[1] / "docs" / "results" / "similarities.md"

HEAD = """\
# Every similarity on five collections

Mean average precision in percent, over all documents and all queries with a relevant document. Models are
fitted with their defaults (64 topics for `plsi-*`, 64 components for `nb-*`, seed 0), and nothing is tuned to
a collection. A star marks a difference to `bm25` with p < 0.05: paired randomisation, corrected by Holm's
method for the number of similarities. ilk {version}.

This page is made by `make results`; `ilk evaluate data/med --similarity all --measure AP` prints one column.

"""


def main() -> None:
    """Measure, and write the page."""
    columns = {}
    for name in COLLECTIONS:
        print(f"{name} …", file=sys.stderr, flush=True)
        columns[name] = measured(open_collection(DATA / name))
    header = ["similarity", *COLLECTIONS]
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" + "---:|" * len(COLLECTIONS)]
    for similarity in MODELS_NEEDED:
        cells = [columns[name][similarity] for name in COLLECTIONS]
        lines.append("| " + " | ".join([f"`{similarity}`", *cells]) + " |")
    TARGET.write_text(HEAD.format(version=__version__) + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {TARGET.name}", file=sys.stderr)


def measured(collection: Collection) -> dict[str, str]:
    """Return the MAP of every similarity, starred where it differs from the baseline."""
    runs = rank_collection(collection, list(MODELS_NEEDED))
    systems = judge(runs, collection.judgements, "AP")
    rows = compare({name: system.evaluation for name, system in systems.items()}, BASELINE)
    return {
        row.system: f"{100 * row.mean:.1f}"
        + ("*" if row.corrected_p is not None and row.corrected_p < SIGNIFICANT else "")
        for row in rows
    }


if __name__ == "__main__":
    main()
