"""Lexical rankings: similarities that are sums over the words that query and document share, or nearly so."""

from ilk.ranking.base import Ranking
from ilk.ranking.bm25 import BM25
from ilk.ranking.language_model import DirichletLM, JelinekMercerLM
from ilk.ranking.pl2 import PL2
from ilk.ranking.registry import RANKINGS, make_ranking, parameter_names
from ilk.ranking.tfidf import TfIdf

__all__ = [
    "BM25",
    "PL2",
    "RANKINGS",
    "DirichletLM",
    "JelinekMercerLM",
    "Ranking",
    "TfIdf",
    "make_ranking",
    "parameter_names",
]
