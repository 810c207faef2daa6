"""Compiled loops, made ready before they are needed, with a word to whoever waits."""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from scipy.sparse import csr_array

logger = logging.getLogger("ilk")

PATIENCE = 1.0
"""Seconds of compiling in silence."""


@functools.cache
def prepare(dtype: str) -> None:
    """Load every loop of PLSI for dtype, by running each once; the first time on a machine, compile it."""
    sentence = "ilk compiles the loops of PLSI, once for this machine; this takes about ten seconds"
    with announced(sentence):
        from ilk.models.plsi_arrays import blocks_of
        from ilk.models.plsi_crew import crew_of
        from ilk.models.plsi_folding import cut_documents, fold_in
        from ilk.models.plsi_steps import PLSISteps, Priors, initial_parameters

        one = np.zeros(1, dtype=np.int32)
        counts = csr_array((np.ones(1, dtype=dtype), one, np.arange(2, dtype=np.int32)), shape=(1, 1))
        model = initial_parameters(np.ones(1), (1, 1), dtype, seed=0, restart=0)
        with crew_of(1) as crew:
            PLSISteps(blocks_of(counts), model, Priors(), crew).step()
            fold_in(counts, model.topics_of_terms, model.p_z, crew)
            cut_documents(counts, 0.5, 0, crew)


@contextmanager
def announced(sentence: str, after: float = PATIENCE) -> Iterator[None]:
    """Log a sentence if something is compiled in the block, and the block is not done some seconds later.

    Loading what was compiled before may take as long on a busy machine, and is no news.
    """
    from numba.core.event import Listener, install_listener

    timer = threading.Timer(after, logger.warning, [sentence])
    timer.daemon = True

    class Compiling(Listener):
        begun = False

        def on_start(self, event: object) -> None:  # noqa: ARG002  # numba passes it
            if not self.begun:
                self.begun = True
                timer.start()

        def on_end(self, event: object) -> None:
            pass

    try:
        with install_listener("numba:compile", Compiling()):
            yield
    finally:
        timer.cancel()
