"""Building from whatever lies in a folder: several formats, what is no text, and indexes among the texts."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path


def test_a_folder_of_several_formats_is_read_and_the_rest_is_named(ilk, notes):
    (notes / "papers.jsonl").write_text(
        '{"id": "p1", "text": "on rivers"}\n{"id": "p2", "text": "on hills"}\n'
    )
    (notes / "table.csv").write_text("id,text\nr1,a row about wine\n")
    for name in ("letter.docx", "script.py", "empty.md"):
        (notes / name).write_text("" if name.startswith("empty") else "no format of ilk")
    built = ilk("build", notes, "--effort", "quick", "--json")
    assert built.err == "3 files not read: .docx (1), .py (1), empty (1)\n"
    facts = json.loads(built.out)
    assert (facts["n_docs"], facts["left_out"]) == (6, 3)


def test_an_index_among_the_texts_is_not_read(ilk, notes, monkeypatch):
    monkeypatch.chdir(notes)
    for name in ("a.ilk", "b.ilk", "a.ilk"):
        built = ilk("build", ".", "--out", name, "--effort", "quick")
        assert (built.status, built.err) == (0, "")
        assert built.out.startswith(f"{name}: 3 documents")
    refused = ilk("build", "a.ilk", "--out", "c.ilk")
    assert refused.status == 2
    assert refused.err == (
        "ilk: a.ilk: is an index of ilk, not a folder of texts; give the texts that it was built from\n"
    )


def test_a_zip_archive_is_a_source(ilk, notes):
    with zipfile.ZipFile("notes.zip", "w") as packed:
        for path in sorted(notes.rglob("*.*")):
            packed.write(path, path.relative_to(notes))
    built = ilk("build", "notes.zip", "--effort", "quick")
    assert built.out.startswith("notes.ilk: 3 documents")
    assert Path("notes.ilk").is_dir()
