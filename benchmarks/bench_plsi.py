"""One EM iteration of PLSI beside enstop's PLSA and scikit-learn's NMF, and the limits of the machine.

Reuters-21578, the 19,043 stories with a body, 128 topics, two threads; all sides get the same counts. They
take turns, each for about as long, and the best run of each counts.

Run it with `python -m benchmarks.bench_plsi`.
"""

from __future__ import annotations

import importlib
import math
import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_array, csr_matrix, save_npz
from sklearn.decomposition import NMF
from threadpoolctl import threadpool_limits

from benchmarks.harness import DATA, Comparison, best_of
from benchmarks.streaming import row_rates, triad_bandwidth
from ilk.corpus.counts import count
from ilk.corpus.read import read
from ilk.corpus.tokenizer import Tokenizer
from ilk.models.plsi import PLSI

N_TOPICS, THREADS, ROUNDS = 128, 2, 4
PUBLISHED_HOURS = 45
"""CPU hours of a published fit with as many topics, of 7,466 documents; ours has 19,043 (100 iterations)."""


def run() -> list[Comparison]:
    """Measure everything; print what has no rival."""
    warnings.simplefilter("ignore")  # fits of a few iterations do not converge
    counts = reuters()
    print(
        f"{counts.shape[0]:,} documents, {counts.shape[1]:,} terms, {counts.nnz:,} non-zeros, K = {N_TOPICS}"
    )
    PLSI(N_TOPICS, max_iter=1).fit(counts)
    enstop = enstop_class()
    ours = theirs = nmf = math.inf
    with threadpool_limits(THREADS):
        for _ in range(ROUNDS):
            ours = min(ours, *(our_iteration(counts) for _ in range(5)))
            theirs = min(theirs, enstop_iteration(enstop, counts))
            nmf = min(nmf, nmf_iteration(counts))
    print_rates(counts, ours)
    what = f"PLSI: one EM iteration, K = {N_TOPICS}"
    hundred = best_of(1, lambda: PLSI(N_TOPICS, max_iter=100, tol=0.0, threads=THREADS).fit(counts))
    published = 3600.0 * PUBLISHED_HOURS
    return [
        Comparison(what, ours, theirs, "s", "enstop", at_least=8),
        Comparison(what, ours, nmf, "s", "scikit-learn NMF (KL)", at_least=20),
        Comparison("PLSI: 100 iterations", hundred, published, "s", "published, 2009", at_least=1),
        Comparison("PLSI: folding in 5,000 documents", folding_in(counts), 1.0, "s", "promise", at_most=1),
        Comparison("PLSI: compiling everything at first", compiling(), 20.0, "s", "promise", at_most=1),
        Comparison("PLSI: peak memory of a fit", *memory(counts), "MB", "promise", at_most=1),
    ]


def reuters() -> csr_array:
    """Return the counts of the stories that have a body, for terms in two of them or more."""
    texts = [f"{story.title}\n{story.text}" for story in read(DATA / "reuters21578") if story.text]
    counts = count(texts, Tokenizer.for_language("english"), min_df=2).matrix()
    narrow = counts.indices.astype(np.int32), counts.indptr.astype(np.int32)
    return csr_array((counts.data.astype(np.float32), *narrow), shape=counts.shape)


def our_iteration(counts: csr_array, n_iter: int = 20) -> float:
    """Return the mean seconds of an iteration after the first."""
    times: list[float] = []

    def note(iteration: int, log_likelihood: float, seconds: float) -> None:  # noqa: ARG001  # the protocol's
        times.append(seconds)

    PLSI(N_TOPICS, max_iter=n_iter, tol=0.0, threads=THREADS, callback=note).fit(counts)
    return (times[-1] - times[0]) / (n_iter - 1)


def enstop_class() -> Any:
    """Return enstop's PLSA; it asks for an alias that NumPy dropped in 1.24, so give that back for once."""
    np.float = float  # type: ignore[attr-defined]
    return importlib.import_module("enstop.plsa").PLSA


def enstop_iteration(model: Any, counts: csr_array) -> float:
    """Return the mean seconds of an iteration: eleven less one, so that set-up cancels out."""
    import numba

    numba.set_num_threads(THREADS)
    matrix = csr_matrix(counts)

    def seconds(n_iter: int) -> float:
        estimator = model(n_components=N_TOPICS, n_iter=n_iter, tolerance=0.0, random_state=0)
        return best_of(1, lambda: estimator.fit(matrix))

    return (seconds(11) - seconds(1)) / 10


def nmf_iteration(counts: csr_array) -> float:
    """Return the mean seconds of an iteration: four less one."""

    def seconds(max_iter: int) -> float:
        model = NMF(
            N_TOPICS,
            init="random",
            solver="mu",
            beta_loss="kullback-leibler",
            max_iter=max_iter,
            tol=0.0,
            random_state=0,
        )
        return best_of(1, lambda: model.fit(counts))

    return (seconds(4) - seconds(1)) / 3


def print_rates(counts: csr_array, seconds: float) -> None:
    """Print the arithmetic and the traffic of an iteration beside what plain streams reach here.

    An entry costs a dot product and two sums over its topics, and reads two rows of them.
    """
    gflops, gigabytes = 6 * counts.nnz * N_TOPICS / 1e9, 8 * counts.nnz * N_TOPICS / 1e9
    stream = row_rates(counts.shape[0], N_TOPICS, THREADS)
    print(f"one iteration: {gflops / seconds:.1f} GFLOP/s and {gigabytes / seconds:.1f} GB/s, gathered")
    print(f"rows in order: {stream.gflops:.1f} GFLOP/s and {stream.gigabytes:.1f} GB/s, from the cache")
    print(f"plain triad:   {triad_bandwidth(THREADS):.1f} GB/s, from main memory")


def folding_in(counts: csr_array) -> float:
    """Return the seconds for 5,000 documents of the lengths of Reuters, at 64 topics."""
    model = PLSI(64, max_iter=30, threads=THREADS).fit(counts[::2])
    new = counts[1::2]
    return best_of(5, lambda: model.transform(new)) * 5000 / new.shape[0]


def compiling() -> float:
    """Return the seconds to compile every loop for both precisions, in a process with an empty cache."""
    script = "from ilk.models.plsi_compile import prepare; prepare('float32'); prepare('float64')"
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", script], check=True, env=environment)
        return time.perf_counter() - start


def memory(counts: csr_array) -> tuple[float, float]:
    """Return the peak size of a process that loads counts and fits, and the bound on it, in MB (Linux only).

    The bound is the counts twice, the parameters three times, and 200 MB for Python and its libraries.
    """
    script = """
import re, sys
from pathlib import Path
from scipy.sparse import load_npz
from ilk.models.plsi import PLSI
PLSI(128, max_iter=3, tempering=0.9).fit(load_npz(sys.argv[1]))
print(int(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024)
"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "counts.npz"
        save_npz(path, counts, compressed=False)
        command = [sys.executable, "-W", "ignore", "-c", script, str(path)]
        peak = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    size = counts.data.nbytes + counts.indices.nbytes + counts.indptr.nbytes
    parameters = 4 * N_TOPICS * sum(counts.shape)
    return peak, (2 * size + 3 * parameters) / 2**20 + 200


if __name__ == "__main__":
    from benchmarks.__main__ import line

    for comparison in run():
        print(line(comparison))
