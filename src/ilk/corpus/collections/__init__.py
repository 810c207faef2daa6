"""Named data sets: documents with the queries, judgements or labels that people have made for them."""

from ilk.corpus.collections.collection import Collection
from ilk.corpus.collections.recognition import open_collection, recognise

__all__ = ["Collection", "open_collection", "recognise"]
