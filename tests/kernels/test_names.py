"""The names of the kernels: all of them, what they stand for, and nothing heavy behind the list."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from kernels.corpora import corpus, fitted_mixture, fitted_plsi

from ilk.errors import ParameterError, UnknownName
from ilk.kernels import KERNELS, kernel_spec, make_kernel
from ilk.kernels.counts import CountKernel
from ilk.kernels.fisher import FisherKernel
from ilk.kernels.fisher_vectors import FisherVectors
from ilk.models.dcm import DCM
from ilk.models.lsi import LSI
from ilk.models.multinomial import Multinomial

PARTED = ("", "-words", "-topics")
EXPECTED = {
    *(
        f"plsi-{prefix}{form}{part}"
        for prefix in ("", "dfim-", "half-", "log-")
        for form in ("h", "iid")
        for part in PARTED
    ),
    *("plsi-raw", "plsi-vs", "plsi-vs-dfim", "nb-raw", "nb-vs", "nb-dfim"),
    *("dcm", "multinomial", "bhattacharyya", "l0", "l1", "l2", "tfidf-elkan", "fv"),
}


def test_the_names_are_those_of_the_documentation() -> None:
    assert set(KERNELS) == EXPECTED
    assert len(KERNELS) == 24 + 6 + 8


def test_every_name_gives_a_kernel_that_works() -> None:
    X = corpus(10, 8)
    models = {
        "plsi": fitted_plsi(X),
        "naive-bayes": fitted_mixture(X),
        "dcm": DCM(),
        "multinomial": Multinomial(),
        "embedding": LSI(3),
        None: None,
    }
    for name, spec in KERNELS.items():
        extra = {"n_components": 2} if name == "fv" else {}
        kernel = make_kernel(name, models[spec.model], **extra).fit(X)
        gram = kernel.gram(X[:3])
        assert gram.shape == (3, 10)
        assert np.isfinite(gram).all()


@pytest.mark.parametrize(
    ("name", "form", "information", "part"),
    [
        ("plsi-h", "hofmann", "identity", "both"),
        ("plsi-dfim-iid-words", "iid", "diagonal", "words"),
        ("plsi-half-h-topics", "hofmann", "sqrt-diagonal", "topics"),
        ("plsi-log-iid", "iid", "log-sqrt-diagonal", "both"),
        ("plsi-raw", "raw", "identity", None),
        ("plsi-vs-dfim", "vector-space", "diagonal", None),
        ("nb-vs", "vector-space", "identity", None),
        ("nb-dfim", "vector-space", "diagonal", None),
    ],
)
def test_names_of_fisher_kernels_say_what_they_are(
    name: str, form: str, information: str, part: str | None
) -> None:
    X = corpus(6, 5)
    kernel = make_kernel(name, fitted_mixture(X) if name.startswith("nb") else fitted_plsi(X))
    assert isinstance(kernel, FisherKernel)
    assert (kernel.form, kernel.information, kernel.part) == (form, information, part)


def test_parameters_are_added_to_those_of_the_name() -> None:
    assert make_kernel("l1", normalise=True).get_params() == {"features": "l1", "normalise": True}
    assert isinstance(make_kernel("l1"), CountKernel)
    kernel = make_kernel("fv", LSI(2), n_components=4)
    assert isinstance(kernel, FisherVectors)
    assert kernel.n_components == 4


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(UnknownName, match="there is no kernel 'plsi-hh'; did you mean 'plsi-h'"):
        kernel_spec("plsi-hh")
    with pytest.raises(ParameterError, match=r"the kernel 'dcm' needs a model \(dcm\), got NoneType"):
        make_kernel("dcm")
    with pytest.raises(ParameterError, match="the kernel 'l2' takes no model, got DCM"):
        make_kernel("l2", DCM())


def test_the_list_of_names_loads_nothing_heavy() -> None:
    code = "import sys, ilk.kernels; print(sorted({'numpy', 'numba', 'scipy', 'sklearn'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
