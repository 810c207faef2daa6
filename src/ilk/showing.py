"""From the numbers of an answer to what a person is shown: documents with snippets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ilk.corpus.tokenizer import Tokenizer
from ilk.documents import DocumentStore
from ilk.passages import telling_part, without_heading
from ilk.records import Document, Hit, Hits
from ilk.remarks import Remark
from ilk.search.statistics import Statistics
from ilk.search.topk import Answer
from ilk.snippets import places, snippet
from ilk.vocabulary import Vocabulary

CountedQuery = tuple[NDArray[np.int32], NDArray[np.int32]]
"""The distinct terms of a query in increasing order, and how often each occurs."""

Weights = dict[str, float]

NONE_RELATED = np.empty(0, dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Shower:
    """Shows answers in the documents and words of an index."""

    documents: DocumentStore
    vocabulary: Vocabulary
    tokenizer: Tokenizer
    statistics: Statistics

    def hits(
        self,
        answer: Answer,
        query: CountedQuery,
        remark: Remark,
        related: NDArray[np.int32] = NONE_RELATED,
        ranked: tuple[float, ...] | None = None,
    ) -> Hits:
        """Fetch the documents of an answer and cut a snippet around the query's words out of each."""
        words = self._weights(query[0]), self._weights(related)
        numbers, similarities = answer
        documents = self.documents.many(numbers.tolist())
        hits = map(self._hit, documents, similarities.tolist(), [words] * len(documents))
        return Hits(hits, remark.note, ranked, remark.unknown)

    def _hit(self, document: Document, similarity: float, words: tuple[Weights, Weights]) -> Hit:
        wanted, related = words
        title, cut = document.title, self.tokenizer.spans
        text = telling_part(without_heading(document.text, title), cut, wanted, related)
        passage = snippet(text, cut(text), wanted, related=related)
        return Hit(
            document.id,
            similarity,
            title,
            passage.text,
            passage.marks,
            document.metadata,
            passage.related,
            places(title, cut(title), wanted),
        )

    def _weights(self, terms: NDArray[np.int32]) -> Weights:
        """Return terms as texts, the rarer the heavier, so that a snippet shows what matters."""
        weights = np.log1p(self.statistics.n_docs / np.maximum(self.statistics.doc_freqs[terms], 1))
        return {self.vocabulary.term(n): float(w) for n, w in zip(terms.tolist(), weights, strict=True)}
