"""Documents in groups of their own kind, and what each group is about."""

from ilk.tasks.cluster.plsi import plsi_clusters
from ilk.tasks.cluster.spherical import SphericalKMeans

__all__ = ["SphericalKMeans", "plsi_clusters"]
