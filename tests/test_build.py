"""Building: what each level of effort fits, and collections so small that there is little to fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_index import documents

import ilk
from ilk import build
from ilk.build import Recipe
from ilk.cli.build import build as command
from ilk.default.constants import FitConstants
from ilk.efforts import EFFORTS, ENSEMBLES
from ilk.errors import ParameterError, UnknownName
from ilk.records import Document
from ilk.stored_models import MODELS

NOTES = Path(__file__).parents[1] / "examples" / "notes"


def built(texts: list[str], **parameters) -> ilk.Index:
    return ilk.Index.build(
        [Document(f"d{i}", text) for i, text in enumerate(texts)], language="none", **parameters
    )


def n_topics(index: ilk.Index) -> int:
    return index._stored.array("ilk_lifts").shape[1]


def test_quick_fits_nothing():
    index = ilk.Index.build(documents(), language="none", effort="quick")
    assert index.models == ()
    assert index.default_similarity == "bm25"
    assert not [name for name in index._stored.manifest.parts if name.startswith(MODELS)]


@pytest.mark.parametrize("effort", ["auto", "normal"])
def test_normal_and_auto_fit_the_default_similarity(effort):
    index = ilk.Index.build(documents(), language="none", effort=effort)
    assert index.models == ("ilk",)
    assert index.default_similarity == "ilk"
    assert n_topics(index) == ENSEMBLES["normal"] * FitConstants().n_topics
    assert index._stored.manifest.parameters["recipe"]["effort"] == "normal"


def test_thorough_fits_more_topics():
    index = ilk.Index.build(documents(), language="none", effort="thorough")
    assert index.models == ("ilk",)
    assert n_topics(index) == ENSEMBLES["thorough"] * FitConstants().n_topics
    assert ENSEMBLES["thorough"] > ENSEMBLES["normal"]
    assert len(index.search("barta kolim")) > 0


@pytest.mark.parametrize("models", [[], ["plsi"]])
def test_few_documents_give_few_topics_and_none_twice(models):
    index = ilk.Index.build(ilk.read(NOTES), models=models)
    terms = [topic.terms for topic in index.topics()]
    assert 2 <= len(terms) <= len(index) / 2
    assert len(set(terms)) == len(terms)


def test_auto_fits_nothing_to_a_very_large_collection(monkeypatch):
    monkeypatch.setattr(build, "LARGE", 100)
    plain = ilk.Index.build(documents(), language="none")
    assert plain.models == ()
    assert plain.note == (
        "no models were fitted by default, since the collection is very large, more than 100 counts: "
        "the index answers with bm25 and has neither topics nor a map; --effort normal fits them"
    )
    asked = ilk.Index.build(documents(), language="none", effort="normal")
    assert (asked.models, asked.note) == (("ilk",), "")
    lsi = ilk.Index.build(documents(), language="none", models=["lsi"])
    assert (lsi.models, lsi.note) == (("lsi",), plain.note)
    assert ilk.Index.build(documents(), language="none", effort="quick").note == ""


@pytest.mark.parametrize("texts", [["red apples grow"], ["…", "!"]])
@pytest.mark.parametrize("effort", ["auto", "normal", "thorough"])
def test_too_little_to_fit_models_to_is_said(tmp_path, texts, effort):
    sentence = (
        "there is too little to fit models to, so the index answers with bm25 and has neither topics nor "
        "a map; they need at least two documents and a word"
    )
    built(texts, effort=effort).save(tmp_path / "tiny.ilk")
    assert ilk.Index.open(tmp_path / "tiny.ilk").note == sentence
    assert built(texts, effort="quick").note == ""
    assert built([*texts, "green pears"], effort=effort).note == ""


def test_models_are_fitted_in_order_and_once():
    index = ilk.Index.build(documents(), language="none", effort="quick", models=["lsi", "nb", "lsi"])
    assert index.models == ("lsi", "nb")
    both = ilk.Index.build(documents(), language="none", models=["lsi", "ilk"])
    assert both.models == ("ilk", "lsi")


def test_every_effort_says_what_it_buys_where_people_choose_it():
    assert set(EFFORTS) == {"auto", "quick", "normal", "thorough"}
    assert set(ENSEMBLES) < set(EFFORTS)
    (option,) = [each for each in command.params if each.name == "effort"]
    for name, what in EFFORTS.items():
        assert f"{name}: {what}." in option.help


TINY = {
    "one document": ["red apples grow"],
    "one word": ["apple"],
    "two documents": ["red apples grow", "green pears fall"],
    "two equal documents": ["red apples", "red apples"],
    "no words": ["…", "!"],
    "one with words": ["…", "apples", ""],
    "one term": ["apple " * n for n in range(1, 6)],
    "one term in one of two": ["apple apple", "…"],
    "nothing in common": ["red", "green", "blue"],
    "many equal ones": ["one two three"] * 20,
}


def assert_it_works(index: ilk.Index, texts: list[str], similarity: str | None = None) -> None:
    """Whatever has the first word is found, itself before all others, and explained."""
    word = next((term for text in texts for term in index.tokenizer.terms(text)), "nothing")
    having = {f"d{i}" for i, text in enumerate(texts) if word in text.split()}
    hits = index.search(word, k=99, similarity=similarity)
    assert {hit.id for hit in hits[: len(having)]} == having
    for hit in hits:
        why = index.explain(word, hit.id, similarity=similarity)
        assert why.similarity == hit.similarity
        assert sum(part.amount for part in why.parts) == pytest.approx(hit.similarity, rel=1e-6, abs=1e-9)
    assert "d0" not in [hit.id for hit in index.similar("d0", similarity=similarity)]


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize("texts", TINY.values(), ids=TINY)
def test_tiny_collections_can_be_built_and_searched(texts, effort):
    index = built(texts, effort=effort)
    assert index.models in {(), ("ilk",)}
    assert_it_works(index, texts)
    if "ilk" in index.models:
        assert sum(topic.share for topic in index.topics()) == pytest.approx(1)


@pytest.mark.parametrize("texts", [texts for name, texts in TINY.items() if name != "no words"])
def test_models_asked_for_by_name_can_be_fitted_to_tiny_collections(texts):
    n_terms = len({word for text in texts for word in text.split() if word.isalpha()})
    models = [name for name in MODELS if name != "fv" or n_terms > 1]
    index = built(texts, models=models)
    assert set(index.models) == set(models)
    for name in index.info().similarities:
        for hit in index.search(texts[-1], similarity=name):
            assert hit.similarity == pytest.approx(
                index.explain(texts[-1], hit.id, similarity=name).similarity, rel=1e-6
            )


def test_what_cannot_be_fitted_is_refused_with_a_sentence():
    sentence = "no model can be fitted to documents without words, got lsi, nb; build without models"
    with pytest.raises(ParameterError, match=sentence):
        built(["…", "!"], models=["lsi", "nb"])
    with pytest.raises(ParameterError, match="the model fv needs at least 2 terms, got 1; build without it"):
        built(["apple", "apple"], models=["fv"])


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"n_topics": 0}, "n_topics must be a whole number of at least 1, got 0"),
        ({"n_topics": 1.5}, "n_topics must be a whole number of at least 1, got 1.5"),
        ({"n_topics": True}, "n_topics must be a whole number of at least 1, got True"),
        ({"seed": -1}, "seed must be a whole number of at least 0, got -1"),
        ({"seed": "x"}, "seed must be a whole number of at least 0, got 'x'"),
        ({"language": "klingon"}, "there is no language 'klingon'"),
    ],
)
def test_wrong_parameters_are_refused_before_a_text_is_read(parameters, sentence):
    def unread():
        pytest.fail("a text was read")
        yield

    with pytest.raises(ParameterError, match=sentence):
        ilk.Index.build(unread(), **parameters)


def test_unknown_efforts_and_models_are_refused():
    with pytest.raises(UnknownName, match="there is no effort 'quik'; did you mean 'quick'"):
        Recipe(effort="quik")
    with pytest.raises(UnknownName, match="there is no model 'lda'"):
        Recipe(models=("lsi", "lda"))


def test_the_same_seed_builds_the_same_models():
    first, again, other = (
        ilk.Index.build(documents(), language="none", models=["plsi"], n_topics=3, seed=seed)
        for seed in (1, 1, 2)
    )
    for name, part in first._stored.manifest.parts.items():
        if part.kind == "array":
            assert part.checksum == again._stored.manifest.parts[name].checksum
    assert (
        first._stored.manifest.parts["plsi_p_z"].checksum != other._stored.manifest.parts["plsi_p_z"].checksum
    )


def test_topics_part_also_where_there_are_many_of_them():
    index = ilk.Index.build(documents(), language="none", effort="quick", models=["plsi"], n_topics=64)
    assert len({topic.characteristic[:3] for topic in index.topics()}) > 4
    assert index.topics()[0].share > 3 / 64
