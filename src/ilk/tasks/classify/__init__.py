"""Which labels documents have: nearest neighbours and SVM on any kernel, Bayes' rule on a model a class."""

from ilk.tasks.classify.bayes import GenerativeBayes
from ilk.tasks.classify.neighbours import NearestNeighbours, vote, vote_shares
from ilk.tasks.classify.svm import KernelSVM

__all__ = ["GenerativeBayes", "KernelSVM", "NearestNeighbours", "vote", "vote_shares"]
