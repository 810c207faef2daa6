"""The built-in collection: the documentation of Python's own standard library, read from this interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ilk.errors import InputError
from ilk.records import Document

_WALK = Path(__file__).with_name("_stdlib_walk.py")


def documents() -> Iterator[Document]:
    """Yield the documentation of modules, classes, functions and methods, in the order of their names.

    A second process imports the modules, so that none of them prints, warns or changes anything here.
    """
    # Neither other packages (-S) nor the folder of the program (-P) may stand in for a module of the library.
    command = [sys.executable, "-S", "-P", "-W", "ignore", "-X", "utf8", str(_WALK)]
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    settings |= {"PYTHONHASHSEED": "0", "TERM": "dumb", "DISPLAY": ""}
    # S603: the program is our own, and so is the interpreter.
    done = subprocess.run(command, env=settings, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        problem = f"it could not read its own documentation ({reason})"
        raise InputError(sys.executable, None, problem, "use a complete installation of Python")
    for line in done.stdout.splitlines():
        fields = json.loads(line)
        metadata = {name: fields.pop(name) for name in ("kind", "module")}
        yield Document(**fields, metadata=metadata)
