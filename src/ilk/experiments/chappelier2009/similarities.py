"""The thirteen similarities of the paper, and three of ours, of all queries with all documents at once.

Kz and Kw are the parts of a kernel K that come from topics and from words; H is Hofmann's form and IID the
paper's; DFIM divides by the diagonal of the Fisher information, without it nothing is divided.

B.3 is the paper's appendix taken at its word. There the gradient is by ρ(w|z) = 2√P(w|z), but the information
that it is divided by belongs to the derivatives by P(w|z), so that a factor P(w|z) stays which elsewhere
cancels. √ divides by the root of the information, one whitening for the pair in place of one for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.kernels.fisher import FisherKernel
from ilk.kernels.topic_fisher import TopicFisher
from ilk.kernels.topic_gradients import TopicGradients
from ilk.kernels.topic_gram import topic_gram
from ilk.kernels.topic_information import TopicWeights
from ilk.ranking import BM25
from ilk.search.base import BaseSearch
from ilk.search.engine import LexicalSearch
from ilk.search.kl_search import KLSearch
from ilk.search.postings import Postings
from ilk.search.statistics import Statistics
from ilk.search.topic_model import TopicModel

if TYPE_CHECKING:
    from ilk.models.plsi import PLSI

Floats = NDArray[np.float64]

FORMS = {"H": "hofmann", "IID": "iid"}
KERNELS = tuple(
    f"{part} {information}{form}"
    for form in FORMS
    for information in ("", "DFIM-")
    for part in ("K", "Kw", "Kz")
)
KL, BM25_NAME = "S_KL", "BM25"
THIRTEEN = (*KERNELS, KL)
LITERAL, ROOT, ROOT_LITERAL = "Kw B.3-H", "Kw √DFIM-H", "Kw √B.3-H"
OURS = (LITERAL, ROOT, ROOT_LITERAL)


def similarities(model: PLSI, counts: csr_array, queries: csr_array) -> Iterator[tuple[str, Floats]]:
    """Yield each similarity by its name, (n_queries, n_docs), under a model fitted to counts (n_docs, V)."""
    for label, form in FORMS.items():
        engine = FisherKernel(model, form, "diagonal").fit(counts).engine_
        if not isinstance(engine, TopicFisher):
            raise TypeError(f"the kernel of PLSI must be a TopicFisher, got {type(engine).__name__}")
        yield from _kernels(label, engine, engine.gradients(queries))
    stats = Statistics.from_postings(_postings(counts), counts.shape[0])
    yield KL, all_similarities(KLSearch(stats, TopicModel.from_plsi(model)), queries)


def bm25(counts: csr_array, queries: csr_array) -> Floats:
    """Return the similarities of BM25 (n_queries, n_docs)."""
    postings = _postings(counts)
    return all_similarities(
        LexicalSearch(postings, Statistics.from_postings(postings, counts.shape[0]), BM25()), queries
    )


def all_similarities(search: BaseSearch, queries: csr_array) -> Floats:
    """Return what a search says of every document (n_queries, n_docs): −∞ of those that can be no hit."""
    rows = []
    for first, last in zip(queries.indptr, queries.indptr[1:], strict=False):
        values, candidates = search.similarities(queries.indices[first:last], queries.data[first:last])
        rows.append(np.where(candidates, values, -np.inf))
    return np.array(rows)


def _kernels(label: str, engine: TopicFisher, queries: TopicGradients) -> Iterator[tuple[str, Floats]]:
    """Yield the kernels of a form; the engine's weights are those of the full diagonal."""
    p_w_given_z, diagonal = engine.topics_of_terms, engine.weights

    def gram(topics: Any, terms: Any) -> Floats:
        return topic_gram(queries, engine.documents, engine.postings, TopicWeights(topics, terms))

    identity = TopicWeights(np.ones(engine.p_z.size), p_w_given_z)
    for information, weights in (("", identity), ("DFIM-", diagonal)):
        by_topics, by_words = gram(weights.topics, None), gram(None, weights.terms)
        yield f"K {information}{label}", by_topics + by_words
        yield f"Kw {information}{label}", by_words
        yield f"Kz {information}{label}", by_topics
    if label == "H":
        for name, terms in _our_weights(p_w_given_z, diagonal.terms).items():
            yield name, gram(None, terms)


def _our_weights(p_w_given_z: NDArray[Any], diagonal: Any) -> dict[str, Floats]:
    """Return the weights (V, K) of our kernels of words from P(w|z) and from P(w|z)/G(w,z), G in ρ."""
    scale = p_w_given_z.astype(np.float64)
    return {
        LITERAL: scale * diagonal,
        ROOT: np.sqrt(scale * diagonal),
        ROOT_LITERAL: scale * np.sqrt(diagonal),
    }


def _postings(counts: csr_array) -> Postings:
    return Postings.from_rows(counts.indptr, counts.indices, counts.data, counts.shape[1])
