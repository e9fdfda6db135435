"""The results of a request that one play decides, each with how it is read off that play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from probcalc.exact.bounds import Budget, TooLarge
from probcalc.exact.readings.law import LawReader
from probcalc.exact.readings.together import ReadOff, read_off
from probcalc.exact.steps import Event, Tree
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import flattened
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Played, Result, Scenario

_STEPS_PER_OUTCOME = 10


@dataclass(frozen=True)
class Decided:
    """The results of a request that may be asked about together, each with the step that decides it."""

    scenario: Scenario
    notes: tuple[str, ...]
    results: Mapping[str, tuple[ReadOff, bool]]
    all_names: tuple[str, ...]

    def __getitem__(self, name: str) -> ReadOff:
        return self.results[name][0]

    def is_probability(self, name: str) -> bool:
        """Whether a result is the probability of one thing."""
        return self.results[name][1]

    def require(self, name: str) -> None:
        """Refuse a result that does not exist, or that no play decides together with another.

        Raises:
            InputError: naming the result.
        """
        if name in self.results:
            return
        if name not in self.all_names:
            raise unknown_name("result", name, self.all_names, f" of {self.scenario.id} here")
        raise InputError(f"{name}: it is decided by no play that decides anything else with it", name)

    def require_together(self, name: str, other: str) -> None:
        """Refuse two results that different plays decide.

        Raises:
            InputError: naming the second.
        """
        if self[name].source is not self[other].source:
            raise InputError(f"{other}: the same play does not decide it and {name}", other)

    def declared(self, name: str) -> Result | None:
        """How a result is declared."""
        return next((result for result in type(self.scenario).results if result.name == name), None)

    def spending(self, budget: Budget | None) -> Budget:
        """What this request may spend of a budget."""
        return (Budget() if budget is None else budget).part(type(self.scenario).most_steps)

    def law_of(self, source: Tree, budget: Budget) -> tuple[Mapping[Any, int], int]:
        """The weights and total of a step, of which every outcome is read for each result.

        Raises:
            InputError: when it is too large.
        """
        with self.blamed():
            weights, total = LawReader(budget=budget).weighted(source)
            budget.spend("the results together", _STEPS_PER_OUTCOME * len(self.results) * len(weights))
            return weights, total

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """What is too large is refused by the parameter that it is blamed on.

        Raises:
            InputError: when it is.
        """
        try:
            yield
        except TooLarge as error:
            costly = type(self.scenario).costly
            raise InputError(f"{costly or self.scenario.id}: {error}", costly) from error


def decided(scenario_id: str, parameters: Mapping[str, Any]) -> Decided:
    """What of a request is decided together.

    Raises:
        InputError: when the request is refused.
    """
    return decided_in(*resolve(registry.scenario(scenario_id), flattened(parameters)))


def decided_in(scenario: Scenario, notes: Sequence[str]) -> Decided:
    """What of a scenario whose parameters are settled is decided together.

    >>> found = decided_in(registry.answer("chronopia.melee", {"target": "spearmen"}).scenario, ())
    >>> found["slain"].source is found["wounds"].source
    True
    """
    found: dict[str, tuple[ReadOff, bool]] = {}
    played: Mapping[str, Played] = scenario.together()
    for name, result in played.items():
        if isinstance(result, (Tree, Event)):
            found[name] = read_off(result), isinstance(result, Event)
    sources = [read.source for read, _ in found.values()]
    shared = {name: pair for name, pair in found.items() if sum(source is pair[0].source for source in sources) > 1}
    return Decided(scenario, tuple(notes), shared, tuple({**scenario.play(), **played}))
