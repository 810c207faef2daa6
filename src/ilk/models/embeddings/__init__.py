"""Vectors for terms: from LSI, from PLSI, from Yule's association, or from a file."""

from ilk.models.embeddings.embedding import Embedding, lsi_embedding, plsi_embedding
from ilk.models.embeddings.files import read_embedding
from ilk.models.embeddings.yule import yule_association, yule_embedding

__all__ = [
    "Embedding",
    "lsi_embedding",
    "plsi_embedding",
    "read_embedding",
    "yule_association",
    "yule_embedding",
]
