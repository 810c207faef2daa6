"""Search: postings, what the rankings need to know, exact top-k over terms or over vectors."""

from ilk.search.dense import DenseSearch, fold_in, unit_rows
from ilk.search.engine import LexicalSearch
from ilk.search.postings import Postings
from ilk.search.statistics import Statistics
from ilk.search.topk import Answer

__all__ = ["Answer", "DenseSearch", "LexicalSearch", "Postings", "Statistics", "fold_in", "unit_rows"]
