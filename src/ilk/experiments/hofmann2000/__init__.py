"""Hofmann's experiments done again: factors of Reuters-21578, retrieval, categorisation with few labels."""

from ilk.experiments.hofmann2000.report import report
from ilk.experiments.hofmann2000.run import run
from ilk.experiments.hofmann2000.settings import COLLECTIONS, REUTERS, settings
from ilk.experiments.study import Study

__all__ = ["STUDY"]

STUDY = Study(
    name="hofmann2000",
    title="Learning the similarity of documents",
    reference=(
        "Thomas Hofmann: Learning the Similarity of Documents: An Information-Geometric Approach to Document "
        "Retrieval and Categorization. Advances in Neural Information Processing Systems 12, 2000, "
        "pages 914–920."
    ),
    settings=settings,
    run=run,
    report=report,
    collections=(*COLLECTIONS, REUTERS),
)
