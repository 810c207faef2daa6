"""Whether Fisher vectors gain as a collection grows: messages of the same newsgroup, found by a subject."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ilk.evaluation.dense import average_precisions, relevant_ranks
from ilk.experiments.clinchant2013.cost import titles_of
from ilk.experiments.clinchant2013.embedded import averaged, by_number, embedding_of, lsi_of, reading_of
from ilk.experiments.clinchant2013.retrieval import AVERAGE, cosines, lexical_search, row_of
from ilk.experiments.clinchant2013.texts import Counted, Which, counted
from ilk.experiments.study import Parameters, Result

Floats = NDArray[np.float64]


def by_size(which: Which, parameters: Parameters) -> Result:
    """Return MAP in percent of LSI, TF-IDF, averaged words and numbers of Gaussians, in so many messages.

    A query is the subject of a message, which itself is not ranked; the others of its group are relevant.
    """
    collection, dimensions = counted(which), int(parameters["dimensions"])
    asked, sources = titles_of(collection)
    lsi, reading = lsi_of(which, dimensions), reading_of(str(parameters["embedding"]))
    embedding = embedding_of(which, reading.vectors, dimensions)
    documents, queries = (reading.weighed(counts, lsi.idf_) for counts in (collection.counts, asked))
    lexical = lexical_search(collection.counts, "tfidf")
    words = [lexical.similarities(*row_of(asked, query)).values for query in range(asked.shape[0])]
    found = {
        "documents": collection.counts.shape[0],
        "LSI": _map(collection, sources, cosines(lsi.transform(asked), lsi.document_vectors_)),
        "TF-IDF": _map(collection, sources, np.stack(words)),
        AVERAGE: _map(collection, sources, averaged(queries, embedding) @ averaged(documents, embedding).T),
    }
    for n_components, fitted in by_number(documents, embedding, reading, parameters):
        found[str(n_components)] = _map(collection, sources, fitted.gram(queries))
    return dict(found)


def _map(collection: Counted, sources: NDArray[np.intp], similarities: Floats) -> float:
    labels = np.array(collection.labels)
    ranked = similarities.copy()
    ranked[np.arange(sources.size), sources] = -np.inf
    relevant = [np.setdiff1d(np.flatnonzero(labels == labels[source]), source) for source in sources]
    return round(100 * float(average_precisions(relevant_ranks(ranked, relevant)).mean()), 3)
