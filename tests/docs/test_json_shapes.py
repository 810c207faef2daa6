"""What `--json` prints has the keys and types that the manual lists, no more and no fewer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from docs.blocks import ROOT

import ilk
from ilk.cli.app import app
from ilk.experiments.report import Report, Section, Table
from ilk.experiments.study import Setting, Study

PAGE = ROOT / "docs" / "json.md"
ROW = re.compile(r"\| `(?P<key>[^`]+)` \| (?P<type>[^|]+) \|.*")
TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "whole number": (int,),
    "number": (int, float),
    "truth value": (bool,),
    "object": (dict,),
    "null": (type(None),),
}
WITHOUT = frozenset({"serve"})
Shape = dict[str, tuple[type, ...]]


def documented() -> dict[str, list[Shape]]:
    """Return what the page says: for each command one shape a table, types by key."""
    shapes: dict[str, list[Shape]] = {}
    in_table = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            tables = shapes[line.removeprefix("## ")] = []
        elif found := ROW.fullmatch(line):
            if not in_table:
                tables.append({})
            kinds = [kind for name in found["type"].strip().split(" or ") for kind in TYPES[name]]
            tables[-1][found["key"]] = tuple(kinds)
        in_table = line.startswith("| `")
    return {command: tables for command, tables in shapes.items() if tables}


SHAPES = documented()


def leaves(value: Any, shape: Shape, path: str = "") -> Iterator[tuple[str, type]]:
    """Yield the path and type of whatever the shape lists or of what has nothing inside."""
    if path in shape:
        yield path, type(value)
    if isinstance(value, dict) and not (path in shape and shape[path] == (dict,)):
        named = {
            key[len(path) :].lstrip(".").split(".")[0].split("[")[0] for key in shape if key.startswith(path)
        }
        stand_in = next((name for name in named if name.isupper()), None)
        for key, inside in value.items():
            name = stand_in or key
            yield from leaves(inside, shape, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for inside in value:
            yield from leaves(inside, shape, f"{path}[]")
    elif path not in shape:
        yield path, type(value)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Notes with metadata and one without words, their index, and queries with judgements."""
    folder = tmp_path_factory.mktemp("json")
    notes = [{"id": each.id, "text": each.text, "title": each.title, "kind": each.id.split("/")[0]}
             for each in ilk.read(ROOT / "examples" / "notes")]  # fmt: skip
    unlabelled = [{**note, "kind": ""} for note in notes[::4]]
    given = [note for note in notes if note["id"] not in {each["id"] for each in unlabelled}]
    rows = [*given, *unlabelled, {"id": "empty", "text": "…", "title": "", "kind": ""}]
    judged = folder / "judged"
    (judged / "qrels").mkdir(parents=True)
    lines = [json.dumps({"_id": each["id"], "text": each["text"], "title": each["title"]}) for each in notes]
    (judged / "corpus.jsonl").write_text("\n".join(lines), encoding="utf-8")
    queries = [{"_id": "q1", "text": "sourdough bread"}, {"_id": "q2", "text": "heat transfer"}]
    (judged / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), encoding="utf-8")
    relevant = "query-id\tcorpus-id\tscore\nq1\tkitchen/bread.md\t1\nq2\tpapers/slip-flow.md\t1\n"
    (judged / "qrels" / "test.tsv").write_text(relevant, encoding="utf-8")
    (folder / "notes.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert run("build", folder / "notes.jsonl", "--out", folder / "notes.ilk") is not None
    return folder


def run(*arguments: object) -> Any:
    """Run a command with --json and return what it prints."""
    done = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return json.loads(done.stdout)


def broken(index: Path, folder: Path) -> Path:
    """Return a copy of an index that lacks a part."""
    ilk.Index.open(index).save(folder / "broken.ilk")
    next((folder / "broken.ilk").glob("*/term_totals.npy")).unlink()
    return folder / "broken.ilk"


def copied(folder: Path) -> Path:
    """Return an index that may be changed."""
    fields = (
        "build",
        folder / "notes.jsonl",
        "--out",
        folder / "changed.ilk",
        "--effort",
        "quick",
        "--models",
        "lsi",
    )
    return Path(run(*fields)["index"])


RUNS: dict[str, Callable[[Path], list[Any]]] = {
    "build": lambda at: [
        run("build", at / "notes.jsonl", "--out", at / "other.ilk", "--effort", "quick", "--models", "lsi")
    ],
    "info": lambda at: [run("info", at / "notes.ilk")],
    "search": lambda at: [run("search", at / "notes.ilk", "bread xyzzy")],
    "similar": lambda at: [run("similar", at / "notes.ilk", "kitchen/bread.md")],
    "explain": lambda at: [
        run("explain", at / "notes.ilk", "bread", "kitchen/bread.md", "--similarity", name)
        for name in ("ilk", "plsi-h")
    ],
    "topics": lambda at: [run("topics", at / "notes.ilk")],
    "classify": lambda at: [
        run("classify", at / "notes.ilk", "--field", "kind", "--method", name) for name in ("svm", "bayes")
    ],
    "cluster": lambda at: [
        run("cluster", at / "notes.ilk", "--clusters", 3, "--compare", "kind"),
    ],
    "evaluate": lambda at: [run("evaluate", at / "judged", "--similarity", "bm25,tfidf", "--per-query")],
    "add": lambda at: [run("add", copied(at), at / "notes.jsonl", "--replace")],
    "remove": lambda at: [run("remove", copied(at), "kitchen/bread.md")],
    "check": lambda at: [run("check", at / "notes.ilk"), run("check", broken(at / "notes.ilk", at))],
}


@pytest.mark.parametrize("command", RUNS)
def test_the_keys_and_types_are_those_of_the_manual(command, folder):
    assert differences(RUNS[command](folder), SHAPES[command][0]) == []


def test_the_list_of_experiments():
    assert differences([run("reproduce")], SHAPES["reproduce"][1]) == []


def test_an_experiment(folder, monkeypatch):
    table = Table("a caption", ("what", "published"), [("this", "1.0")])
    study = Study(
        name="toy",
        title="a toy",
        reference="nobody",
        settings=lambda quick: [Setting({"seed": 0})],
        run=lambda parameters, data: 1.0,
        report=lambda results: Report("a summary", [Section("a heading", tables=[table])]),
        collections=(),
    )
    monkeypatch.setattr("ilk.experiments.catalogue.load_study", lambda name: study)
    out = ["--data", folder, "--out", folder / "results", "--workers", 1]
    assert differences([run("reproduce", "toy", *out)], SHAPES["reproduce"][0]) == []


def test_the_demo(folder, monkeypatch):
    some = [each for each in ilk.read("stdlib") if each.metadata["module"] in {"heapq", "csv", "shlex"}]
    monkeypatch.setattr("ilk.corpus.read.read", lambda source: some)
    assert differences([run("demo", "--out", folder / "demo.ilk")], SHAPES["demo"][0]) == []


def test_every_command_is_in_the_manual():
    assert set(SHAPES) == set(app.commands) - WITHOUT
    assert set(RUNS) == set(SHAPES) - {"reproduce", "demo"}


def differences(answers: list[Any], shape: Shape) -> list[str]:
    """Say where answers together lack keys of a shape, have others, or have types that it does not allow."""
    found: dict[str, set[type]] = {}
    for answer in answers:
        for path, kind in leaves(answer, shape):
            found.setdefault(path, set()).add(kind)
    return [
        *(f"{path} is printed, but not in the manual" for path in sorted(set(found) - set(shape))),
        *(f"{path} is in the manual, but not printed" for path in sorted(set(shape) - set(found))),
        *(
            f"{path} is {kinds}, and the manual says {shape[path]}"
            for path, kinds in found.items()
            if path in shape and not kinds <= set(shape[path])
        ),
    ]
