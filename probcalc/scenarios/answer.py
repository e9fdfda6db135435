"""`Answer`: the exact results of a scenario, with the parameters, rulings and notes that belong to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from probcalc.exact.bounds import TooLarge
from probcalc.exact.distribution import Distribution
from probcalc.exact.likeliest import Likeliest
from probcalc.exact.lowest_terms import probability_texts
from probcalc.exact.numerals import fraction_text
from probcalc.exact.readings.law import LawReader
from probcalc.exact.steps import Event, Tree
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Result, Scenario

_SIDES = ("a", "b")
MOST_DIGITS = 60_000_000
"""Of all fractions of one law together; to write out so many takes some seconds."""

Value: TypeAlias = "Fraction | Distribution | int | list[int]"


def written(value: Any) -> Any:
    """A parameter's value as answers write it: "none" for what is absent, lists copied."""
    if value is None:
        return "none"
    return list(value) if isinstance(value, list) else value


class Answer(Mapping[str, Any]):
    """Exact results by name: a Fraction, a Distribution, an integer or a list of integers each.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> answer["slain"], answer["wounds"][2]
    (Fraction(369, 625), Fraction(81, 625))
    """

    __slots__ = ("_parameters", "_results", "_rulings", "notes", "parties", "scenario")

    def __init__(
        self, scenario: Scenario, results: Mapping[str, Value], notes: Sequence[str], called: Mapping[str, str] = NOBODY
    ) -> None:
        self.scenario = scenario
        self.parties: tuple[Party, ...] = tuple(scenario.parties(called))
        self._results = dict(results)
        self.notes = tuple(notes)
        self._parameters: dict[str, Any] = {}
        self._rulings: dict[str, Any] = {}
        for parameter in type(scenario).parameters():
            place = self._rulings if parameter.role == "ruling" else self._parameters
            place[parameter.name] = written(scenario.value_of(parameter.name))

    # Answers are kept and shared, so nothing that can be changed is handed out.

    @property
    def parameters(self) -> dict[str, Any]:
        """Every resolved parameter by name, rulings apart."""
        return {name: written(value) for name, value in self._parameters.items()}

    @property
    def rulings(self) -> dict[str, Any]:
        """The rulings used, by name."""
        return dict(self._rulings)

    def called(self, names: Mapping[str, str]) -> Answer:
        """The same answer about units with names of the reader's own, by the parameter or side that they stand for.

        >>> import probcalc
        >>> answer = probcalc.odds("chronopia.melee", cc=15).called({"attacker": "Iron Guard"})
        >>> answer.parties[0].subject
        'an Iron Guard'
        """
        return Answer(self.scenario, self._results, self.notes, names)

    def by_roles(self) -> Answer:
        """The same answer with roles in place of names, for what several answers about others share."""
        found = Answer(self.scenario, self._results, self.notes)
        found.parties = tuple(unnamed(party.key, party.role) for party in self.parties)
        return found

    @property
    def sides(self) -> dict[str, str]:
        """Who the sides "a" and "b" are, as they are named again in a sentence.

        >>> import probcalc
        >>> sides = {"a.unit": "human_spearman", "b.unit": "troll", "b.figures": 3}
        >>> probcalc.odds("oathmark.combat", sides).sides
        {'a': 'the Spearmen', 'b': 'the Trolls'}
        """
        return {party.key: party.later for party in self.parties if party.key in _SIDES}

    def __getitem__(self, name: str) -> Any:
        value = self._results[name]
        return list(value) if isinstance(value, list) else value

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __repr__(self) -> str:
        return f"<Answer to {self.scenario.id}: {', '.join(self._results)}>"

    def declared(self, name: str) -> Result:
        """How a result is declared: its label, with the names of who takes part, order of categories and unit."""
        for result in type(self.scenario).results:
            if result.name == name:
                return result.named(self.parties)
        return Result(name, name.replace("_", " ").capitalize())

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data: fractions as text, outcomes in order.

        >>> import probcalc
        >>> probcalc.odds("chronopia.armour", damage=7).to_json()["results"]["any_wound"]
        {'kind': 'probability', 'value': '7/20'}
        """
        return {
            "scenario": self.scenario.id,
            "parameters": self.parameters,
            "rulings": self.rulings,
            "results": {name: result_data(value) for name, value in self._results.items()},
            "notes": list(self.notes),
        }


def result_data(value: Value) -> dict[str, Any]:
    """One result as plain data.

    >>> result_data(Fraction(9, 25))
    {'kind': 'probability', 'value': '9/25'}
    """
    if isinstance(value, Distribution):
        data: dict[str, Any] = {
            "kind": "distribution",
            "outcomes": [[outcome, text] for outcome, text in probability_texts(value.weights, value.total)],
        }
        if value.is_numeric:
            data["mean"] = fraction_text(value.mean)
        return data
    if isinstance(value, Fraction):
        return {"kind": "probability", "value": fraction_text(value)}
    if isinstance(value, list):
        return {"kind": "list", "value": list(value)}
    return {"kind": "number", "value": value}


def as_declared(law: Distribution, declared: Result | None) -> Distribution:
    """The law with its names listed and placed as its result declares them."""
    if declared is None or not declared.order:
        return law
    return law.listed_in(declared.order).in_the_order(declared.outcome_order)


def evaluate(scenario: Scenario) -> dict[str, Value]:
    """The numeric reading of a scenario's trees, shared branches computed once.

    Raises:
        TooLarge: when an estimate exceeds its bound.
    """
    reader = LawReader()
    declared = {result.name: result for result in type(scenario).results}
    values: dict[str, Value] = {}
    for name, played in scenario.play().items():
        if isinstance(played, Tree):
            law = reader.distribution(played)
            digits = len(law) * law.total.bit_length() * 3 // 5
            if digits > MOST_DIGITS:
                raise TooLarge(f"the answer {name}", digits, MOST_DIGITS, "digits")
            # The order of categories is the declaration's, not the alphabet's.
            values[name] = as_declared(law, declared.get(name))
        elif isinstance(played, Event):
            values[name] = Fraction(reader.probability(played))
        elif isinstance(played, Likeliest):
            values[name] = played.read(reader)
        else:
            values[name] = played
    return values
