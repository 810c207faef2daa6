"""The public names are pinned: adding or losing one is a decision, not an accident."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ilk


def test_every_public_name_loads_and_nothing_else_is_promised():
    assert sorted(ilk.__all__) == sorted({*ilk._HOMES, "__version__"})
    for name in ilk.__all__:
        assert getattr(ilk, name) is not None
    assert dir(ilk) == sorted(ilk.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'Indx'"):
        ilk.Indx  # noqa: B018


@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "import ilk"],
        ["-m", "ilk", "--help"],
        ["-m", "ilk", "search", "--help"],
        ["-m", "ilk", "classify", "--help"],
        ["-m", "ilk", "cluster", "--help"],
        ["-m", "ilk", "serve", "--help"],
        ["-m", "ilk", "reproduce"],
    ],
)
def test_starting_up_loads_nothing_heavy(arguments):
    result = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=True
    )
    loaded = {line.rsplit("|", 1)[-1].strip() for line in result.stderr.splitlines()}
    assert "ilk" in loaded
    heavy = {"numpy", "numba", "scipy", "sklearn", "rich", "ir_measures", "matplotlib", "fastapi", "uvicorn"}
    assert not loaded & heavy
