"""From documents to the parts of an index, in one pass over the texts."""

from __future__ import annotations

import itertools
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from ilk.arguments import checked_documents
from ilk.corpus.counts import Counts, count
from ilk.corpus.languages import guess_language
from ilk.corpus.tokenizer import Tokenizer
from ilk.document_writer import DocumentWriter
from ilk.efforts import AUTO, EFFORTS, ENSEMBLES, LARGE, NORMAL, QUICK
from ilk.errors import ParameterError, StorageError, UnknownName
from ilk.progress import Progress, silent
from ilk.records import Document
from ilk.search.postings import Postings
from ilk.search.statistics import Statistics
from ilk.stored_models import ILK, MODELS, ModelSettings, write_model
from ilk.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ilk.storage import FolderWriter, Manifest

T = TypeVar("T")

SAMPLE = 200
"""Documents that are looked at to guess the language."""

REPORT_EVERY = 500


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides what an index of given documents becomes."""

    language: str = AUTO
    stop_words: bool = True
    stem: bool = True
    min_df: int | float = 1
    max_df: int | float = 1.0
    effort: str = AUTO
    models: tuple[str, ...] = ()
    n_topics: int = 64
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot work before the first text is read."""
        if self.effort not in EFFORTS:
            raise UnknownName("effort", self.effort, EFFORTS)
        for name in self.models:
            if name not in MODELS:
                raise UnknownName("model", name, MODELS)
        for parameter, value, least in (("n_topics", self.n_topics, 1), ("seed", self.seed, 0)):
            if type(value) is not int or value < least:
                raise ParameterError(f"{parameter} must be a whole number of at least {least}, got {value!r}")
        if self.language != AUTO:
            self.tokenizer(self.language)

    @classmethod
    def of(cls, manifest: Manifest) -> Self:
        """Return what the build of an index was asked for, so that it can be done again."""
        parameters = manifest.parameters
        asked = parameters.get("asked", parameters["recipe"])
        unknown = sorted(set(asked) - {each.name for each in fields(cls)})
        if unknown:
            raise StorageError(
                f"the index was built by ilk {manifest.ilk_version} with settings that this ilk does not "
                f"know ({', '.join(unknown)}); upgrade ilk"
            )
        return cls(**{**asked, "models": tuple(asked["models"])})

    def tokenizer(self, language: str) -> Tokenizer:
        """Return the tokenizer of this recipe for a language."""
        return Tokenizer.for_language(language, stop_words=self.stop_words, stem=self.stem)

    def settled(self, counts: Counts) -> Recipe:
        """Return the recipe with the effort that `auto` means for these counts, and the models it brings.

        A model that is asked for by name is fitted or refused; one that an effort brings is left out where
        there is nothing to learn.
        """
        n_counts = counts.indices.size
        if self.models and not n_counts:
            raise ParameterError(
                f"no model can be fitted to documents without words, got {', '.join(self.models)}; "
                "build without models"
            )
        effort = self.effort
        if effort == AUTO:
            effort = NORMAL if n_counts <= LARGE else QUICK
        brought = (ILK,) if effort in ENSEMBLES and n_counts and counts.n_docs > 1 else ()
        return replace(self, effort=effort, models=tuple(dict.fromkeys((*brought, *self.models))))

    def note(self, asked: Recipe) -> str:
        """Say why this recipe, settled from another, lacks the models of the default similarity, if it does.

        Nothing is to be said where nobody expects them.
        """
        if ILK in self.models or asked.effort == QUICK:
            return ""
        without = "the index answers with bm25 and has neither topics nor a map"
        if self.effort == QUICK:
            many = f"the collection is very large, more than {LARGE:,} counts"
            return f"no models were fitted by default, since {many}: {without}; --effort normal fits them"
        return (
            f"there is too little to fit models to, so {without}; they need at least two documents and a word"
        )


def write_index(
    folder: FolderWriter, documents: Iterable[Document], recipe: Recipe, progress: Progress = silent
) -> None:
    """Write every part of an index; the documents stream by once and are never all in memory."""
    sample, documents = _peek(checked_documents(documents))
    if not sample:
        raise ParameterError("there are no documents to index; check the source and its format")
    language = (
        guess_language(document.searchable for document in sample)
        if recipe.language == AUTO
        else recipe.language
    )
    tokenizer = recipe.tokenizer(language)
    with DocumentWriter(folder.path / "documents.sqlite") as writer:
        texts = (document.searchable for document in counted(writer.adding(documents), progress))
        with tempfile.TemporaryDirectory(dir=folder.path, prefix="spool-") as spool:
            counts = count(texts, tokenizer, min_df=recipe.min_df, max_df=recipe.max_df, spool=Path(spool))
            settled = recipe.settled(counts)
            _write_counts(folder, counts, progress)
            _write_models(folder, counts, settled, progress)
    folder.adopt("documents", "documents.sqlite")
    folder.parameters.update(
        asked=asdict(recipe),
        recipe=asdict(settled),
        tokenizer=tokenizer.settings(),
        note=settled.note(recipe),
    )


def written(
    open_index: Callable[[Path], T],
    write: Callable[[FolderWriter], None],
    path: str | PathLike[str] | None,
    seed: int,
    replacing: str | None = None,
) -> T:
    """Return the index that is written to the path, or to a temporary folder that goes when it goes."""
    from ilk import storage

    if path is not None:
        with storage.create(path, seed=seed, replacing=replacing) as folder:
            write(folder)
        return open_index(Path(path))
    temporary = Path(tempfile.mkdtemp(prefix="ilk-"))
    try:
        index = written(open_index, write, temporary / "index.ilk", seed)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    weakref.finalize(index, shutil.rmtree, temporary, ignore_errors=True)
    return index


def _peek(documents: Iterable[Document]) -> tuple[list[Document], Iterator[Document]]:
    """Return the first documents and an iterator over all of them."""
    stream = iter(documents)
    sample = list(itertools.islice(stream, SAMPLE))
    return sample, itertools.chain(sample, stream)


def counted(documents: Iterable[Document], progress: Progress, stage: str = "reading") -> Iterator[Document]:
    """Pass documents on, reporting now and then how many there were."""
    number = 0
    for number, document in enumerate(documents, 1):
        yield document
        if number % REPORT_EVERY == 0:
            progress(stage, number, None)
    progress(stage, number, number)


def _write_counts(folder: FolderWriter, counts: Counts, progress: Progress) -> None:
    """Write the counts by document and by term, the vocabulary, and what they add up to."""
    progress("writing", 0, 3)
    folder.write_array("counts_indptr", counts.indptr)
    folder.write_array("counts_terms", counts.indices)
    folder.write_array("counts_data", counts.data)
    progress("writing", 1, 3)
    postings = Postings.from_rows(counts.indptr, counts.indices, counts.data, counts.n_terms)
    folder.write_array("postings_indptr", postings.indptr)
    folder.write_array("postings_docs", postings.docs)
    folder.write_array("postings_counts", postings.counts)
    progress("writing", 2, 3)
    statistics = Statistics.from_postings(postings, counts.n_docs)
    folder.write_array("doc_lengths", statistics.doc_lengths)
    folder.write_array("term_totals", statistics.term_totals)
    vocabulary = Vocabulary.from_terms(counts.vocabulary)
    folder.write_array("vocabulary_bytes", vocabulary.blob)
    folder.write_array("vocabulary_offsets", vocabulary.offsets)
    progress("writing", 3, 3)


def _write_models(folder: FolderWriter, counts: Counts, recipe: Recipe, progress: Progress) -> None:
    """Fit the models that were asked for and write what searching with them needs."""
    settings = ModelSettings(recipe.n_topics, ENSEMBLES.get(recipe.effort, ENSEMBLES[NORMAL]), recipe.seed)
    for name in recipe.models:
        write_model(name, folder, counts.matrix(), settings, partial(progress, f"fitting {name}"))
