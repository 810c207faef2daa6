"""Nyffenegger, Chappelier and Gaussier 2006: Fisher kernels of PLSI and of Naive Bayes, one and combined.

published      the printed numbers
kernels        the kernels of table 1, and those that explain where ours differ
fitting        the ways of EM
settings, run  table 1: one fit a setting, every kernel on it
combining      table 2: weights on a grid, the best on all queries and those chosen on other queries
significance   Wilcoxon's test, as in the paper
view, combined the results as arrays, of table 1 and of table 2
report         the page: findings, summary, tables, figures, triangles
"""

from ilk.experiments.nyffenegger2006.published import COLLECTIONS
from ilk.experiments.nyffenegger2006.report import report
from ilk.experiments.nyffenegger2006.run import run
from ilk.experiments.nyffenegger2006.settings import settings
from ilk.experiments.study import Study

__all__ = ["STUDY"]

STUDY = Study(
    name="nyffenegger2006",
    title="Revisiting Fisher kernels for document similarities",
    reference=(
        "M. Nyffenegger, J.-C. Chappelier and É. Gaussier, Revisiting Fisher kernels for document "
        "similarities, ECML 2006."
    ),
    settings=settings,
    run=run,
    report=report,
    collections=COLLECTIONS,
)
