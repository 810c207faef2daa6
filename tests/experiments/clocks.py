"""A setting that a process of its own can run: it says when it began and when it ended."""

from __future__ import annotations

import time
from pathlib import Path

from ilk.experiments.study import Parameters, Result


def when(parameters: Parameters, data: Path) -> Result:
    begun = time.monotonic()
    time.sleep(0.2)
    return [begun, time.monotonic()]
