"""Index: the one place that knows every stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ilk import storage
from ilk.arguments import checked_documents, checked_text, checked_texts
from ilk.corpus.tokenizer import Tokenizer
from ilk.documents import DocumentStore
from ilk.errors import ParameterError
from ilk.filters import Filter, allowed, parse_filters
from ilk.filters import Given as Where
from ilk.progress import Progress, silent
from ilk.records import Clustering, Document, Explanation, Hit, Hits, IndexInfo, Predictions, Topic
from ilk.remarks import Remark, Remarks
from ilk.search.base import BaseSearch
from ilk.search.postings import Postings
from ilk.search.query import check_k
from ilk.search.statistics import Statistics
from ilk.search.topic_model import PLSI, TopicModel
from ilk.searchers import Searchers
from ilk.showing import NONE_RELATED, CountedQuery, Shower
from ilk.similarities import ILK, KL, MODELS_NEEDED, missing_model
from ilk.stored_models import MAP
from ilk.tasks.explain import explanation
from ilk.tasks.layout import Layout
from ilk.tasks.topics import TopicDescriber
from ilk.vocabulary import Vocabulary


class Index:
    """A collection of documents that can be searched.

    `Index.build(documents)` makes one, `save` keeps it in a folder, `Index.open` finds it there again. An
    opened index stays whole while a newer one takes its place on the disk. Any number of threads may search.
    """

    def __init__(self, stored: storage.StoredFolder, *, compiled: bool = True) -> None:
        """Take a stored index; `compiled` lets searches use numba, which pays from the second search on."""
        self._stored = stored
        self.documents = DocumentStore(stored.database("documents"))
        self.tokenizer = Tokenizer.from_settings(stored.manifest.parameters["tokenizer"])
        self.vocabulary = Vocabulary(stored.array("vocabulary_bytes"), stored.array("vocabulary_offsets"))
        self.postings = Postings(
            stored.array("postings_indptr"), stored.array("postings_docs"), stored.array("postings_counts")
        )
        lengths, totals = stored.array("doc_lengths"), stored.array("term_totals")
        self.statistics = Statistics(
            n_docs=lengths.size,
            n_terms=totals.size,
            doc_lengths=lengths,
            doc_freqs=np.diff(self.postings.indptr).astype(np.int32),
            term_totals=totals,
            total=int(totals.sum()),
        )
        self.models = tuple(stored.manifest.parameters["recipe"]["models"])
        self._searchers = Searchers(stored, self.postings, self.statistics, self.models, compiled)
        self._shower = Shower(self.documents, self.vocabulary, self.tokenizer, self.statistics)
        self._remarks = Remarks(self.documents, self.vocabulary, self.tokenizer)

    @classmethod
    def build(
        cls,
        documents: Iterable[Document],
        *,
        path: str | PathLike[str] | None = None,
        language: str = "auto",
        stop_words: bool = True,
        stem: bool = True,
        min_df: int | float = 1,
        max_df: int | float = 1.0,
        effort: str = "auto",
        models: Sequence[str] = (),
        n_topics: int = 64,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Self:
        """Index documents, in one pass, and return the index.

        With `path` it is written there; without, it lives in a temporary folder until it is saved. `language`
        decides stop words and stems; "auto" guesses it from the first texts. `min_df` and `max_df` leave out
        terms in fewer or more documents: whole numbers of documents, or shares as fractions. `effort` is
        quick (no models), normal, thorough, or auto: normal up to 20 million counts, then quick. Further
        `models` can be asked for by name, such as plsi, nb, lsi or fv, with `n_topics` topics or components
        where they have some: fewer where there are few documents, and where EM cannot tell two topics apart.
        """
        from ilk.build import Recipe, write_index, written

        named = tuple(checked_texts(models, "models"))
        recipe = Recipe(language, stop_words, stem, min_df, max_df, effort, named, n_topics, seed)
        write = partial(write_index, documents=documents, recipe=recipe, progress=progress)
        return written(cls.open, write, path, seed)

    @classmethod
    def open(cls, path: str | PathLike[str], *, compiled: bool = True) -> Self:
        """Open a saved index; this costs milliseconds, whatever its size."""
        with storage.fitting(path):
            return cls(storage.open_folder(path), compiled=compiled)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the index to a folder; an index that stands there is replaced in one step."""
        storage.copy(self._stored, path)

    def added(
        self,
        documents: Iterable[Document],
        *,
        replace: bool = False,
        path: str | PathLike[str] | None = None,
        progress: Progress = silent,
    ) -> Self:
        """Return an index that has these documents too; this one stays as it is.

        All go through the builder again with what this index was built with: the new one has the bits of an
        index that is built from all of them at once, and its models are fitted again. A document whose id is
        taken is refused; with `replace` the old one goes, and the new one comes last. `path` is as in `build`
        and may be this index's own, unless another index has taken its place there.
        """
        from ilk.changing import write_added, written_anew

        new = checked_documents(documents)
        write = partial(write_added, old=self.documents, documents=new, replace=replace, progress=progress)
        return written_anew(type(self).open, self._stored, write, path)

    def removed(
        self, ids: Iterable[str], *, path: str | PathLike[str] | None = None, progress: Progress = silent
    ) -> Self:
        """Return an index without the documents with these ids, all of which must be there.

        It is built from the others, with models fitted again and with `path`, as in `added`.
        """
        from ilk.changing import write_removed, written_anew

        gone = checked_texts(ids, "ids")
        write = partial(write_removed, old=self.documents, ids=gone, progress=progress)
        return written_anew(type(self).open, self._stored, write, path)

    def __len__(self) -> int:
        """Return the number of documents."""
        return self.statistics.n_docs

    def __repr__(self) -> str:
        """Show what is inside."""
        size = f"n_docs={len(self)}, n_terms={self.statistics.n_terms}"
        return f"Index({size}, language={self.tokenizer.language!r}, models={self.models})"

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        similarity: str | None = None,
        where: Where | None = None,
        skip: int = 0,
        look_ahead: int = 0,
        n_related: int = 0,
    ) -> Hits:
        """Return the k documents most similar to a text, best first, equal ones in document order.

        The first `skip` are left out, which is how one pages; of them, and of `look_ahead` documents that
        would come next, `Hits.ranked` has the similarities. Snippets also mark `n_related` words that the
        similarity takes for those of the text.
        """
        counted = self._count(self.tokenizer.terms(checked_text(query, "the query")))
        searcher, filters = self.searcher(similarity), parse_filters(where)
        docs, values = searcher.search(*counted, check_k(k) + skip + look_ahead, self._allowed(filters))
        related = searcher.related(*counted, n_related) if n_related and docs.size else NONE_RELATED
        remark = self._remarks.on_query(query, filters, found=docs.size > 0)
        page = slice(skip, skip + k)
        return self._shower.hits((docs[page], values[page]), counted, remark, related, tuple(values.tolist()))

    def search_many(
        self,
        queries: Sequence[str],
        k: int = 10,
        *,
        similarity: str | None = None,
        where: Where | None = None,
        threads: int | None = None,
    ) -> list[Hits]:
        """Return what `search` returns for each of the queries, computed side by side."""
        counted = [self._count(self.tokenizer.terms(query)) for query in checked_texts(queries, "queries")]
        filters = parse_filters(where)
        answers = self.searcher(similarity).search_many(counted, check_k(k), self._allowed(filters), threads)
        remark = self._remarks.on_query
        return [
            self._shower.hits(answer, count, remark(query, filters, found=answer[0].size > 0))
            for query, answer, count in zip(queries, answers, counted, strict=True)
        ]

    def rank(
        self,
        queries: Sequence[str],
        k: int | None = None,
        *,
        similarity: str | None = None,
        threads: int | None = None,
    ) -> list[Hits]:
        """Return ids and similarities alone, of all documents unless k is given: what an evaluation needs."""
        counted = [self._count(self.tokenizer.terms(query)) for query in checked_texts(queries, "queries")]
        depth = len(self) if k is None else check_k(k)
        answers = self.searcher(similarity).search_many(counted, depth, threads=threads)
        ids = self.documents.ids()
        return [
            Hits(Hit(ids[number], float(value)) for number, value in zip(docs.tolist(), values, strict=True))
            for docs, values in answers
        ]

    def similar(
        self,
        document_id: str,
        k: int = 10,
        *,
        similarity: str | None = None,
        where: Where | None = None,
    ) -> Hits:
        """Return the k documents most similar to one of the index, itself left out."""
        number = self._number(document_id)
        counted = self._counts_of(number)
        filters = parse_filters(where)
        allowed = self._allowed(filters)
        others = np.ones(len(self), dtype=np.bool_) if allowed is None else allowed
        others[number] = False
        answer = self.searcher(similarity).search(*counted, check_k(k), others)
        found, any_other = answer[0].size > 0, bool(others.any())
        remark = Remark() if found else self._remarks.on_document(document_id, filters, others=any_other)
        return self._shower.hits(answer, counted, remark)

    def explain(
        self, query: str, document_id: str, *, similarity: str | None = None, from_document: bool = False
    ) -> Explanation:
        """Take apart, exactly, the similarity of a text and a document: the parts add up to it.

        With `from_document`, the query is the id of another document of the index.
        """
        number = self._number(document_id)
        if from_document:
            other = self._number(query)
            counted, text = self._counts_of(other), self.documents.get(other).searchable
        else:
            counted, text = self._count(self.tokenizer.terms(checked_text(query, "the query"))), query
        searcher = self.searcher(similarity)
        value = float(searcher.similarities(*counted).values[number])
        texts = (text, self.documents.get(number).searchable)
        parts = searcher.parts(*counted, number)
        return explanation(parts, value, self.vocabulary, self.tokenizer, texts, self._text_with)

    def document(self, document_id: str) -> Document:
        """Return a document by its id."""
        return self.documents.get(self._number(document_id))

    def topics(self, n_terms: int = 10, n_documents: int = 5) -> tuple[Topic, ...]:
        """Return the topics of the index's PLSI, the largest share first."""
        model = self._topic_model()
        describer = TopicDescriber(
            model, self.postings, self.statistics, self.vocabulary, self.documents, self.tokenizer
        )
        return describer.all(n_terms, n_documents)

    def topic_shares(self, document_id: str) -> dict[int, float]:
        """Return P(z|d) of a document by the number of the topic, the largest first."""
        shares = self._topic_model().topics_of_docs[self._number(document_id)]
        order = np.argsort(-shares, kind="stable").tolist()
        return {number: float(shares[number]) for number in order}

    @property
    def has_map(self) -> bool:
        """Say whether the documents were laid out as a map when the index was built."""
        return MAP in self._stored

    @property
    def layout(self) -> Layout | None:
        """Return the map of the documents, laid out when the index was built; None where there is none."""
        if not self.has_map:
            return None
        main = self._topic_model().topics_of_docs.argmax(axis=1)
        return Layout(self._stored.array(MAP), main.astype(np.int32))

    def classify(
        self,
        labels: Mapping[str, str | Sequence[str]],
        *,
        method: str = "svm",
        kernel: str | None = None,
        k: int = 5,
        C: float = 1.0,
        smoothing: float = 0.01,
        seed: int = 0,
        progress: Progress = silent,
    ) -> Predictions:
        """Learn from the labels of some documents, by id, one or several each; predict those of the others.

        `method` is svm, neighbours (k vote by similarity), bayes (`smoothing`) or dcm-bayes; `kernel` is ilk,
        the default: tf-idf, LSI and topics together, lsi, or a name of `ilk.kernels.KERNELS`. The confidence
        is calibrated by cross-validation: of predictions with 0.8, four in five should be right. From fewer
        than ten documents it is what the method itself gives: softmax of decisions, share of votes,
        posterior. The `estimate` of what is returned says how many predictions to expect to be right.
        """
        from ilk.tasks.classify.documents import Settings, classify_documents

        settings = Settings(method, kernel, k, C, smoothing, seed)
        found = classify_documents(self, labels, settings, progress)
        return Predictions(found.predictions, found.estimate)

    def cluster(
        self,
        n_clusters: int,
        *,
        method: str = "k-means",
        kernel: str | None = None,
        seed: int = 0,
        n_terms: int = 10,
        n_documents: int = 3,
        progress: Progress = silent,
    ) -> Clustering:
        """Put documents of the same kind into clusters, and name these by their characteristic words.

        `method` is k-means, by cosine, or plsi: each document in its main topic. `kernel`, for k-means, makes
        documents alike: ilk, LSI and topics together, lsi, or a name of `ilk.kernels.KERNELS`. The default is
        ilk, or what an index without that model has or can have soon: lsi, and words where it is large.
        """
        from ilk.tasks.cluster.documents import Settings, cluster_documents

        settings = Settings(n_clusters, method, kernel, seed, n_terms, n_documents)
        return cluster_documents(self, settings, progress)

    def info(self) -> IndexInfo:
        """Say what the index holds and what it can do."""
        manifest = self._stored.manifest
        return IndexInfo(
            n_docs=len(self),
            n_terms=self.statistics.n_terms,
            n_words=self.statistics.total,
            mean_length=self.statistics.mean_length,
            language=self.tokenizer.language,
            models=self.models,
            similarities=tuple(name for name in MODELS_NEEDED if missing_model(name, self.models) is None),
            fields=self.documents.fields,
            n_bytes=sum(part.n_bytes for part in manifest.parts.values()),
            ilk_version=manifest.ilk_version,
            format=manifest.format,
        )

    @property
    def note(self) -> str:
        """Return a sentence where the build did other than one would expect, such as to fit no models."""
        return str(self._stored.manifest.parameters.get("note", ""))

    @property
    def generation(self) -> str:
        """Return what tells this state of the index from those that stood in its folder before and after."""
        return self._stored.manifest.generation

    @property
    def default_similarity(self) -> str:
        """Return the best similarity that this index answers with."""
        return ILK if ILK in self.models else "bm25"

    def searcher(self, similarity: str | None = None) -> BaseSearch:
        """Return what answers with a similarity in numbers of terms and documents, for any use of them."""
        return self._searchers[similarity or self.default_similarity]

    def _topic_model(self) -> TopicModel:
        if (lacking := missing_model(KL, self.models)) is not None:
            raise ParameterError(f"this index has no topics; build it again with --models {lacking}")
        return self._searchers.topics(PLSI).model

    def _number(self, document_id: str) -> int:
        return self.documents.number(checked_text(document_id, "the id of a document"))

    def _count(self, terms: Iterable[str]) -> CountedQuery:
        """Return the numbers of the known terms, increasing, and how often each occurs."""
        counts = Counter(number for term in terms if (number := self.vocabulary.number(term)) is not None)
        numbers = sorted(counts)
        return np.array(numbers, dtype=np.int32), np.array([counts[n] for n in numbers], dtype=np.int32)

    def _text_with(self, term: int) -> str:
        """Return the shortest text that has a term."""
        docs = self.postings.docs[slice(*self.postings.indptr[term : term + 2])]
        return self.documents.get(int(docs[self.statistics.doc_lengths[docs].argmin()])).searchable

    def _counts_of(self, number: int) -> CountedQuery:
        """Return the counted terms of a document of the index."""
        return self._searchers.rows.of(number)

    def _allowed(self, filters: Sequence[Filter]) -> NDArray[np.bool_] | None:
        return allowed(self.documents, filters) if filters else None
