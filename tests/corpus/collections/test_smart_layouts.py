"""Tiny copies of the five SMART collections, made here, with every trap of the real ones."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from ilk.corpus.collections import Collection, open_collection, recognise
from ilk.errors import InputError, ParameterError, UnknownName
from ilk.records import Document, Judgement, Query

FILES = {
    "cacm": {
        "cacm.all": ".I 1\n.T\nRoots\n.X\n1\t5\t1\n.I 2\n.T\nTrees\n.W\nOn trees\n.N\nCA2\n"
        ".I 3\n.T\nLeaves\n.W\nOn leaves\n",
        "query.text": ".I 1\n.W\n growing\nthings\n.A\nDoe, J.\n.N\n 1. Doe (growing)\n.I 2\n.W\nstones\n",
        "qrels.text": "01 1  0 0\n01 2  0 0\n01 2  0 0\n1 3 0 0\n",
    },
    "cisi": {
        "CISI.ALL": ".I 1\r\n.T \r\nBooks\r\n.A\r\nDoe\r\n.A\r\nRoe\r\n.W\r\nOn books\r\n.X\r\n1\t5\t1\r\n",
        "CISI.QRY": ".I 1\r\n.W\r\nbooks?\r\n"
        ".I 2\r\n.T\r\nShelves\r\n.A\r\nDoe\r\n.W\r\nof wood\r\n.B\r\n(1961)\r\n",
        "CISI.REL": "     1     1\t0\t0.000000\r\n     1     1\t0\t0.000000\r\n",
    },
    "cran": {
        "cran.all.1400": ".I 1\n.T\nwings .\n.A\n.B\n.W\nwings .\n  they lift .\n.I 2\n.T\n.A\n.B\n.W\n",
        "cran.qry": ".I 001\n.W\nwings .\n.I 004\n.W\nheat .\n",
        "cran.qrels": "1 1 1 \n1 2 4 \n2 1 -1\n2 2 3",
    },
    "med": {
        "MED.ALL": ".I 1\r\n.W\r\nhearts .   \r\n  they beat .\r\n",
        "MED.QRY": ".I 1\n.W\n hearts.\n",
        "MED.REL": "1 0 1 1\n",
        "MED.REL.OLD": "7   1     0   0.000000\n",
    },
    "time": {
        "TIME.ALL": "*TEXT 504 11/15/63 PAGE 046\n\nONE\n\n. TWO\n\n"
        "*TEXT 507  08/30 63  PAGE 048\n\nTHREE\n*STOP\n",
        "TIME.QUE": "*FIND      1\n\n SOME\n\nNEWS .\n\n*STOP\n",
        "TIME.REL": "\n1  1 4\n\n",
    },
}
DOCUMENTS = {
    "cacm": [Document("2", "On trees", "Trees", {"note": "CA2"}), Document("3", "On leaves", "Leaves")],
    "cisi": [Document("1", "On books", "Books", {"authors": ("Doe", "Roe")})],
    "cran": [Document("1", "wings .\nthey lift .", "wings ."), Document("2", "")],
    "med": [Document("1", "hearts .\nthey beat .")],
    "time": [
        Document("1", "ONE\n. TWO", "", {"number": "504", "date": "1963-11-15", "page": 46}),
        Document("4", "THREE", "", {"number": "507", "date": "1963-08-30", "page": 48}),
    ],
}
QUERIES = {
    "cacm": (Query("1", "growing things"), Query("2", "stones")),
    "cisi": (Query("1", "books?"), Query("2", "Shelves of wood")),
    "cran": (Query("1", "wings ."), Query("2", "heat .")),
    "med": (Query("1", "hearts."),),
    "time": (Query("1", "SOME NEWS ."),),
}
JUDGEMENTS = {
    "cacm": (Judgement("1", "2"), Judgement("1", "3")),
    "cisi": (Judgement("1", "1"),),
    "cran": (Judgement("1", "1", 4), Judgement("1", "2", 1), Judgement("2", "1", 1), Judgement("2", "2", 2)),
    "med": (Judgement("1", "1"),),
    "time": (Judgement("1", "1"), Judgement("1", "4")),
}


@pytest.fixture
def copy(tmp_path: Path) -> Callable[..., Path]:
    """Write a tiny collection and return its folder."""

    def write(name: str, rename: Callable[[str], str] = str, zipped: bool = False, **replaced: str) -> Path:
        for file, text in FILES[name].items():
            data = replaced.get(file.replace(".", "_"), text).encode("latin-1")
            path = tmp_path / (rename(file) + (".gz" if zipped else ""))
            path.write_bytes(gzip.compress(data) if zipped else data)
        return tmp_path

    return write


def opened(folder: Path, variant: str | None = None) -> Collection:
    collection = recognise(folder, variant)
    assert collection is not None
    return collection


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("rename", [str, str.lower, str.upper, str.title])
@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gzip"])
def test_recognised_whatever_the_case_and_packing(copy, name, rename, zipped):
    collection = opened(copy(name, rename, zipped))
    assert collection.name == name
    assert list(collection.documents) == DOCUMENTS[name]
    assert collection.queries == QUERIES[name]
    assert collection.judgements == JUDGEMENTS[name]


@pytest.mark.parametrize(("name", "file"), [(name, file) for name, files in FILES.items() for file in files])
def test_not_recognised_when_a_file_is_missing(copy, name, file):
    folder = copy(name)
    (folder / file).unlink()
    if file == "MED.REL.OLD":
        assert opened(folder).judgements == JUDGEMENTS["med"]
    else:
        assert recognise(folder) is None


def test_cacm_with_every_document(copy):
    collection = opened(copy("cacm"), "all")
    assert [document.id for document in collection.documents] == ["1", "2", "3"]
    assert collection.judgements == (Judgement("1", "1"), *JUDGEMENTS["cacm"])


def test_queries_without_judgements_stay(copy):
    collection = opened(copy("cacm"))
    assert collection.judged_queries == collection.queries[:1]


def test_a_complete_copy_of_time_needs_no_shift(copy):
    articles = "".join(f"*TEXT {number} 11/15/63 PAGE 046\nA\n" for number in (504, 505, 506, 507))
    collection = opened(copy("time", TIME_ALL=articles + "*STOP\n"))
    assert [document.id for document in collection.documents] == ["1", "2", "3", "4"]


def test_of_two_judgements_on_a_pair_the_better_counts(copy):
    collection = opened(copy("cran", cran_qrels="1 1 4\n2 2 2\n1 1 2\n1 1 3\n"))
    assert collection.judgements == (Judgement("1", "1", 3), Judgement("2", "2", 3))


@pytest.mark.parametrize(
    ("name", "file", "text", "sentence"),
    [
        ("cran", "cran_qrels", "1 1 2\n1 1 5\n", r"cran\.qrels, line 2: a code is -1 or 1 to 4, got 5"),
        (
            "cran",
            "cran_qrels",
            "1 1\n",
            r"cran\.qrels, line 1: a judgement needs 3 whole numbers first, got '1 1'",
        ),
        ("med", "MED_REL", "1 0 one 1\n", r"MED\.REL, line 1: a judgement needs 3 whole numbers"),
        (
            "time",
            "TIME_REL",
            "1 2 three\n",
            r"TIME\.REL, line 1: a line of judgements has only whole numbers",
        ),
        ("time", "TIME_QUE", "*FIND one\n", r"TIME\.QUE, line 1: not a heading: '\*FIND one'"),
        ("time", "TIME_QUE", "SOME\n*FIND 1\n", r"TIME\.QUE, line 1: text that stands under no heading"),
        ("cisi", "CISI_QRY", ".I 1\nbooks?\n", r"CISI\.QRY, line 2: text outside of any field"),
    ],
)
def test_a_malformed_line_is_named(copy, name, file, text, sentence):
    with pytest.raises(InputError, match=sentence):
        recognise(copy(name, **{file: text}))


def test_a_malformed_article_is_named_when_it_is_read(copy):
    collection = opened(copy("time", TIME_ALL="*TEXT 1 11/15/63 PAGE 1\nA\n*TEXT TWO\nB\n"))
    with pytest.raises(InputError, match=r"TIME\.ALL, line 3: not a heading: '\*TEXT TWO'"):
        list(collection.documents)


def test_variants_that_do_not_exist(copy):
    folder = copy("cacm")
    with pytest.raises(UnknownName, match=r"no variant of cacm 'al'; did you mean 'all'"):
        open_collection(folder, "al")
    (folder / "cacm.all").unlink()
    with pytest.raises(ParameterError, match="collection med has no variants, got 'all'"):
        open_collection(copy("med"), "all")
