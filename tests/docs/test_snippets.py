"""Every snippet of the manual runs, and commands print what the manual shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from docs.blocks import PAGES, ROOT, Block, blocks, commands
from docs.shown import agrees, line_agrees
from docs.terminal import run

import ilk

ADDRESS = "http://127.0.0.1:8000"
LANGUAGES = ("python", "console")
WITH_SNIPPETS = [page for page in PAGES if any(block.language in LANGUAGES for block in blocks(page))]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with examples/ as in ilk's own, and notes/ and notes.ilk, which most pages need."""
    folder = tmp_path_factory.mktemp("manual")
    shutil.copytree(ROOT / "examples", folder / "examples")
    shutil.copytree(ROOT / "examples" / "notes", folder / "notes")
    ilk.Index.build(ilk.read(folder / "notes"), path=folder / "notes.ilk")
    return folder


@pytest.mark.parametrize("page", WITH_SNIPPETS, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_snippets_of_a_page_run_in_their_order(page, prepared, tmp_path, monkeypatch):
    folder = tmp_path / "here"
    shutil.copytree(prepared, folder)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("ILK_DATA", raising=False)
    everything = list(blocks(page))
    to_run = [block for block in everything if block.language in LANGUAGES and block.reason is None]
    with server_where_needed(to_run) as address:
        names: dict[str, object] = {"__name__": "snippet"}
        ran: list[Block] = []
        for block in everything:
            if block.file is not None:
                Path(block.file).write_text(block.text + "\n", encoding="utf-8")
            elif block not in to_run:
                continue
            elif block.language == "python":
                run_python(block, block.text.replace(ADDRESS, address), names)
            else:
                run_console(block)
            ran.append(block)
    assert ran == [block for block in everything if block.file is not None or block in to_run]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_is_not_run_has_a_reason(page):
    given = [block.reason for block in blocks(page) if block.reason is not None]
    assert all(given), "a comment 'not run' must say why, after a colon"
    written = page.read_text(encoding="utf-8").count("<!-- not run")
    assert len(given) == written, "a comment 'not run' must stand right before its block"


@pytest.mark.parametrize(
    ("shown", "printed", "agree"),
    [
        ("2 hits", "2 hits", True),
        ("2 hits", "3 hits", False),
        ("in 1.1 s", "in 12.0 s", True),
        ("bread  2.163", "bread  2.160", True),
        ("bread  2.163", "bread  2.4", False),
        ("bread  2.163", "bread", False),
        ("heat  +0.61  ████", "heat  +0.61  █████", True),
        ("  …flow; …", "  …a flow; and", True),
        ("…flow…", "nothing", False),
    ],
)
def test_lines_are_compared_as_a_reader_would(shown, printed, agree):
    assert line_agrees(shown, printed) is agree


def test_left_out_lines_are_any_number():
    assert agrees(["a", "…", "c"], ["a", "b", "b", "c"])
    assert agrees(["a", "…"], ["a"])
    assert not agrees(["a", "…", "c"], ["a", "b"])
    assert not agrees(["a"], ["a", "b"])


def test_a_line_is_run_as_by_a_terminal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("ilk --version") == (0, f"ilk {ilk.__version__}\n")
    assert run("ilk --version | tr i I; echo there >&2") == (0, f"Ilk {ilk.__version__}\nthere\n")
    status, printed = run("ilk info nowhere.ilk")
    assert status == 2
    assert "nowhere.ilk" in printed
    assert run("false | cat")[0] == 1


def run_python(block: Block, text: str, names: dict[str, object]) -> None:
    """Run a block such that a traceback shows its line in the page."""
    exec(compile("\n" * block.line + text, block.page, "exec"), names)


def run_console(block: Block) -> None:
    """Run the commands of a block, and compare what they print where the page shows something."""
    for command in commands(block):
        status, printed = run(command.text)
        if status != 0:
            pytest.fail(f"{block.place}: {command.text}\nfails\n{printed}", pytrace=False)
        if command.shown and not agrees(command.shown, printed.splitlines()):
            shown = "\n".join(command.shown)
            pytest.fail(
                f"{block.place}: {command.text}\nprints\n{printed}and the page shows\n{shown}", pytrace=False
            )


@contextmanager
def server_where_needed(to_run: list[Block]) -> Iterator[str]:
    """Serve notes.ilk if a snippet asks the server of the page, and give its address."""
    if not any(ADDRESS in block.text for block in to_run):
        yield ADDRESS
        return
    command = [sys.executable, "-m", "ilk", "serve", "notes.ilk", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in process.stderr)
        found = next((match for match in lines if match), None)
        assert found is not None, "the server did not say where it is"
        yield found[0]
        process.terminate()
