"""The names of similarities: every one of the table, how they are spelt, and what they need."""

from __future__ import annotations

import pytest

from ilk.errors import ParameterError, UnknownName
from ilk.similarities import (
    MAIN,
    MODELS_NEEDED,
    Similarity,
    missing_model,
    models_needed,
    parse_similarity,
)
from ilk.stored_models import MODELS

KERNELS_OF_PLSI = {
    f"plsi-{information}{form}{part}"
    for information in ("", "dfim-", "half-", "log-")
    for form in ("h", "iid")
    for part in ("", "-words", "-topics")
}
TABLE = {
    None: {
        *("bm25", "bm25-rm3", "pl2", "lm-dirichlet", "lm-jm", "tfidf"),
        *("dcm", "multinomial", "bhattacharyya", "l0", "l1", "l2", "tfidf-elkan"),
    },
    "ilk": {"ilk"},
    "lsi": {"lsi"},
    "plsi": {"plsi-kl", "plsi-raw", "plsi-vs", "plsi-vs-dfim", *KERNELS_OF_PLSI},
    "nb": {"nb-raw", "nb-vs", "nb-dfim"},
    "fv": {"fv"},
}


def test_every_name_of_the_table_is_known_with_the_model_that_it_needs():
    for model, names in TABLE.items():
        for name in names:
            assert MODELS_NEEDED[name] == model
    others = set(MODELS_NEEDED) - set().union(*TABLE.values())
    assert others == {"pl2-rm3", "lm-dirichlet-rm3", "lm-jm-rm3", "tfidf-rm3"}


def test_every_model_that_is_needed_can_be_fitted_and_the_other_way_round():
    assert set(TABLE) - {None} == set(MODELS)


@pytest.mark.parametrize("name", MODELS_NEEDED)
def test_a_name_alone_has_no_parameters(name):
    assert parse_similarity(name) == (Similarity(name, {}),)
    assert models_needed(name) == ({MODELS_NEEDED[name]} - {None})
    assert models_needed(f"{name}-rm3") == models_needed(name)


def test_parameters_are_numbers_words_or_truths():
    (similarity,) = parse_similarity(" tfidf : sublinear = False : a=1e-3 : b = high ")
    assert similarity == Similarity("tfidf", {"sublinear": False, "a": 0.001, "b": "high"})
    assert similarity.parameters["sublinear"] is False


def test_the_names_that_stand_for_their_families_exist():
    assert set(MAIN) <= set(MODELS_NEEDED)


def test_several_are_joined_by_plus():
    assert parse_similarity("bm25:k1=2+ lsi") == (Similarity("bm25", {"k1": 2.0}), Similarity("lsi", {}))
    assert models_needed("bm25+lsi+plsi-kl+nb-vs-rm3+ilk") == {"lsi", "plsi", "nb", "ilk"}
    assert models_needed("bm25+pl2") == set()


def test_a_similarity_is_always_spelt_in_one_way():
    spelt = {
        ":".join(map(str, parse_similarity(text)))
        for text in ("bm25:k1=2:b=0.5", "bm25 : b=.5: k1=2.0", "bm25:b=5e-1:k1=2")
    }
    assert spelt == {"bm25:b=0.5:k1=2.0"}
    assert str(Similarity("lsi", {})) == "lsi"


@pytest.mark.parametrize(
    ("spelling", "sentence"),
    [
        ("bm52", "there is no similarity 'bm52'; did you mean 'bm25'"),
        ("", "there is no similarity ''; known: ilk, bm25, bm25-rm3, .*, fv and [0-9]+ more$"),
        ("bm25+", "there is no similarity ''"),
        ("bm25+xyz", "there is no similarity 'xyz'"),
        ("-rm3", "there is no similarity '-rm3'"),
        ("plsi", "there is no similarity 'plsi'; .*plsi-h"),
        ("BM25", "there is no similarity 'BM25'; did you mean 'bm25'"),
    ],
)
def test_unknown_names_are_refused(spelling, sentence):
    with pytest.raises(UnknownName, match=sentence):
        parse_similarity(spelling)


@pytest.mark.parametrize("spelling", ["bm25:", "bm25:k1", "bm25:k1=", "bm25:=2", "bm25::k1=2"])
def test_what_is_no_parameter_is_refused(spelling):
    with pytest.raises(ParameterError, match=f"spelt name:parameter=value, .* got '{spelling}'"):
        parse_similarity(spelling)


def test_a_parameter_is_set_once():
    with pytest.raises(ParameterError, match="'bm25:k1=1:k1=2' sets k1 twice; say it once"):
        parse_similarity("bm25:k1=1:k1=2")


def test_an_index_lacks_a_model_or_has_another_that_serves():
    assert missing_model("bm25", ()) is None
    assert missing_model("bm25-rm3", ()) is None
    assert missing_model("lsi", ()) == "lsi"
    assert missing_model("lsi-rm3", ("plsi",)) == "lsi"
    assert missing_model("plsi-kl", ("plsi",)) is None
    assert missing_model("plsi-kl", ("ilk",)) is None
    assert missing_model("plsi-kl", ("nb", "lsi", "fv")) == "plsi"
    assert missing_model("ilk", ("plsi", "lsi")) == "ilk"
    assert missing_model("nb-vs", ("ilk",)) == "nb"
