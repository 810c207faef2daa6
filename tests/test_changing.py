"""Adding and removing documents: the bits of an index that is built at once, and nothing half-done."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import small_index

import ilk
from ilk import build
from ilk.build import Recipe
from ilk.records import Document
from ilk.storage import Manifest

SETTINGS = {"models": ["plsi", "nb", "lsi", "fv"], "n_topics": 3, "seed": 7, "min_df": 2, "max_df": 0.9}


def documents() -> list[Document]:
    """Documents with metadata of every type."""
    return [
        replace(
            each, title=f"number {i}", metadata={"n": i, "tags": ("a", str(i % 3)), "x": i / 3, "b": i > 5}
        )
        for i, each in enumerate(small_index.documents())
    ]


def built(given: list[Document], **settings) -> ilk.Index:
    return ilk.Index.build(given, **{"language": "none", **settings})


def assert_same_bits(one: ilk.Index, other: ilk.Index) -> None:
    first, second = one._stored.manifest, other._stored.manifest
    assert first.parts == second.parts  # names, shapes and checksums, also that of the texts
    assert first.parameters == second.parameters
    assert first.seed == second.seed


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "a.ilk"
    built(documents()[:5], effort="quick").save(path)
    return path


def everything_in(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_added_documents_make_the_index_of_all_at_once():
    given = documents()
    whole = built(given, **SETTINGS)
    some = built(given[:20], **SETTINGS)
    assert_same_bits(some.added(given[20:]), whole)
    assert_same_bits(some.added(given[20:25]).added(iter(given[25:])), whole)
    assert len(some) == 20


def test_removed_documents_leave_the_index_of_the_others():
    given = documents()
    some = built(given, **SETTINGS).removed([each.id for each in given[3:9]])
    assert_same_bits(some, built(given[:3] + given[9:], **SETTINGS))
    assert_same_bits(
        some.removed(iter([given[0].id, given[0].id])), built(given[1:3] + given[9:], **SETTINGS)
    )


def test_replaced_documents_come_last():
    given = documents()
    new = [Document(given[4].id, "barta kolim", "another"), given[30], Document(given[0].id, "kolim")]
    changed = built(given[:10], **SETTINGS).added(new, replace=True)
    assert_same_bits(changed, built([*given[1:4], *given[5:10], *new], **SETTINGS))
    assert changed.document(given[4].id).title == "another"


def test_a_language_that_was_guessed_is_guessed_again():
    french = [
        Document(str(n), "Le chat dort sur la table et les souris dansent dans la maison.") for n in range(3)
    ]
    english = [
        Document(f"e{n}", "The cat sleeps on the table, and the mice dance in the house.") for n in range(9)
    ]
    some = ilk.Index.build(french, effort="quick")
    both = some.added(english)
    assert_same_bits(both, ilk.Index.build(french + english, effort="quick"))
    assert (some.info().language, both.info().language) == ("french", "english")
    assert both.removed([each.id for each in english]).info().language == "french"


def test_models_come_and_go_with_what_there_is_to_fit_them_to(monkeypatch):
    given = documents()
    one = built(given[:1])
    two = one.added(given[1:2])
    assert (one.models, two.models) == ((), ("ilk",))
    assert two.note == ""
    assert_same_bits(two.removed([given[1].id]), one)
    monkeypatch.setattr(build, "LARGE", 100)
    large = two.added(given[2:])
    assert (large.models, large.note[:21]) == ((), "no models were fitted")
    assert large.removed([each.id for each in given[2:]]).models == ("ilk",)


def test_an_index_without_what_was_asked_for_keeps_to_what_was_done(tmp_path):
    parameters = dict(built(documents(), **SETTINGS)._stored.manifest.parameters)
    del parameters["asked"]
    recipe = Recipe.of(Manifest("", parameters))
    assert (recipe.effort, recipe.models) == ("normal", ("ilk", "plsi", "nb", "lsi", "fv"))
    newer = Manifest("", {**parameters, "asked": {**parameters["recipe"], "zeal": 3}}, ilk_version="9.0")
    with pytest.raises(ilk.StorageError, match=r"built by ilk 9.0 with settings .* \(zeal\); upgrade ilk"):
        Recipe.of(newer)


def test_the_index_in_the_folder_is_replaced_and_the_open_one_stays(saved):
    old = ilk.Index.open(saved)
    new = old.added(documents()[5:8], path=saved)
    assert (len(old), len(new), len(ilk.Index.open(saved))) == (5, 8, 8)
    assert old.search("barta") is not None
    fewer = new.removed(["d0", "d7"], path=str(saved))
    assert [each.id for each in fewer.documents] == ["d1", "d2", "d3", "d4", "d5", "d6"]
    assert ilk.storage.check(saved) == []
    assert [each.name for each in saved.parent.iterdir()] == ["a.ilk"]


def test_an_index_that_has_been_replaced_is_not_overwritten(saved, tmp_path):
    old = ilk.Index.open(saved)
    built(documents()[:2], path=saved, effort="quick")
    before = everything_in(tmp_path)
    for change in (lambda: old.added(documents()[5:], path=saved), lambda: old.removed(["d0"], path=saved)):
        with pytest.raises(
            ilk.StorageError, match=r"a\.ilk has been replaced meanwhile and stays as it is now"
        ):
            change()
    assert everything_in(tmp_path) == before
    assert len(old.removed(["d0"], path=tmp_path / "b.ilk")) == 4
    assert len(old.removed(["d0"])) == 4


def failing() -> Iterator[Document]:
    yield Document("new", "words")
    raise ilk.InputError("notes/x.txt", 3, "is not UTF-8", "convert it")


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        (
            lambda a: a.added([Document("d2", "x")]),
            ilk.ParameterError,
            "has a document 'd2' already; .*--replace",
        ),
        (lambda a: a.added([Document("x", "x")] * 2), ilk.InputError, "document 'x': another .* the same id"),
        (lambda a: a.added([]), ilk.ParameterError, "there are no documents to add"),
        (lambda a: a.added("notes/"), ilk.ParameterError, "documents must be .* got 'notes/'; .* ilk.read"),
        (
            lambda a: a.added(["a text"]),
            ilk.ParameterError,
            "a document must be an ilk.Document, got 'a text'",
        ),
        (lambda a: a.added(failing()), ilk.InputError, "notes/x.txt, line 3: is not UTF-8"),
        (lambda a: a.removed(["d0", "d-1"]), ilk.NotFound, "there is no document 'd-1' among the 5 of this"),
        (lambda a: a.removed([]), ilk.ParameterError, "there is no document to remove; give at least one id"),
        (lambda a: a.removed("d0"), ilk.ParameterError, "ids must be a list of texts, got 'd0'"),
        (lambda a: a.removed([0]), ilk.ParameterError, "each of ids must be a text, got 0"),
        (
            lambda a: a.removed([f"d{n}" for n in range(5)]),
            ilk.ParameterError,
            "these are all 5 documents of the index, .* delete its folder instead",
        ),
    ],
)
def test_what_is_refused_leaves_nothing_behind(saved, tmp_path, monkeypatch, change, error, sentence):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    before = everything_in(saved)
    opened = ilk.Index.open(saved)
    with pytest.raises(error, match=sentence):
        change(opened)
    in_place = _InPlace(opened, saved)
    with pytest.raises(error, match=sentence):
        change(in_place)
    assert everything_in(saved) == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.ilk", "temporary"]
    assert list(temporary.iterdir()) == []


class _InPlace:
    """Changes an index in its folder."""

    def __init__(self, index: ilk.Index, path: Path) -> None:
        self.index, self.path = index, path

    def added(self, documents: object) -> ilk.Index:
        return self.index.added(documents, path=self.path)

    def removed(self, ids: object) -> ilk.Index:
        return self.index.removed(ids, path=self.path)


def test_the_new_documents_are_read_before_the_old_ones(saved):
    stages = []
    ilk.Index.open(saved).added(
        documents()[5:8], progress=lambda stage, done, total: stages.append((stage, done, total))
    )
    assert stages[:2] == [("reading new documents", 3, 3), ("reading", 8, 8)]


def test_the_recipe_survives_the_manifest():
    index = built(documents(), **SETTINGS)
    parameters = json.loads(json.dumps(index._stored.manifest.parameters))
    recipe = Recipe.of(Manifest("", parameters))
    assert recipe == Recipe("none", True, True, 2, 0.9, "auto", ("plsi", "nb", "lsi", "fv"), 3, 7)
