"""Kernels over counts: what makes two documents alike, as a number and as a sum of parts."""

from __future__ import annotations

from ilk.kernels.names import KERNELS, KernelSpec, kernel_spec, make_kernel

__all__ = ["KERNELS", "KernelSpec", "kernel_spec", "make_kernel"]
