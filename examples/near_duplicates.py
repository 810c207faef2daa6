"""Find texts that are nearly the same: pairs of documents whose similarity is at least a threshold.

    python examples/near_duplicates.py examples/notes --threshold 0.5

Every pair is compared, exactly. The similarities are computed in blocks of rows, so that memory grows with
the number of documents and not with its square.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

import ilk
from ilk.corpus.counts import count

ROWS = 1000
"""Documents compared with all others at a time: 1000 × 100,000 similarities are 0.8 GB."""


def similar_pairs(kernel: ilk.CountKernel, threshold: float) -> Iterator[tuple[float, int, int]]:
    """Yield similarity, first and second document of every pair at or above the threshold."""
    features = kernel.features_  # sparse rows whose dot products are the kernel
    for start in range(0, features.shape[0], ROWS):
        similarities = (features[start : start + ROWS] @ features[start:].T).tocoo()
        above = (similarities.data >= threshold) & (similarities.col > similarities.row)
        for i in np.flatnonzero(above).tolist():
            pair = int(similarities.row[i]) + start, int(similarities.col[i]) + start
            yield float(similarities.data[i]), *pair


def main() -> None:
    """Print the pairs, the most similar first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", help="a folder, a file or a collection")
    parser.add_argument("--threshold", type=float, default=0.9, help="from 0 to 1 [default: 0.9]")
    parser.add_argument(
        "--kernel",
        choices=["l2", "bhattacharyya"],
        default="bhattacharyya",
        help="l2: the cosine of counts; bhattacharyya: a word that is repeated counts less [default]",
    )
    parser.add_argument("--language", default="none", help="none keeps every word [default]")
    arguments = parser.parse_args()

    documents = list(ilk.read(arguments.source))
    tokenizer = ilk.Tokenizer.for_language(arguments.language)
    counts = count([document.searchable for document in documents], tokenizer)
    kernel = ilk.CountKernel(arguments.kernel).fit(counts.matrix())
    pairs = sorted(similar_pairs(kernel, arguments.threshold), reverse=True)
    for similarity, first, second in pairs:
        print(f"{similarity:.3f}  {documents[first].id}  {documents[second].id}")
    n_pairs = len(documents) * (len(documents) - 1) // 2
    print(f"{len(pairs)} of {n_pairs:,} pairs have a similarity of {arguments.threshold} or more")


if __name__ == "__main__":
    main()
