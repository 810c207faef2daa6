"""The search by S_KL, compiled: a product of topics and a logarithm for each word and document."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled, compiled_reassociating
from ilk.search._search_kernels import Heap, offer, sort_heap
from ilk.search.topk import Answer

Array = NDArray[Any]

DOCS_AT_A_TIME = 128
SQUARE_ROOT_OF_2, LOG_2 = 1.4142135623730951, 0.6931471805599453


@compiled
def top_k(values: Array, has_words: Array, allowed: Array, k: int) -> Answer:
    """Return the k best of the documents that have words and are allowed, best first."""
    heap, size = Heap(np.empty(k, np.int32), np.empty(k, np.float64)), 0
    for doc in range(values.size):
        if has_words[doc] and (allowed.size == 0 or allowed[doc]):
            size = offer(heap, size, doc, values[doc])
    sort_heap(heap.docs, heap.similarities, size)
    return heap.docs[:size], heap.similarities[:size]


@compiled
def log_probabilities(shares: Array, rows: Array, frequencies: Array, floor: float) -> Array:
    """Return Σ_w P̂(w|q) ln max(P(w|d), floor) of all documents, from P(z|d) (n_docs, K) and P(w|z) (n, K).

    Some documents at a time, so that their topics stay in the cache while the words pass by, and four words
    at a time, so that they are read a quarter as often.
    """
    n_docs, n_words, least = len(shares), len(rows), np.float32(floor)
    sums, probabilities = np.zeros(n_docs), np.empty((4, DOCS_AT_A_TIME), np.float32)
    for first in range(0, n_docs, DOCS_AT_A_TIME):
        last = min(first + DOCS_AT_A_TIME, n_docs)
        for word in range(0, n_words, 4):
            if word + 4 <= n_words:
                mix_four(shares[first:last], rows[word : word + 4], least, probabilities)
            else:
                for i in range(word, n_words):
                    mix(shares[first:last], rows[i], least, probabilities[i - word])
            for i in range(word, min(word + 4, n_words)):
                add_logarithms(probabilities[i - word], frequencies[i], sums[first:last])
    return sums


@compiled_reassociating
def mix(shares: Array, row: Array, least: Any, probabilities: Array) -> None:
    """Write P(w|d) = Σ_z P(z|d) P(w|z) of some documents, at least `least`."""
    for doc in range(len(shares)):
        topics, p = shares[doc], np.float32(0)
        for topic in range(row.size):
            p += topics[topic] * row[topic]
        probabilities[doc] = max(p, least)


@compiled_reassociating
def mix_four(shares: Array, rows: Array, least: Any, probabilities: Array) -> None:
    """Do the same for four words, probabilities (4, …)."""
    a, b, c, d = rows[0], rows[1], rows[2], rows[3]
    for doc in range(len(shares)):
        topics = shares[doc]
        p_a, p_b, p_c, p_d = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
        for topic in range(a.size):
            p_a += topics[topic] * a[topic]
            p_b += topics[topic] * b[topic]
            p_c += topics[topic] * c[topic]
            p_d += topics[topic] * d[topic]
        probabilities[0, doc], probabilities[1, doc] = max(p_a, least), max(p_b, least)
        probabilities[2, doc], probabilities[3, doc] = max(p_c, least), max(p_d, least)


@compiled_reassociating
def add_logarithms(probabilities: Array, weight: float, sums: Array) -> None:
    """Add weight · ln P of positive, normal float32 numbers to sums, in double precision.

    log 2^e m = e log 2 + 2 artanh((m − 1) / (m + 1)) by nine terms of its series, to 1e-14: it vectorises
    where a call does not.
    """
    bits = probabilities.view(np.int32)
    for j in range(sums.size):
        mantissa = 1.0 + (bits[j] & 0x7FFFFF) * 2.0**-23
        upper = mantissa > SQUARE_ROOT_OF_2
        mantissa = mantissa * 0.5 if upper else mantissa
        exponent = (bits[j] >> 23) - (126 if upper else 127)
        s = (mantissa - 1.0) / (mantissa + 1.0)
        x = s * s
        series = 1 / 9 + x * (1 / 11 + x * (1 / 13 + x * (1 / 15 + x * (1 / 17))))
        series = 1.0 + x * (1 / 3 + x * (1 / 5 + x * (1 / 7 + x * series)))
        sums[j] += weight * (exponent * LOG_2 + 2.0 * s * series)
