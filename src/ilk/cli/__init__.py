"""The command line: parse, call the library, print; nothing else."""

from __future__ import annotations

from ilk.cli.app import main

__all__ = ["main"]
