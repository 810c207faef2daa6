"""The names of similarities, the same in Python, on the command line and over HTTP.

A similarity is spelt `name` or `name:parameter=value:parameter=value`, for example `bm25:k1=0.9:b=0.4`. Any
name can have `-rm3` at its end, for feedback on top: `lsi-rm3:documents=5`. Several joined by `+`, such as
`bm25+plsi-kl`, are added up as standard scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ilk.errors import ParameterError, UnknownName
from ilk.kernels.names import KERNELS
from ilk.ranking import RANKINGS

ILK = "ilk"
FEEDBACK = "-rm3"
LSI, KL, FISHER_VECTORS = "lsi", "plsi-kl", "fv"
_MODEL_OF_KERNEL = {"plsi": "plsi", "naive-bayes": "nb", "embedding": "fv"}
"""What an index calls the model that a kernel needs; other kernels need the counts alone."""

MODELS_NEEDED: Mapping[str, str | None] = {
    ILK: "ilk",
    **dict.fromkeys(RANKINGS),
    **dict.fromkeys(name + FEEDBACK for name in ("bm25", "pl2", "lm-dirichlet", "lm-jm", "tfidf")),
    LSI: "lsi",
    KL: "plsi",
    **{name: _MODEL_OF_KERNEL.get(spec.model or "") for name, spec in KERNELS.items()},
}
"""Each similarity that is listed by name, and the model that an index must hold to answer with it."""

MAIN = (ILK, "bm25", "bm25-rm3", "pl2", "lm-dirichlet", "tfidf", LSI, KL, "plsi-h", "nb-dfim", "dcm", "fv")
"""One name of each family, for a sentence that cannot list them all."""

SUBSTITUTES: Mapping[str, str] = {"plsi": "ilk"}
"""A model that serves in place of another: the default similarity brings an ensemble of PLSI."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity's name, and the parameters that differ from its defaults."""

    name: str
    parameters: Mapping[str, float | str | bool]

    def __str__(self) -> str:
        """Spell it, always in the same way."""
        return ":".join([self.name, *(f"{key}={value}" for key, value in sorted(self.parameters.items()))])


def parse_similarity(spelling: str) -> tuple[Similarity, ...]:
    """Read `name:parameter=value:…`, one or several joined by +, or say which names there are."""
    return tuple(_parse(part) for part in spelling.split("+"))


def models_needed(spelling: str) -> set[str]:
    """Return the models that an index must hold to answer with a similarity."""
    needed = (model_needed(similarity.name) for similarity in parse_similarity(spelling))
    return {model for model in needed if model is not None}


def model_needed(name: str) -> str | None:
    """Return the model that a similarity needs, None where the counts are enough."""
    return MODELS_NEEDED[without_feedback(name)]


def missing_model(name: str, held: tuple[str, ...]) -> str | None:
    """Return the model that an index lacks to answer with a similarity, None if nothing."""
    model = model_needed(name)
    if model is None or model in held or SUBSTITUTES.get(model) in held:
        return None
    return model


def without_feedback(name: str) -> str:
    """Return the name of the similarity that feedback is put on; the name itself where there is none."""
    return name.removesuffix(FEEDBACK)


def _parse(spelling: str) -> Similarity:
    name, *assignments = (piece.strip() for piece in spelling.split(":"))
    if without_feedback(name) not in MODELS_NEEDED:
        raise UnknownName("similarity", name, MODELS_NEEDED, MAIN)
    parameters: dict[str, float | str | bool] = {}
    for assignment in assignments:
        parameter, value = _parameter(spelling, assignment)
        if parameter in parameters:
            raise ParameterError(f"{spelling!r} sets {parameter} twice; say it once")
        parameters[parameter] = value
    return Similarity(name, parameters)


def _parameter(spelling: str, assignment: str) -> tuple[str, float | str | bool]:
    name, equals, value = (piece.strip() for piece in assignment.partition("="))
    if not (name and equals and value):
        raise ParameterError(
            f"a similarity is spelt name:parameter=value, for example bm25:k1=0.9, got {spelling!r}"
        )
    return name, _value(value)


def _value(text: str) -> float | str | bool:
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    try:
        return float(text)
    except ValueError:
        return text
