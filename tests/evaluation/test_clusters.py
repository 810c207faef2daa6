"""Agreement of clusters with classes: answers worked out by hand, and scikit-learn's."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from ilk.errors import ParameterError
from ilk.evaluation.clusters import adjusted_rand_index, normalised_mutual_information, purity

MEASURES = (adjusted_rand_index, normalised_mutual_information, purity)

labellings = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=2, max_size=30)


def naive_rand(classes, clusters):
    """Count pairs: (together in both − expected) / (mean of both − expected)."""
    pairs = list(combinations(range(len(classes)), 2))
    first = sum(classes[i] == classes[j] for i, j in pairs)
    second = sum(clusters[i] == clusters[j] for i, j in pairs)
    both = sum(classes[i] == classes[j] and clusters[i] == clusters[j] for i, j in pairs)
    expected, most = first * second / len(pairs), (first + second) / 2
    return 1.0 if most == expected else (both - expected) / (most - expected)


def naive_information(classes, clusters):
    """Sum P(u,v) log P(u,v)/(P(u) P(v)), over the mean of the entropies."""
    n, us, vs = len(classes), Counter(classes), Counter(clusters)
    joint = Counter(zip(classes, clusters, strict=True))
    mutual = sum(c / n * log(c * n / (us[u] * vs[v])) for (u, v), c in joint.items())
    mean = -sum(c / n * log(c / n) for counts in (us, vs) for c in counts.values()) / 2
    return 1.0 if mean == 0 else mutual / mean


def test_known_answers():
    classes, clusters = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    assert adjusted_rand_index(classes, clusters) == pytest.approx(8 / 33)
    assert normalised_mutual_information(classes, clusters) == pytest.approx(0.5158037)
    assert purity(classes, clusters) == pytest.approx(5 / 6)
    # Manning, Raghavan and Schütze's example of three clusters of six and five documents has this purity.
    book = "xxxxxo" + "xoooo#" + "xx###"
    assert purity(list(book), [0] * 6 + [1] * 6 + [2] * 5) == pytest.approx(12 / 17)


@given(labellings)
def test_agreement_with_naive_counts_and_with_scikit_learn(pairs):
    classes, clusters = map(list, zip(*pairs, strict=True))
    assert adjusted_rand_index(classes, clusters) == pytest.approx(naive_rand(classes, clusters))
    assert adjusted_rand_index(classes, clusters) == pytest.approx(adjusted_rand_score(classes, clusters))
    information = normalised_mutual_information(classes, clusters)
    assert information == pytest.approx(naive_information(classes, clusters), abs=1e-9)
    assert information == pytest.approx(normalized_mutual_info_score(classes, clusters))
    grouped = [Counter(u for u, v in pairs if v == cluster) for cluster in set(clusters)]
    largest = sum(max(counts.values()) for counts in grouped)
    assert purity(classes, clusters) == pytest.approx(largest / len(pairs))


@given(labellings)
def test_the_names_of_labels_do_not_matter(pairs):
    classes, clusters = map(list, zip(*pairs, strict=True))
    renamed = [str(label) if label else None for label in classes]
    for measure in MEASURES:
        assert measure(renamed, clusters) == pytest.approx(measure(classes, clusters))


@pytest.mark.parametrize("measure", MEASURES)
def test_the_same_partition_is_perfect(measure):
    assert measure(["a", "b", "b", "c"], [2, 0, 0, 1]) == pytest.approx(1.0)


@pytest.mark.parametrize("measure", MEASURES)
def test_labels_of_other_documents_are_refused(measure):
    with pytest.raises(ParameterError, match="must label the same documents, got 2 and 3"):
        measure([0, 1], [0, 1, 1])
    with pytest.raises(ParameterError, match="at least one labelled document, got none"):
        measure([], [])
