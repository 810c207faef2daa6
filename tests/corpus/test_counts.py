"""Counting: against a plain loop, against scikit-learn, with any threads and blocks, in bounded memory."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import tarfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from corpus.unusual_texts import texts as unusual
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from ilk.corpus import block_counts, pieces
from ilk.corpus.block_counts import count_blocks
from ilk.corpus.counts import Counts, Limits, _count_small, count
from ilk.corpus.tokenizer import Tokenizer
from ilk.errors import ParameterError

PLAIN = Tokenizer()
ENGLISH = Tokenizer.for_language("english")
ALL = Limits(1, 1.0)


def nobody(done: int) -> None:
    """Take no note."""


def rows_of(counts: Counts) -> list[dict[str, int]]:
    bounds = itertools.pairwise(counts.indptr.tolist())
    return [
        {
            counts.vocabulary[i]: c
            for i, c in zip(counts.indices[a:b].tolist(), counts.data[a:b].tolist(), strict=True)
        }
        for a, b in bounds
    ]


def assert_same(ours: Counts, other: Counts) -> None:
    assert ours.vocabulary == other.vocabulary
    for name in ("indptr", "indices", "data"):
        left, right = getattr(ours, name), getattr(other, name)
        assert left.dtype == right.dtype
        np.testing.assert_array_equal(left, right)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_counts, "BLOCK_SIZE", 50)


def test_a_known_answer() -> None:
    counts = count(["the cat and the dog", "", "Zebra cat"], PLAIN)
    assert counts.vocabulary == ["and", "cat", "dog", "the", "zebra"]
    assert counts.indptr.tolist() == [0, 4, 4, 6]
    assert counts.indices.tolist() == [0, 1, 2, 3, 1, 4]
    assert counts.data.tolist() == [1, 1, 1, 2, 1, 1]
    assert (counts.n_docs, counts.n_terms) == (3, 5)
    assert (counts.indptr.dtype, counts.indices.dtype, counts.data.dtype) == (np.int64, np.int32, np.int32)
    assert counts.matrix().toarray().tolist() == [[1, 1, 1, 2, 0], [0, 0, 0, 0, 0], [0, 1, 0, 0, 1]]
    assert counts.matrix().has_canonical_format


def test_nothing_at_all() -> None:
    counts = count([], ENGLISH)
    assert (counts.n_docs, counts.n_terms, counts.matrix().shape) == (0, 0, (0, 0))
    assert count(["", "the"], ENGLISH).matrix().shape == (2, 0)


@given(
    st.lists(unusual, max_size=8), st.sampled_from([PLAIN, ENGLISH, Tokenizer(min_length=1, bigrams=False)])
)
def test_both_ways_of_counting_agree(documents: list[str], tokenizer: Tokenizer) -> None:
    compiled = count_blocks(documents, tokenizer, ALL, 1, nobody, None)
    assert_same(compiled, _count_small(documents, tokenizer, ALL))
    assert rows_of(compiled) == [Counter(tokenizer.terms(document)) for document in documents]
    assert compiled.vocabulary == sorted(compiled.vocabulary, key=str.encode)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_blocks_and_threads_do_not_matter(threads: int) -> None:
    documents = [
        f"runner{i % 7} running runs the number{i} " * (i % 5) + "日本語" * (i % 3) for i in range(200)
    ]
    expected = _count_small(documents, ENGLISH, Limits(2, 0.5))
    assert_same(count_blocks(documents, ENGLISH, Limits(2, 0.5), threads, nobody, None), expected)


def test_large_inputs_take_the_compiled_way_to_the_same_result() -> None:
    rng = np.random.default_rng(0)
    vocabulary = np.array(
        ["running", "runs", "ran", "the", "naïve", "東京都", *(f"word{i}" for i in range(500))]
    )
    documents = [" ".join(rng.choice(vocabulary, rng.integers(0, 200))) for _ in range(500)]
    assert sum(map(len, documents)) > 300_000
    assert_same(count(documents, ENGLISH, min_df=2), _count_small(documents, ENGLISH, Limits(2, 1.0)))


def test_a_block_of_blanks() -> None:
    counts = count([" " * 300_000, "", "word"], PLAIN)
    assert rows_of(counts) == [{}, {}, {"word": 1}]


@pytest.fixture(scope="module")
def newswire(data_folder: Path) -> list[str]:
    """The bodies of the first Reuters file; a few lines of code, so that readers may change."""
    with tarfile.open(data_folder / "reuters21578" / "reuters21578.tar.gz") as archive:
        name = next(name for name in sorted(archive.getnames()) if name.endswith("000.sgm"))
        member = archive.extractfile(name)
        assert member is not None
        return re.findall(r"<BODY>(.*?)</BODY>", member.read().decode("latin-1"), re.DOTALL)


@pytest.mark.parametrize(("min_df", "max_df"), [(1, 1.0), (3, 0.5), (0.01, 200), (0.02, 0.2)])
def test_real_texts_as_scikit_learn_counts_them(newswire: list[str], min_df: float, max_df: float) -> None:
    rival = CountVectorizer(analyzer=ENGLISH.terms, min_df=min_df, max_df=max_df)
    expected = rival.fit_transform(newswire)
    counts = count(newswire, ENGLISH, min_df=min_df, max_df=max_df)
    assert counts.vocabulary == rival.get_feature_names_out().tolist()
    assert counts.matrix().shape == expected.shape
    assert (counts.matrix() != expected).nnz == 0


def test_texts_are_taken_once_in_order_in_the_calling_thread() -> None:
    taken: list[tuple[int, int]] = []

    def stream() -> Iterator[str]:
        for i in range(60):
            taken.append((i, threading.get_ident()))
            yield f"word{i} " * 1000

    counts = count(stream(), PLAIN, threads=2)
    assert taken == [(i, threading.get_ident()) for i in range(60)]
    assert rows_of(counts) == [{f"word{i}": 1000} for i in range(60)]


@pytest.mark.usefixtures("small_blocks")
def test_progress_is_reported() -> None:
    seen: list[tuple[str, int, int | None]] = []
    documents = ["a word or two " * 1000] * 40
    count(documents, PLAIN, progress=lambda *now: seen.append(now))
    assert seen == [("counting", i, 40) for i in range(1, 41)]
    seen.clear()
    count(iter(documents[:2]), PLAIN, progress=lambda *now: seen.append(now))
    assert seen == [("counting", 2, 2)]


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"min_df": 0}, "min_df must be a whole number of documents of at least 1 or a share .* got 0"),
        ({"min_df": 1.5}, "min_df must be .* got 1.5"),
        ({"max_df": True}, "max_df must be .* got True"),
        ({"max_df": "all"}, "max_df must be .* got 'all'"),
        ({"min_df": 3, "max_df": 2}, "max_df must be at least min_df, which is 3, got 2"),
        ({"threads": 0}, "the number of threads must be at least 1, got 0"),
        ({"spool": Path("no/such/folder")}, "spool must be a folder that exists, got 'no/such/folder'"),
    ],
)
def test_parameters_are_refused_before_any_text_is_taken(
    parameters: dict[str, object], sentence: str
) -> None:
    texts = iter(["a text"])
    with pytest.raises(ParameterError, match=sentence):
        count(texts, PLAIN, **parameters)
    assert next(texts) == "a text"


def test_texts_that_are_none_are_refused() -> None:
    with pytest.raises(ParameterError, match="texts must be several strings, got a single one"):
        count("a text", PLAIN)
    with pytest.raises(ParameterError, match="texts must be strings, got bytes at position 1"):
        count(["a text", b"bytes"], PLAIN)


def test_an_error_of_the_caller_comes_through_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "IN_MEMORY", 1)

    def failing() -> Iterator[str]:
        yield from (f"word{i} " * 200_000 for i in range(6))
        assert any(tmp_path.iterdir())  # by now something has been written
        raise OSError("the disk went away")

    with pytest.raises(OSError, match="the disk went away"):
        count(failing(), PLAIN, threads=1, spool=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_counts_that_outgrow_memory_live_in_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_counts, "BLOCK_SIZE", 5000)
    documents = [f"word{i} word{i // 2} and words" for i in range(9000)]
    expected = count(documents, PLAIN, spool=tmp_path)
    assert list(tmp_path.iterdir()) == []  # few enough for memory
    monkeypatch.setattr(pieces, "IN_MEMORY", 5000)
    spooled = count(documents, PLAIN, spool=tmp_path)
    assert_same(spooled, expected)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.npy", "indices.npy"]
    np.testing.assert_array_equal(np.load(tmp_path / "indices.npy"), expected.indices)
    np.testing.assert_array_equal(np.load(tmp_path / "data.npy"), expected.data)
    assert_same(count(documents, PLAIN), expected)


MEASURED = """
import json, resource, sys
from ilk.corpus import pieces
from ilk.corpus.counts import count
from ilk.corpus.tokenizer import Tokenizer

pieces.IN_MEMORY = 1 << 20
words = [f"word{i:05d}" for i in range(20_000)]
line = " ".join(words)

def texts(megabytes):
    for i in range(megabytes * 1_000):
        start = i * 7919 % (len(line) - 1_000)
        yield line[start : start + 1_000]

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

count(texts(8), Tokenizer(), threads=2)
before = peak()
counts = count(texts(40), Tokenizer(), threads=2)
print(json.dumps({"grown": peak() - before, "result": counts.indices.nbytes + counts.data.nbytes}))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="resource usage is measured as POSIX systems do")
def test_memory_grows_with_the_result_and_not_with_the_texts() -> None:
    run = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True)
    measured = json.loads(run.stdout)
    assert measured["result"] > 25_000_000
    assert measured["grown"] < 1.3 * measured["result"] + 10_000_000
