"""What elkan2005 prints: table 1, the collections, and how the experiments were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

MULTINOMIAL_BAYES, DCM_BAYES = "multinomial Bayes", "DCM Bayes"
L0, L1, L2, TFIDF = "L0", "L1", "L2", "TF-IDF"
BHATTACHARYYA, FISHER_DCM, FISHER_MULTINOMIAL = "Bhattacharyya", "Fisher DCM", "Fisher multinomial"

BAYES = (MULTINOMIAL_BAYES, DCM_BAYES)
NEIGHBOURS = (L0, L1, L2, TFIDF, BHATTACHARYYA, FISHER_DCM, FISHER_MULTINOMIAL)
METHODS = (*BAYES, *NEIGHBOURS)
FIGURE_1 = (TFIDF, L2, FISHER_DCM, FISHER_MULTINOMIAL)
"""The four methods whose accuracy figure 1 shows by k; its values are printed nowhere."""

NEWSGROUPS: Mapping[str, float] = MappingProxyType(
    dict(zip(METHODS, (0.843, 0.845, 0.606, 0.675, 0.778, 0.828, 0.744, 0.677, 0.665), strict=True))
)
"""Table 1, 20 Newsgroups: mean accuracy over ten random splits, 80/20."""
INDUSTRY_SECTOR: Mapping[str, float] = MappingProxyType(
    dict(zip(METHODS, (0.791, 0.795, 0.624, 0.017, 0.567, 0.881, 0.254, 0.761, 0.735), strict=True))
)
"""Table 1, Industry Sector: mean accuracy over ten random splits in halves."""

SPLITS = 10
TEST_SHARE = 0.2
K = 3
SMOOTHING = 0.01
LAPLACE = 1.0


@dataclass(frozen=True, slots=True)
class Characteristics:
    """How large a collection is: documents, different words, and words a document on average."""

    documents: int
    terms: int
    mean_length: float


COLLECTION = Characteristics(documents=18_828, terms=61_298, mean_length=116)
