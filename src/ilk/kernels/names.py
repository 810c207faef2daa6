"""The kernels by the names that mean the same in Python, on the command line and over HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ilk.errors import ParameterError, UnknownName

if TYPE_CHECKING:
    from ilk.kernels.counts import CountKernel
    from ilk.kernels.fisher import FisherKernel
    from ilk.kernels.fisher_vectors import FisherVectors

PLSI, MIXTURE, DCM, MULTINOMIAL, EMBEDDING = "plsi", "naive-bayes", "dcm", "multinomial", "embedding"

_PLSI_INFORMATION = {
    "": "identity",
    "dfim-": "diagonal",
    "half-": "sqrt-diagonal",
    "log-": "log-sqrt-diagonal",
}


@dataclass(frozen=True, slots=True)
class KernelSpec:
    """A kernel's name, the model that it needs (None for counts alone), and its parameters."""

    name: str
    model: str | None
    parameters: Mapping[str, str | float] = field(default_factory=dict)


def _plsi_specs() -> Iterator[KernelSpec]:
    """Yield chappelier2009's twelve kernels, and the same with the root of the information, in two ways."""
    for prefix, information in _PLSI_INFORMATION.items():
        for form, long_form in (("h", "hofmann"), ("iid", "iid")):
            for suffix, part in (("", "both"), ("-words", "words"), ("-topics", "topics")):
                parameters = {"form": long_form, "information": information, "part": part}
                yield KernelSpec(f"plsi-{prefix}{form}{suffix}", PLSI, parameters)


def _nyffenegger_specs() -> Iterator[KernelSpec]:
    raw, vector_space = {"form": "raw"}, {"form": "vector-space"}
    diagonal = vector_space | {"information": "diagonal"}
    yield KernelSpec("plsi-raw", PLSI, raw)
    yield KernelSpec("plsi-vs", PLSI, vector_space)
    yield KernelSpec("plsi-vs-dfim", PLSI, diagonal)
    yield KernelSpec("nb-raw", MIXTURE, raw)
    yield KernelSpec("nb-vs", MIXTURE, vector_space)
    yield KernelSpec("nb-dfim", MIXTURE, diagonal)


def _other_specs() -> Iterator[KernelSpec]:
    yield KernelSpec("dcm", DCM)
    yield KernelSpec("multinomial", MULTINOMIAL)
    for name in ("bhattacharyya", "l0", "l1", "l2", "tfidf-elkan"):
        yield KernelSpec(name, None, {"features": name})
    yield KernelSpec("fv", EMBEDDING)


KERNELS: Mapping[str, KernelSpec] = MappingProxyType(
    {spec.name: spec for specs in (_plsi_specs(), _nyffenegger_specs(), _other_specs()) for spec in specs}
)
"""Every similarity that is a kernel."""


def kernel_spec(name: str) -> KernelSpec:
    """Return what a name stands for."""
    if name not in KERNELS:
        raise UnknownName("kernel", name, KERNELS)
    return KERNELS[name]


def make_kernel(
    name: str, model: Any = None, **parameters: Any
) -> FisherKernel | CountKernel | FisherVectors:
    """Return the kernel of a name over a model, fitted or not; parameters are added to those of the name.

    For `fv` the model is an embedding, or an estimator of one.
    """
    spec = kernel_spec(name)
    if (model is None) != (spec.model is None):
        wanted = f"needs a model ({spec.model})" if spec.model else "takes no model"
        raise ParameterError(f"the kernel {name!r} {wanted}, got {type(model).__name__}")
    chosen: dict[str, Any] = {**spec.parameters, **parameters}
    if spec.model is None:
        from ilk.kernels.counts import CountKernel

        return CountKernel(**chosen)
    if spec.model == EMBEDDING:
        from ilk.kernels.fisher_vectors import FisherVectors

        return FisherVectors(model, **chosen)
    from ilk.kernels.fisher import FisherKernel

    return FisherKernel(model, **chosen)
