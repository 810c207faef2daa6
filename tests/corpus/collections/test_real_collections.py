"""The research collections as they are distributed: exact counts, and records 0, 9 and last of each part."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest

from ilk.corpus.collections import open_collection, recognise
from ilk.records import Judgement


def words(text: str) -> str:
    """A text in brief: its first word, its last, and how many there are."""
    found = text.split()
    return f"{found[0]} … {found[-1]} ({len(found)})" if found else ""


@dataclass(frozen=True)
class Expected:
    """Counts, then id, title and text of documents, id and text of queries, and judgements 0, 9 and last."""

    name: str
    variant: str | None
    counts: tuple[int, int, int, int]
    documents: list[tuple[str, str, str]]
    queries: list[tuple[str, str]]
    judgements: list[tuple[str, str, int]]


CACM_QUERIES = [
    ("1", "What … computers? (16)"),
    ("10", "Parallel … computation (6)"),
    ("64", "List … it. (20)"),
]
CACM_JUDGEMENTS = [("1", "1410", 1), ("3", "1613", 1), ("64", "2651", 1)]
EXPECTED = (
    Expected(
        "med",
        None,
        (1033, 30, 30, 696),
        [
            ("1", "", "correlation … . (101)"),
            ("10", "", "changes … . (94)"),
            ("1033", "", "hemorrhagic … studies. (321)"),
        ],
        [
            ("1", "the … humans. (7)"),
            ("10", "neoplasm … immunology. (2)"),
            ("30", "hemophilia … prognosis). (18)"),
        ],
        [("1", "13", 1), ("1", "166", 1), ("30", "1033", 1)],
    ),
    Expected(
        "cran",
        None,
        (1400, 225, 225, 1837),
        [
            ("1", "experimental … . (12)", "experimental … . (143)"),
            ("10", "the … . (10)", "the … . (54)"),
            ("1400", "the … . (13)", "the … . (104)"),
        ],
        [("1", "what … . (16)"), ("10", "are … . (16)"), ("225", "what … . (16)")],
        [("1", "184", 3), ("1", "57", 3), ("225", "1188", 1)],
    ),
    Expected(
        "cisi",
        None,
        (1460, 112, 76, 3114),
        [
            ("1", "18 … Classifications (7)", "The … abroad. (93)"),
            ("10", "Access … Resources (4)", "The … language. (158)"),
            ("1460", "Modern … Technology (9)", "At … published. (80)"),
        ],
        [("1", "What … titles? (35)"), ("10", "The … theory. (11)"), ("112", "A … procedures. (77)")],
        [("1", "28", 1), ("1", "150", 1), ("111", "509", 1)],
    ),
    Expected(
        "cacm",
        None,
        (1587, 64, 52, 650),
        [
            ("20", "Accelerating … Processes (5)", "A … given. (38)"),
            ("70", "Construction … Matrices (7)", "This … matrix. (34)"),
            ("3204", "An … Algebra (6)", "The … University. (85)"),
        ],
        CACM_QUERIES,
        CACM_JUDGEMENTS,
    ),
    Expected(
        "cacm",
        "all",
        (3204, 64, 52, 796),
        [
            ("1", "Preliminary … Language (4)", ""),
            ("10", "Glossary … Terminology (7)", ""),
            ("3204", "An … Algebra (6)", "The … University. (85)"),
        ],
        CACM_QUERIES,
        CACM_JUDGEMENTS,
    ),
    Expected(
        "time",
        None,
        (423, 83, 83, 324),
        [("1", "", "THE … . (980)"), ("10", "", "EGYPT … . (293)"), ("425", "", "UNITED … . (81)")],
        [("1", "KENNEDY … . (13)"), ("10", "GROWING … . (15)"), ("83", "RED … . (22)")],
        [("1", "268", 1), ("3", "326", 1), ("83", "363", 1)],
    ),
)


@pytest.mark.parametrize(
    "expected", EXPECTED, ids=lambda e: e.name if e.variant is None else f"{e.name}-{e.variant}"
)
def test_counts_and_records(data_folder, expected):
    collection = open_collection(data_folder / expected.name, expected.variant)
    documents = list(collection.documents)
    assert collection.name == expected.name
    assert collection.note
    assert expected.counts == (
        len(documents),
        len(collection.queries),
        len(collection.judged_queries),
        len(collection.judgements),
    )
    chosen = [documents[position] for position in (0, 9, -1)]
    assert expected.documents == [(d.id, words(d.title), words(d.text)) for d in chosen]
    queries = [collection.queries[position] for position in (0, 9, -1)]
    assert expected.queries == [(query.id, words(query.text)) for query in queries]
    assert [collection.judgements[position] for position in (0, 9, -1)] == [
        Judgement(*judgement) for judgement in expected.judgements
    ]


@pytest.mark.parametrize(("name", "variant"), [(e.name, e.variant) for e in EXPECTED])
def test_ids_are_unique_and_judgements_speak_of_what_is_there(data_folder, name, variant):
    collection = open_collection(data_folder / name, variant)
    documents = Counter(document.id for document in collection.documents)
    queries = Counter(query.id for query in collection.queries)
    assert max(documents.values()) == max(queries.values()) == 1
    assert {judgement.document_id for judgement in collection.judgements} <= documents.keys()
    assert {judgement.query_id for judgement in collection.judgements} <= queries.keys()


def test_documents_can_be_read_again(data_folder):
    collection = open_collection(data_folder / "med")
    assert list(collection.documents) == list(collection.documents)


def test_cran_keeps_its_empty_documents_and_its_grades(data_folder):
    collection = open_collection(data_folder / "cran")
    assert [d.id for d in collection.documents if not d.text and not d.title] == ["471", "995"]
    assert Counter(j.grade for j in collection.judgements) == {4: 128, 3: 387, 2: 734, 1: 363 + 225}


def test_cran_text_goes_on_after_a_slip(data_folder):
    by_id = {document.id: document for document in open_collection(data_folder / "cran").documents}
    assert by_id["240"].metadata["authors"] == ("dean r. chapman",)
    assert {"turbulent", "unity", "enthalpy"} <= set(by_id["240"].text.split())


def test_cisi_adds_the_title_to_a_query(data_folder):
    queries = open_collection(data_folder / "cisi").queries
    assert queries[-1].text.startswith("A Fast Procedure")


def test_time_numbers_skip_the_two_lost_articles(data_folder):
    documents = list(open_collection(data_folder / "time").documents)
    assert [(d.id, d.metadata["number"]) for d in documents[373:375]] == [("374", "504"), ("377", "507")]
    assert [d.metadata["date"] for d in documents if d.metadata["number"] == "431"] == ["1963-08-30"]


def test_reuters_with_its_topics(data_folder):
    collection = open_collection(data_folder / "reuters21578")
    documents = list(collection.documents)
    assert [documents[position].id for position in (0, 9, -1)] == ["1", "10", "21578"]
    assert len(documents) == 21_578
    assert sum(bool(document.text) for document in documents) == 19_043
    assert collection.label_field == "topics"
    assert documents[0].metadata["topics"] == ("cocoa",)


def test_20_newsgroups_with_their_labels(data_folder):
    collection = recognise(data_folder / "20newsgroups" / "20news-bydate.tar.gz")
    assert collection is not None
    assert collection.label_field == "label"
    ids = []
    labels: Counter[object] = Counter()
    for document in collection.documents:
        ids.append(document.id)
        labels[document.metadata["label"]] += 1
    assert (len(ids), len(labels)) == (18_846, 20)
    assert labels["rec.sport.hockey"] == 999
    assert [ids[position] for position in (0, 9, -1)] == [
        "20news-bydate-train/talk.religion.misc/83498",
        "20news-bydate-train/talk.religion.misc/84146",
        "20news-bydate-test/alt.atheism/53397",
    ]
