"""The command line: parse, call the library, print; nothing else."""

from __future__ import annotations

from typing import NoReturn

from ilk.cli.ending import stop

__all__ = ["main"]


def main() -> NoReturn:
    """Run the program; Ctrl-C while it is still being loaded ends it as quietly as later on."""
    try:
        from ilk.cli.app import main as run
    except KeyboardInterrupt:
        stop()
    run()
