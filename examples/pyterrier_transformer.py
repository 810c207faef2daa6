"""Use an ilk index as a transformer of PyTerrier, and compare similarities in a declarative experiment.

    pip install '.[pyterrier]'
    python examples/pyterrier_transformer.py data/med

Without a collection it asks the notes of examples/notes three questions. No Java is needed: PyTerrier starts
it for Terrier's own indexes only.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pyterrier as pt

import ilk

NOTES = Path(__file__).parent / "notes"
QUESTIONS = {
    "q1": ("baking bread with wild yeast", ["kitchen/bread.md", "kitchen/starter.md"]),
    "q2": ("heat in fast gas flow", ["papers/hypersonic.md", "papers/slip-flow.md", "papers/tunnel.md"]),
    "q3": ("by rail through Europe", ["travel/night-train.md", "travel/lisbon.md", "travel/porto.md"]),
}


class IlkRetriever(pt.Transformer):
    """Ranks the documents of an ilk index: a frame with qid and query goes in, one with hits comes out."""

    def __init__(self, index: ilk.Index, similarity: str | None = None, num_results: int = 1000) -> None:
        """Take an index; None is the best similarity that it allows."""
        super().__init__()
        self.index, self.similarity, self.num_results = index, similarity, num_results

    def transform(self, topics: pd.DataFrame) -> pd.DataFrame:
        """Return docno, rank and score of the hits, with every column of the topics."""
        pt.validate.query_frame(topics)
        answers = self.index.rank(topics["query"].tolist(), self.num_results, similarity=self.similarity)
        rows = [
            {**topic, "docno": hit.id, "rank": rank, "score": hit.similarity}
            for topic, hits in zip(topics.to_dict("records"), answers, strict=True)
            for rank, hit in enumerate(hits)
        ]
        return pd.DataFrame(rows, columns=[*topics.columns, "docno", "rank", "score"])


def read(source: str | None) -> tuple[list[ilk.Document], pd.DataFrame, pd.DataFrame]:
    """Return documents, topics and judgements."""
    if source is None:
        topics: Sequence[tuple[str, str]] = [(name, text) for name, (text, _) in QUESTIONS.items()]
        judged = [(name, document, 1) for name, (_, wanted) in QUESTIONS.items() for document in wanted]
        documents = list(ilk.read(NOTES))
    else:
        collection = ilk.open_collection(source)
        topics = [(query.id, query.text) for query in collection.judged_queries]
        judged = [(each.query_id, each.document_id, each.grade) for each in collection.judgements]
        documents = list(collection.documents)
    frame = pd.DataFrame(topics, columns=["qid", "query"])
    return documents, frame, pd.DataFrame(judged, columns=["qid", "docno", "label"])


def main() -> None:
    """Compare three similarities, and two of them added up by PyTerrier."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", nargs="?", help="a collection with queries and judgements")
    documents, topics, qrels = read(parser.parse_args().source)
    index = ilk.Index.build(documents)
    bm25, kernel, default = (IlkRetriever(index, name) for name in ("bm25", "plsi-h", None))
    systems = {"bm25": bm25, "plsi-h": kernel, "ilk": default, "bm25 + 0.5 plsi-h": bm25 + 0.5 * kernel}
    measured = pt.Experiment(
        list(systems.values()), topics, qrels, ["map", "P_5"], names=list(systems), baseline=0
    )
    print(measured.to_string(index=False))


if __name__ == "__main__":
    main()
