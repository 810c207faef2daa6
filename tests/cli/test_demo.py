"""What the demo suggests to try next finds something."""

from __future__ import annotations

import shlex

import pytest

from ilk.cli.demo import NEXT
from ilk.corpus.read import read
from ilk.index import Index

MODULES = {"csv", "datetime", "functools", "heapq", "json", "operator", "pathlib", "time"}
SUGGESTED = [
    shlex.split(line)[1:]
    for line in NEXT.format(path="demo.ilk").splitlines()
    if line.startswith("  ilk ") and "demo.ilk" in line and "serve" not in line
]


@pytest.fixture(scope="module")
def some_modules(tmp_path_factory):
    """Some of what the demo indexes."""
    path = tmp_path_factory.mktemp("demo") / "demo.ilk"
    documents = [each for each in read("stdlib") if each.metadata["module"] in MODULES]
    Index.build(documents, path=path, language="english", effort="quick", models=["plsi"], n_topics=16)
    return path


@pytest.mark.parametrize("command", SUGGESTED, ids=" ".join)
def test_what_is_suggested_finds_something(ilk, some_modules, command):
    result = ilk(*(str(some_modules) if word == "demo.ilk" else word for word in command))
    assert (result.status, result.err) == (0, "")
    assert len(result.out.splitlines()) >= 2


def test_the_filters_that_are_suggested_lead_to_the_answer(ilk, some_modules):
    (filtered,) = (command for command in SUGGESTED if "--filter" in command)
    result = ilk(*(str(some_modules) if word == "demo.ilk" else word for word in filtered))
    assert "pathlib.Path.read_text" in result.out
