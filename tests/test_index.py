"""The index as its users meet it: built, saved, opened, searched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ilk
from ilk.records import Document

TEXTS = {
    "pets/cats.txt": "Cats chase mice. A cat sleeps most of the day.",
    "pets/dogs.txt": "Dogs chase cats and bury bones in the garden.",
    "garden.txt": "Roses and tulips grow in the garden after the rain.",
    "rain.txt": "Heavy rain is expected over the northern hills.",
    "stop.txt": "The of and.",
}
TITLES = {"pets/dogs.txt": "All about dogs"}
TOO_SHORT = "left out, as a word needs at least 2 characters"
YEARS = dict(zip(TEXTS, (1990, 1995, 2001, 2001, 2010), strict=True))


def documents() -> list[Document]:
    return [
        Document(
            name, text, title=TITLES.get(name, ""), metadata={"year": YEARS[name], "tags": ("a", name[0])}
        )
        for name, text in TEXTS.items()
    ]


@pytest.fixture(scope="module")
def index() -> ilk.Index:
    return ilk.Index.build(documents(), language="english", effort="quick", models=["lsi"])


def test_a_query_finds_what_has_its_words_best_first(index):
    hits = index.search("cats in the garden")
    assert [hit.id for hit in hits] == ["pets/dogs.txt", "pets/cats.txt", "garden.txt"]
    assert hits[0].similarity > hits[1].similarity > hits[2].similarity > 0
    assert hits[0].title == "All about dogs"
    assert hits[0].metadata == {"year": 1995, "tags": ("a", "p")}
    assert [hits[0].snippet[start:end] for start, end in hits[0].marks] == ["cats", "garden"]
    assert hits.note == ""


def test_a_word_that_stands_only_in_the_title_is_marked_there():
    documents = [Document("a", "A ship of the air.", title="The Zeppelins"), Document("b", "zeppelin stamps")]
    index = ilk.Index.build(documents, language="english", effort="quick")
    (hit,) = (hit for hit in index.search("zeppelin") if hit.id == "a")
    assert (hit.marks, hit.title_marks) == ((), ((4, 13),))
    assert index.similar("b")[0].title_marks == ((4, 13),)


@pytest.mark.parametrize("similarity", ["bm25", "pl2", "lm-dirichlet", "lm-jm", "tfidf", "lsi"])
def test_every_similarity_answers_and_finds_the_garden(index, similarity):
    hits = index.search("tulips and roses", similarity=similarity)
    assert hits[0].id == "garden.txt"


def test_what_is_saved_is_found_again(index, tmp_path):
    index.save(tmp_path / "saved.ilk")
    opened = ilk.Index.open(tmp_path / "saved.ilk", compiled=False)
    for similarity in ("bm25", "lsi"):
        for query in ("cats chase mice", "rain in the garden", "unknown"):
            before, after = (each.search(query, similarity=similarity) for each in (index, opened))
            assert list(before) == list(after)
            assert before.note == after.note
    assert len(opened) == len(TEXTS)
    assert opened.info() == index.info()


def test_a_query_is_cut_as_the_documents_were(tmp_path):
    texts = [Document("1", "Die Häuser der Straßen"), Document("2", "Ein Baum im Wald")]
    built = ilk.Index.build(texts, path=tmp_path / "german.ilk", language="german", effort="quick")
    assert [hit.id for hit in built.search("Haus STRASSE")] == ["1"]
    assert ilk.Index.open(tmp_path / "german.ilk").search("das Haus").note == ""
    assert built.search("der die das").note.startswith("the query 'der die das' has only stop words")


def test_the_language_is_guessed_from_the_texts():
    french = "Le chat dort sur la table et les souris dansent dans la maison avec le chien."
    built = ilk.Index.build([Document(str(n), french) for n in range(3)])
    assert built.info().language == "french"


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("", "the query is empty; give it at least one word"),
        ("  \n", "the query is empty; give it at least one word"),
        ("the of", "the query 'the of' has only stop words or signs; add a word that says more"),
        ("?!", "the query '?!' has only stop words or signs; add a word that says more"),
        ("xylophones zebra", "no document has any of the words: xylophones, zebra"),
        (
            "C++",
            f"nothing in the query 'C++' can be searched for: C was {TOO_SHORT}; add a word that says more",
        ),
    ],
)
def test_a_query_without_hits_says_why(index, query, note):
    hits = index.search(query)
    assert len(hits) == 0
    assert hits.note == note


@pytest.mark.parametrize(
    ("query", "note", "unknown"),
    [
        ("a cat's garden", "", ()),
        ("xyzzy garden", "no document has the word xyzzy", ("xyzzy",)),
        (
            "Zebra garden Xyz zebras",
            "no document has the words Zebra and Xyz",
            ("Zebra", "Xyz"),
        ),
        ("garden of C# and 3", f"C and 3 were {TOO_SHORT}", ()),
        (
            "garden ii jj kk pp mm nn",
            "no document has the words ii, jj, kk, pp and 2 more",
            ("ii", "jj", "kk", "pp", "mm", "nn"),
        ),
        (
            "xyzzy c garden",
            f"no document has the word xyzzy; c was {TOO_SHORT}",
            ("xyzzy",),
        ),
        ("garden 東京都の庭", "", ()),
        ("garden " + "xyzzy " * 400, "", ()),
    ],
)
def test_words_that_had_no_part_in_what_was_found_are_told(index, query, note, unknown):
    hits = index.search(query)
    assert hits
    assert (hits.note, hits.unknown) == (note, unknown)


@pytest.mark.parametrize(
    ("where", "note"),
    [
        ("tags=z", "no document has tags=z"),
        (["year=2001", "tags=z"], "no document has tags=z"),
        (["year=2001", "tags=p"], "no document has year=2001 and tags=p at once"),
        (iter(["year>3000"]), "no document has year>3000"),
        ("year=2010", "no document that the filter lets through has a word of the query"),
    ],
)
def test_a_filter_that_lets_nothing_through_is_named(index, where, note):
    assert index.search("garden", where=where).note == note


@pytest.mark.parametrize(
    ("where", "note"),
    [
        (None, "no other document has a word in common with 'stop.txt'"),
        ("year=2001", "no other document that the filter lets through has a word in common with 'stop.txt'"),
        ("year=2010", "the filter lets no document through but 'stop.txt' itself"),
        ("tags=z", "no document has tags=z"),
    ],
)
def test_why_no_document_is_similar(index, where, note):
    assert index.similar("stop.txt", where=where).note == note


def test_a_lone_document_is_similar_to_nothing():
    index = ilk.Index.build([Document("a", "one text")], language="english", effort="quick")
    assert index.similar("a").note == "there is no other document"


def test_more_hits_than_documents_can_be_asked_for(index):
    assert len(index.search("garden", k=1000)) == 2


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "3"])
def test_a_senseless_number_of_hits_is_refused(index, k):
    with pytest.raises(ilk.ParameterError, match="k must be a whole number of at least 1"):
        index.search("garden", k=k)


def test_equal_documents_stand_in_their_order():
    same = ilk.Index.build([Document(f"d{n}", "one two three") for n in range(20)], language="none")
    assert [hit.id for hit in same.search("two", k=5)] == ["d0", "d1", "d2", "d3", "d4"]


def test_batches_answer_as_single_queries_do(index):
    queries = ["cats", "", "garden rain", "unknown", "dogs dogs dogs"] * 9
    for similarity in ("bm25", "lsi"):
        many = index.search_many(queries, k=3, similarity=similarity, threads=2)
        for query, hits in zip(queries, many, strict=True):
            single = index.search(query, k=3, similarity=similarity)
            assert list(single) == list(hits)
            assert single.note == hits.note


def test_ranking_gives_ids_and_similarities_of_all(index):
    ranked = index.rank(["garden", "cats"])
    assert [[hit.id for hit in hits] for hits in ranked] == [
        [hit.id for hit in index.search(query, k=99)] for query in ("garden", "cats")
    ]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"year": 2001}, ["garden.txt"]),
        (["year<2000"], ["pets/dogs.txt"]),
        (["year>=1995", "tags=g"], ["garden.txt"]),
        ("tags=a", ["garden.txt", "pets/dogs.txt"]),
        ({"year": 1800}, []),
    ],
)
def test_a_filter_really_excludes(index, where, expected):
    hits = index.search("garden", where=where)
    assert sorted(hit.id for hit in hits) == expected
    assert bool(hits.note) == (not expected)
    assert sorted(h.id for h in index.search("garden", where=where, similarity="lsi", k=1)) == expected[:1]


def test_a_filter_on_an_unknown_field_is_refused(index):
    with pytest.raises(ilk.UnknownName, match="no metadata field 'yeer'; did you mean 'year'"):
        index.search("garden", where="yeer=1")


def test_similar_documents_leave_out_the_document_itself(index):
    hits = index.similar("pets/cats.txt")
    assert [hit.id for hit in hits] == ["pets/dogs.txt"]
    assert [hit.id for hit in index.similar("pets/cats.txt", where="year>2000")] == []
    assert index.similar("rain.txt", similarity="lsi", k=1)[0].id == "garden.txt"
    assert index.similar("stop.txt").note.startswith("no other document has a word in common")


def test_an_unknown_document_is_not_found(index):
    with pytest.raises(
        ilk.NotFound, match=r"no document 'pets/cat.txt' among the 5.*did you mean 'pets/cats.txt'"
    ):
        index.similar("pets/cat.txt")


def test_parameters_of_a_similarity_can_be_set(index):
    plain, other = index.search("cats"), index.search("cats", similarity="bm25:k1=0.1:b=0")
    assert [hit.id for hit in other] == [hit.id for hit in plain][:: 1 if other[0].id == plain[0].id else -1]
    assert other[0].similarity != plain[0].similarity


@pytest.mark.parametrize(
    ("similarity", "sentence"),
    [
        ("bm52", "there is no similarity 'bm52'; did you mean 'bm25'"),
        ("bm25:k3=1", "bm25 has no parameter 'k3'; it has: b, k1"),
        ("bm25:k1", "a similarity is spelt name:parameter=value"),
        ("bm25:b=2", "b of .* must be a number from 0 to 1, got 2.0"),
        ("bm25:b=x", "b of .* must be a number from 0 to 1, got 'x'"),
        ("lsi:n=1", "lsi has no parameters to set when searching"),
    ],
)
def test_a_wrong_similarity_is_refused_with_a_sentence(index, similarity, sentence):
    with pytest.raises(ilk.ParameterError, match=sentence):
        index.search("cats", similarity=similarity)


def test_an_index_without_the_model_says_how_to_get_it():
    small = ilk.Index.build(documents(), language="english", effort="quick")
    with pytest.raises(ilk.ParameterError, match="no model for 'lsi'; build it again with --models lsi"):
        small.search("cats", similarity="lsi")
    assert "lsi" not in small.info().similarities


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"language": "klingon"}, "no language 'klingon'"),
        ({"models": ["lda"]}, "no model 'lda'"),
        ({"min_df": 0}, "min_df must be a whole number of documents of at least 1"),
        ({"max_df": 1.5}, "max_df must be"),
    ],
)
def test_wrong_parameters_are_refused_before_anything_is_written(tmp_path, parameters, sentence):
    with pytest.raises(ilk.ParameterError, match=sentence):
        ilk.Index.build(documents(), path=tmp_path / "x.ilk", **parameters)
    assert list(tmp_path.iterdir()) == []


def test_no_documents_are_refused(tmp_path):
    with pytest.raises(ilk.ParameterError, match="there are no documents to index"):
        ilk.Index.build([], path=tmp_path / "x.ilk")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("notes/", "documents must be a list of ilk.Document .*, got 'notes/'; read a folder .* ilk.read"),
        (Path("notes"), "documents must be .*Path.*; read a folder or a file with ilk.read"),
        (None, "documents must be .*, got None; read a folder or a file with ilk.read"),
        (
            ["a text"],
            "a document must be an ilk.Document, got 'a text'; make one with .* or read .* ilk.read",
        ),
        ([Document("a", "first"), {"id": "b"}], "a document must be an ilk.Document, got {'id': 'b'}"),
        (["word " * 1000], "a document must be an ilk.Document, got 'word word .{1,60}…; "),
        ([Document(7, "text")], "the id of a document must be a text, got 7"),
        ([Document("a", None)], "the text of a document must be a text, got None"),
        ([Document("a", "text", title=1)], "the title of a document must be a text, got 1"),
        ([Document("a", "text", metadata=["x"])], r"the metadata of a document must be .* got \['x'\]"),
    ],
)
def test_what_are_no_documents_is_refused_with_a_sentence(tmp_path, given, sentence):
    with pytest.raises(ilk.ParameterError, match=sentence):
        ilk.Index.build(given, path=tmp_path / "x.ilk")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda index: index.search(None), "the query must be a text, got None"),
        (lambda index: index.search(["cats"]), r"the query must be a text, got \['cats'\]"),
        (lambda index: index.search_many("cats"), "queries must be a list of texts, got 'cats'"),
        (lambda index: index.search_many(["cats", 3]), "each of queries must be a text, got 3"),
        (lambda index: index.rank(None), "queries must be a list of texts, got None"),
        (lambda index: index.explain(None, "rain.txt"), "the query must be a text, got None"),
        (lambda index: index.explain("cats", None), "the id of a document must be a text, got None"),
        (lambda index: index.similar(3), "the id of a document must be a text, got 3"),
        (lambda index: index.document(b"rain.txt"), "the id of a document must be a text, got b'rain.txt'"),
        (lambda index: index.build([], models="lsi"), "models must be a list of texts, got 'lsi'"),
    ],
)
def test_what_is_no_text_is_refused_with_a_sentence(index, call, sentence):
    with pytest.raises(ilk.ParameterError, match=sentence):
        call(index)


def test_an_index_shows_what_is_inside(index):
    assert repr(index) == "Index(n_docs=5, n_terms=17, language='english', models=('lsi',))"


def test_documents_without_any_word_can_be_indexed():
    index = ilk.Index.build([Document("a", "..."), Document("b", "!")])
    assert index.search("anything").note == "no document has any of the words: anything"


def test_document_frequencies_limit_the_terms():
    index = ilk.Index.build(documents(), language="english", min_df=2, effort="quick")
    assert list(index.vocabulary) == ["cat", "chase", "garden", "rain"]


def test_a_failing_build_leaves_the_previous_index_and_nothing_else(tmp_path):
    path = tmp_path / "notes.ilk"
    ilk.Index.build(documents(), path=path)
    before = sorted(tmp_path.rglob("*"))

    def broken():
        yield from documents()[:2]
        raise ilk.InputError("notes/x.txt", 3, "is not UTF-8", "convert it")

    with pytest.raises(ilk.InputError, match=r"notes/x.txt, line 3: is not UTF-8; convert it"):
        ilk.Index.build(broken(), path=path)
    assert sorted(tmp_path.rglob("*")) == before
    assert len(ilk.Index.open(path)) == len(TEXTS)


KILLED_BUILD = """
import sys, time
import ilk
from ilk.records import Document

def slow():
    for number in range(10**9):
        if number == 3000:
            print("under way", flush=True)
        if number >= 3000:
            time.sleep(0.01)
        yield Document(str(number), "words of document number %d" % number)

ilk.Index.build(slow(), path=sys.argv[1])
"""


def test_a_killed_build_leaves_the_previous_index_intact(tmp_path):
    path = tmp_path / "notes.ilk"
    ilk.Index.build(documents(), path=path)
    build = subprocess.Popen([sys.executable, "-c", KILLED_BUILD, path], stdout=subprocess.PIPE)
    assert build.stdout.readline() == b"under way\n"
    os.kill(build.pid, signal.SIGKILL)
    build.wait()
    build.stdout.close()
    assert ilk.storage.check(path) == []
    assert [hit.id for hit in ilk.Index.open(path).search("tulips", k=1)] == ["garden.txt"]
    ilk.Index.build(documents()[:2], path=path)
    assert [each.name for each in tmp_path.iterdir()] == ["notes.ilk"]
    assert len(ilk.Index.open(path)) == 2


def test_an_open_index_outlives_its_replacement(tmp_path):
    path = tmp_path / "notes.ilk"
    old = ilk.Index.build(documents(), path=path)
    ilk.Index.build([Document("new", "tulips everywhere")], path=path)
    assert [hit.id for hit in old.search("tulips", k=1)] == ["garden.txt"]
    assert [hit.id for hit in ilk.Index.open(path).search("tulips")] == ["new"]


def test_threads_may_search_at_once(index):
    expected = list(index.search("cats in the garden"))
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(index.search, ["cats in the garden"] * 100))
    assert all(list(answer) == expected for answer in answers)


def test_progress_is_reported(tmp_path):
    stages = []
    ilk.Index.build(
        documents(), models=["lsi"], progress=lambda stage, done, total: stages.append((stage, done, total))
    )
    assert ("reading", 5, 5) in stages
    assert ("fitting ilk", 6, 6) in stages
    assert stages[-1] == ("fitting lsi", 1, 1)


@pytest.fixture(scope="module")
def default_index() -> ilk.Index:
    return ilk.Index.build(documents(), language="english")


def test_the_default_similarity_is_the_best_that_the_index_has(index, default_index):
    assert (index.default_similarity, default_index.default_similarity) == ("bm25", "ilk")
    assert default_index.search("tulips and roses")[0].id == "garden.txt"


def test_what_is_left_out_changes_no_similarity_and_so_no_explanation(default_index):
    for hit in default_index.similar("pets/cats.txt", where="year>1990"):
        explained = default_index.explain("pets/cats.txt", hit.id, from_document=True)
        assert explained.similarity == pytest.approx(hit.similarity)
        assert sum(part.amount for part in explained.parts) == pytest.approx(hit.similarity)
