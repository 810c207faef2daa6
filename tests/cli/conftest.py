"""The program as a person runs it: arguments in, text and an exit code out."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from ilk.cli import main


@dataclass(frozen=True)
class Result:
    """What a run of the program left behind."""

    status: int
    out: str
    err: str


@pytest.fixture
def ilk(monkeypatch, capsys):
    """Run `ilk` with arguments in this process, through its real entry point."""

    def run(*arguments: object, stdin: str = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["ilk", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return Result(ended.value.code or 0, printed.out, printed.err)

    return run


@pytest.fixture
def notes(tmp_path, monkeypatch):
    """A folder of notes, in the current folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "notes"
    (folder / "travel").mkdir(parents=True)
    (folder / "travel" / "lisbon.md").write_text("# Lisbon\n\nTrams climb the hills above the river.\n")
    (folder / "travel" / "porto.md").write_text("# Porto\n\nBridges over the river, and port wine.\n")
    (folder / "garden.txt").write_text("Tulips\n\nPlant tulips in autumn, before the frost.\n")
    return folder


@pytest.fixture
def notes_index(ilk, notes):
    """The notes, indexed."""
    assert ilk("build", notes, "--language", "english", "--effort", "quick").status == 0
    return "notes.ilk"
