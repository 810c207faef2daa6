"""The papers' experiments, done again: one module a paper, and `beyond` for what is ours.

A `Study` lists its settings, runs one at a time, and turns what came out into a report: tables of
published, ours and the difference, figures, and what was seen. `ilk reproduce NAME` runs it.
"""

from ilk.experiments.catalogue import STUDIES, load_study
from ilk.experiments.study import Parameters, Result, Setting, Study

__all__ = ["STUDIES", "Parameters", "Result", "Setting", "Study", "load_study"]
