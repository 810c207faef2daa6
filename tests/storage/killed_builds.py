"""Kills builds with SIGKILL at each of their steps on the disk, and prints what is left as JSON.

A program of its own: it forks, which a process with threads (such as pytest's) should not.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from storage.conftest import numbers_in, write_index

from ilk import storage
from ilk.errors import StorageError

STEPS = [
    (os, "mkdir"),
    (os, "fsync"),
    (os, "rename"),
    (os, "replace"),
    (os, "unlink"),
    (os, "rmdir"),
    (os, "open"),
]


def build_and_die(target: Path, step: int) -> None:
    """Build in a child that is killed just before its `step`-th call of the system."""
    count = 0

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*args: Any, **keywords: Any) -> Any:
            nonlocal count
            count += 1
            if count == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **keywords)

        return wrapper

    for module, name in STEPS:
        setattr(module, name, counted(getattr(module, name)))
    write_index(target, 2)


def was_killed(target: Path, step: int) -> bool:
    """Run one such build; False where it was over before that step."""
    child = os.fork()
    if child == 0:
        build_and_die(target, step)
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def state(target: Path) -> dict[str, Any]:
    """Return what a reader finds, and what lies about."""
    try:
        stored = storage.open_folder(target)
        numbers = sorted(numbers_in(stored))
        orphans = len(list(target.iterdir())) - 2
    except StorageError:
        numbers, orphans = [], 0
    siblings = [entry.name for entry in target.parent.iterdir() if entry != target]
    return {"numbers": numbers, "siblings": siblings, "orphans": orphans}


def main(folder: Path) -> None:
    """Print one record for each step at which a build was killed."""
    cases = []
    for start in ("replace", "first"):
        step = 1
        while True:
            home = folder / f"{start}-{step}"
            home.mkdir()
            target = home / "a.ilk"
            if start == "replace":
                write_index(target, 1)
            if not was_killed(target, step):
                break
            case = {"start": start, "step": step, **state(target)}
            write_index(target, 3)
            cases.append(case | {"after": state(target) | {"problems": storage.check(target)}})
            step += 1
    print(json.dumps(cases))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
