"""What a fit takes of memory: at most the counts twice, the parameters three times, and 200 MB."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import re, warnings
from pathlib import Path
import numpy as np
from scipy.sparse import csr_array
from ilk.models.plsi import PLSI

def peak():  # not getrusage, whose peak a process inherits from the one that started it
    return 1024 * int(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])

warnings.simplefilter("ignore")
PLSI(64, max_iter=1, tempering=0.8).fit(np.eye(2))  # what loading and compiling take is not the fit's
rng = np.random.default_rng(0)
n_docs, n_terms, length = 20_000, 40_000, 60
indices = rng.integers(0, n_terms, n_docs * length, dtype=np.int32)
data = np.ones(len(indices), dtype=np.float32)
indptr = np.arange(0, len(indices) + 1, length, dtype=np.int32)
X = csr_array((data, indices, indptr), shape=(n_docs, n_terms))
X.sum_duplicates()
before = peak()
PLSI(64, max_iter=2, tempering=0.8, n_init=2, threads=2).fit(X)
counts = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
parameters = 4 * 64 * (n_docs + n_terms)
print(peak() - before, counts, parameters)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak size of a process")
def test_memory_stays_within_its_bound() -> None:
    """Grow from a process that holds the counts once already.

    Of the allowance of 200 MB, which would hide everything at this size, 10 MB are enough.
    """
    output = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    grown, counts, parameters = map(int, output.stdout.split())
    assert grown > parameters  # the measure sees the fit at all
    assert grown < counts + 3 * parameters + 10_000_000
