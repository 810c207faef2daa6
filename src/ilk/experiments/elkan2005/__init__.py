"""Deriving TF-IDF as a Fisher kernel (Elkan 2005), done again on 20 Newsgroups.

messages       the collection, prepared in several ways, and its random splits
methods        the nine classifiers of the paper, and the forms that we add, by name
gradients      the gradient of the DCM as features that are sparse and exact, for support vector machines
classifying    how well a split is classified
settings, run  a split and a group of methods is a setting
accuracies     means, deviations and tests over the splits, from the results
"""

from ilk.experiments.elkan2005.messages import FOLDER
from ilk.experiments.elkan2005.report import report
from ilk.experiments.elkan2005.run import run
from ilk.experiments.elkan2005.settings import settings
from ilk.experiments.study import Study

__all__ = ["STUDY"]

STUDY = Study(
    name="elkan2005",
    title="deriving TF-IDF as a Fisher kernel",
    reference="C. Elkan, Deriving TF-IDF as a Fisher kernel. SPIRE 2005.",
    settings=settings,
    run=run,
    report=report,
    collections=(FOLDER,),
)
