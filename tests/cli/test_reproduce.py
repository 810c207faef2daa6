"""`ilk reproduce` lists experiments, runs one, and makes its page again from what is stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ilk.cli.app import app
from ilk.errors import IlkError, NotFound, UnknownName
from ilk.experiments.catalogue import STUDIES, load_study


def ilk(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["reproduce", *arguments], catch_exceptions=False, standalone_mode=False)
    return result.output


def test_alone_it_lists_the_experiments() -> None:
    assert [line.split()[0] for line in ilk().splitlines()] == list(STUDIES)
    assert json.loads(ilk("--json"))["experiments"] == dict(STUDIES)


@pytest.mark.parametrize("name", STUDIES)
def test_every_experiment_of_the_list_is_there(name: str) -> None:
    study = load_study(name)
    assert study.name == name
    for quick in (False, True):
        keys = [setting.key for setting in study.settings(quick)]
        assert keys
        assert len(set(keys)) == len(keys)


def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ILK_DATA", raising=False)
    cases: list[tuple[tuple[str, ...], type[IlkError], str]] = [
        (("elkann",), UnknownName, "did you mean 'elkan2005'"),
        (("elkan2005",), NotFound, "by --data, or set ILK_DATA"),
        (("elkan2005", "--data", str(tmp_path)), NotFound, "elkan2005 needs the collections 20newsgroups"),
        (("elkan2005", "--redraw", "--out", str(tmp_path)), NotFound, "without --redraw"),
    ]
    for arguments, error, sentence in cases:
        with pytest.raises(error, match=sentence):
            ilk(*arguments)
