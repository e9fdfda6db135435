"""A linter of rules: what can never happen, never matters, or is told apart for nothing, over many requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.beside.modifiers import alternatives
from probcalc.analysis.laboratory.band_uses import RollSeen, all_critical, faults_of, see_rolls
from probcalc.analysis.numbers.trial import Progress
from probcalc.exact.budget.bounds import TooLarge, meter, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import evaluate_within
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.settling import idle_names

_MOST_BASES = 12
_STEPS = 40_000_000


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a designer would want to know of.

    Attributes:
        kind: what kind of fault it is.
        where: the result, the roll, the parameter or the entry.
        says: what was found, as the end of a sentence.
    """

    kind: str
    where: str
    says: str


@dataclass(frozen=True, slots=True)
class Linted:
    """The faults of a scenario.

    Attributes:
        scenario_id: the scenario.
        faults: what was found.
        requests: how many requests were looked at.
        left_out: how many more were too much within one budget.
    """

    scenario_id: str
    faults: tuple[Fault, ...]
    requests: int
    left_out: int = 0


@metered(most=_STEPS)
def faults_of_all(
    models: Sequence[tuple[type[Scenario], Sequence[Mapping[str, Any]]]],
    progress: Progress | None = None,
) -> tuple[Linted, ...]:
    """What is odd about several scenarios, each with its ready-made questions, all within one budget.

    >>> from probcalc.scenarios.registry import scenario
    >>> found = faults_of_all([(scenario("reikhammer.action"), ()), (scenario("reikhammer.retain"), ())])
    >>> [each.scenario_id for each in found]
    ['reikhammer.action', 'reikhammer.retain']
    """
    spending = meter()
    looked: list[_Looked] = []
    costs: list[int] = []
    for model, _ in models:
        before = spending.spent
        looked.append(_Looked(model))
        looked[-1].at({})
        costs.append(spending.spent - before)
    found: dict[int, Linted] = {}
    # The short ones first: what they leave is for those that could look at more than anybody can wait for.
    for done, place in enumerate(sorted(range(len(models)), key=costs.__getitem__), 1):
        share = (spending.most - spending.spent) // (len(models) - done + 1)
        with metered(spending.part(share)):
            found[place] = _faults(looked[place], models[place][1])
        if progress:
            progress(done, len(models))
    return tuple(found[place] for place in range(len(models)))


@metered(most=_STEPS)
def faults(model: type[Scenario], ready: Sequence[Mapping[str, Any]] = ()) -> Linted:
    """What is odd about a scenario: over its default, its ready-made questions, its tables and every single change.

    >>> from probcalc.scenarios.registry import scenario
    >>> found = faults(scenario("reikhammer.action"))
    >>> found.scenario_id, found.requests > 5
    ('reikhammer.action', True)
    """
    return _faults(_Looked(model), ready)


def _faults(looked: _Looked, ready: Sequence[Mapping[str, Any]]) -> Linted:
    refused: list[Fault] = []
    bases: list[Mapping[str, Any]] = []
    for given in ({}, *ready):
        if looked.at(given) is not None:
            bases.append(given)
        elif looked.why:
            refused.append(Fault("refused question", _words(given) or "the default", looked.why))
    found = [
        *refused,
        *_entries(looked, bases[:_MOST_BASES]),
        *(Fault("criticals above the target", *each) for each in all_critical(looked.rolls)),
        *_dead(looked, bases[:_MOST_BASES]),
        *looked.outcomes(),
        *(Fault(*each) for each in faults_of(looked.rolls)),
    ]
    return Linted(looked.model.id, tuple(found), len(looked.answers) - looked.left_out, looked.left_out)


class _Looked:
    """The requests that were answered, with what was seen in them."""

    def __init__(self, model: type[Scenario]) -> None:
        self.model = model
        self.answers: dict[Any, Mapping[str, Any] | None] = {}
        self.rolls: dict[str, RollSeen] = {}
        self.why = ""
        self.left_out = 0
        self._is_spent = False

    def at(self, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The results of a request; None where it is refused."""
        key = tuple(sorted((name, str(value)) for name, value in parameters.items()))
        if key not in self.answers:
            self.answers[key] = self._answer(parameters)
        return self.answers[key]

    def _answer(self, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if self._is_spent:
            # Only to find out that it is too much would take long, many times over.
            self.left_out += 1
            return None
        try:
            scenario, _ = resolve(self.model, parameters)
            values = evaluate_within(scenario).values
            see_rolls(scenario.play().values(), LawReader(), self.rolls)
        except (InputError, TooLarge) as error:
            self._is_spent = isinstance(error, TooLarge) and error.budget is meter()
            self.left_out += isinstance(error, TooLarge)
            # It is no fault of a question that others have spent what there is.
            self.why = "" if self._is_spent else str(error)
            return None
        return values

    def outcomes(self) -> Iterator[Fault]:
        """Results that are always the same, and declared outcomes that never occur."""
        answers = [answer for answer in self.answers.values() if answer is not None]
        for result in self.model.results:
            values = [answer[result.name] for answer in answers if result.name in answer]
            laws = [value for value in values if isinstance(value, Distribution)]
            chances = {value for value in values if isinstance(value, Fraction)}
            if len(values) > 1 and chances in ({Fraction(0)}, {Fraction(1)}):
                word = "certain" if chances == {Fraction(1)} else "impossible"
                yield Fault(
                    "result that is never in doubt", result.name, f"it is {word} in all {len(values)} requests."
                )
            seen = {outcome for law in laws for outcome in law}
            missing = [outcome for outcome in result.order if isinstance(outcome, str) and outcome not in seen]
            if laws and len(laws) > 1:
                for outcome in missing:
                    says = f"{outcome} happens in none of {len(laws)} requests."
                    yield Fault("impossible outcome", result.name, says)


def _dead(looked: _Looked, bases: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """Modifiers, figures and rulings of which no change changes anything."""
    for parameter in looked.model.parameters():
        if parameter.role not in ("modifier", "stat", "ruling", "setting") or parameter.kind in ("text", "list"):
            continue
        tried = changed = 0
        for given in bases:
            before, scenario = looked.at(given), resolve(looked.model, given)[0]
            if parameter.name in idle_names(scenario):
                # The scenario says itself that it has no effect here.
                continue
            value = scenario.value_of(parameter.name)
            for other in _other_values(parameter, value):
                after = looked.at({**given, parameter.name: other})
                if after is not None:
                    tried += 1
                    changed += after != before
            if changed:
                break
        if tried and not changed:
            kind = "ruling with no effect" if parameter.role == "ruling" else "parameter that never matters"
            yield Fault(kind, parameter.name, f"none of {tried} changes of it changes any result.")


def _other_values(parameter: Any, value: Any) -> Iterable[Any]:
    """The values beside the present one, and the ends of a number."""
    near = list(alternatives(parameter, value))
    if parameter.kind == "integer":
        near += [end for end in parameter.bounds if end not in near and end != value]
    return near


def _entries(looked: _Looked, bases: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """Entries of a table that give the same in every request, all that are alike at once."""
    for parameter in looked.model.parameters():
        if parameter.role != "preset":
            continue
        alike: list[tuple[list[Mapping[str, Any] | None], list[str]]] = []
        for entry, label in zip(parameter.choices, parameter.choice_labels, strict=True):
            if entry == NOTHING:
                continue
            answers = [looked.at({**given, parameter.name: entry}) for given in bases]
            same = next((labels for others, labels in alike if others == answers), None)
            if same is None:
                alike.append((answers, [label]))
            else:
                same.append(label)
        for answers, labels in alike:
            answered = len(answers) - answers.count(None)
            if answered and len(labels) > 1:
                names = f"{', '.join(labels[:-1])} and {labels[-1]}"
                yield Fault(
                    "entries that are the same", parameter.name, f"{names}: the same in all {answered} requests."
                )


def _words(parameters: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in parameters.items())
