"""The results of a request that one play decides, each with how it is read off that play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from probcalc.exact.budget.bounds import Budget, TooLarge, meter, metered
from probcalc.exact.kernels.weights import gather
from probcalc.exact.readings.joint import ReadOff
from probcalc.exact.readings.law import LawReader
from probcalc.exact.records.one_step import plays_of
from probcalc.exact.records.record import Record
from probcalc.exact.tree.reader import Laws
from probcalc.exact.tree.steps import Event
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Played, Result, Scenario

_STEPS_PER_OUTCOME = 10
_MOST_AT_ONCE = 50_000
"""In steps: what is spent on all results in one law before they are read one by one."""


@dataclass(frozen=True)
class Decided:
    """The results of a request that may be asked about together, each with the play that decides it."""

    scenario: Scenario
    notes: tuple[str, ...]
    results: Mapping[str, Record]
    all_names: tuple[str, ...]

    def beside(self, name: str) -> list[str]:
        """The results that the same play decides, that one among them."""
        play = self.results[name]
        return [other for other, decides in self.results.items() if decides is play]

    def is_probability(self, name: str) -> bool:
        """Whether a result is the probability of one thing."""
        return self.results[name].is_event(name)

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

    def require_one_play(self, name: str, other: str) -> None:
        """Refuse two results that different plays decide.

        Raises:
            InputError: naming the second.
        """
        if self.results[name] is not self.results[other]:
            raise InputError(f"{other}: the same play does not decide it and {name}", other)

    def declared(self, name: str) -> Result | None:
        """How a result is declared."""
        return next((result for result in type(self.scenario).results if result.name == name), None)

    def outcomes(self, name: str) -> tuple[Any, ...]:
        """The outcomes of a result that are declared by name."""
        declared = self.declared(name)
        return declared.order if declared else ()

    def spending(self) -> Budget:
        """What this request may spend of the meter."""
        return meter().part(type(self.scenario).most_steps)

    def joint_weights(self, names: Sequence[str], reader: LawReader) -> tuple[Mapping[tuple[Any, ...], int], int]:
        """The weights of the outcomes of these results together, one play deciding all of them, and their total.

        Raises:
            InputError: when it is too large.
        """
        reads, weights, total = self.read_off(names, reader)
        outcomes = zip(*[reads[name].over(weights) for name in names], strict=True)
        return gather(outcomes, weights.values()), total

    def read_off(self, names: Sequence[str], reader: LawReader) -> tuple[Mapping[str, ReadOff], Mapping[Any, int], int]:
        """How these results are read off the outcomes of one step, one play deciding all of them; and its law.

        Raises:
            InputError: when it is too large.
        """
        with self.blame():
            reads = self.results[names[0]].read_off(*names)
            weights, total = reader.weighted(reads[0].source)
            reader.budget.spend("the results together", _STEPS_PER_OUTCOME * len(names) * len(weights))
            return dict(zip(names, reads, strict=True)), weights, total

    def event(self, names: Sequence[str], holds: Callable[[Mapping[str, Any]], bool]) -> Event:
        """That something holds of the outcomes of these results, one play deciding all of them.

        >>> request = joint_results("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
        >>> LawReader().probability(request.event(["hit", "slain"], lambda came: came["hit"] and not came["slain"]))
        Fraction(56, 625)
        """
        reads = self.results[names[0]].read_off(*names)
        by_name = tuple(zip(names, reads, strict=True))
        return Event(reads[0].source, lambda outcome: holds({name: read.of(outcome) for name, read in by_name}))

    def all_beside(self, known: tuple[str, ...]) -> Iterator[tuple[Mapping[str, ReadOff], Mapping[Any, int], int]]:
        """All that the same play decides, with what is `known`: how each is read off the outcomes of a law, and that.

        They come in one law if that is cheap, otherwise one by one, because the law of all of them may be far longer.

        Raises:
            InputError: when it is too large.
        """
        others = tuple(name for name in self.beside(known[0]) if name not in known)
        laws: Laws = {}
        if others and not self.results[known[0]].play.is_whole:
            try:
                with metered(meter().part(_MOST_AT_ONCE)):
                    found = self.read_off((*known, *others), LawReader(known=laws))
            except InputError:
                reader = LawReader(known=laws)
                for name in others:
                    yield self.read_off((*known, name), reader)
                return
        else:
            found = self.read_off((*known, *others), LawReader())
        yield found

    @contextmanager
    def blame(self) -> Iterator[None]:
        """What is too large is refused by the parameter that it is blamed on.

        Raises:
            InputError: when it is.
        """
        try:
            yield
        except TooLarge as error:
            costly = type(self.scenario).costly
            raise InputError(f"{costly or self.scenario.id}: {error}", costly) from error


def joint_results(scenario_id: str, parameters: Mapping[str, Any]) -> Decided:
    """What of a request is decided together.

    Raises:
        InputError: when the request is refused.
    """
    scenario, notes = resolve(registry.scenario(scenario_id), flatten(parameters))
    return joint_results_in(scenario, notes)


def joint_results_in(
    scenario: Scenario,
    notes: Sequence[str],
    played: Mapping[str, Played] | None = None,
    is_alone_too: bool = False,
) -> Decided:
    """What of a scenario whose parameters are settled is decided together, as it is played or by these results.

    With `is_alone_too` a result that a play decides alone may be asked about as well.

    >>> found = joint_results_in(registry.answer("chronopia.melee", {"target": "spearmen"}).scenario, ())
    >>> found.beside("slain")
    ['hit', 'critical', 'fumble', 'wounds', 'slain', 'attacker_dazed']
    """
    played = scenario.play() if played is None else played
    found = plays_of(played)
    shared = {name: play for name, play in found.items() if sum(other is play for other in found.values()) > 1}
    return Decided(scenario, tuple(notes), found if is_alone_too else shared, tuple(played))
