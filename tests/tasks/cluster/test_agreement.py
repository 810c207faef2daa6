"""Clusters beside a metadata field."""

from __future__ import annotations

import pytest

import ilk
from ilk.errors import ParameterError, UnknownName
from ilk.records import Assignment, Clustering, Document
from ilk.tasks.cluster.agreement import ValueShare, agreement


def index_of(*metadata: dict) -> ilk.Index:
    return ilk.Index.build(
        [Document(f"d{i}", "some words", metadata=each) for i, each in enumerate(metadata)], effort="quick"
    )


def clustering(*clusters: int) -> Clustering:
    places = {f"d{i}": Assignment(cluster, 1.0) for i, cluster in enumerate(clusters) if cluster}
    return Clustering((), places, (), "k-means", "ilk")


def test_only_documents_with_one_value_in_a_cluster_count():
    index = index_of(
        {"topic": "a"}, {"topic": ("a",)}, {"topic": ("a", "b")}, {"year": 1}, {"topic": "b"}, {"topic": "c"},
        {"topic": "b"},
    )  # fmt: skip
    found = agreement(index, clustering(1, 1, 1, 1, 1, 0, 2), "topic")
    assert found.n_documents == 4
    assert found.purity == pytest.approx(3 / 4)
    assert found.values == {1: (ValueShare("a", 2 / 3), ValueShare("b", 1 / 3)), 2: (ValueShare("b", 1.0),)}


def test_perfect_agreement():
    found = agreement(index_of(*({"year": year} for year in (1, 1, 2, 2))), clustering(2, 2, 1, 1), "year")
    assert (found.adjusted_rand_index, found.purity) == (1.0, 1.0)
    assert found.normalised_mutual_information == pytest.approx(1.0)


def test_what_cannot_be_compared_gets_a_sentence():
    found = clustering(1, 2)
    with pytest.raises(UnknownName, match="there is no metadata field 'yaer'; did you mean 'year'"):
        agreement(index_of({"year": 1}, {"year": 2}), found, "yaer")
    with pytest.raises(ParameterError, match="have no metadata, so there is no field 'year'"):
        agreement(index_of({}, {}), found, "year")
    with pytest.raises(ParameterError, match="no document in a cluster has exactly one value of 'tags'"):
        agreement(index_of({"tags": ("a", "b")}, {"tags": ()}), found, "tags")
