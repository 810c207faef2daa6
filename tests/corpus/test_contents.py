"""A folder may hold several formats: each file is read in its own, and what is not read is counted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from corpus.packing import archive, put, zip_archive

from ilk.corpus.contents import MAX_FILES, is_about
from ilk.corpus.detect import detect
from ilk.corpus.read import read
from ilk.errors import InputError
from ilk.records import Document

OPEN_FILES = Path("/proc/self/fd")
MESSAGE = "From: a@example.org\nSubject: Greetings\n\nbody"
TREC = "<DOC>\n<DOCNO>t-1</DOCNO>\n<TEXT>news</TEXT>\n</DOC>\n"
SMART = ".I 7\n.W\nold words\n"
MIXTURE: dict[str, bytes | str] = {
    "a/note.md": "# Note\nwords",
    "a/table.csv": "id,text\nr1,row one\nr2,row two\n",
    "b.html": "<title>Page</title><p>text",
    "c/7.eml": MESSAGE,
    "c/old.all": SMART,
    "c/todo": "buy bread",
    "d.jsonl": '{"id": "j1", "text": "json"}\n',
    "e.tsv": "id\ttext\ns1\ttabs\n",
    "f.sgml": TREC,
    "g.json": '{"id": "j2", "text": "also one a line"}\n',
}
IDS = ["a/note.md", "r1", "r2", "b.html", "c/7.eml", "7", "c/todo", "j1", "s1", "t-1", "j2"]


def ids(path: Path, **options: str) -> list[str]:
    return [document.id for document in read(path, **options)]  # type: ignore[arg-type]


def filled(folder: Path, members: dict[str, bytes | str]) -> Path:
    """Write the files in an order that differs from time to time, as a folder's own order does."""
    names = list(members)
    random.shuffle(names)
    for name in names:
        put(folder / name, members[name])
    return folder


def test_every_file_is_read_in_its_own_format_in_the_order_of_names(tmp_path: Path) -> None:
    documents = read(filled(tmp_path, MIXTURE))
    assert documents.format == "mixed" == detect(tmp_path)
    for _ in range(2):
        found = list(documents)
        assert [document.id for document in found] == IDS
        assert documents.problems.summary() == "nothing left out"
    by_id = {document.id: document for document in found}
    assert by_id["a/note.md"] == Document("a/note.md", "# Note\nwords", "Note")
    assert by_id["b.html"] == Document("b.html", "text", "Page")
    assert by_id["c/7.eml"].title == "Greetings"
    assert (by_id["7"].text, by_id["t-1"].text, by_id["s1"].text) == ("old words", "news", "tabs")


def test_an_archive_is_read_in_one_pass_in_its_own_order(tmp_path: Path) -> None:
    for path in (archive(tmp_path / "a.tar.gz", MIXTURE), zip_archive(tmp_path / "a.zip", MIXTURE)):
        assert ids(path) == IDS
        path.unlink()
    turned = dict(reversed(MIXTURE.items()))
    assert ids(archive(tmp_path / "b.tar", turned))[:3] == ["j2", "t-1", "s1"]


def test_one_named_format_is_forced_on_a_mixture(tmp_path: Path) -> None:
    filled(tmp_path, MIXTURE)
    documents = read(tmp_path, format="csv")
    assert [document.id for document in documents] == ["r1", "r2"]
    assert documents.problems.files[".md"] == 1
    assert documents.problems.count == len(MIXTURE) - 1


def test_files_that_nobody_can_read_are_counted_by_ending(tmp_path: Path) -> None:
    put(tmp_path / "a.md", "words")
    for name in ("a.docx", "b.DOCX", "x.py", "y.ipynb", "z.what a strange\nname"):
        put(tmp_path / name, '{"from": 1}')
    put(tmp_path / "program", b"\x7fELF\0")
    documents = read(tmp_path)
    assert [document.id for document in documents] == ["a.md"]
    assert documents.problems.count == 6
    assert documents.problems.summary() == (
        "6 files not read: .docx (2), .ipynb (1), .py (1), no ending (1), other endings (1)"
    )


def test_any_number_of_pictures_may_come_first(tmp_path: Path) -> None:
    for number in range(MAX_FILES + 1):
        put(tmp_path / f"{number:05}.png", b"\x89PNG\0")
    put(tmp_path / "z.md", "words")
    documents = read(tmp_path)
    assert [document.id for document in documents] == ["z.md"]
    assert documents.problems.files == {".png": MAX_FILES + 1}


def test_empty_files_of_a_folder_are_counted_and_no_error(tmp_path: Path) -> None:
    for name, content in {"a.md": "", "b.txt": " \n\t", "c.jsonl": "", "d.txt": "words"}.items():
        put(tmp_path / name, content)
    documents = read(tmp_path)
    assert [document.id for document in documents] == ["d.txt"]
    assert documents.problems.summary() == "3 files not read: empty (3)"
    (tmp_path / "d.txt").unlink()
    with pytest.raises(InputError, match=r"holds no document \(3 files not read: empty \(3\)\)"):
        ids(tmp_path)


def test_json_that_is_not_one_object_a_line_does_not_stop_the_others(tmp_path: Path) -> None:
    put(tmp_path / "a.md", "words")
    put(tmp_path / "package.json", '{\n  "name": "x"\n}\n')
    put(tmp_path / "list.json", "[\n  1\n]\n")
    put(tmp_path / "long.json", '{"id": "long", "text": "' + "x" * 10_000 + '"}')
    documents = read(tmp_path)
    assert [document.id for document in documents] == ["a.md", "long"]
    assert documents.problems.summary() == "2 files not read: .json that is not one object a line (2)"
    (tmp_path / "a.md").unlink()
    with pytest.raises(InputError, match=r"list\.json, line 1: not valid JSON .*jq -c"):
        ids(tmp_path)


def test_a_file_that_is_called_json_lines_has_to_be(tmp_path: Path) -> None:
    put(tmp_path / "a.md", "words")
    put(tmp_path / "b.jsonl", "[1]\n")
    with pytest.raises(InputError, match=r"b\.jsonl, line 1: a JSON list instead of an object"):
        ids(tmp_path)


def test_the_same_id_in_two_formats_names_the_place(tmp_path: Path) -> None:
    put(tmp_path / "a.jsonl", '{"id": "1", "text": "json"}\n')
    put(tmp_path / "b.csv", "id,text\n1,row\n2,other\n")
    with pytest.raises(InputError) as caught:
        ids(tmp_path)
    assert str(caught.value).startswith(
        f"{tmp_path / 'b.csv'}, line 2: the id '1' is taken by another document "
        f"({tmp_path / 'a.jsonl'}, line 1); give each"
    )
    assert [document.id for document in read(tmp_path, skip_bad=True)] == ["1", "2"]


def test_files_about_the_data_are_read_among_others_of_their_format(tmp_path: Path) -> None:
    put(tmp_path / "a.jsonl", '{"id": "a", "text": "json"}')
    put(tmp_path / "README.md", "about it")
    put(tmp_path / "LICENSE", "free")
    documents = read(tmp_path)
    assert [document.id for document in documents] == ["a"]
    assert documents.problems.summary() == "2 files not read: README and the like (2)"
    put(tmp_path / "note.md", "a note")
    assert ids(tmp_path) == ["README.md", "a", "note.md"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("README", True), ("a/Licence.txt.gz", True), ("readme.of.mine.md", False), ("authors/a.md", False)],
)
def test_files_about_the_data_are_known_by_name(name: str, expected: bool) -> None:
    assert is_about(name) is expected


def test_corpus_jsonl_makes_a_folder_beir_only_at_its_root(tmp_path: Path) -> None:
    for number in range(20):
        put(tmp_path / f"{number}.md", "note")
    put(tmp_path / "data/corpus.jsonl", '{"_id": "d", "title": "", "text": "t"}')
    assert len(ids(tmp_path)) == 21
    documents = read(tmp_path / "data")
    assert documents.format == "beir"
    put(tmp_path / "data/queries.jsonl", '{"_id": "q", "text": "t"}')
    put(tmp_path / "data/qrels/test.tsv", "query-id\tcorpus-id\tscore\n")
    put(tmp_path / "data/note.md", "note")
    documents = read(archive(tmp_path / "a.tar", {
        f"top/{path.relative_to(tmp_path / 'data')}": path.read_bytes()
        for path in (tmp_path / "data").rglob("*.*")
    }))  # fmt: skip
    assert documents.format == "beir"
    assert [document.id for document in documents] == ["d"]
    assert documents.problems.summary() == "1 file not read: .md (1)"


@pytest.mark.parametrize(("name", "content", "found"), [("a.sgml", TREC, "trec"), ("a.all", SMART, "smart")])
def test_where_most_files_are_of_a_data_set_only_its_own_are_read(
    tmp_path: Path, name: str, content: str, found: str
) -> None:
    put(tmp_path / "docs" / name, content)
    put(tmp_path / "docs" / f"other{name}", content.replace("t-1", "t-2").replace(".I 7", ".I 8"))
    put(tmp_path / "topics.txt", "what people ask")
    documents = read(tmp_path)
    assert documents.format == found
    assert len(list(documents)) == 2
    assert documents.problems.summary() == "1 file not read: .txt (1)"


def test_a_stray_file_among_messages_is_one_of_them(tmp_path: Path) -> None:
    put(tmp_path / "spam/0", "no headers, caf\xe9".encode("latin-1"))
    for number in range(1, 8):
        put(tmp_path / f"spam/{number}", MESSAGE)
    (stray, *_) = read(tmp_path)
    assert stray == Document("spam/0", "no headers, café", "no headers, café", {"label": "spam"})


def test_a_file_that_nobody_could_read_anyway_may_be_damaged(tmp_path: Path) -> None:
    put(tmp_path / "a.md", "words")
    put(tmp_path / "b.docx", b"\x1f\x8bnot gzip at all")
    documents = read(tmp_path)
    assert [document.id for document in documents] == ["a.md"]
    assert documents.problems.summary() == "1 file not read: .docx (1)"
    put(tmp_path / "c.md", b"\x1f\x8bnot gzip at all")
    with pytest.raises(InputError, match=r"c\.md: is a damaged gzip file"):
        ids(tmp_path)


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="this system does not list the files that are open")
def test_every_file_is_closed_also_when_reading_stops_early(tmp_path: Path) -> None:
    put(tmp_path / "a.png", b"\x89PNG\0")
    put(tmp_path / "b.md", "words")
    put(tmp_path / "c.jsonl", '{"id": "1", "text": "x"}\n{"id": "2", "text": "y"}\n')
    before = sorted(OPEN_FILES.iterdir())
    reading = iter(read(tmp_path))
    assert [next(reading).id for _ in range(2)] == ["b.md", "1"]
    reading.close()  # type: ignore[attr-defined]
    assert sorted(OPEN_FILES.iterdir()) == before
