"""From stems back to words."""

from __future__ import annotations

from ilk.corpus.tokenizer import Tokenizer
from ilk.passages import blocks
from ilk.tasks.spellings import spellings

ENGLISH = Tokenizer.for_language("english")


def test_the_most_frequent_spelling_wins_in_lower_case():
    texts = ["Parsing PARSED", "parsed; trees", "Parsing, parsed"]
    assert spellings(texts, ENGLISH, {"pars", "tree"}) == {"pars": "parsed", "tree": "trees"}


def test_of_equal_spellings_the_first_wins():
    assert spellings(["parses", "parsing"], ENGLISH, {"pars"}) == {"pars": "parses"}
    assert spellings(["parsing", "parses"], ENGLISH, {"pars"}) == {"pars": "parsing"}


def test_only_what_is_wanted_and_there_is_spelt():
    assert spellings(["the trees of life"], ENGLISH, {"tree", "leaf"}) == {"tree": "trees"}
    assert spellings([], ENGLISH, {"tree"}) == {}


def test_accents_and_other_scripts_are_kept_as_they_are_written():
    french = Tokenizer.for_language("french")
    (term,) = french.terms("Élèves")
    assert spellings(["L'Élève"], french, {term}) == {term: "élève"}
    chinese = Tokenizer()
    assert spellings(["北京大学"], chinese, {"北京"}) == {"北京": "北京"}


def test_a_long_text_is_read_as_one_although_it_is_cut_into_pieces():
    text = "Dates of the ﬁles, and a date. " * 3_000
    found = spellings([text], Tokenizer.for_language("english"), {"date", "file"})
    assert found == {"date": "dates", "file": "ﬁles"}
    assert max(map(len, blocks(text))) < len(text) / 3
    assert "".join(blocks(text)) == text
