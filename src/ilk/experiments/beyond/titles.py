"""A title as the query: finding the one document that it belongs to, and those on the same topics."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ilk.corpus.collections import open_collection
from ilk.corpus.tokenizer import Tokenizer
from ilk.evaluation.compare import randomisation_test
from ilk.evaluation.dense import average_precisions
from ilk.experiments.beyond.measuring import counted, ranks_of, short
from ilk.experiments.beyond.settings import ALL
from ilk.experiments.beyond.similarities import BM25, ILK, LSI, RESAMPLES, RM3
from ilk.experiments.study import Parameters, Result
from ilk.index import Index
from ilk.records import Document
from ilk.search.topk import Answer

COMPARED = (BM25, RM3, LSI, ILK)
N_TITLES = 300
FEWEST_TITLE_WORDS, FEWEST_WORDS = 3, 20
"""A title of one or two words is no question, and a body of a few sentences no answer."""

FEWEST_ALIKE, MOST_ALIKE = 5, 300
"""Stories with exactly the same topics: fewer are hard to tell from chance, more from the collection."""

Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Titled:
    """The bodies of documents without their titles, and the titles by the same numbers."""

    bodies: list[Document]
    titles: list[str]

    def question_like(self) -> list[int]:
        """Return the documents whose title says enough, and whose body too."""
        terms = Tokenizer.for_language("english").terms
        return [
            number
            for number, (body, title) in enumerate(zip(self.bodies, self.titles, strict=True))
            if len(terms(title)) >= FEWEST_TITLE_WORDS and len(terms(body.text)) >= FEWEST_WORDS
        ]


def run_titles(parameters: Parameters, data: Path) -> Result:
    """Ask for known documents by their titles, and for those on the same topics where topics are known."""
    seed = int(parameters["seed"])
    titled = _titled(data / str(parameters["collection"]), int(parameters["documents"]))
    index = Index.build(titled.bodies, language="english", effort="quick", models=[ILK, LSI], seed=seed)
    random, possible = np.random.default_rng(seed), titled.question_like()
    known = _some(random, possible)
    result: dict[str, Result] = {
        "documents": len(index),
        "known item": _compared(index, titled, known, _reciprocal_ranks),
    }
    alike = same_topics(titled.bodies)
    if topical := _some(random, [number for number in possible if number in alike]):
        result["topics"] = _compared(index, titled, topical, _Alike(alike))
    return result


def same_topics(documents: Sequence[Document]) -> dict[int, Numbers]:
    """Return, for documents with topics, all that have exactly the same; neither very few nor very many."""
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, document in enumerate(documents):
        topics = document.metadata.get("topics")
        if isinstance(topics, tuple) and topics:
            groups[tuple(sorted(topics))].append(number)
    return {
        number: np.array(group, dtype=np.intp)
        for group in groups.values()
        if FEWEST_ALIKE <= len(group) <= MOST_ALIKE
        for number in group
    }


def _titled(folder: Path, n_documents: int) -> Titled:
    documents = itertools.islice(_with_titles(folder), None if n_documents == ALL else n_documents)
    bodies, titles = [], []
    for document in documents:
        bodies.append(Document(document.id, document.text, metadata=document.metadata))
        titles.append(document.title)
    return Titled(bodies, titles)


def _with_titles(folder: Path) -> Iterator[Document]:
    """Yield the documents that have a text; replies are left out, whose subject is another's."""
    for document in open_collection(folder).documents:
        if document.text.strip() and not document.title.lower().startswith("re:"):
            yield document


def _some(random: np.random.Generator, numbers: Sequence[int]) -> list[int]:
    if not numbers:
        return []
    chosen = random.choice(np.array(numbers), min(N_TITLES, len(numbers)), replace=False)
    return sorted(chosen.tolist())


def _compared(
    index: Index,
    titled: Titled,
    asked: list[int],
    measure: Callable[[list[int], list[Answer], int], NDArray[np.float64]],
) -> dict[str, Result]:
    """Return what each similarity is worth in the mean, and its p against BM25."""
    queries = counted(index, [titled.titles[number] for number in asked])
    values = {
        name: measure(asked, index.searcher(name).search_many(queries, len(index)), len(index))
        for name in COMPARED
    }
    return {
        "queries": len(asked),
        "means": {name: short(found.mean()) for name, found in values.items()},
        "p": {
            name: short(randomisation_test(found - values[BM25], resamples=RESAMPLES), 3)
            for name, found in values.items()
            if name != BM25
        },
    }


def _reciprocal_ranks(asked: list[int], answers: list[Answer], n_docs: int) -> NDArray[np.float64]:
    """Return 1/rank of the document that the title belongs to (n_queries,)."""
    wanted = [np.array([number], dtype=np.intp) for number in asked]
    return average_precisions(ranks_of(answers, wanted, n_docs))  # with one relevant document, the same


@dataclass(frozen=True, slots=True)
class _Alike:
    """AP of the other documents on the same topics; the one that the title belongs to is left aside."""

    groups: dict[int, Numbers]

    def __call__(self, asked: list[int], answers: list[Answer], n_docs: int) -> NDArray[np.float64]:
        others = [self.groups[number][self.groups[number] != number] for number in asked]
        without = [
            (docs[docs != number], values[docs != number])
            for number, (docs, values) in zip(asked, answers, strict=True)
        ]
        return average_precisions(ranks_of(without, others, n_docs))
