"""`ilk explain` and `ilk topics`: for people and for programs."""

from __future__ import annotations

import json
import re
from math import fsum

import pytest


@pytest.fixture
def topical(ilk, notes):
    """The notes, indexed with PLSI."""
    (notes / "garden2.txt").write_text("Roses\n\nTulips and roses like the autumn; plants rest.\n")
    built = ilk(
        *("build", notes, "--language", "english", "--effort", "quick", "--models", "plsi", "--topics", "2")
    )
    assert built.status == 0
    return "notes.ilk"


def rows(out: str) -> dict[str, tuple[str, str]]:
    """The drawn parts: label → amount and bar."""
    drawn = re.findall(r"^  (.+?) +([+-]\S+)  ([█▏]+)$", out, re.MULTILINE)
    return {label: (amount, bar) for label, amount, bar in drawn}


def test_a_similarity_is_drawn_part_by_part(ilk, notes_index):
    result = ilk("explain", notes_index, "Tram rivers", "travel/lisbon.md")
    assert (result.status, result.err) == (0, "")
    value, name = re.match(r"(\S+)  (\S+) of 'Tram rivers' and 'travel/lisbon.md'\n", result.out).groups()
    assert name == "bm25"
    drawn = rows(result.out)
    assert list(drawn) == ["tram", "rivers"]  # as often as in the text, and first
    assert fsum(float(amount) for amount, _ in drawn.values()) == pytest.approx(float(value), rel=1e-3)
    assert len(drawn["tram"][1]) == 30 > len(drawn["rivers"][1])


def test_a_query_that_is_a_whole_text_is_named_by_its_beginning(ilk, notes_index):
    result = ilk("explain", notes_index, "-", "travel/lisbon.md", stdin="Trams\n\nclimb the hills. " * 99)
    heading = result.out.splitlines()[0]
    assert re.search(r"bm25 of 'Trams climb the hills\. Trams .{50,60}…' and 'travel/lisbon.md'$", heading)
    told = json.loads(ilk("explain", notes_index, "-", "garden.txt", "--json", stdin="tulips " * 99).out)
    assert told["query"] == "tulips " * 99


def test_all_parts_as_json(ilk, notes_index):
    told = json.loads(ilk("explain", notes_index, "river tulips", "travel/porto.md", "--json").out)
    assert {key: told[key] for key in ("query", "document", "similarity")} == {
        "query": "river tulips",
        "document": "travel/porto.md",
        "similarity": "bm25",
    }
    assert told["value"] > 0
    (part,) = told["parts"]
    assert part == {"term": "river", "topic": None, "amount": told["value"], "word": "river"}


def test_parts_by_term_and_by_topic(ilk, topical):
    arguments = ("explain", topical, "plant tulips", "garden.txt", "-s", "plsi-h", "--most", 50)
    by_term, by_topic = ilk(*arguments), ilk(*arguments, "--by-topic")
    assert {"plant", "tulips"} <= set(rows(by_term.out))
    assert not any("·" in label for label in rows(by_term.out))
    assert any(label.startswith("tulips · topic ") for label in rows(by_topic.out))
    parts = json.loads(ilk(*arguments, "--json").out)["parts"]
    assert len(parts) == len(rows(by_topic.out))
    assert {part["topic"] for part in parts} == {0, 1}


def test_what_is_not_drawn_is_added_up(ilk, notes_index):
    query = "trams hills river climb"
    most = rows(ilk("explain", notes_index, query, "travel/lisbon.md").out)
    few = rows(ilk("explain", notes_index, query, "travel/lisbon.md", "--most", 1).out)
    assert list(few)[1] == "3 more"
    rest = fsum(float(amount) for amount, _ in list(most.values())[1:])
    assert float(few["3 more"][0]) == pytest.approx(rest, rel=1e-3)


def test_two_documents_are_compared(ilk, notes_index):
    result = ilk("explain", notes_index, "travel/porto.md", "travel/lisbon.md", "--document")
    assert list(rows(result.out)) == ["river"]


def test_constants_and_small_numbers_are_told(ilk, topical):
    fused = ilk("explain", topical, "river trams", "travel/lisbon.md", "-s", "bm25+plsi-kl")
    assert "(constant)" in rows(fused.out)
    small = ilk("explain", topical, "river trams", "travel/lisbon.md", "-s", "plsi-raw")
    assert all(float(amount) != 0 for amount, _ in rows(small.out).values())


@pytest.mark.parametrize(("query", "document"), [("xyzzy", "garden.txt"), ("river", "garden.txt")])
def test_nothing_in_common_is_no_error(ilk, notes_index, query, document):
    result = ilk("explain", notes_index, query, document)
    assert result.status == 0
    assert result.out.startswith("0  bm25 of ")
    assert result.err.startswith("there are no parts: the two have nothing in common")
    told = json.loads(ilk("explain", notes_index, query, document, "--json").out)
    assert (told["value"], told["parts"]) == (0.0, [])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["river", "lisbon.md"], "there is no document 'lisbon.md' among the 3"),
        (["river", "garden.txt", "--document"], "there is no document 'river'"),
        (["river", "garden.txt", "-s", "bm52"], "there is no similarity 'bm52'; did you mean 'bm25'"),
        (["river", "garden.txt", "-s", "plsi-h"], "no model for 'plsi-h'; build it again with --models plsi"),
    ],
)
def test_mistakes_get_one_sentence_and_exit_2(ilk, notes_index, arguments, sentence):
    result = ilk("explain", notes_index, *arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("ilk: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1


def test_topics_are_told_in_words_with_their_documents(ilk, topical):
    result = ilk("topics", topical, "--documents", 2)
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    heads = [line for line in lines if line.startswith("topic ")]
    assert len(heads) == 2
    assert all(re.match(r"topic \d +\d+\.\d %  \w+", head) for head in heads)
    assert "tulips" in result.out
    assert "plants" in result.out or "plant" in result.out
    documents = [line.strip() for line in lines if not line.startswith("topic ")]
    assert len(documents) == 4
    assert "travel/lisbon.md  Lisbon" in documents


def test_topics_as_json(ilk, topical):
    told = json.loads(ilk("topics", topical, "--terms", 3, "--json").out)
    assert told["index"] == topical
    first, second = told["topics"]
    assert set(first) == {"number", "share", "terms", "characteristic", "documents", "words"}
    assert first["share"] >= second["share"]
    assert len(first["terms"]) == 3
    assert set(first["words"]) <= {*first["terms"], *first["characteristic"]}


def test_an_index_without_topics_says_so(ilk, notes_index):
    result = ilk("topics", notes_index)
    assert result.status == 2
    assert result.err == "ilk: this index has no topics; build it again with --models plsi\n"
