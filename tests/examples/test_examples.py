"""The examples run as people run them, and print what they promise."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))


def printed(script: str, *arguments: object) -> list[str]:
    """Run an example and return the lines that it prints."""
    command = [sys.executable, EXAMPLES / script, *arguments]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A copy of the notes, to leave theirs alone."""
    return Path(shutil.copytree(EXAMPLES / "notes", tmp_path / "notes"))


def test_notes_are_found_and_why(notes):
    lines = printed("search_notes.py", notes, "heat flow at high speed", "--hits", 2)
    assert lines[0] == "1  Aerodynamic heating at hypersonic speed  (papers/hypersonic.md)"
    similarity, reasons = lines[2].split(" = ")
    parts = [float(amount) for amount in re.findall(r"[+-]\d+\.\d+", reasons)]
    assert sum(parts) == pytest.approx(float(similarity), abs=0.03)
    assert lines[3].startswith("2  ")
    assert (notes.parent / "notes.ilk" / "manifest.json").exists()


def test_a_changed_copy_is_found_and_nothing_else(notes):
    changed = (notes / "garden" / "slugs.md").read_text(encoding="utf-8").replace("lettuce", "spinach")
    (notes / "copy.md").write_text(changed, encoding="utf-8")
    first, last = printed("near_duplicates.py", notes)
    assert first.split("  ")[1:] == ["copy.md", "garden/slugs.md"]
    assert 0.9 < float(first.split("  ")[0]) < 1
    assert last == "1 of 210 pairs have a similarity of 0.9 or more"
    assert len(printed("near_duplicates.py", notes, "--kernel", "l2", "--threshold", 0)) == 211


def test_a_few_labels_are_enough_to_screen():
    lines = printed("screen_papers.py", "--rounds", 2)
    assert lines[0].endswith("of them wanted")
    read, found = [int(line.split()[0]) for line in lines[2:]], [int(line.split()[1]) for line in lines[2:]]
    assert read == [20, 30]
    assert found[-1] >= 80


def test_the_grid_of_the_pipeline_is_searched():
    lines = printed("fisher_pipeline.py", "--topics", 4, "--folds", 2)
    assert [line.split("'")[3] for line in lines[:2]] == ["identity", "sqrt-diagonal"]
    assert float(re.search(r"([\d.]+) %$", lines[-1])[1]) > 70


def test_pyterrier_compares_similarities():
    if importlib.util.find_spec("pyterrier") is None:
        pytest.skip("pyterrier is not installed; pip install '.[pyterrier]'")
    lines = printed("pyterrier_transformer.py")
    assert lines[0].split()[:3] == ["name", "map", "P_5"]
    found = [re.fullmatch(r" *(.+?) +(0\.\d+) +0\.\d+ .*", line) for line in lines[1:]]
    values = {match[1]: float(match[2]) for match in found}
    assert list(values) == ["bm25", "plsi-h", "ilk", "bm25 + 0.5 plsi-h"]
    assert all(0 < value <= 1 for value in values.values())
    assert values["ilk"] > values["bm25"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_example_is_short_explained_and_listed(script):
    text = script.read_text(encoding="utf-8")
    assert text.startswith('"""')
    assert f"python examples/{script.name}" in text.split('"""')[1]
    assert len(text.splitlines()) <= 80
    assert f"({script.name})" in (EXAMPLES / "README.md").read_text(encoding="utf-8")
