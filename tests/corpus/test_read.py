"""One call reads whatever is there, checks ids and texts, and says what was left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from corpus.packing import archive, put

from ilk.corpus.read import Documents, read
from ilk.errors import InputError, MissingExtra, NotFound, ParameterError, UnknownName
from ilk.records import Document

TWO = '{"id": "a", "text": "1"}\n{"id": "b", "text": "2"}\n'


def test_documents_can_be_read_again_and_know_their_source(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", TWO)
    documents = read(str(path))
    assert isinstance(documents, Documents)
    assert (documents.source, documents.format) == (str(path), "jsonl")
    assert list(documents) == list(documents) == [Document("a", "1"), Document("b", "2")]


def test_nothing_is_read_before_somebody_asks(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", f"{TWO}broken")
    first = iter(read(path))
    assert next(first) == Document("a", "1")
    assert next(first) == Document("b", "2")
    with pytest.raises(InputError, match="line 3: not valid JSON"):
        next(first)


def test_a_file_that_is_gone_by_then_is_a_sentence(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", TWO)
    documents = read(path)
    path.unlink()
    with pytest.raises(InputError, match=r"a\.jsonl: cannot be read \(No such file or directory\)"):
        list(documents)


def test_problems_are_counted_anew_each_time(tmp_path: Path) -> None:
    documents = read(put(tmp_path / "a.jsonl", f"broken\n{TWO}[]\n"), skip_bad=True)
    for _ in range(2):
        assert len(list(documents)) == 2
        assert documents.problems.summary() == "2 records left out: not a JSON object (1), not valid JSON (1)"


def test_a_duplicate_id_names_both_places(tmp_path: Path) -> None:
    put(tmp_path / "a.jsonl", TWO)
    put(tmp_path / "b.jsonl", '\n{"id": "b", "text": "3"}\n{"id": "c", "text": "4"}')
    with pytest.raises(InputError) as caught:
        list(read(tmp_path))
    assert str(caught.value) == (
        f"{tmp_path / 'b.jsonl'}, line 2: the id 'b' is taken by another document "
        f"({tmp_path / 'a.jsonl'}, line 2); "
        "give each document an id of its own, or leave it out with --skip-bad"
    )
    documents = read(tmp_path, skip_bad=True)
    assert [document.text for document in documents] == ["1", "2", "4"]
    assert documents.problems.kinds == {"duplicate id": 1}


def test_a_member_that_is_in_an_archive_twice(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tar", {"a.txt": "1", "./a.txt": "2"})
    with pytest.raises(InputError, match=r"a\.txt: the id 'a\.txt' is taken by another document; give each"):
        list(read(path))


def test_an_empty_document_is_a_problem_unless_it_has_a_title(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.txt: the document 'a\.txt' is empty; correct it, .*--skip-bad"):
        list(read(put(tmp_path / "a.txt", " \n\t")))
    put(tmp_path / "b/b.jsonl", '{"id": "a", "text": " "}\n{"id": "b", "text": "b"}\n')
    with pytest.raises(InputError, match=r"b\.jsonl, line 1: the document 'a' is empty; correct it"):
        list(read(tmp_path / "b"))
    documents = read(tmp_path / "b", skip_bad=True)
    assert [document.id for document in documents] == ["b"]
    assert documents.problems.summary() == "1 record left out: empty document (1)"
    assert list(read(put(tmp_path / "c.jsonl", '{"id": "a", "title": "T"}'))) == [Document("a", "", "T")]


def test_a_source_without_documents_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.jsonl: holds no document; check the path and the format"):
        list(read(put(tmp_path / "a.jsonl", "")))
    nothing = read(put(tmp_path / "b.jsonl", "x\ny\n"), skip_bad=True)
    with pytest.raises(InputError, match=r"holds no document \(2 records left out: not valid JSON \(2\)\)"):
        list(nothing)


def test_bad_parameters_are_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no format 'jsnl'; did you mean 'jsonl'"):
        read(tmp_path / "gone", format="jsnl")
    with pytest.raises(ParameterError, match=r"encoding must be a name that Python knows.*got 'klingon'"):
        read(tmp_path / "gone", encoding="klingon")
    with pytest.raises(ParameterError, match="got 'base64'"):
        read(tmp_path / "gone", encoding="base64")
    with pytest.raises(NotFound, match=r"there is no file or folder .*gone.*check the spelling"):
        read(tmp_path / "gone")


def test_a_folder_of_a_named_format_reads_the_files_of_that_format(tmp_path: Path) -> None:
    put(tmp_path / "a.jsonl", TWO)
    put(tmp_path / "b.md", "text")
    put(tmp_path / "c.md", "text")
    assert [document.id for document in read(tmp_path, format="jsonl")] == ["a", "b"]
    assert [document.id for document in read(tmp_path)] == ["a", "b", "b.md", "c.md"]


def test_a_known_collection_gives_its_documents(tmp_path: Path) -> None:
    line = '{"_id": "d", "title": "", "text": "t"}\n{"_id": "empty", "title": "", "text": ""}\n'
    put(tmp_path / "corpus.jsonl", line)
    put(tmp_path / "queries.jsonl", '{"_id": "q", "text": "t"}')
    put(tmp_path / "qrels/test.tsv", "query-id\tcorpus-id\tscore\nq\td\t1\n")
    documents = read(tmp_path)
    assert documents.format == "collection"
    assert [document.id for document in documents] == ["d", "empty"]
    ours = read(tmp_path, skip_bad=True)
    assert ours.format == "beir"
    assert [document.id for document in ours] == ["d"]


def test_stdlib_is_a_name_unless_it_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    documents = read("stdlib")
    assert (documents.source, documents.format) == ("stdlib", "stdlib")
    assert isinstance(next(iter(documents)), Document)
    put(tmp_path / "stdlib/a.txt", "mine")
    assert [document.id for document in read("stdlib")] == ["a.txt"]


def test_a_name_of_the_catalogue_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    with pytest.raises(MissingExtra, match=r"needs the package ir-datasets .*: pip install ir-datasets$"):
        read("ir_datasets:vaswani")


def test_reading_loads_no_heavy_package(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", TWO)
    program = (
        "import sys; from ilk.corpus.read import read; assert len(list(read(sys.argv[1]))) == 2; "
        "print(sorted({'scipy', 'numba', 'sklearn', 'rich', 'pypdf'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
