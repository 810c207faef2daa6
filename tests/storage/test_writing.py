from __future__ import annotations

import sqlite3
from pathlib import Path

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from storage.conftest import numbers_in, write_index

from ilk import storage
from ilk.errors import ParameterError, StorageError

DTYPES = [
    np.bool_,
    np.int8,
    np.uint8,
    np.int32,
    np.int64,
    np.float32,
    np.float64,
    np.dtype("<U3"),
    np.dtype(">i4"),
]


@given(
    array=st.sampled_from(DTYPES).flatmap(
        lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, min_side=0, max_dims=3, max_side=5))
    ),
    fortran=st.booleans(),
)
def test_any_array_survives_the_round_trip(tmp_path_factory, array, fortran):
    path = tmp_path_factory.mktemp("round") / "a.ilk"
    array = np.asfortranarray(array) if fortran else array
    with storage.create(path) as folder:
        folder.write_array("written", array)
        folder.new_array("filled", array.shape, array.dtype)[...] = array
    stored = storage.open_folder(path)
    for name in ("written", "filled"):
        assert stored.array(name).dtype == array.dtype
        np.testing.assert_array_equal(stored.array(name), array)
    assert storage.check(path) == []


def test_arrays_cannot_be_written_to(index):
    array = storage.open_folder(index).array("written")
    assert type(array) is np.ndarray
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 7


def test_an_array_larger_than_a_chunk(tmp_path):
    array = np.arange(3_000_000, dtype=np.int64)[::-1]
    with storage.create(tmp_path / "a.ilk") as folder:
        folder.write_array("large", array)
    np.testing.assert_array_equal(storage.open_folder(tmp_path / "a.ilk").array("large"), array)
    assert storage.check(tmp_path / "a.ilk") == []


def test_replacing_leaves_only_the_new_index(index):
    write_index(index, 2)
    assert numbers_in(storage.open_folder(index)) == {2}
    assert len(list(index.iterdir())) == 2
    assert storage.check(index) == []
    assert [entry.name for entry in index.parent.iterdir()] == ["papers.ilk"]


def test_an_opened_index_outlives_its_replacement(index):
    old = storage.open_folder(index)
    write_index(index, 2)
    assert numbers_in(old) == {1}


@pytest.mark.parametrize("problem", [RuntimeError("no"), KeyboardInterrupt()])
def test_a_failed_build_leaves_nothing_and_keeps_the_old_index(index, problem):
    before = sorted(index.rglob("*"))
    with pytest.raises(type(problem)), storage.create(index) as folder:  # noqa: PT012
        folder.write_array("written", np.zeros(9))
        raise problem
    assert sorted(index.rglob("*")) == before
    assert list(index.parent.iterdir()) == [index]
    assert numbers_in(storage.open_folder(index)) == {1}


def test_a_failed_first_build_leaves_nothing(tmp_path):
    with pytest.raises(RuntimeError, match="no"), storage.create(tmp_path / "a.ilk"):
        raise RuntimeError("no")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_is_refused_and_untouched(tmp_path):
    (tmp_path / "a.ilk").write_text("mine")
    with (
        pytest.raises(StorageError, match="exists and is not an ilk index"),
        storage.create(tmp_path / "a.ilk"),
    ):
        pytest.fail("the block must not run")
    assert (tmp_path / "a.ilk").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("manifest", [None, "{}", "[]", "not json", '{"what": "another index"}'])
def test_a_folder_of_other_things_is_refused_and_untouched(tmp_path, manifest):
    folder = tmp_path / "a.ilk"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    if manifest is not None:
        (folder / "manifest.json").write_text(manifest)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(StorageError, match="choose another name or remove it"), storage.create(folder):
        pytest.fail("the block must not run")
    assert sorted(tmp_path.rglob("*")) == before


def test_what_appears_during_the_build_is_refused_too(tmp_path):
    target = tmp_path / "a.ilk"
    with pytest.raises(StorageError, match="exists and is not an ilk index"), storage.create(target):
        target.write_text("mine")
    assert target.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [target]


def test_an_index_that_appears_during_the_build_is_replaced(tmp_path):
    with storage.create(tmp_path / "a.ilk", parameters={"who": "outer"}):
        write_index(tmp_path / "a.ilk", 1)
    assert storage.open_folder(tmp_path / "a.ilk").manifest.parameters == {"who": "outer"}
    assert storage.check(tmp_path / "a.ilk") == []


def test_an_empty_folder_may_become_an_index(tmp_path):
    (tmp_path / "a.ilk").mkdir()
    write_index(tmp_path / "a.ilk", 3)
    assert numbers_in(storage.open_folder(tmp_path / "a.ilk")) == {3}


def test_other_files_in_an_index_folder_survive(index):
    (index / "notes.txt").write_text("mine")
    write_index(index, 2)
    assert (index / "notes.txt").read_text() == "mine"


def test_a_link_to_an_index_stays_a_link(index, tmp_path):
    (tmp_path / "current.ilk").symlink_to(index)
    write_index(tmp_path / "current.ilk", 2)
    assert (tmp_path / "current.ilk").is_symlink()
    assert numbers_in(storage.open_folder(index)) == {2}


def test_a_missing_parent_is_named(tmp_path):
    with pytest.raises(StorageError, match=r"there is no folder .*nowhere; create it first"):
        storage.create(tmp_path / "nowhere" / "a.ilk").__enter__()


def test_a_folder_that_may_not_be_written_to(tmp_path, monkeypatch):
    def refuse(self, *args, **keywords):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StorageError, match=r"a\.ilk cannot be written: Permission denied"):
        storage.create(tmp_path / "a.ilk").__enter__()


@pytest.mark.parametrize("name", ["../out", "/etc/passwd", "", ".hidden", "a/b", "a\\b", "a\0b", "x" * 200])
def test_names_that_could_lead_out_of_the_folder_are_refused(tmp_path, name):
    with storage.create(tmp_path / "a.ilk") as folder:
        with pytest.raises(ParameterError, match="a part's name must be"):
            folder.write_array(name, np.zeros(3))
        with pytest.raises(ParameterError, match="a part's name must be"):
            folder.adopt("documents", name)


def test_a_part_is_written_once(tmp_path):
    with storage.create(tmp_path / "a.ilk") as folder:
        folder.write_array("a", np.zeros(3))
        folder.new_array("b", (3,), np.int32)
        for name in "ab":
            with pytest.raises(ParameterError, match="has already been written"):
                folder.write_json(name, 1)


@pytest.mark.parametrize(
    "array", [np.array([{}], dtype=object), np.zeros(2, dtype=[("a", "i4")]), np.zeros(2, "M8[s]")]
)
def test_arrays_that_are_not_plain_memory_are_refused(tmp_path, array):
    refused = pytest.raises(ParameterError, match="only arrays of numbers")
    with storage.create(tmp_path / "a.ilk") as folder, refused:
        folder.write_array("a", array)


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), object(), np.float32(1), b"bytes"])
def test_parameters_must_be_json(tmp_path, value):
    with pytest.raises(ParameterError, match="must be plain JSON values"):
        storage.create(tmp_path / "a.ilk", parameters={"x": value}).__enter__()
    with (
        storage.create(tmp_path / "a.ilk") as folder,
        pytest.raises(ParameterError, match="plain JSON values"),
    ):
        folder.write_json("x", value)


def test_parameters_may_be_added_while_writing(tmp_path):
    with storage.create(tmp_path / "a.ilk", parameters={"a": (1, 2)}, seed=5) as folder:
        folder.parameters["b"] = "é\ud800"
    manifest = storage.open_folder(tmp_path / "a.ilk").manifest
    assert manifest.parameters == {"a": [1, 2], "b": "é\ud800"}
    assert manifest.seed == 5


def test_adopting_a_file_that_is_not_there(tmp_path):
    with storage.create(tmp_path / "a.ilk") as folder:
        with pytest.raises(StorageError, match=r"documents\.sqlite cannot be written: No such file"):
            folder.adopt("documents", "documents.sqlite")
        with pytest.raises(ParameterError, match="json or sqlite"):
            folder.adopt("documents", "documents.npy", kind="array")


def test_a_copy_is_the_same_index(index, tmp_path):
    storage.copy(storage.open_folder(index), tmp_path / "copy.ilk")
    stored = storage.open_folder(tmp_path / "copy.ilk")
    assert numbers_in(stored) == {1}
    assert storage.check(tmp_path / "copy.ilk") == []
    assert stored.manifest.parts == storage.open_folder(index).manifest.parts


def test_an_index_can_be_copied_over_itself(index):
    storage.copy(storage.open_folder(index), index)
    assert numbers_in(storage.open_folder(index)) == {1}


def test_damage_is_not_copied(index, tmp_path):
    stored = storage.open_folder(index)
    flip_last_byte(stored.path("written"))
    with pytest.raises(StorageError, match=r"damaged: the checksum of written\.npy differs"):
        storage.copy(stored, tmp_path / "copy.ilk")
    assert not (tmp_path / "copy.ilk").exists()


def test_an_index_that_was_replaced_cannot_be_copied(index, tmp_path):
    stored = storage.open_folder(index)
    write_index(index, 2)
    with pytest.raises(StorageError, match="cannot be read: No such file"):
        storage.copy(stored, tmp_path / "copy.ilk")
    assert not (tmp_path / "copy.ilk").exists()


def test_names_with_signs_of_an_address(tmp_path):
    path = tmp_path / "50% off? #1 é.ilk"
    write_index(path, 4)
    assert numbers_in(storage.open_folder(path)) == {4}
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        storage.open_folder(path).database("documents").execute("DELETE FROM numbers")


def flip_last_byte(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
