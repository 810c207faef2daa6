"""How the program ends early: one sentence on standard error and an exit code, never a traceback."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import NoReturn

FAILED, STOPPED = 2, 130


def end(sentence: str, status: int = FAILED) -> NoReturn:
    """Say one sentence on standard error and exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # closed, or never open
        print(f"ilk: {sentence}", file=sys.stderr, flush=True)
    sys.exit(status)


def stop(sentence: str = "") -> NoReturn:
    """End after Ctrl-C. Whoever presses it again while threads come to rest gets out at once."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.stderr is not None and sys.stderr.isatty():
        print(file=sys.stderr)  # the terminal has just shown ^C
    end(sentence or "stopped", STOPPED)


def forget_output() -> None:
    """Send what is still buffered for standard output nowhere, so that Python does not try once more."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
