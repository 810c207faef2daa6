"""The program as a process of its own: started, watched, and gone in the end."""

from __future__ import annotations

import array
import fcntl
import os
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120
"""Seconds before a test gives up on a process, which on a busy machine may be slow to start."""


def program(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "ilk", *map(str, arguments)]


@contextmanager
def started(command: list[str], **options: object) -> Iterator[subprocess.Popen[str]]:
    """A process with a group of its own, of which nothing is left in the end."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )
    try:
        yield process
    finally:
        if group_is_alive(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def group_is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_drained(pipe: int) -> bool:
    waiting = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, waiting)
    return waiting[0] == 0


def is_asleep(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def waits_for_a_lock(process: int) -> bool:
    waiting = re.findall(r"-> FLOCK +\S+ +\S+ (\d+) ", Path("/proc/locks").read_text())
    return str(process) in waiting


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Return exit status, output and errors."""
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err
