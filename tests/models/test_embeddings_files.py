"""Files of word vectors: every form, and every way in which one can be wrong."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.errors import InputError, NotFound, ParameterError
from ilk.models.embeddings import read_embedding

TERMS = ("the", "naïve", "3.14", "東京")
VECTORS = np.array([[1, -2.5, 3e-3], [0, 0, 1], [7, 8, 9], [-1, 0.5, 0.25]], dtype=np.float32)
FORMS = ["word2vec text", "word2vec binary", "binary without newlines", "GloVe"]


def written(form: str, terms: Sequence[str] = TERMS, vectors: np.ndarray = VECTORS) -> bytes:
    """Return the bytes of a file of vectors."""
    header = f"{len(terms)} {vectors.shape[1]}\n".encode()
    if "binary" in form:
        end = b"\n" if form == "word2vec binary" else b""
        rows = [
            t.encode() + b" " + v.astype("<f4").tobytes() + end for t, v in zip(terms, vectors, strict=True)
        ]
        return header + b"".join(rows)
    lines = [" ".join([t, *map(repr, map(float, v))]) for t, v in zip(terms, vectors, strict=True)]
    text = "\n".join(lines).encode() + b"\n"
    return text if form == "GloVe" else header + text


@pytest.fixture
def save(tmp_path: Path):
    """A function that writes bytes to a file and returns its path."""

    def save_bytes(content: bytes, name: str = "vectors") -> Path:
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return save_bytes


@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_recognised(save, form: str, zipped: bool) -> None:
    content = written(form)
    embedding = read_embedding(save(gzip.compress(content) if zipped else content))
    assert embedding.terms == TERMS
    assert embedding.vectors.dtype == np.float32
    np.testing.assert_array_equal(embedding.vectors, VECTORS)
    assert embedding.known.all()


@pytest.mark.parametrize("form", FORMS)
def test_a_vocabulary_keeps_its_own_order_and_marks_what_is_missing(save, form: str) -> None:
    embedding = read_embedding(save(written(form)), vocabulary=["東京", "missing", "the"])
    np.testing.assert_array_equal(embedding.vectors, [VECTORS[3], [0, 0, 0], VECTORS[0]])
    np.testing.assert_array_equal(embedding.known, [True, False, True])
    assert embedding.terms == ("東京", "missing", "the")


@given(st.data())
def test_random_vectors_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    form = data.draw(st.sampled_from(FORMS))
    letters = st.characters(exclude_categories=["Z", "C"])
    terms = data.draw(st.lists(st.text(letters, min_size=1, max_size=6), min_size=1, max_size=5, unique=True))
    numbers = st.floats(width=32, allow_nan=False, allow_infinity=False)
    size = data.draw(st.integers(2, 6))
    rows = data.draw(
        st.lists(st.lists(numbers, min_size=size, max_size=size), min_size=len(terms), max_size=len(terms))
    )
    vectors = np.array(rows, dtype=np.float32)
    path = tmp_path_factory.mktemp("random") / "vectors"
    path.write_bytes(written(form, terms, vectors))
    embedding = read_embedding(path)
    assert embedding.terms == tuple(terms)
    np.testing.assert_array_equal(embedding.vectors, vectors)


def test_long_binary_files_are_read_across_chunks(save) -> None:
    rng = np.random.default_rng(0)
    terms = [f"term{number}" for number in range(4000)]
    vectors = rng.normal(size=(4000, 100)).astype(np.float32)
    np.testing.assert_array_equal(
        read_embedding(save(written("word2vec binary", terms, vectors))).vectors, vectors
    )


def test_terms_with_spaces_trailing_spaces_tabs_and_blank_ends_are_read(save) -> None:
    embedding = read_embedding(save(b"the 1 2 3 \n. . . 4 5 6\r\ntab\t7\t8\t9\n\n \n"))
    assert embedding.terms == ("the", ". . .", "tab")
    np.testing.assert_array_equal(embedding.vectors, np.arange(1, 10).reshape(3, 3))


TEXT = "the 1 2 3\nof 4 5 6\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"the 1 2 3\nof 4 5\n",
            "line 2: expected 3 numbers after 'of', got 2; mend the row, or the first line",
        ),
        (b"the 1 2 3\nof 4 5 6 7\n", "line 2: expected 3 numbers after 'of', got 4"),
        (
            b"2 3\nthe 1 2 3\nof 4 5\n",
            "line 3: expected 3 numbers after 'of', got 2; mend the row, or the header",
        ),
        (b"2 4\nthe 1 2 3\nof 4 5 6\n", "line 2: expected 4 numbers after 'the', got 3"),
        (b"3 3\nthe 1 2 3\nof 4 5 6\n", "line 1: the first line promises 3 terms, but 2 follow"),
        (b"1 3\nthe 1 2 3\nof 4 5 6\n", "line 1: the first line promises 1 terms, but 2 follow"),
        (b"0 3\n", "line 1: the header promises '0 3' terms and dimensions; both must be 1 or more"),
        (b"2 -3\nthe 1 2 3\n", "line 1: the header promises '2 -3' terms"),
        (b"the 1 2 3\nof 4 nan 6\n", "line 2: the vector of 'of' contains nan; mend the row"),
        (b"the 1 2 3\nof 4 -inf 6\n", "line 2: the vector of 'of' contains -inf"),
        (b"the 1 2 3\nof 4 1e99 6\n", "line 2: the vector of 'of' contains inf"),
        (b"the 1 2 3\nof 4 five 6\n", "line 2: expected a number in the vector of 'of', got 'five'"),
        (b"the 1 2 3\nof 4 5 6\nthe 7 8 9\n", "line 3: the term 'the' stands here and in line 1"),
        (b"the 1 2 3\n\nof 4 5 6\n", "line 2: expected a term and its numbers, got an empty line"),
        (b"\xff\xfe 1 2 3\n", "line 1: the term .* is not UTF-8; convert the file, or give a vocabulary"),
        (b"", "line 1: expected a term with numbers, or two whole numbers, got ''"),
        (b"just some words\n", "line 1: expected a term with numbers, or two whole numbers, got 'just some"),
    ],
)
def test_bad_text_is_refused_with_its_line(save, content: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_embedding(save(content))


def test_bad_binary_is_refused_with_its_row(save) -> None:
    content = written("word2vec binary")
    for cut in (3, 14, 20):
        with pytest.raises(
            InputError, match=r"in row [34], the file ends, but the first line promises 4 rows"
        ):
            read_embedding(save(content[:-cut]))
    with pytest.raises(InputError, match="there are bytes after the 4 rows that the first line promises"):
        read_embedding(save(content + b"more"))
    with pytest.raises(InputError, match="in row 2, the vector of 'b' contains nan"):
        read_embedding(save(written("word2vec binary", ["a", "b"], np.array([[1, 2], [3, np.nan]]))))
    with pytest.raises(InputError, match="in row 2, the term 'a' stands here and in row 1"):
        read_embedding(save(written("word2vec binary", ["a", "a"], VECTORS[:2])))
    with pytest.raises(InputError, match="in row 1, no term ends within 10000 bytes; check the header"):
        read_embedding(save(b"4 3\n" + b"\0" * 20_000))


def test_a_row_that_is_not_wanted_may_hold_anything_but_too_few_numbers(save) -> None:
    path = save(b"the 1 2 3\nof 4 nan 6\n")
    np.testing.assert_array_equal(read_embedding(path, ["the"]).vectors, [[1, 2, 3]])
    with pytest.raises(InputError, match="contains nan"):
        read_embedding(path, ["of"])
    with pytest.raises(InputError, match="line 2: expected 3 numbers"):
        read_embedding(save(b"the 1 2 3\nof 4\n"), ["the"])


def test_a_damaged_gzip_file_and_no_file_are_refused(save, tmp_path: Path) -> None:
    zipped = gzip.compress(TEXT.encode() * 100)
    with pytest.raises(InputError, match=r"it cannot be read, .*; fetch or make it again"):
        read_embedding(save(zipped[:-20]))
    with pytest.raises(InputError, match="it cannot be read"):
        read_embedding(save(zipped[:10] + b"\xff" * 30))
    with pytest.raises(NotFound, match=re.escape(f"there is no file {tmp_path / 'none'}")):
        read_embedding(tmp_path / "none")
    with pytest.raises(InputError, match="it cannot be read"):
        read_embedding(tmp_path)


def test_a_vocabulary_with_a_term_twice_is_refused(save) -> None:
    with pytest.raises(ParameterError, match="the vocabulary names a term twice"):
        read_embedding(save(TEXT.encode()), ["the", "the"])


def test_a_real_file(data_folder: Path) -> None:
    path = data_folder / "embeddings" / "glove-60k-100d.txt.gz"
    embedding = read_embedding(path, vocabulary=["the", "sanding", "king", "queen", "xyzzyx"])
    assert embedding.vectors.shape == (5, 100)
    np.testing.assert_array_equal(embedding.known, [True, True, True, True, False])
    np.testing.assert_allclose(embedding.vectors[0, :4], [-0.0382, -0.2449, 0.7281, -0.3996])
    unit = embedding.vectors[:4] / np.linalg.norm(embedding.vectors[:4], axis=1, keepdims=True)
    assert unit[2] @ unit[3] > unit[2] @ unit[1]
