"""Aggregating continuous word embeddings for retrieval (Clinchant and Perronnin 2013), done again.

settings, run               the parts: clustering, retrieval, baselines, sample, unseen words, growth, cost
texts, embedded             collections as counts, and their words as vectors
clustering, retrieval, growth, cost   what one setting of each part computes
view                        means and deviations over the runs, from the results
findings                    the paper's statements, judged from those
"""

from ilk.experiments.clinchant2013.report import report
from ilk.experiments.clinchant2013.run import run
from ilk.experiments.clinchant2013.settings import FOLDERS, settings
from ilk.experiments.study import Study

__all__ = ["STUDY"]

STUDY = Study(
    name="clinchant2013",
    title="aggregating continuous word embeddings",
    reference=(
        "S. Clinchant and F. Perronnin, Aggregating continuous word embeddings for information retrieval. "
        "Workshop on Continuous Vector Space Models and their Compositionality, ACL 2013."
    ),
    settings=settings,
    run=run,
    report=report,
    collections=FOLDERS,
)
