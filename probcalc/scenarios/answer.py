"""`Answer`: the exact results of a scenario, with the parameters, rulings and notes that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import Any, NamedTuple

from probcalc.exact.arguments import brief
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.lowest_terms import probability_texts
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.tree.steps import Event, Tree
from probcalc.scenarios.by_name import ByName
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import Value
from probcalc.scenarios.evaluation import evaluate as evaluate
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import VARIANT, Played, Result, Scenario

_SIDES = ("a", "b")


class LeftOut(InputError, KeyError):
    """A result that this request has, and that is too large to compute; the line says why."""

    __str__ = Exception.__str__


def as_written(value: Any) -> Any:
    """A parameter's value as answers write it: "none" for what is absent, lists copied."""
    if value is None:
        return NOTHING
    return list(value) if isinstance(value, list) else value


class AskedBeside(NamedTuple):
    """What a chance that is asked for beside the results is called in an answer, and the event whose chance it is."""

    label: Callable[[Answer], str]
    event: Callable[[Scenario], Event]


class Answer(ByName):
    """Exact results by name: a Fraction, a Distribution, an integer or a list of integers each.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> answer["slain"], answer["wounds"][2]
    (Fraction(369, 625), Fraction(81, 625))

    `given` is the condition that the answer is given, with its probability, None without one.

    A result that is too large to compute, or given what never happens, is left out: `left_out` names it with the
    reason, and a note says so.
    """

    __slots__ = ("_beside", "_left_out", "given", "notes", "parties", "scenario")

    def __init__(
        self,
        scenario: Scenario,
        results: Mapping[str, Value],
        notes: Sequence[str],
        called: Mapping[str, str] = NOBODY,
        left_out: Mapping[str, str] | None = None,
        given: tuple[str, Fraction] | None = None,
    ) -> None:
        self.scenario = scenario
        self.given = given
        self.parties: tuple[Party, ...] = tuple(scenario.parties(called))
        super().__init__(results, f" of {scenario.id}")
        self._left_out = dict(left_out or {})
        self._beside: Mapping[str, AskedBeside] = {}
        told = (f"{self.declared(name).label} is left out: {why}." for name, why in self._left_out.items())
        self.notes = tuple(dict.fromkeys((*notes, *told)))

    # Answers are kept and shared, so nothing that can be changed is handed out.

    @property
    def parameters(self) -> dict[str, Any]:
        """Every resolved parameter by name, rulings apart."""
        variant = {VARIANT.name: self.scenario.variant} if self.scenario.variant else {}
        return self._values(rulings=False) | variant

    @property
    def rulings(self) -> dict[str, Any]:
        """The rulings used, by name."""
        return self._values(rulings=True)

    def _values(self, *, rulings: bool) -> dict[str, Any]:
        listed = [p.name for p in type(self.scenario).parameters() if (p.role == "ruling") == rulings]
        return {name: as_written(self.scenario.value_of(name)) for name in listed}

    def called(self, names: Mapping[str, str]) -> Answer:
        """The same answer about units with names of the reader's own, by the parameter or side that they stand for.

        >>> import probcalc
        >>> answer = probcalc.odds("chronopia.melee", cc=15).called({"attacker": "Iron Guard"})
        >>> answer.parties[0].subject
        'an Iron Guard'
        """
        if not isinstance(names, Mapping) or not all(isinstance(name, str) for name in names.values()):
            raise InputError('names are texts by what they stand for, as in {"attacker": "Iron Guard"}', "names")
        return self.taking_part(self.scenario.parties(names))

    def by_roles(self) -> Answer:
        """The same answer with roles in place of names, for what several answers about others share."""
        return self.taking_part([unnamed(party.key, party.role) for party in self.parties])

    def taking_part(self, parties: Sequence[Party]) -> Answer:
        """The same answer with other names for those who take part.

        >>> import probcalc
        >>> trolls = probcalc.odds("oathmark.combat", {"b.unit": "troll"})
        >>> probcalc.odds("oathmark.combat").taking_part(trolls.parties).declared("b_hits").label
        'Hits scored by the Trolls'
        """
        if not isinstance(parties, Sequence) or not all(isinstance(party, Party) for party in parties):
            raise InputError("those who take part are a list of parties, as another answer has them")
        found = copy(self)
        found.parties = tuple(parties)
        return found

    def with_chance(self, name: str, chance: Fraction, asked: AskedBeside) -> Answer:
        """The same answer with one more chance after its results."""
        found = copy(self)
        found._results, found._beside = {**self._results, name: chance}, {**self._beside, name: asked}
        return found

    def play(self) -> Mapping[str, Played]:
        """How its scenario is played, with the events that are asked for beside the results."""
        played = self.scenario.play()
        events = {name: asked.event(self.scenario) for name, asked in self._beside.items()}
        return {**played, **events} if events else played

    @property
    def sides(self) -> dict[str, str]:
        """Who the sides "a" and "b" are, as they are named again in a sentence.

        >>> import probcalc
        >>> sides = {"a.unit": "human_spearman", "b.unit": "troll", "b.figures": 3}
        >>> probcalc.odds("oathmark.combat", sides).sides
        {'a': 'the Spearmen', 'b': 'the Trolls'}
        """
        return {party.key: party.later for party in self.parties if party.key in _SIDES}

    def outcome_names(self, name: str) -> dict[str, str]:
        """What the outcomes of a result are called that are not read as they are: its sides, and its own words.

        >>> import probcalc
        >>> probcalc.odds("thud_and_blunder.fire").outcome_names("out_by_turn")
        {'0': 'at once'}
        """
        return self.sides | {str(outcome): words for outcome, words in self.declared(name).words.items()}

    @property
    def laws(self) -> dict[str, Distribution]:
        """The results that are laws, by name.

        >>> import probcalc
        >>> {name: law.mean for name, law in probcalc.odds("chronopia.armour", damage=11).laws.items()}
        {'wounds': Fraction(11, 20)}
        """
        return {name: value for name, value in self._results.items() if isinstance(value, Distribution)}

    @property
    def left_out(self) -> dict[str, str]:
        """The results that were too large to compute, each with the reason."""
        return dict(self._left_out)

    def __getitem__(self, name: str) -> Any:
        if isinstance(name, str) and name in self._left_out:
            raise LeftOut(f"{name} is left out: {self._left_out[name]}", name)
        value = super().__getitem__(name)
        return list(value) if isinstance(value, list) else value

    def __repr__(self) -> str:
        return f"<Answer to {self.scenario.id}: {', '.join(self._results)}>"

    def declared(self, name: str) -> Result:
        """How a result is declared: its label, with the names of who takes part, order of categories and unit."""
        if isinstance(name, str) and name in self._beside:
            return Result(name, self._beside[name].label(self))
        for result in type(self.scenario).results:
            if result.name == name:
                return result.with_names(self.parties)
        return Result(name, (name if isinstance(name, str) else brief(name)).replace("_", " ").capitalize())

    def certificate(self, name: str) -> dict[str, Any]:
        """A proof of one result, for `json.dumps`: every step with its law, for `examples/check_tree.py` to check.

        >>> import probcalc
        >>> proof = probcalc.odds("chronopia.armour", damage=7).certificate("any_wound")
        >>> proof["answer"], len(proof["lines"])
        ([['False', '13'], ['True', '7']], 10)

        Raises:
            ValueError: for a result that there is not, that is left out or no chance, or one of what is given.
            TooLarge: when it would be too long.
        """
        from probcalc.exact.readings.proof import certificate

        if self.given is not None:
            raise WrongValue("a certificate is of an answer without anything given")
        if name not in self:
            # A mapping says itself what it has not.
            self[name]
        beside = self._beside.get(name)
        played = self.scenario.play_results()[0][name] if beside is None else beside.event(self.scenario)
        if not isinstance(played, (Tree, Event, Distribution)):
            raise WrongValue(f"{name} is no chance and no law, and has no certificate")
        return certificate(played, name)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data: fractions as text, outcomes in order.

        >>> import probcalc
        >>> probcalc.odds("chronopia.armour", damage=7).to_json()["results"]["any_wound"]
        {'kind': 'probability', 'value': '7/20'}
        """
        data = {
            "scenario": self.scenario.id,
            "parameters": self.parameters,
            "rulings": self.rulings,
            "results": {name: result_data(value) for name, value in self._results.items()},
            "notes": list(self.notes),
        }
        if self.given is not None:
            condition, probability = self.given
            data["given"] = {"condition": condition, "probability": fraction_text(probability)}
        return data | {"left_out": self.left_out} if self._left_out else data


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
        if value.has_mean:
            data["mean"] = fraction_text(value.mean)
        return data
    if isinstance(value, Fraction):
        return {"kind": "probability", "value": fraction_text(value)}
    if isinstance(value, list):
        return {"kind": "list", "value": list(value)}
    return {"kind": "number", "value": value}


def common_parties(answers: Sequence[Answer], called: Sequence[Party] = ()) -> tuple[Party, ...]:
    """Those who take part, who is another from one request to the next by the role.

    A unit that is picked once goes by its name in whatever number it comes; of different questions all go by roles.
    Who is the same in all of them is `called` as elsewhere, where that is known: a unit of the reader's own.

    >>> import probcalc
    >>> few, many = (probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": n}) for n in (1, 3))
    >>> ogres = probcalc.odds("oathmark.combat", {"a.unit": "ogre", "b.unit": "troll"})
    >>> [party.name for party in common_parties([few, many])], [party.name for party in common_parties([ogres, many])]
    (['The active unit', 'Trolls'], ['The active unit', 'Trolls'])
    """
    if not answers:
        return ()
    if len({answer.scenario.id for answer in answers}) > 1:
        return answers[0].by_roles().parties
    return tuple(_common(party, place, answers, called) for place, party in enumerate(answers[0].parties))


def _common(party: Party, place: int, answers: Sequence[Answer], called: Sequence[Party]) -> Party:
    found = [answer.parties[place] for answer in answers]
    presets = (p.name for p in type(answers[0].scenario).parameters() if p.role == "preset")
    picked = [name for name in presets if name.partition(".")[0] == party.key]
    same = all(len({answer.scenario.value_of(name) for answer in answers}) == 1 for name in picked)
    if same and (known := next((each for each in called if each.key == party.key), None)):
        return known
    if all(each == party for each in found):
        return party
    if not (party.named and picked and same):
        return unnamed(party.key, party.role)
    # Of one and of several the several: "Trolls" for 1 to 3 of them.
    return next((each for each in found if each.heads_many), party)
