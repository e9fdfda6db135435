"""`formula`: a scenario's results as formulas in the parameters and probabilities that are left free."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any, Literal, NamedTuple, TypeAlias

from probcalc.analysis.freedom import Freedom, freedom
from probcalc.exact.bounds import TooLarge
from probcalc.exact.distribution import in_order
from probcalc.exact.likeliest import Likeliest
from probcalc.exact.readings.law import INTEGERS
from probcalc.exact.readings.law import Law as Reader
from probcalc.exact.steps import Event, Repeated, Tree
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.resolve import flattened, given_names, settled, validated
from probcalc.scenarios.scenario import Scenario
from probcalc.symbolic.algebra import Algebra
from probcalc.symbolic.arithmetic import FreedRoll, Polynomials, RollRefused
from probcalc.symbolic.boxes import Box
from probcalc.symbolic.cases import Case, Explored, TooManyCases, explore, merged
from probcalc.symbolic.domain import Domain
from probcalc.symbolic.joining import Weighed, joined
from probcalc.symbolic.laws import Law, SymbolicDistribution
from probcalc.symbolic.needs import NeedsValue
from probcalc.symbolic.values import Kind, Share, SymbolicValue, case_at, refusal_at
from probcalc.symbolic.weights import lowest_terms


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
class SymbolicList:
    """A result that is a list of numbers or one of several names: what it is in each case."""

    label: str
    cases: tuple[Case[tuple[Any, ...]], ...]
    domain: Domain
    refused: tuple[Case[str], ...] = ()

    def subs(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> list[Any]:
        """The list at one point.

        Raises:
            InputError: for a name that is not free, a value out of its range, or a combination that is refused.
        """
        point = self.domain.point({**(values or {}), **named}, self.domain.names)
        case = case_at(self.cases, point)
        if case is None:
            raise refusal_at(self.refused, self.domain, point, self.label)
        return list(case.content)


Symbolic: TypeAlias = "SymbolicDistribution | SymbolicValue | SymbolicList"


class Formula(Mapping[str, Any]):
    """The results of a scenario by name, as formulas in what is free.

    >>> f = formula("chronopia.melee", {"attacker": "the_cursed"}, free=["armour", "cc"])
    >>> f["slain"].subs(armour=20, cc=11)
    Fraction(100951, 160000)
    >>> f["wounds"][2].subs(armour=20, cc=11)
    Fraction(24649, 160000)
    """

    __slots__ = ("_results", "domain", "given", "scenario_id")

    def __init__(
        self, scenario_id: str, given: Mapping[str, Any], domain: Domain, results: Mapping[str, Symbolic]
    ) -> None:
        self.scenario_id, self.given, self.domain = scenario_id, dict(given), domain
        self._results = dict(results)

    def __getitem__(self, name: str) -> Any:
        if name not in self._results:
            raise unknown_name("result", str(name), self._results, f" of {self.scenario_id} here")
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __contains__(self, name: object) -> bool:
        return name in self._results

    def __repr__(self) -> str:
        return f"<Formula of {self.scenario_id}, free in {', '.join(self.domain.names)}: {', '.join(self)}>"

    @property
    def free(self) -> dict[str, str]:
        """What is free, with the values allowed."""
        return {name: self.domain.allowed(name) for name in self.domain.names}

    def subs(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> dict[str, Any]:
        """Every result at one point; results that there are not there are left out.

        Raises:
            InputError: for a name that is not free, a value out of its range, one that is missing, or a combination
                that is refused.
        """
        point = self.domain.point({**(values or {}), **named}, self.domain.names)
        found = {n: r for n, r in self._results.items() if _is_there(r, point)}
        if not found:
            first = next(iter(self._results.values()))
            raise refusal_at(first.refused, self.domain, point, first.label)
        return {name: result.subs(point) for name, result in found.items()}


def _is_there(result: Symbolic, point: Mapping[str, Any]) -> bool:
    return any(case.box.holds(point) for case in result.cases)


def formula(
    scenario: str, given: Mapping[str, Any] | None = None, /, free: Sequence[str] | str = (), **named: Any
) -> Formula:
    """The results of a scenario as formulas in what is left free, everything else as given.

    `free` names parameters ("armour"), parameters with a narrower range ("armour=10..30"), entries of a list
    ("a_commands.2"), and probabilities of a roll ("p = Test to hit"; "p, q = ..." for a roll of three bands).

    >>> f = formula("chronopia.melee", {"noa": 1, "critic": 0}, free=["p = Test to hit", "armour=12..28"])
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: Test to hit has the bands success, failure, fumble: name 2 of ...

    Raises:
        InputError: for names that do not exist, values that are wrong, or a formula that there is not, with why.
    """
    model = registry.scenario(scenario)
    flat = flattened({**(given or {}), **named})
    asked = freedom(model, flat, free)
    base = validated(model, {name: value for name, value in flat.items() if name not in asked.whole})
    reading = _Reading(base, given_names(base) | asked.whole, asked)
    domain = ScenarioDomain(asked.sides, tuple(roll.names for roll in asked.rolls), reading.scenario)
    explored = _explored(domain, reading)
    reading.check_rolls()
    return Formula(scenario, flat, domain, _results(model, domain, explored))


def _explored(domain: Domain, reading: _Reading) -> Explored[dict[str, _Content]]:
    names = ", ".join(domain.parameters)
    try:
        return explore(domain.boxes(), reading, refusal=InputError)
    except TooManyCases as error:
        raise InputError(
            f"{names} would need {error}, each with a law of its own; "
            f"leave fewer names free, or narrow a range, as in {_narrower(domain)}",
            names.partition(",")[0],
        ) from None
    except NeedsValue:
        chances = ", ".join(sorted(domain.probabilities))
        raise InputError(
            f"{chances} cannot be left free here: what follows depends on its size; "
            "leave the characteristics free that the roll is made against",
            chances.partition(",")[0],
        ) from None
    except RollRefused as error:
        raise InputError(str(error), error.name) from None
    except TooLarge as error:
        raise InputError(f"{error}; leave fewer names free", names.partition(",")[0]) from error


def _narrower(domain: Domain) -> str:
    name, sides = max(domain.parameters.items(), key=lambda item: len(item[1][-1]))
    side = sides[-1]
    return f"{name}={side[0]}..{side[min(len(side), 10) - 1]}"


class _Reading:
    """One scenario read in one box after another."""

    def __init__(self, base: Scenario, explicit: set[str], asked: Freedom) -> None:
        self._base, self._explicit, self._asked = base, explicit, asked
        self._met: set[str] = set()

    def __call__(self, box: Box) -> dict[str, _Content]:
        freed = {roll.roll: FreedRoll(roll.roll, roll.names) for roll in self._asked.rolls}
        scenario = self.scenario(box.counts())
        polynomials = None if box.fixed() and not freed else Polynomials(Algebra(), freed)
        reader = Reader(INTEGERS if polynomials is None else polynomials)
        found = {name: _content(reader, polynomials, played) for name, played in scenario.play().items()}
        if polynomials is not None:
            self._met |= polynomials.met
        return found

    def scenario(self, counts: Mapping[str, Any]) -> Scenario:
        """The complete scenario where the free names have these values."""
        changed: Scenario = self._base.replaced(self._asked.values(counts))
        return settled(changed, self._explicit)

    def check_rolls(self) -> None:
        """Refuse a probability of a roll that is never made."""
        for roll in self._asked.rolls:
            if roll.roll not in self._met:
                raise unknown_name("roll", roll.roll, sorted(self._met), f" of {self._base.id} here")


class _Content(NamedTuple):
    """What one result is in one case."""

    kind: Literal["law", "probability", "number", "list"]
    value: Any


def _content(reader: Reader, polynomials: Polynomials | None, played: Any) -> _Content:
    if isinstance(played, Tree):
        law = Law(*reader.weighted(played))
        if isinstance(played, Repeated):
            law = law._replace(one=Law(*reader.weighted(played.source)), n=int(played.n))
        return _Content("law", law)
    if isinstance(played, Event):
        chance = reader.probability(played)
        return _Content("probability", Share(*lowest_terms(chance.numerator, chance.denominator)))
    if isinstance(played, Likeliest):
        played = played.read(reader)
    if isinstance(played, list):
        return _Content("list", tuple(int(entry) for entry in played))
    return _Content("number", Share(int(played) if polynomials is None else polynomials.algebra.count(played), 1))


def _results(model: type[Scenario], domain: Domain, explored: Explored[dict[str, _Content]]) -> dict[str, Symbolic]:
    orders = {result.name: result.order for result in model.results}
    refused = tuple(merged(explored.refused, str))
    if not explored.cases:
        raise InputError(refused[0].content if refused else f"{model.id} has no results here")
    found: dict[str, list[Case[_Content]]] = {}
    for case in explored.cases:
        for name, content in case.content.items():
            found.setdefault(name, []).append(Case(case.box, content))
    return {name: _symbolic(name, cases, domain, refused, orders.get(name, ())) for name, cases in found.items()}


def _symbolic(
    name: str, contents: list[Case[_Content]], domain: Domain, refused: tuple[Case[str], ...], order: tuple[Any, ...]
) -> Symbolic:
    kinds = {case.content.kind for case in contents}
    cases: list[Case[Any]] = [Case(case.box, case.content.value) for case in contents]
    if "law" in kinds:
        return SymbolicDistribution(name, tuple(_joined_laws(merged(cases, Law.key))), domain, refused, order)
    if "list" in kinds:
        return SymbolicList(name, tuple(merged(cases, lambda entries: entries)), domain, refused)
    kind: Kind = "probability" if "probability" in kinds else "number"
    shares = [Case(case.box, Share(*case.content[0])) for case in joined(Case(c.box, (c.content,)) for c in cases)]
    return SymbolicValue(name, tuple(shares), domain, refused, kind)


def _joined_laws(cases: list[Case[Law]]) -> list[Case[Law]]:
    """The cases of a law with neighbours made one where one formula holds in both; sums of several laws stay apart."""
    if len(cases) < 2 or any(case.content.n != 1 for case in cases):
        return cases
    single = all(case.content.one is not None for case in cases)
    outcomes = in_order(dict.fromkeys((outcome for case in cases for outcome in case.content.weights), 1))
    found = joined(Case(case.box, tuple(case.content.share(outcome) for outcome in outcomes)) for case in cases)
    laws = [(case.box, _law_of(tuple(outcomes), case.content)) for case in found]
    return [Case(box, law._replace(one=law) if single else law) for box, law in laws]


def _law_of(outcomes: tuple[Any, ...], shares: Weighed) -> Law:
    total = lcm(*(total for _, total in shares))
    return Law({o: weight * (total // t) for o, (weight, t) in zip(outcomes, shares, strict=True) if weight}, total)
