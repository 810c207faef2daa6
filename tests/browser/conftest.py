"""A served index and a real browser; without a browser the tests skip, unless ILK_REQUIRE_BROWSER is set."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ilk

MODULES = frozenset({"json", "csv", "datetime", "re", "pathlib", "heapq", "textwrap", "random", "subprocess"})
AXE = Path(__file__).parents[2] / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")


def missing(what: str) -> None:
    """Skip, or fail where the browser must be there."""
    if os.environ.get("ILK_REQUIRE_BROWSER"):
        pytest.fail(f"the tests of the page must run, but {what}")
    pytest.skip(what)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve an index of some of Python's documentation, and return its address."""
    folder = tmp_path_factory.mktemp("page") / "library.ilk"
    documents = [each for each in ilk.read("stdlib") if each.metadata.get("module") in MODULES]
    ilk.Index.build(documents, path=folder, language="english")
    command = [sys.executable, "-m", "ilk", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        while "http://" not in line and process.poll() is None:
            line = process.stderr.readline()
        yield re.search(r"http://127\.0\.0\.1:\d+", line)[0]  # type: ignore[index]
        process.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start Chromium once."""
    program = os.environ.get("ILK_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        missing("no browser is here; install chromium, or set ILK_BROWSER to one")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield started
        started.close()


class Visit:
    """A page of the browser, and everything that went wrong on it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.problems: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self._asked)
        page.set_default_timeout(30_000)

    def go(self, path: str) -> Any:
        """Open a path and wait until the view is there."""
        self.page.goto(self.address + path)
        self.page.wait_for_load_state("networkidle")
        return self.page

    def forgive_refusals(self) -> None:
        """Forget what the browser itself wrote about requests that a test lets fail."""
        self.problems[:] = [each for each in self.problems if "Failed to load resource" not in each]

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.problems.append(f"a foreign request: {request.url}")


@pytest.fixture
def visit(browser: Any, served: str) -> Iterator[Callable[..., Visit]]:
    """Open windows of any size; in the end no console may have complained and nothing foreign been asked."""
    opened: list[tuple[Any, Visit]] = []

    def open_window(width: int = 1200, height: int = 900, scheme: str = "light", **options: Any) -> Visit:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, **options
        )
        opened.append((context, Visit(context.new_page(), served)))
        return opened[-1][1]

    yield open_window
    problems = [problem for _, window in opened for problem in window.problems]
    for context, _ in opened:
        context.close()
    assert problems == []


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe-core, which `make test` fetches from npm."""
    if not AXE.is_file():
        missing("axe-core is not installed; make test does that where npm is")
    return AXE.read_text(encoding="utf-8")
