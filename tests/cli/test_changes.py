"""`ilk add` and `ilk remove`: what they print, what they refuse, and several of them at once."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from cli.processes import (
    PATIENCE,
    ended,
    is_asleep,
    is_drained,
    program,
    started,
    wait_until,
    waits_for_a_lock,
)

from ilk.index import Index
from ilk.storage import check

MORE = '{"id": "m1", "text": "Ferries cross the bay."}\n{"id": "m2", "text": "Tulips in the window."}\n'


def ids(index: str) -> list[str]:
    return Index.open(index, compiled=False).documents.ids()


def content(index: str) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path(index).rglob("*")) if path.is_file()}


@pytest.fixture
def more(notes_index):
    """Texts that the index of notes does not have."""
    Path("more.jsonl").write_text(MORE)
    return "more.jsonl"


def test_adding_says_what_was_done(ilk, notes_index, more):
    result = ilk("add", notes_index, more)
    assert (result.status, result.err) == (0, "")
    sentence = r"notes\.ilk: 2 documents added; now 5 documents, \d+ terms, language english, in \d+\.\d s\n"
    assert re.fullmatch(sentence, result.out)
    assert "m1" in ilk("search", notes_index, "ferries").out
    assert ilk("check", notes_index).status == 0


def test_the_settings_of_the_build_are_kept_and_the_bits_are_those_of_one_build(ilk, notes, more):
    settings = ["--language", "none", "--no-stop-words", "--no-stem", "--seed", 3, "--models", "lsi,plsi"]
    assert ilk("build", "notes", *settings, "--out", "some.ilk").status == 0
    Path("both").mkdir()
    shutil.copytree("notes", "both", dirs_exist_ok=True)
    Path("new").mkdir()
    for folder in ("both", "new"):
        Path(folder, "zoo.txt").write_text("Zebras sleep in the zoo.\n")
    assert ilk("build", "both", *settings, "--out", "both.ilk").status == 0
    assert ilk("add", "some.ilk", "new").status == 0
    some, both = (Index.open(name)._stored.manifest for name in ("some.ilk", "both.ilk"))
    assert some.parts == both.parts
    assert some.parameters == both.parameters


def test_adding_takes_the_options_of_reading(ilk, notes_index):
    Path("table.csv").write_text("key;Zusammenfassung\n7;Größe\n", encoding="latin-1")
    options = ["--encoding", "latin-1", "--id-field", "key", "--text-field", "Zusammenfassung"]
    assert ilk("add", notes_index, "table.csv", *options).status == 0
    assert Index.open(notes_index).document("7").text == "Größe"


def test_adding_from_standard_input_and_leaving_out_what_is_bad(ilk, notes_index):
    result = ilk("add", notes_index, "-", "--skip-bad", "--json", stdin=MORE + "{\n")
    report = json.loads(result.out)
    assert {key: report[key] for key in ("index", "added", "replaced", "left_out", "n_docs")} == {
        "index": "notes.ilk",
        "added": 2,
        "replaced": 0,
        "left_out": 1,
        "n_docs": 5,
    }
    assert result.err.startswith("1 record left out: ")


def test_an_id_that_is_taken_is_refused_unless_it_is_to_be_replaced(ilk, notes_index, more):
    before = content(notes_index)
    Path("notes/garden.txt").write_text("Roses\n\nCut roses in March.\n")
    Path("notes/pond.txt").write_text("Frogs\n\nFrogs in the pond.\n")
    refused = ilk("add", notes_index, "notes")
    assert (refused.status, refused.out) == (2, "")
    assert re.fullmatch(
        r"ilk: the index has a document '\S+' already; replace .* with --replace, .*\n", refused.err
    )
    assert content(notes_index) == before
    result = ilk("add", notes_index, "notes", "--replace")
    assert re.match(r"notes\.ilk: 1 document added, 3 replaced; now 4 documents, ", result.out)
    assert "roses" in ilk("search", notes_index, "roses").out
    assert "no document has" in ilk("search", notes_index, "tulips").err


def test_removing_says_what_was_done(ilk, notes_index):
    result = ilk("remove", notes_index, "travel/porto.md", "travel/porto.md")
    assert (result.status, result.err) == (0, "")
    assert re.fullmatch(
        r"notes\.ilk: 1 document removed; now 2 documents, \d+ terms, in \d+\.\d s\n", result.out
    )
    assert ids(notes_index) == ["garden.txt", "travel/lisbon.md"]
    report = json.loads(ilk("remove", notes_index, "garden.txt", "--json").out)
    assert (report["index"], report["removed"], report["n_docs"]) == ("notes.ilk", 1, 1)


@pytest.mark.parametrize(
    "arguments", [["--ids", "gone.txt"], ["--ids", "-"], ["-"], ["garden.txt", "--ids", "-"]]
)
def test_ids_come_from_a_file_or_from_standard_input(ilk, notes_index, arguments):
    text = "travel/porto.md\r\n\n \ngarden.txt\n"
    Path("gone.txt").write_bytes(text.encode())
    assert ilk("remove", notes_index, *arguments, stdin=text).status == 0
    assert ids(notes_index) == ["travel/lisbon.md"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["remove", "notes.ilk", "garden.txt", "gardn.txt"], "there is no document 'gardn.txt' among the 3"),
        (["remove", "notes.ilk"], "give the ids of the documents to remove, or a file of them with --ids"),
        (["remove", "notes.ilk", "-"], "there is no document to remove; give at least one id"),
        (["remove", "notes.ilk", "--ids", "zz.txt"], "there is no file zz.txt"),
        (["remove", "notes.ilk", "--ids", "all.txt"], "these are all 3 documents of the index"),
        (["remove", "zz.ilk", "garden.txt"], "there is no index at zz.ilk"),
        (["add", "zz.ilk", "more.jsonl"], "there is no index at zz.ilk"),
        (["add", "notes", "more.jsonl"], "notes is not an ilk index"),
        (["add", "notes.ilk", "zz.jsonl"], "zz.jsonl"),
        (["add", "notes.ilk", "bad.jsonl"], "bad.jsonl, line 2: "),
        (["add", "notes.ilk", "more.jsonl", "--format", "docx"], "there is no format 'docx'"),
    ],
)
def test_a_mistake_is_one_sentence_and_changes_nothing(ilk, notes_index, more, arguments, sentence):
    Path("bad.jsonl").write_text('{"id": "x", "text": "good"}\n{"id"\n')
    Path("all.txt").write_text("\n".join(ids(notes_index)))
    before = {*Path().rglob("*")}, content(notes_index)
    result = ilk(*arguments)
    assert (result.status, result.out) == (2, "")
    assert re.fullmatch(r"ilk: [^\n]+\n", result.err)
    assert sentence in result.err
    assert ({*Path().rglob("*")}, content(notes_index)) == before


def test_an_index_without_the_expected_models_is_remarked_on(ilk, notes):
    assert ilk("build", "notes").err == ""
    result = ilk("remove", "notes.ilk", "garden.txt", "travel/porto.md")
    assert result.status == 0
    assert result.err.startswith("there is too little to fit models to")
    assert ilk("add", "notes.ilk", "notes/garden.txt").err == ""


@pytest.fixture
def adding(notes_index):
    """An `ilk add` that holds the index and waits for more on its standard input."""
    command = program("add", notes_index, "-", "--format", "jsonl")
    with started(command, stdin=subprocess.PIPE) as process:
        process.stdin.write('{"id": "slow", "text": "%s"}\n' % ("snails " * 20_000))
        process.stdin.flush()
        wait_until(lambda: is_drained(process.stdin.fileno()) and is_asleep(process.pid))
        yield process


def test_ctrl_c_leaves_the_old_index(adding, notes_index):
    before = content(notes_index)
    assert len([*Path().iterdir()]) == 3  # the notes, their index, and what is being written
    os.killpg(adding.pid, signal.SIGINT)
    adding.wait(PATIENCE)
    assert ended(adding) == (130, "", "ilk: stopped\n")
    assert content(notes_index) == before
    assert sorted(each.name for each in Path().iterdir()) == ["notes", "notes.ilk"]


def test_two_changes_at_once_take_turns_and_both_count(adding, notes_index, more):
    commands = [program("add", notes_index, more), program("remove", notes_index, "garden.txt")]
    with started(commands[0]) as second, started(commands[1]) as third:
        wait_until(lambda: waits_for_a_lock(second.pid) and waits_for_a_lock(third.pid))
        assert ids(notes_index) == ["garden.txt", "travel/lisbon.md", "travel/porto.md"]
        adding.stdin.close()
        adding.stdin = None
        assert [ended(each)[0] for each in (adding, second, third)] == [0, 0, 0]
    assert sorted(ids(notes_index)) == ["m1", "m2", "slow", "travel/lisbon.md", "travel/porto.md"]
    assert check(notes_index) == []
    assert sorted(each.name for each in Path().iterdir()) == ["more.jsonl", "notes", "notes.ilk"]


def test_a_build_meanwhile_wins_and_the_change_says_so(adding, notes_index, ilk):
    Path("notes/pond.txt").write_text("Frogs in the pond.\n")
    assert ilk("build", "notes", "--effort", "quick").status == 0
    adding.stdin.close()
    adding.stdin = None
    status, out, err = ended(adding)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"ilk: \S+notes\.ilk has been replaced meanwhile and stays .*; try it again\n", err)
    assert ids(notes_index) == ["garden.txt", "pond.txt", "travel/lisbon.md", "travel/porto.md"]
    assert check(notes_index) == []
