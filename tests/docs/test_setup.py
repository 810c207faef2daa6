"""What a newcomer is told to type exists, and does what it says."""

from __future__ import annotations

import re

import pytest
from docs.blocks import PAGES, ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.findall(r"^([a-z]+):.*## ", MAKEFILE, re.MULTILINE)
WRITTEN = [
    *PAGES,
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "examples").glob("*.py")),
    *sorted((ROOT / "src").rglob("*.py")),
]


def test_a_folder_or_file_of_the_same_name_stops_no_target():
    """`make docs` did nothing once the folder docs/ was newer than what it depends on."""
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert TARGETS
    assert set(TARGETS) <= set(phony.split())


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: str(page.relative_to(ROOT))
)
def test_what_pages_make_is_a_target(page):
    told = re.findall(r"(?:`|^\$ |^)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(told) <= set(TARGETS)


@pytest.mark.parametrize("name", ["README.md", "docs/tutorial.md", "examples/README.md"])
def test_a_newcomer_is_told_where_the_command_is_before_it_is_used(name):
    """`make demo` installs into .venv, which no shell looks into by itself."""
    text = (ROOT / name).read_text(encoding="utf-8")
    used = re.search(r"^\$ (?:ilk|python) ", text, re.MULTILINE)
    assert used is not None
    assert 0 <= text.find(". .venv/bin/activate") < used.start()


def test_nobody_is_sent_to_an_index_of_packages_for_ilk():
    """It is installed from its folder; a package of that name elsewhere would be somebody else's."""
    sent = [
        str(path.relative_to(ROOT)) for path in WRITTEN if "install 'ilk" in path.read_text(encoding="utf-8")
    ]
    assert sent == []


def test_every_stage_is_in_the_guide():
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    stages = {path.parent.name for path in (ROOT / "src" / "ilk").glob("*/__init__.py")}
    assert {name for name in stages if f"`{name}`" not in guide} == set()
