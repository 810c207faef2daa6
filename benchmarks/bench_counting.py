"""Counting the terms of Reuters-21578, ours and scikit-learn's CountVectorizer with the same analyzer.

Both give the same counts, and both are warm. Run it with `python -m benchmarks.bench_counting`; with --large
it also makes a .jsonl of 1 GB from random words and measures the memory that reading and counting it takes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

from benchmarks.harness import DATA, Comparison, best_of
from ilk.corpus.counts import Counts, count
from ilk.corpus.read import read
from ilk.corpus.tokenizer import Tokenizer

LARGE_BYTES, LARGE_WORDS, WORDS_A_TEXT = 1_000_000_000, 1_000_000, 150

MEASURED = """
import json, resource, sys, time
from pathlib import Path
from ilk.corpus.counts import count
from ilk.corpus.read import read
from ilk.corpus.tokenizer import Tokenizer

start = time.perf_counter()
counts = count((document.text for document in read(Path(sys.argv[1]))), Tokenizer.for_language("english"))
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
print(json.dumps([peak, seconds, counts.n_docs, counts.n_terms, len(counts.data)]))
"""


def run() -> list[Comparison]:
    """Measure both after checking that they agree."""
    texts = [f"{story.title}\n{story.text}" for story in read(DATA / "reuters21578") if story.text]
    tokenizer = Tokenizer.for_language("english")
    check_equal(count(texts, tokenizer), texts, tokenizer)  # compiles as well
    ours = best_of(7, lambda: count(texts, tokenizer))
    same = best_of(3, lambda: CountVectorizer(analyzer=tokenizer.terms).fit_transform(texts))
    plain = best_of(3, lambda: CountVectorizer().fit_transform(texts))
    name = f"counting: {len(texts):,} stories of Reuters-21578"
    return [
        Comparison(name, ours, same, "s", "CountVectorizer, same analyzer", at_least=3.0),
        Comparison(name, ours, plain, "s", "CountVectorizer, its own analyzer, no stemming"),
    ]


def check_equal(counts: Counts, texts: Sequence[str], tokenizer: Tokenizer) -> None:
    """Stop where a single count differs from scikit-learn's."""
    rival = CountVectorizer(analyzer=tokenizer.terms)
    matrix = rival.fit_transform(texts)
    if counts.vocabulary != rival.get_feature_names_out().tolist() or (counts.matrix() != matrix).nnz:
        raise SystemExit("counting: ilk and CountVectorizer do not agree")


def run_large() -> list[Comparison]:
    """Measure the peak memory of a process of its own that reads and counts 1 GB."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "random-words.jsonl"
        write_random_words(path)
        command = [sys.executable, "-c", MEASURED, str(path)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    peak, seconds, n_docs, n_terms, n_entries = json.loads(output)
    size = f"{n_docs:,} documents, {n_terms:,} terms, {n_entries:,} counts"
    name = f"counting: memory for 1 GB of .jsonl, {size}, in {seconds:.0f} s"
    return [Comparison(name, peak, 4.0, "GiB", "the limit", at_most=1.0)]


def write_random_words(path: Path) -> None:
    """Write texts of words drawn evenly from a vocabulary of random letters, until the file is large."""
    rng = np.random.default_rng(0)
    letters = (
        rng.integers(97, 123, (LARGE_WORDS, 10), dtype=np.uint8).view("S10").ravel().astype("U10").tolist()
    )
    words = [word[: 3 + i % 8] for i, word in enumerate(letters)]
    with path.open("w", encoding="ascii") as file:
        number = 0
        while file.tell() < LARGE_BYTES:
            drawn = rng.integers(0, LARGE_WORDS, (1000, WORDS_A_TEXT)).tolist()
            file.writelines(
                json.dumps({"id": str(number + i), "text": " ".join([words[w] for w in row])}) + "\n"
                for i, row in enumerate(drawn)
            )
            number += 1000


if __name__ == "__main__":
    from benchmarks.__main__ import line

    for comparison in [*run(), *(run_large() if "--large" in sys.argv else [])]:
        print(line(comparison))
