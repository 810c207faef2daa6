"""Compiling, beside a server that has begun to answer, what somebody may ask it for next.

This is done in a process of its own: numba keeps what it compiles on the disk, where the server finds it. A
thread would take turns with the requests, and cannot be stopped.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from ilk.index import Index

FAMILIES = ("bm25", "plsi-kl", "plsi-h", "nb-vs")
"""Similarities that between them, and with the default, run every compiled search."""
NICENESS = 5


def start(index: Index, path: os.PathLike[str]) -> subprocess.Popen[bytes] | None:
    """Compile what the index can answer with beside its default; None where nothing is left to do."""
    names = [name for name in FAMILIES if name in index.info().similarities]
    if not index.statistics.n_terms or set(names) <= {index.default_similarity}:
        return None
    command = [sys.executable, "-m", "ilk.web.compiling", os.fspath(path), *names]
    return subprocess.Popen(  # noqa: S603  # nothing of it comes from a request
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the server, which then stops this too
    )


def run_each(path: str, names: Sequence[str]) -> None:
    """Search once with each similarity, which compiles what it needs unless that is on the disk already."""
    index = Index.open(path)
    for name in names:
        index.search(index.vocabulary.term(0), k=1, similarity=name)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    run_each(sys.argv[1], sys.argv[2:])
