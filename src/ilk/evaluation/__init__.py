"""How good a ranking is: measures, TREC files, and whether a difference may be chance."""

from ilk.evaluation.compare import Comparison, compare
from ilk.evaluation.measures import Evaluation, Score, evaluate, parse_measures
from ilk.evaluation.runs import Run, read_qrels, read_run, write_qrels, write_run

__all__ = [
    "Comparison",
    "Evaluation",
    "Run",
    "Score",
    "compare",
    "evaluate",
    "parse_measures",
    "read_qrels",
    "read_run",
    "write_qrels",
    "write_run",
]
