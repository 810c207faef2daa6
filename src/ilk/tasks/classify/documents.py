"""Classify the documents of an index: learn from those with labels, label the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ilk.errors import NotFound, ParameterError, UnknownName
from ilk.labels import ONE, Labels
from ilk.models._base import number, whole_number
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.progress import Progress, silent
from ilk.records import Estimate, Prediction
from ilk.tasks.classify.calibration import Calibration, calibrated
from ilk.tasks.classify.checking import cross_validate
from ilk.tasks.classify.methods import ByBayes, ByMachines, ByNeighbours, Method, judge
from ilk.tasks.classify.spaces import Rows
from ilk.tasks.classify.stored import best_kernel, space_of
from ilk.tasks.held import check_kernel, counts_of

if TYPE_CHECKING:
    from ilk.index import Index

SVM, NEIGHBOURS, BAYES, DCM_BAYES = "svm", "neighbours", "bayes", "dcm-bayes"
METHODS = (SVM, NEIGHBOURS, BAYES, DCM_BAYES)

STAGE = "classifying"

GivenLabels = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to classify; None for the kernel that does best."""

    method: str = SVM
    kernel: str | None = None
    k: int = 5
    C: float = 1.0
    smoothing: float = 0.01
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot work before anything is read."""
        if self.method not in METHODS:
            raise UnknownName("method", str(self.method), METHODS)
        if self.kernel is not None:
            check_kernel(self.kernel)
            if self.method in {BAYES, DCM_BAYES}:
                raise ParameterError(f"{self.method} has no kernel, got {self.kernel!r}; leave it out")
        whole_number("k", self.k, at_least=1)
        whole_number("seed", self.seed, at_least=0)
        number("C", self.C, above=0)
        number("smoothing", self.smoothing, above=0)


@dataclass(frozen=True, slots=True)
class Classification:
    """The predictions, what they were learned from, and what to expect of them.

    classes: every label with the number of documents that have it.
    kernel: None where the method has none. estimate: None where there are too few labels to tell.
    without_words: the documents, by id, that were labelled for want of evidence.
    """

    predictions: tuple[Prediction, ...]
    classes: Mapping[str, int]
    n_labelled: int
    several: bool
    method: str
    kernel: str | None
    estimate: Estimate | None
    without_words: tuple[str, ...]


def classify_documents(
    index: Index, given: GivenLabels, settings: Settings | None = None, progress: Progress = silent
) -> Classification:
    """Label every document of an index that has no label yet."""
    settings = settings or Settings()
    rows, labels = labelled_rows(index, given)
    filled = np.asarray(index.statistics.doc_lengths) > 0
    _refuse_wordless(filled, rows)
    others = np.setdiff1d(np.arange(len(index)), rows)
    if not others.size:
        raise ParameterError(f"all {len(index):,} documents have a label already; there is none to predict")
    kernel = None if settings.method in {BAYES, DCM_BAYES} else settings.kernel or best_kernel(index)
    method = _method(index, settings, kernel, progress)
    checked = cross_validate(method, rows, labels, filled[rows], settings.seed, progress)
    progress(STAGE, 0, 1)
    judged = judge(method, rows, labels, others)
    calibration = Calibration(labels.form) if checked is None else calibrated(checked.judged, checked.truth)
    certain = calibration.confidences(judged)
    progress(STAGE, 1, 1)
    ids = index.documents.ids()
    found = zip(others.tolist(), judged.members, certain.tolist(), strict=True)
    return Classification(
        tuple(
            Prediction(ids[each], tuple(labels.classes[chosen].tolist()), value)
            for each, chosen, value in found
        ),
        dict(zip(labels.classes.tolist(), labels.members.sum(axis=0).tolist(), strict=True)),
        len(rows),
        labels.form != ONE,
        settings.method,
        kernel,
        None if checked is None else checked.estimate(),
        tuple(ids[each] for each in others[~filled[others]].tolist()),
    )


def labelled_rows(index: Index, given: GivenLabels) -> tuple[Rows, Labels]:
    """Return the numbers of the documents with labels, increasing, and these labels, all checked."""
    read = _checked(given)
    numbers = {document: number for number, document in enumerate(index.documents.ids())}
    _refuse_unknown(index, [document for document in read if document not in numbers], len(read))
    several = not all(isinstance(labels, str) for labels in read.values())
    documents = sorted(read, key=numbers.__getitem__)
    rows = [read[document] for document in documents]
    labels = Labels.read([(row,) if isinstance(row, str) else row for row in rows] if several else rows)
    _refuse_useless(labels, documents)
    return np.array([numbers[document] for document in documents]), labels


def _checked(given: GivenLabels) -> dict[str, str | tuple[str, ...]]:
    """Return labels that are texts, one or several a document, or say which are not."""
    if not isinstance(given, Mapping):
        raise ParameterError(
            f"labels must be a dict of document ids and their labels, got {type(given).__name__}"
        )
    if not given:
        raise ParameterError("there are no labels to learn from; label some documents of each class")
    read: dict[str, str | tuple[str, ...]] = {}
    for document, labels in given.items():
        if not isinstance(document, str):
            raise ParameterError(f"the ids of documents are texts, got {document!r}")
        listed = isinstance(labels, Iterable) and not isinstance(labels, str | bytes)
        texts: tuple[Any, ...] = tuple(labels) if listed else (labels,)
        if not all(isinstance(text, str) for text in texts):
            raise ParameterError(
                f"the label of document {document!r} must be a text, or a tuple of them, got {labels!r}"
            )
        read[document] = texts if listed else texts[0]
    return read


def _refuse_wordless(filled: NDArray[np.bool_], rows: Rows) -> None:
    if not filled.any():
        raise ParameterError(
            "no document of this index has words, so there is nothing to tell apart; index texts with words"
        )
    if not filled[rows].any():
        raise ParameterError("none of the labelled documents has words; label others too")


def _refuse_unknown(index: Index, unknown: list[str], n_given: int) -> None:
    """Say which labelled documents the index does not have, with what the first may have been meant to be."""
    if not unknown:
        return
    try:
        index.documents.number(unknown[0])
    except NotFound as error:
        if len(unknown) == 1:
            raise
        raise NotFound(
            f"{len(unknown):,} of the {n_given:,} labelled documents are unknown: {error}"
        ) from None


def _refuse_useless(labels: Labels, documents: list[str]) -> None:
    """Say why nothing can be learned from labels, where that is so."""
    names = labels.classes.tolist()
    if not names:
        raise ParameterError("no document has a label; label some documents of each class")
    if "" in names:
        empty = documents[int(labels.members[:, names.index("")].argmax())]
        raise ParameterError(
            f"the label of document {empty!r} is empty; give it one, or leave the document out"
        )
    if len(names) == 1 and labels.members.all():
        raise ParameterError(
            f"every labelled document has the label {names[0]!r}, so there is nothing to tell apart; "
            "label some documents with another one too"
        )


def _method(index: Index, settings: Settings, kernel: str | None, progress: Progress) -> Method:
    counts = counts_of(index)
    if kernel is None:
        if settings.method == DCM_BAYES:  # measured: those that join a DCM of few documents lead it astray
            return ByBayes(DCM(), counts, joining=False, power=1 / 2)
        return ByBayes(Multinomial(settings.smoothing), counts, joining=True, power=1)
    space = space_of(index, kernel, counts, settings.seed, progress)
    if settings.method == NEIGHBOURS:
        return ByNeighbours(space, settings.k)
    return ByMachines(space, settings.C, settings.seed)
