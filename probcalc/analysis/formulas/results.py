"""The results of a scenario as formulas, put together from what they are in each case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import lcm
from typing import Any, TypeAlias

from probcalc.analysis.formulas.reading import Content
from probcalc.exact.budget import costs
from probcalc.exact.law.orders import ENDS
from probcalc.exact.law.outcomes import in_order
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import Result, Scenario
from probcalc.symbolic.cases.by_cases import ByCases
from probcalc.symbolic.cases.case import Case, merge
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.cases.exploration import Explored
from probcalc.symbolic.cases.fitting import Shares
from probcalc.symbolic.cases.joining import MOST_CELLS, join_cases
from probcalc.symbolic.formulas.case_laws import FormulaLaw
from probcalc.symbolic.formulas.laws import SymbolicDistribution
from probcalc.symbolic.formulas.values import SymbolicValue, ValueKind
from probcalc.symbolic.ring.shares import Share


@dataclass(frozen=True)
class ScenarioDomain(Domain):
    """What is free in a scenario's formula; what is wrong with a value is an `InputError`."""

    numeric: Callable[[Mapping[str, Any]], object] | None = field(default=None, compare=False, repr=False)
    """Settles the scenario at a point, which raises the refusal in numbers."""

    def refusal(self, line: str, name: str) -> InputError:
        """The error for a name or value that is not allowed."""
        return InputError(line, name)

    def reason(self, point: Mapping[str, Any], found: str) -> str:
        """Why there is no value at a point, in the words that the numbers have."""
        try:
            if self.numeric is not None and not point.keys() ^ self.parameters.keys():
                self.numeric(point)
        except InputError as error:
            return str(error)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicList(ByCases[tuple[Any, ...]]):
    """A result that is a list of numbers or one of several names: what it is in each case."""

    def subs(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> list[Any]:
        """The list at one point.

        Raises:
            InputError: for a name that is not free, a value out of its range, or a combination that is refused.
        """
        return list(self.content_at(values, named)[1])


_FAR_TOO_MANY = 10
_MOST_NANOSECONDS = 500_000_000
Symbolic: TypeAlias = "SymbolicDistribution | SymbolicValue | SymbolicList"


def results_of(
    model: type[Scenario], domain: Domain, explored: Explored[dict[str, Content]], left_out: str = ""
) -> dict[str, Symbolic]:
    """The results by name, each with the cases in which it is there; `left_out` says why parts were not read."""
    declared = {result.name: result for result in model.results}
    refused = tuple(merge([*explored.refused, *(Case(box, left_out) for box in explored.left)], str))
    if not explored.cases:
        raise InputError(refused[0].content if refused else f"{model.id} has no results here")
    found: dict[str, list[Case[Content]]] = {}
    for case in explored.cases:
        for name, content in case.content.items():
            found.setdefault(name, []).append(Case(case.box, content))
    return {
        name: _symbolic(name, cases, domain, refused, declared.get(name, Result(name, name)))
        for name, cases in found.items()
    }


def _symbolic(
    name: str, contents: list[Case[Content]], domain: Domain, refused: tuple[Case[str], ...], declared: Result
) -> Symbolic:
    kinds = {case.content.kind for case in contents}
    cases: list[Case[Any]] = [Case(case.box, case.content.value) for case in contents]
    if "law" in kinds:
        cases = _as_sums(cases)
        key = FormulaLaw.sum_key if all(case.content.one for case in cases) else FormulaLaw.key
        laws = tuple(_join_laws(merge(cases, key)))
        for case in laws:
            if not case.content.sums_to_one(case.box, domain):
                line = f"{name}: the chances of this formula do not sum to one at {case.box}; it is not handed out"
                raise InputError(line, next(iter(domain.names)))
        return SymbolicDistribution(name, laws, domain, refused, declared.order, declared.outcome_order or ENDS)
    if "list" in kinds:
        return SymbolicList(name, tuple(merge(cases, lambda entries: entries)), domain, refused)
    kind: ValueKind = "probability" if "probability" in kinds else "number"
    shares = [Case(case.box, Share(*case.content[0])) for case in join_cases(Case(c.box, (c.content,)) for c in cases)]
    return SymbolicValue(name, tuple(shares), domain, refused, kind)


def _as_sums(cases: list[Case[FormulaLaw]]) -> list[Case[FormulaLaw]]:
    """Where other cases are sums of equal laws, a law that is none is the sum of one."""
    if all(case.content.one is None for case in cases):
        return cases
    laws = [(case.box, case.content) for case in cases]
    return [Case(box, law if law.one is not None else law._replace(one=law, n=1)) for box, law in laws]


def _join_laws(cases: list[Case[FormulaLaw]]) -> list[Case[FormulaLaw]]:
    """The cases of a law with neighbours made one where one formula holds in both; sums of several laws stay apart."""
    if len(cases) < 2 or any(case.content.n != 1 for case in cases):
        return cases
    single = all(case.content.one is not None for case in cases)
    outcomes = in_order(dict.fromkeys((outcome for case in cases for outcome in case.content.weights), 1))
    if len(cases) * len(outcomes) > _FAR_TOO_MANY * MOST_CELLS or _takes_long(cases):
        return cases
    found = join_cases(Case(case.box, tuple(case.content.share(outcome) for outcome in outcomes)) for case in cases)
    laws = [(case.box, _law_of(tuple(outcomes), case.content)) for case in found]
    return [Case(box, law._replace(one=law) if single else law) for box, law in laws]


def _takes_long(cases: list[Case[FormulaLaw]]) -> bool:
    """Whether to say every chance in lowest terms takes longer than joined cases are worth."""
    laws = [case.content for case in cases]
    return sum(len(law.weights) * costs.common_divisor(law.total.bit_length()) for law in laws) > _MOST_NANOSECONDS


def _law_of(outcomes: tuple[Any, ...], shares: Shares) -> FormulaLaw:
    total = lcm(*(total for _, total in shares))
    return FormulaLaw(
        {o: weight * (total // t) for o, (weight, t) in zip(outcomes, shares, strict=True) if weight}, total
    )
