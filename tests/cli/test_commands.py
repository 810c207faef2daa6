"""Every command, its output for people and for programs, and its sentences for mistakes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ilk.cli.app import app

COMMANDS = list(app.commands)


def test_alone_it_shows_the_way_in(ilk):
    result = ilk()
    assert result.status == 0
    assert "ilk demo" in result.out
    assert "ilk build notes/" in result.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(ilk, command):
    listed, own = ilk("--help"), ilk(command, "--help")
    assert re.search(rf"^  {command} +\w", listed.out, re.MULTILINE)
    assert own.status == 0
    assert f"ilk {command}" in own.out.split("Examples:")[1]


def test_a_wrong_command_or_option_is_exit_2(ilk):
    assert ilk("serch").status == 2
    result = ilk("build")
    assert result.status == 2
    assert "missing argument 'SOURCE'" in result.err


def test_building_names_the_index_after_its_source(ilk, notes):
    result = ilk("build", "notes/")
    assert result.status == 0
    assert re.match(r"notes.ilk: 3 documents, \d+ terms, language english, in \d+\.\d s\n", result.out)
    assert Path("notes.ilk/manifest.json").exists()
    assert result.err == ""


def test_building_reports_as_json(ilk, notes):
    report = json.loads(ilk("build", "notes", "--out", "other.ilk", "--json", "--models", "lsi, plsi").out)
    assert report["index"] == "other.ilk"
    assert report["n_docs"] == 3
    assert report["left_out"] == 0
    assert report["models"] == ["ilk", "lsi", "plsi"]


def test_building_from_standard_input_needs_a_name(ilk, notes):
    lines = '{"id": "a", "text": "first text"}\n{"id": "b", "text": "second text"}\n'
    refused = ilk("build", "-", stdin=lines)
    assert refused.status == 2
    assert (
        refused.err == "ilk: standard input has no name; say where to write the index with --out NAME.ilk\n"
    )
    assert ilk("build", "-", "--out", "in.ilk", stdin=lines).status == 0
    assert "first text" in ilk("search", "in.ilk", "first").out


def test_bad_records_stop_the_build_or_are_left_out(ilk, notes):
    Path("bad.jsonl").write_text('{"id": "a", "text": "good text"}\n{"id": "b", "text"\n{"id": "c"}\n')
    refused = ilk("build", "bad.jsonl")
    assert refused.status == 2
    assert re.match(r"ilk: bad.jsonl, line 2: .*JSON.*--skip-bad\n\Z", refused.err)
    assert not Path("bad.ilk").exists()
    accepted = ilk("build", "bad.jsonl", "--skip-bad")
    assert accepted.status == 0
    assert accepted.err.startswith("2 records left out: ")
    assert accepted.out.startswith("bad.ilk: 1 document, 2 terms")


def test_searching_prints_title_id_similarity_and_snippet(ilk, notes_index):
    result = ilk("search", notes_index, "river trams")
    assert result.status == 0
    first, second, third = result.out.splitlines()[:3]
    assert re.match(r"1  Lisbon  \d\.\d+", first)
    assert second.strip() == "travel/lisbon.md"
    assert "Trams climb the hills" in third
    assert "2  Porto" in result.out


def test_searching_as_json(ilk, notes_index):
    answer = json.loads(ilk("search", notes_index, "river", "--json", "-s", "pl2", "-k", "1").out)
    assert answer["query"] == "river"
    assert answer["similarity"] == "pl2"
    assert answer["note"] == ""
    (hit,) = answer["hits"]
    assert hit["rank"] == 1
    assert set(hit) == {
        "rank", "id", "similarity", "title", "title_marks", "snippet", "marks", "metadata",
    }  # fmt: skip


def test_the_query_can_come_from_standard_input(ilk, notes_index):
    assert "Tulips" in ilk("search", notes_index, "-", stdin="when to plant tulips?\n").out


def test_no_hits_is_no_error_but_says_why(ilk, notes_index):
    result = ilk("search", notes_index, "xyzzy")
    assert (result.status, result.out) == (0, "")
    assert result.err == "no document has any of the words: xyzzy\n"


def test_words_that_no_document_has_are_told_beside_the_hits(ilk, notes_index):
    result = ilk("search", notes_index, "xyzzy river")
    assert "Lisbon" in result.out
    assert (result.status, result.err) == (0, "no document has the word xyzzy\n")
    answer = json.loads(ilk("search", notes_index, "xyzzy river", "--json").out)
    assert (answer["unknown"], answer["note"]) == (["xyzzy"], "no document has the word xyzzy")


def test_similar_documents(ilk, notes_index):
    assert ilk("similar", notes_index, "travel/lisbon.md").out.startswith("1  Porto")
    answer = json.loads(ilk("similar", notes_index, "travel/lisbon.md", "--json").out)
    assert [hit["id"] for hit in answer["hits"]] == ["travel/porto.md"]
    missing = ilk("similar", notes_index, "travel/lisbon.txt")
    assert missing.status == 2
    assert "did you mean 'travel/lisbon.md'" in missing.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["search", "none.ilk", "x"], "there is no index at none.ilk; build one with 'ilk build'"),
        (
            ["search", "notes", "x"],
            "notes is not an ilk index: it has no manifest.json; did you mean notes.ilk?",
        ),
        (["search", "notes/travel", "x"], "'ilk build notes/travel' makes an index of texts"),
        (["check", "notes"], "did you mean notes.ilk?"),
        (["info", "none.ilk"], "there is no index at none.ilk"),
        (["search", "notes.ilk", "x", "-s", "bm52"], "there is no similarity 'bm52'; did you mean 'bm25'?"),
        (["search", "notes.ilk", "x", "-s", "BM25"], "there is no similarity 'BM25'; did you mean 'bm25'?"),
        (["similar", "notes.ilk", "lisbon"], "did you mean 'travel/lisbon.md'?"),
        (["search", "notes.ilk", "x", "-f", "year"], "a filter is a field, one of"),
        (["build", "nowhere/"], "nowhere"),
        (["build", "notes", "--format", "docx"], "there is no format 'docx'"),
        (
            ["build", "notes", "--min-df", "x"],
            "a document frequency must be a number such as 5 or 0.5, got 'x'",
        ),
        (["build", "notes", "--out", "notes"], "notes"),
        (["evaluate"], "give a collection, or run files and their judgements"),
        (["evaluate", "notes"], "notes"),
        (["evaluate", "notes", "-m", "XYZ"], "there is no measure 'XYZ'"),
    ],
)
def test_mistakes_get_one_sentence_and_exit_2(ilk, notes_index, arguments, sentence):
    result = ilk(*arguments)
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("ilk: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1


def test_info_for_people_and_programs(ilk, notes_index):
    assert re.search(r"^documents +3$", ilk("info", notes_index).out, re.MULTILINE)
    facts = json.loads(ilk("info", notes_index, "--json").out)
    assert facts["n_docs"] == 3
    assert "bm25" in facts["similarities"]
    assert facts["language"] == "english"


def test_check_says_what_is_broken(ilk, notes_index):
    sound = ilk("check", notes_index)
    assert (sound.status, sound.err) == (0, "")
    assert "is sound" in sound.out
    (damaged,) = Path(notes_index).rglob("postings_docs.npy")
    content = bytearray(damaged.read_bytes())
    content[-1] ^= 1
    damaged.write_bytes(content)
    broken = ilk("check", notes_index)
    assert broken.status == 2
    assert "postings_docs.npy" in broken.err
    assert json.loads(ilk("check", notes_index, "--json").out)["sound"] is False


def test_an_index_of_a_later_ilk_is_not_called_damaged(ilk, notes_index):
    manifest = Path(notes_index) / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "format": 9, "ilk_version": "9.0"}))
    for arguments in ([], ["--json"]):
        result = ilk("check", notes_index, *arguments)
        assert (result.status, result.out) == (2, "")
        assert re.fullmatch(r"ilk: notes.ilk was written by ilk 9.0 with .*; upgrade ilk\n", result.err)


def test_a_reader_that_goes_away_is_no_error(notes_index):
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-m", "ilk", "search", notes_index, "river"]
    result = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert result.returncode == 0
    assert result.stderr == b""


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("ilk sea", "search"),
        ("ilk search notes.ilk x --similarity plsi-k", "plsi-kl"),
        ("ilk evaluate data --similarity bm25,plsi-k", "bm25,plsi-kl"),
        ("ilk reproduce elk", "elkan2005"),
    ],
)
def test_the_shell_completes_commands_and_names(words, offered):
    asked = {"_ILK_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    command = [str(Path(sys.executable).parent / "ilk")]
    found = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=False)
    assert offered in [line.split(",", 1)[1] for line in found.stdout.splitlines()]
