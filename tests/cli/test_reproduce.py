"""`ilk reproduce` lists experiments, runs one, and makes its page again from what is stored."""

from __future__ import annotations

import json

import pytest

from ilk.experiments.catalogue import STUDIES, load_study


def test_alone_it_lists_the_experiments(ilk):
    assert [line.split()[0] for line in ilk("reproduce").out.splitlines()] == list(STUDIES)
    assert json.loads(ilk("reproduce", "--json").out)["experiments"] == dict(STUDIES)


@pytest.mark.parametrize("name", STUDIES)
def test_every_experiment_of_the_list_is_there(name):
    study = load_study(name)
    assert study.name == name
    for quick in (False, True):
        keys = [setting.key for setting in study.settings(quick)]
        assert keys
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["elkann"], "did you mean 'elkan2005'"),
        (["elkan2005"], "by --data, or set ILK_DATA"),
        (["elkan2005", "--data", "."], "elkan2005 needs the collections 20newsgroups"),
        (["elkan2005", "--redraw"], "without --redraw"),
    ],
)
def test_what_is_missing_is_said(ilk, tmp_path, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ILK_DATA", raising=False)
    result = ilk("reproduce", *arguments)
    assert result.status == 2
    assert sentence in result.err
    assert not any(tmp_path.iterdir())
