"""Running a line as a terminal would, and returning all that it prints."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from ilk.cli import main

SHELL = re.compile(r"[|<>;&$`\\*\n]")
"""What only a shell understands."""
COMPILING = re.compile(r"^ilk compiles .*\n", re.MULTILINE)
"""What a machine says that is new, or busy."""


def run(line: str) -> tuple[int, str]:
    """Return the exit status and what was printed, errors among the rest, of a line of bash.

    A plain `ilk …` runs in this process, through its real entry point: starting Python again and again would
    take longer than all the rest.
    """
    words = shlex.split(line, comments=True)
    status, printed = _in_process(words) if words[0] == "ilk" and not SHELL.search(line) else _in_bash(line)
    return status, COMPILING.sub("", printed)


def _in_process(words: list[str]) -> tuple[int, str]:
    printed = io.StringIO()
    with patch.object(sys, "argv", words), redirect_stdout(printed), redirect_stderr(printed):
        try:
            main()
        except SystemExit as ended:
            return int(ended.code or 0), printed.getvalue()


def _in_bash(line: str) -> tuple[int, str]:
    programs = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONUNBUFFERED": "1"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        check=False,
    )
    return done.returncode, done.stdout.decode()
