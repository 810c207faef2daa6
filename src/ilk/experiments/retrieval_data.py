"""A judged collection as the experiments need it: counts of documents and queries, and who is relevant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.corpus.collections import open_collection
from ilk.corpus.counts import count
from ilk.corpus.tokenizer import Tokenizer
from ilk.evaluation.dense import average_precisions, interpolated_precisions, r_precisions, relevant_ranks


@dataclass(frozen=True, eq=False)
class RetrievalData:
    """counts (n_docs, n_terms) and queries (n_queries, n_terms), which share their terms.

    relevant: for each query the numbers of its relevant documents, in increasing order.
    """

    name: str
    counts: csr_array
    queries: csr_array
    relevant: tuple[NDArray[np.intp], ...]
    terms: tuple[str, ...]
    query_ids: tuple[str, ...]

    def measures(self, similarities: NDArray[np.floating]) -> dict[str, NDArray[np.float64]]:
        """Return AP and R-precision (n_queries,) and precision by recall (11,) of (n_queries, n_docs)."""
        ranks = relevant_ranks(similarities, self.relevant)
        return {
            "AP": average_precisions(ranks),
            "Rprec": r_precisions(ranks),
            "precision": interpolated_precisions(ranks).mean(axis=0),
        }


@lru_cache(maxsize=8)
def retrieval_data(data: Path, name: str, variant: str | None = None, stem: bool = True) -> RetrievalData:
    """Read a collection, once a process: English stop words left out, words of two letters or more, stems."""
    collection = open_collection(data / name, variant)
    documents = list(collection.documents)
    tokenizer = Tokenizer.for_language("english", stem=stem)
    counted = count([document.searchable for document in documents], tokenizer)
    number_of = {document.id: place for place, document in enumerate(documents)}
    asked = collection.judged_queries
    relevant: dict[str, set[int]] = {query.id: set() for query in asked}
    for judgement in collection.judgements:
        if judgement.grade > 0 and judgement.query_id in relevant and judgement.document_id in number_of:
            relevant[judgement.query_id].add(number_of[judgement.document_id])
    return RetrievalData(
        name,
        counted.matrix(),
        _query_counts([query.text for query in asked], tokenizer, counted.vocabulary),
        tuple(np.array(sorted(relevant[query.id]), dtype=np.intp) for query in asked),
        tuple(counted.vocabulary),
        tuple(query.id for query in asked),
    )


def _query_counts(texts: list[str], tokenizer: Tokenizer, vocabulary: list[str]) -> csr_array:
    """Count the words of queries that the documents have too."""
    number_of = {term: place for place, term in enumerate(vocabulary)}
    rows, columns = [], []
    for row, text in enumerate(texts):
        known = [number_of[term] for term in tokenizer.terms(text) if term in number_of]
        rows += [row] * len(known)
        columns += known
    shape = (len(texts), len(vocabulary))
    counts = csr_array((np.ones(len(rows), dtype=np.int32), (rows, columns)), shape=shape)
    counts.sum_duplicates()
    return counts
