"""What advice is for: one result of a scenario, and which number of it is to be great or small."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from probcalc.analysis.conditions.nodes import is_name
from probcalc.analysis.numbers.measure import Measure, read_number
from probcalc.exact.errors import suggestion
from probcalc.exact.law.orders import is_number
from probcalc.exact.tree.steps import Event, Tree
from probcalc.scenarios.decisions import Advising, OpenPlay
from probcalc.scenarios.errors import InputError, nearest_name, unknown_name
from probcalc.scenarios.given_values import brief_value
from probcalc.scenarios.scenario import Scenario

_LEAST = "least "
_KEYS = ("result", "at_least", "outcome", "least")
_MOST = 10**9


@dataclass(frozen=True, slots=True)
class Aim:
    """The chance or the mean of a result, as great as can be, or as small.

    Attributes:
        result: the result's name; or a condition on results, as in "slain and not panic", whose chance counts.
        at_least: of whole numbers, the chance of so many or more.
        outcome: the chance of exactly this outcome.
        least: whether it is to be small.
    """

    result: str
    at_least: int | None = None
    outcome: Any = None
    least: bool = False

    def to_json(self) -> dict[str, Any]:
        """The aim as plain data; what is absent is "none".

        >>> Aim("wounds", at_least=2).to_json()
        {'result': 'wounds', 'at_least': 2, 'outcome': 'none', 'least': False}
        """
        absent = {name: "none" for name in ("at_least", "outcome") if getattr(self, name) is None}
        return {"result": self.result, "at_least": self.at_least, "outcome": self.outcome, "least": self.least} | absent

    def text(self) -> str:
        """The aim in one line, which `aim_from` reads again.

        >>> Aim("wounds", at_least=2, least=True).text(), Aim("outcome", outcome="perfect").text()
        ('least wounds >= 2', 'outcome = perfect')
        """
        return (_LEAST if self.least else "") + Measure(self.result, self.at_least, self.outcome).text

    def played(self, scenario: Scenario, results: OpenPlay, reads: str = "") -> Tree | Event:
        """What of these results of a play is aimed at; `reads` names the one that stands in place of a result."""
        if is_name(self.result):
            return results[reads or self.result]
        # Here and not above: most aims are names of results, and nothing has to be read.
        from probcalc.analysis.one_play.asked import condition_event

        known = dict.fromkeys(Measure(self.result).results, results[reads]) if reads else results
        return condition_event(self.result, scenario, known)

    def is_mean(self, played: Tree | Event) -> bool:
        """Whether the number that comes out is itself what it is worth."""
        return not isinstance(played, Event) and self.at_least is None and self.outcome is None

    def worth(self, played: Tree | Event) -> tuple[Tree, Callable[[Any], int]]:
        """The tree that the aim looks at, and what each of its outcomes is worth."""
        if isinstance(played, Event):
            condition = played.condition
            return played.source, lambda outcome: 1 if condition(outcome) else 0
        if self.at_least is not None:
            least = self.at_least
            # Where so many are counted, a name lies beyond every number.
            return played, lambda outcome: 1 if not is_number(outcome) or outcome >= least else 0
        if self.outcome is not None:
            wanted = self.outcome
            return played, lambda outcome: 1 if outcome == wanted else 0
        return played, lambda outcome: outcome


def aim_from(text: str, model: type[Scenario] | None = None) -> Aim | None:
    """The aim that a line says, None for what says none; whether a scenario has it is not asked here.

    >>> aim_from("least wounds >= 2")
    Aim(result='wounds', at_least=2, outcome=None, least=True)
    >>> aim_from("wounds =") is None
    True
    """
    try:
        return _read(text, model) if text else None
    except InputError:
        return None


def usual_aims(advising: Advising, side: str) -> list[Aim]:
    """What a side is after unless an aim is given; an aim that is itself the name of the side comes first.

    >>> from probcalc.scenarios import registry
    >>> [aim.text() for aim in usual_aims(registry.scenario("tide_of_battle.melee").advising, "defender")][:2]
    ['least hit_points_lost', 'least models_lost']
    """
    texts = sorted(advising.wants.get(side, ()), key=lambda text: text != side)
    return [aim for text in texts if (aim := aim_from(text)) is not None]


def _read(text: str, model: type[Scenario] | None) -> Aim:
    asked = read_number(text.removeprefix(_LEAST), model)
    return Aim(asked.result, asked.at_least, asked.outcome, text.startswith(_LEAST))


def aim_of(aim: str | Mapping[str, Any], scenario: Scenario, side: str, results: OpenPlay) -> Aim:
    """The aim that is asked for, checked against what the scenario can be asked here; "" is what the side is after.

    Raises:
        InputError: naming the aim, at_least, outcome or least that is wrong.
    """
    model = type(scenario)
    assert model.advising is not None
    said = _as_said(aim, model)
    if not any(said.values()):
        said = next(
            (_as_said(each, model) for each in usual_aims(model.advising, side) if each.result in results), said
        )
    # Where that says nothing: what the scenario is asked for first, where these parameters ask for it.
    name = said["result"] or next((each for each in model.advising.aims if each in results), model.advising.aims[0])
    aimed = aimed_at(Aim(name), scenario, results)
    at_least, outcome, least = said.get("at_least"), said.get("outcome"), said.get("least", False)
    if type(least) is not bool:
        raise InputError(f"least must be true or false, not {brief_value(least)}", "least")
    if at_least is not None and outcome is not None:
        raise InputError("outcome: use at_least or outcome, not both", "outcome")
    names = next((r.order for r in model.results if r.name == name), tuple(model.advising.orders.get(name, ())))
    if isinstance(aimed, Event):
        for given, value in (("at_least", at_least), ("outcome", outcome)):
            if value is not None:
                raise InputError(f"{given}: {name} is a chance and counts nothing", given)
        return Aim(name, least=least)
    if any(isinstance(each, str) for each in names):
        order = next((r.outcome_order for r in model.results if r.name == name), None)
        if at_least is not None and order is not None and order.beyond:
            return Aim(name, _number("at_least", at_least), None, least)
        if at_least is not None:
            raise InputError(f"at_least: the outcomes of {name} are names: {', '.join(map(str, names))}", "at_least")
        if outcome is None:
            raise InputError(f"outcome: {name} needs one of {', '.join(map(str, names))}", "outcome")
        if outcome not in names:
            nearest = nearest_name(str(outcome), map(str, names))
            hint = suggestion(nearest, f"; it is one of {', '.join(map(str, names))}")
            raise InputError(f"outcome {brief_value(outcome)} is none of {name}{hint}", "outcome", nearest)
        return Aim(name, outcome=outcome, least=least)
    return Aim(name, _number("at_least", at_least), _number("outcome", outcome), least)


def aimed_at(aim: Aim, scenario: Scenario, results: OpenPlay) -> Tree | Event:
    """What of these results of a play is aimed at, where the scenario can be asked for it here.

    Raises:
        InputError: naming the result that cannot be aimed at.
    """
    advising = type(scenario).advising
    assert advising is not None
    for name in Measure(aim.result).results:
        if name not in advising.aims:
            raise unknown_name("aim", name, advising.aims, f" of {scenario.id}")
        scenario.check_aim(name)
        if name not in results:
            raise InputError(f"{name} cannot be aimed at here: these parameters do not ask for it", name)
    return aim.played(scenario, results)


def _as_said(aim: Any, model: type[Scenario]) -> Mapping[str, Any]:
    if isinstance(aim, Aim):
        return {"result": aim.result, "at_least": aim.at_least, "outcome": aim.outcome, "least": aim.least}
    if isinstance(aim, str):
        return _as_said(_read(aim, model), model)
    if not isinstance(aim, Mapping) or not isinstance(aim.get("result"), str):
        raise InputError("aim is the name of a result, or a mapping with result, at_least, outcome and least", "aim")
    for key in aim:
        if key not in _KEYS:
            raise unknown_name("part", str(key), _KEYS, " of an aim")
    said = _read(aim["result"], model)
    beside = {key: aim[key] for key in ("at_least", "outcome") if aim.get(key) not in (None, "none")}
    if beside and (said.at_least, said.outcome) != (None, None):
        raise InputError(f"aim: {aim['result']} says what is counted; leave at_least and outcome out", "aim")
    return {**_as_said(said, model), **beside, "least": said.least or aim.get("least", False)}


def _number(name: str, value: Any) -> int | None:
    if value is None or (type(value) is int and abs(value) <= _MOST):
        return value
    if isinstance(value, str) and value.lstrip("+-").isdigit() and len(value) <= 10:
        return int(value)
    raise InputError(f"{name} is a whole number, not {brief_value(value)}", name)
