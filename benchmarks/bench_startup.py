"""Start-up: `ilk --help` beside importing click, a search from the shell beside importing NumPy and SciPy."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

from benchmarks.harness import DATA, Comparison, median_of
from ilk.corpus.read import read
from ilk.index import Index

REPEATS = 9
N_DOCS = 20_000
SCIPY = "python -c 'import numpy, scipy.sparse'"
PROGRAM = str(Path(sys.executable).parent / "ilk")


def run() -> list[Comparison]:
    """Time whole processes, the rivals between ours, on an index of 20,000 news stories."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reuters.ilk"
        stories = (story for story in read(DATA / "reuters21578") if story.text)
        Index.build(islice(stories, N_DOCS), path=path)
        n_docs = len(Index.open(path))
        search = _seconds(PROGRAM, "search", str(path), "grain exports to the soviet union")
    helped = _seconds(PROGRAM, "--help")
    click = _seconds(sys.executable, "-c", "import click")
    scipy = _seconds(sys.executable, "-c", "import numpy, scipy.sparse")
    return [
        Comparison("ilk --help", helped, click, "s", "python -c 'import click'", at_most=3.0),
        Comparison(f"ilk search, {n_docs:,} documents", search, scipy, "s", SCIPY, at_most=4.0),
    ]


def _seconds(*command: str) -> float:
    return median_of(REPEATS, lambda: subprocess.run(command, check=True, capture_output=True))


if __name__ == "__main__":
    for comparison in run():
        print(comparison, f"{comparison.ratio:.2f}")
