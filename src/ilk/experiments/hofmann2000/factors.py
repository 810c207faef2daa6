"""Factors as lists of words."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ilk.experiments.hofmann2000.models import fit_topics
from ilk.experiments.hofmann2000.texts import bodies
from ilk.experiments.study import Parameters, Result
from ilk.search.statistics import distinctness
from ilk.search.topk import best_first

N_WORDS = 10


def run_factors(parameters: Parameters, data: Path) -> Result:
    """Fit PLSI to bodies; return its factors, the largest first, by probable and by distinct words."""
    counts, terms = bodies(data, int(parameters["documents"]))
    model = fit_topics(counts, int(parameters["topics"]), str(parameters["fit"]), int(parameters["seed"]))
    p_w = np.asarray(counts.sum(axis=0), dtype=np.float64) / counts.sum()
    factors: list[Result] = []
    for topic in np.argsort(-model.p_z_, kind="stable").tolist():
        p_w_given_z = model.p_w_given_z_[topic].astype(np.float64)
        probable = best_first(p_w_given_z, N_WORDS)
        distinct = best_first(distinctness(p_w_given_z, p_w), N_WORDS)
        factors.append(
            {
                "share": round(float(model.p_z_[topic]), 5),
                "words": " ".join(terms[place] for place in probable),
                "probabilities": [round(float(p_w_given_z[place]), 5) for place in probable],
                "distinct": " ".join(terms[place] for place in distinct),
            }
        )
    n_docs, n_terms = counts.shape
    return {"documents": n_docs, "terms": n_terms, "iterations": model.n_iter_, "factors": factors}
