from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk import storage
from ilk.errors import NotFound, StorageError
from ilk.storage import manifest as manifests


def rewrite(index: Path, **changes: object) -> None:
    """Change the manifest and give it the right checksum again, as somebody of ill will could."""
    content = json.loads((index / "manifest.json").read_text())
    del content["checksum"]
    content |= changes
    content["checksum"] = manifests._checksum(content)
    (index / "manifest.json").write_text(json.dumps(content))


def rewrite_part(index: Path, name: str, **changes: object) -> None:
    parts = json.loads((index / "manifest.json").read_text())["parts"]
    parts[name] |= changes
    rewrite(index, parts=parts)


def test_nothing_there(tmp_path):
    with pytest.raises(StorageError, match=r"there is no index at .*a\.ilk; build one with 'ilk build'"):
        storage.open_folder(tmp_path / "a.ilk")


def test_a_file(tmp_path):
    (tmp_path / "a.ilk").write_text("x")
    with pytest.raises(StorageError, match="is not an ilk index: it is not a folder"):
        storage.open_folder(tmp_path / "a.ilk")


def test_another_folder(tmp_path):
    with pytest.raises(StorageError, match=r"is not an ilk index: it has no manifest\.json"):
        storage.open_folder(tmp_path)
    (tmp_path / "manifest.json").write_text('{"name": "a web page"}')
    with pytest.raises(StorageError, match="belongs to something else"):
        storage.open_folder(tmp_path)


def test_a_later_format(index):
    rewrite(index, format=3, ilk_version="9.1")
    sentence = r"was written by ilk 9\.1 with format 3, this ilk reads up to 1; upgrade ilk"
    with pytest.raises(StorageError, match=sentence):
        storage.open_folder(index)


@pytest.mark.parametrize("changes", [{"kind": "parquet"}, {"encoding": 2}])
def test_a_later_kind_of_part(index, changes):
    rewrite_part(index, "written", **changes)
    with pytest.raises(StorageError, match=r"'written' \(version \d\) this ilk cannot read; upgrade ilk"):
        storage.open_folder(index)


def test_a_manifest_that_was_cut_off_or_changed(index):
    manifest = index / "manifest.json"
    data = manifest.read_bytes()
    manifest.write_bytes(data[:-20])
    with pytest.raises(StorageError, match=r"damaged: manifest\.json is not valid JSON; run 'ilk check"):
        storage.open_folder(index)
    manifest.write_bytes(data.replace(b'"number": 1', b'"number": 2'))
    with pytest.raises(StorageError, match="bad checksum"):
        storage.open_folder(index)


def test_a_manifest_that_may_not_be_read(index):
    (index / "manifest.json").unlink()
    (index / "manifest.json").mkdir()
    with pytest.raises(StorageError, match=r"manifest\.json cannot be read: Is a directory"):
        storage.open_folder(index)


@pytest.mark.parametrize(
    "changes",
    [
        {"generation": "../../../etc"},
        {"generation": 3},
        {"parameters": []},
        {"seed": "0"},
        {"seed": True},
        {"parts": []},
        {"parts": {"../x": {}}},
        {"parts": {"x": 1}},
        {"parts": {"x": {}}},
        {"format": "1"},
    ],
)
def test_hostile_manifests(index, changes):
    rewrite(index, **changes)
    with pytest.raises(StorageError, match="is damaged"):
        storage.open_folder(index)


@pytest.mark.parametrize(
    "changes",
    [
        {"file": "../manifest.json"},
        {"file": "/etc/passwd"},
        {"file": ".."},
        {"file": 3},
        {"n_bytes": -1},
        {"n_bytes": 5},
        {"n_bytes": True},
        {"checksum": "x"},
        {"shape": [3, 40]},
        {"shape": [-40, -3]},
        {"shape": "40,3"},
        {"dtype": "<f4"},
        {"dtype": "O"},
        {"dtype": "|O8"},
        {"dtype": "<i3"},
        {"dtype": "i4,i4"},
        {"kind": 1},
    ],
)
def test_hostile_parts(index, changes):
    rewrite_part(index, "written", **changes)
    with pytest.raises(StorageError, match="is damaged"):
        storage.open_folder(index)


@given(
    data=st.binary(max_size=60)
    | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(repr).map(str.encode)
)
def test_no_manifest_makes_anything_but_a_storage_error(data):
    with pytest.raises(StorageError, match=r"a\.ilk"):
        manifests.from_bytes(data, Path("a.ilk"))


def test_deep_nesting(index):
    (index / "manifest.json").write_text("[" * 200_000)
    with pytest.raises(StorageError, match="not valid JSON"):
        storage.open_folder(index)


def test_links_are_refused(index, tmp_path):
    stored = storage.open_folder(index)
    file = stored.path("written")
    file.rename(tmp_path / "elsewhere.npy")
    file.symlink_to(tmp_path / "elsewhere.npy")
    with pytest.raises(StorageError, match="neither a plain file nor a plain folder"):
        storage.open_folder(index)


def test_a_generation_that_is_a_link(index, tmp_path):
    generation = index / storage.open_folder(index).manifest.generation
    generation.rename(tmp_path / "elsewhere")
    generation.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StorageError, match="neither a plain file nor a plain folder"):
        storage.open_folder(index)


def test_a_missing_part(index):
    storage.open_folder(index).path("filled").unlink()
    with pytest.raises(StorageError, match=r"damaged: filled\.npy is missing; run 'ilk check"):
        storage.open_folder(index)


def test_a_missing_generation(index):
    generation = index / storage.open_folder(index).manifest.generation
    generation.rename(index / "gone")
    with pytest.raises(StorageError, match=f"damaged: {generation.name} is missing"):
        storage.open_folder(index)


@pytest.mark.parametrize("name", ["written", "value", "documents"])
def test_a_part_that_was_cut_off(index, name):
    file = storage.open_folder(index).path(name)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(StorageError, match=rf"damaged: {file.name} has [\d,]+ bytes instead of"):
        storage.open_folder(index)


@pytest.mark.parametrize("name", ["written", "value", "documents"])
def test_a_part_that_was_overwritten(index, name):
    file = storage.open_folder(index).path(name)
    file.write_bytes(b"\xff" * file.stat().st_size)
    with pytest.raises(StorageError, match=rf"damaged: {file.name} cannot be read"):
        storage.open_folder(index)


def test_a_pickle_is_never_loaded(index):
    file = storage.open_folder(index).path("written")
    np.save(file, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    rewrite_part(index, "written", n_bytes=file.stat().st_size)
    with pytest.raises(StorageError, match=r"written\.npy cannot be read"):
        storage.open_folder(index)


def test_parts_are_asked_for_by_name_and_kind(index):
    stored = storage.open_folder(index)
    assert "written" in stored
    assert "nothing" not in stored
    with pytest.raises(NotFound, match="has no part 'nothing'; it has: documents, filled, value, written"):
        stored.array("nothing")
    with pytest.raises(NotFound, match=r"'written' .* is of another kind: it is written\.npy"):
        stored.json("written")
