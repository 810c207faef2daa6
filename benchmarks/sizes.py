"""What an index costs as it grows: time and memory to build it, its size, time and memory of a query.

Reuters-21578, its 19,043 stories with a body; beyond that copies that lack a fifth of their words. Each row
builds with the defaults, in a process of its own, whose largest memory is counted; another process then opens
the index and puts 200 titles to it, in five rounds, ten hits a query: processor time, the least of the five.
`python -m benchmarks.sizes` prints docs/results/sizes.md's table; numbers after it are other sizes.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from benchmarks.harness import DATA
from ilk.corpus.read import read
from ilk.index import Index
from ilk.records import Document

SIZES = (1_000, 19_043, 200_000, 1_000_000)
KEPT = 0.8
"""The share of its words that a copy of a document keeps."""
N_QUERIES, REPEATS = 200, 5
QUERIES = "queries.json"
HEADER = ("documents", "default", "build", "processor", "memory", "index", "a query", "memory")
PROGRAM = str(Path(sys.executable).parent / "ilk")


@dataclass(frozen=True, slots=True)
class Run:
    """A process that has ended: seconds on the clock and of the processor, and its largest memory."""

    seconds: float
    of_processor: float
    megabytes: float
    printed: str


def main(sizes: Sequence[int]) -> None:
    """Print one row a size, as Markdown."""
    print("| " + " | ".join(HEADER) + " |\n|" + "---:|" * len(HEADER), flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stories = [story for story in read(DATA / "reuters21578") if story.text]
        titles = [story.title for story in random.Random(0).sample(stories, len(stories)) if story.title]
        (folder / QUERIES).write_text(json.dumps(titles[:N_QUERIES]), encoding="utf-8")
        compile_all(folder, stories)
        for size in sizes:
            print(row(folder, stories, size), flush=True)


def compile_all(folder: Path, stories: Sequence[Document]) -> None:
    """Let numba compile what it keeps, which belongs to no size."""
    measure(folder, write(folder / "few.jsonl", stories, 300))


def row(folder: Path, stories: Sequence[Document], size: int) -> str:
    """Build an index of so many documents, search it, and spell out what that took."""
    texts = write(folder / "texts.jsonl", stories, size)
    built, asked = measure(folder, texts)
    facts, answers = json.loads(built.printed), json.loads(asked.printed)
    cells = [
        f"{size:,}",
        f"`{answers['similarity']}`",
        f"{built.seconds:,.0f} s",
        f"{built.of_processor:,.0f} s",
        f"{built.megabytes:,.0f} MB",
        f"{facts['n_bytes'] / 1e6:,.0f} MB, {facts['n_bytes'] / texts.stat().st_size:.1f} ×",
        f"{answers['milliseconds']:.2f} ms",
        f"{asked.megabytes:,.0f} MB",
    ]
    return f"| {' | '.join(cells)} |"


def measure(folder: Path, texts: Path) -> tuple[Run, Run]:
    """Build an index and ask it, each in a process of its own."""
    index = folder / "sized.ilk"
    built = run(PROGRAM, "build", str(texts), "--out", str(index), "--json")
    asked = run(sys.executable, "-m", "benchmarks.sizes", "--ask", str(index), str(folder / QUERIES))
    return built, asked


def run(*command: str) -> Run:
    """Run a process to its end, and say what it took."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} failed")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, printed)


def ask(index: Path, queries: Path) -> None:
    """Print the median over the queries of the least processor time that each took, with texts of hits.

    Round by round, since a search remembers what it was last asked.
    """
    opened = Index.open(index)
    searches = [partial(opened.search, title) for title in json.loads(queries.read_text(encoding="utf-8"))]
    searches[0]()  # compiles
    rounds = [[of_processor(search) for search in searches] for _ in range(REPEATS)]
    milliseconds = 1e3 * statistics.median(map(min, zip(*rounds, strict=True)))
    similarity = "ilk" if "ilk" in opened.models else "bm25"
    print(json.dumps({"milliseconds": milliseconds, "similarity": similarity}))


def of_processor(work: Callable[[], object]) -> float:
    """Return the seconds of the processor that work takes, which other work on the machine hardly changes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def write(path: Path, stories: Sequence[Document], size: int) -> Path:
    """Write so many documents as JSON Lines."""
    with path.open("w", encoding="utf-8") as file:
        for document in islice(repeated(stories), size):
            file.write(json.dumps(document) + "\n")
    return path


def repeated(stories: Sequence[Document]) -> Iterator[dict[str, str]]:
    """Yield the stories, then copies without end that lack some words."""
    for story in stories:
        yield {"id": story.id, "title": story.title, "text": story.text}
    rng = random.Random(0)
    copy = 0
    while True:
        copy += 1
        for story in stories:
            text = " ".join(word for word in story.text.split() if rng.random() < KEPT)
            yield {"id": f"{story.id}-{copy}", "title": story.title, "text": text or story.text}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--ask"]:
        ask(*map(Path, sys.argv[2:]))
    else:
        main([int(size) for size in sys.argv[1:]] or SIZES)
