"""Measures of a ranking, such as AP or nDCG@10: parsed from their names, computed by ir-measures."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any

from ilk.errors import ParameterError, UnknownName
from ilk.records import Judgement

if TYPE_CHECKING:
    from ir_measures import Measure

LEFT_OUT_PROVIDERS = frozenset({"gdeval", "accuracy"})
"""A Perl script that takes only numbers as ids of queries, and one that fails where a query has no hits."""
COMMA_OUTSIDE_BRACKETS = re.compile(r",(?![^(]*\))")
LONGEST_RANKING = 2**24 - 1
"""The provider keeps scores in single precision, where larger whole numbers are no longer all different."""


@dataclass(frozen=True, slots=True)
class Score:
    """One measure of one ranking: a value for each query of the evaluation, in its order, and their mean."""

    measure: str
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Return the arithmetic mean over the queries."""
        return fsum(self.values) / len(self.values)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a ranking is worth: the queries that counted, and one score a measure."""

    query_ids: tuple[str, ...]
    scores: tuple[Score, ...]

    def score(self, measure: str) -> Score:
        """Return the score of a measure by its name."""
        for score in self.scores:
            if score.measure == measure:
                return score
        raise UnknownName("measure in this evaluation", measure, [score.measure for score in self.scores])


def parse_measures(names: str) -> tuple[Measure, ...]:
    """Turn "AP,Rprec,P@5,nDCG@10" into measures, without repetitions."""
    parts = [part.strip() for part in COMMA_OUTSIDE_BRACKETS.split(names)]
    if not any(parts):
        raise ParameterError("no measure given; name some, such as AP,Rprec,P@5,nDCG@10")
    return tuple(dict.fromkeys(_parse_measure(part) for part in parts if part))


def evaluate(
    rankings: Mapping[str, Sequence[str]], judgements: Iterable[Judgement], measures: str | Sequence[Measure]
) -> Evaluation:
    """Measure rankings, ids of documents by query, best first, against judgements.

    Queries without a relevant document are left out; a judged query that is not in the rankings, or has no
    hits, counts with what the measure gives to an empty ranking. The order of the ids is taken as it is.
    """
    parsed = parse_measures(measures) if isinstance(measures, str) else tuple(measures)
    grades = _relevant_grades(judgements)
    # not every provider takes an empty ranking, but all of them a query that is not there
    scores = {query: _scores_by_rank(query, rankings[query]) for query in grades if rankings.get(query)}
    values: dict[Measure, dict[str, float]] = {measure: {} for measure in parsed}
    for metric in _providers().iter_calc(parsed, grades, scores):
        values[metric.measure][metric.query_id] = float(metric.value)
    return Evaluation(
        tuple(grades),
        tuple(Score(str(m), tuple(values[m][query] for query in grades)) for m in parsed),
    )


def _relevant_grades(judgements: Iterable[Judgement]) -> dict[str, dict[str, int]]:
    """Return the grades by query and document, the highest where a pair is judged twice."""
    grades: dict[str, dict[str, int]] = {}
    for judgement in judgements:
        documents = grades.setdefault(judgement.query_id, {})
        known = documents.get(judgement.document_id, judgement.grade)
        documents[judgement.document_id] = max(known, judgement.grade)
    relevant = {query: documents for query, documents in grades.items() if max(documents.values()) > 0}
    if not relevant:
        raise ParameterError("no query has a relevant document, so there is nothing to measure")
    return relevant


def _scores_by_rank(query: str, ranking: Sequence[str]) -> dict[str, float]:
    """Give each document a score that falls by one from rank to rank, so that no two are tied."""
    if len(ranking) > LONGEST_RANKING:
        raise ParameterError(f"a ranking may have {LONGEST_RANKING:,} documents, query {query!r} has more")
    scores = {document: float(len(ranking) - rank) for rank, document in enumerate(ranking)}
    if len(scores) < len(ranking):
        twice = next(document for rank, document in enumerate(ranking) if document in ranking[:rank])
        raise ParameterError(f"the ranking for query {query!r} has document {twice!r} twice")
    return scores


def _parse_measure(text: str) -> Measure:
    """Build the measure that a text names, and make sure that it can be computed."""
    import ir_measures

    registry: Mapping[str, Any] = ir_measures.measures.registry
    providers = _providers()
    name, arguments, at = _take_apart(text)
    if name not in registry:
        raise UnknownName("measure", name, _usable_names(registry, providers))
    if at is not None:
        arguments[registry[name].AT_PARAM] = at
    measure: Measure = registry[name](**arguments)
    _check_arguments(text, measure)
    if not providers.supports(measure):
        usable = ", ".join(_usable_names(registry, providers))
        raise ParameterError(
            f"{text!r} cannot be computed here; these can, with suitable arguments: {usable}"
        )
    return measure


def _take_apart(text: str) -> tuple[str, dict[str, object], object]:
    """Split `name(argument=value, …)@cutoff`; ir-measures' parser uses what Python 3.14 no longer has."""
    arguments: dict[str, object] = {}
    at: object = None
    try:
        node = ast.parse(text, mode="eval").body
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            at, node = ast.literal_eval(node.right), node.left
        if isinstance(node, ast.Call) and not node.args:
            arguments = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in node.keywords}
            node = node.func
        if isinstance(node, ast.Name):
            return node.id, arguments, at
    except (SyntaxError, ValueError):
        pass  # said below, in a sentence for a person
    raise ParameterError(f"{text!r} is not a measure; write it as in AP, nDCG@10 or P(rel=2)@5")


def _check_arguments(text: str, measure: Measure) -> None:
    """Check what ir-measures would only assert."""
    supported: Mapping[str, Any] = measure.SUPPORTED_PARAMS
    for name, value in measure.params.items():
        if name not in supported:
            has = f"it has {', '.join(supported)}" if supported else "it has none"
            raise ParameterError(f"{text!r}: the measure has no parameter {name!r}; {has}")
        confused = isinstance(value, bool) and supported[name].dtype is not bool
        below_one = name == "cutoff" and isinstance(value, int) and value < 1
        if confused or below_one or not supported[name].validate(value):
            raise ParameterError(f"{text!r}: {name} cannot be {value!r}")
    for name, parameter in supported.items():
        if parameter.required and name not in measure.params:
            example = f"{text}@10" if name == measure.AT_PARAM else f"{text}({name}=…)"
            raise ParameterError(f"{text!r} needs a {name}, as in {example}")


def _providers() -> Any:
    """Return what computes measures, in ir-measures' own order."""
    import ir_measures

    usual: Any = ir_measures.DefaultPipeline.providers
    kept = [provider for provider in usual if provider.NAME not in LEFT_OUT_PROVIDERS]
    fallback: Any = ir_measures.providers.FallbackProvider
    return fallback(kept)


def _usable_names(registry: Mapping[str, Any], providers: Any) -> list[str]:
    """Return the names that some installed provider can compute, given suitable arguments."""
    usable = {
        measure.NAME
        for provider in providers.providers
        if provider.is_available()
        for measure in provider.SUPPORTED_MEASURES
    }
    return [name for name, measure in registry.items() if measure.NAME in usable]
