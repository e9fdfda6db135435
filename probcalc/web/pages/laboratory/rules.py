"""What rule B changes: a chip for each die that may be rolled instead, a stepper for each number of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from probcalc.present.numbers import with_minus
from probcalc.present.other_rules import other_dice
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fixed import fixed_of
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.variant_models import main_die
from probcalc.scenarios.variants import DIE, Variant, read_variant
from probcalc.web.controls.control import key_of
from probcalc.web.controls.taps import set_value
from probcalc.web.pages.laboratory.views import Rules
from probcalc.web.parts.controls import Control, Group
from probcalc.web.state import games
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.visit import Visit

_PREFIX, _LINE = "rule.", "rule.line"
FOLD = "numbers"


def has_rules(model: type[Scenario]) -> bool:
    """Whether it is a question of a game whose dice are its rules, and that is not the visitor's own."""
    if games.game_of(model.id) is not None or not registry.system_of(model.id).is_game:
        return False
    return DIE.search(registry.system_of(model.id).dice) is not None


def rule_b(model: type[Scenario], given: Mapping[str, Any]) -> str:
    """The variant that is rule B: the one given, else two dice of half the size in place of the game's die.

    >>> from probcalc.scenarios.registry import scenario
    >>> rule_b(scenario("chronopia.melee"), {}), rule_b(scenario("oathmark.morale"), {"variant": "d10=d12"})
    ('d20=2d10', 'd10=d12')
    """
    die = main_die(model.id)
    return str(given.get(VARIANT.name) or f"{die}={other_dice(int(die[1:]))[0]}")


def rules_card(stands: Standing, visit: Visit, text: str, why: str = "") -> Rules:
    """The card of what rule B changes; `text` is rule B as it stands, and `why` the reason that it is refused."""
    numbers = fixed_of(stands.model)
    changed = _read(text).numbers
    opened = FOLD in visit.unfolded or any(name in numbers for name in changed)
    steppers: list[Control] = [
        {
            "kind": "step",
            "parameter": f"{_PREFIX}{name}",
            "label": each.help,
            "value": changed.get(name, each.value),
            "low": each.low,
            "high": each.high,
            "signed": each.low < 0,
            "changed": name in changed,
        }
        for name, each in numbers.items()
    ]
    groups: list[Group] = [_dice(stands.model, text), {"of": "", "items": [_line(stands, visit, text, why)]}]
    card: Rules = {"title": "Rule B", "groups": groups, "numbers": steppers if opened else []}
    if steppers:
        label = f"All {len(steppers)} numbers of the rules"
        card["more"] = {"label": label, "tap": f"turn {FOLD}", "open": "true" if opened else "false"}
    return card


def _dice(model: type[Scenario], text: str) -> Group:
    """The dice that may be rolled in place of the game's."""
    die, variant = main_die(model.id), _read(text)
    present = variant.dice.get(die, die)
    listed = [*other_dice(int(die[1:]))]
    if present not in (die, *listed):
        listed.insert(0, present)
    # Where nothing else is changed, the die as printed would make B the same as A.
    if _without_dice(variant, die).text:
        listed.insert(0, die)
    items: list[Control] = [
        {
            "kind": "chip",
            "parameter": f"{_PREFIX}{die}",
            "label": f"{each}, as printed" if each == die else with_minus(each),
            "spoken": f"{each}, as printed" if each == die else f"{with_minus(each)} instead of {die}",
            "value": each == present,
            "values": (die if each != die else present, each),
        }
        for each in listed
    ]
    return {"of": f"Instead of {die}", "items": items}


def _line(stands: Standing, visit: Visit, text: str, why: str) -> Control:
    """Rule B as a line of text, for what no chip offers."""
    typed, unread = visit.unread.get(key_of(stands.slot, VARIANT.name), ("", ""))
    return {
        "kind": "line",
        "parameter": _LINE,
        "label": "As a line",
        "value": typed if unread else text,
        "longest": VARIANT.longest,
        "example": "Such as d20=2d10; Armour save=3d6; highest=2",
        "refused": unread or why,
    }


def _read(text: str) -> Variant:
    """Rule B as far as it can be read: of a mistyped one nothing is changed yet."""
    try:
        return read_variant(text)
    except InputError:
        return Variant({}, {})


def _without_dice(variant: Variant, die: str) -> Variant:
    return replace(variant, dice={name: new for name, new in variant.dice.items() if name != die})


def set_rule(visit: Visit, scenario_id: str, rest: str) -> bool:
    """Change rule B: "rule.d20=2d10", "rule.boost=3", or the whole line; whether that was meant."""
    name, _, text = rest.partition("=")
    if not name.startswith(_PREFIX):
        return False
    model = registry.scenario(scenario_id)
    if name != _LINE:
        text = changed(model, rule_b(model, visit.given.get(scenario_id, {})), name.removeprefix(_PREFIX), text)
    set_value(visit, scenario_id, scenario_id, f"{VARIANT.name}={text.strip()}")
    return True


def step_rule(visit: Visit, scenario_id: str, rest: str) -> None:
    """Make a number of the rules one greater or smaller: "rule.boost=1"."""
    name, _, text = rest.partition("=")
    model = registry.scenario(scenario_id)
    fixed = fixed_of(model).get(name.removeprefix(_PREFIX))
    if fixed is None or text not in ("1", "-1"):
        return
    before = _read(rule_b(model, visit.given.get(scenario_id, {}))).numbers
    value = before.get(name.removeprefix(_PREFIX), fixed.value) + int(text)
    set_rule(visit, scenario_id, f"{name}={min(fixed.high, max(fixed.low, value))}")


def changed(model: type[Scenario], text: str, name: str, value: str) -> str:
    """Rule B with one thing changed: a die, or a number; what is as the rules have it is not said.

    >>> from probcalc.scenarios.registry import scenario
    >>> melee = scenario("chronopia.melee")
    >>> changed(melee, "d20=2d10", "boost", "3"), changed(melee, "d20=2d10; boost=3", "d20", "d20")
    ('d20=2d10; boost=3', 'boost=3')
    >>> changed(melee, "d20=2d10; boost=3", "boost", "2"), changed(melee, "boost=3", "boost", "x")
    ('d20=2d10', 'boost=x')
    """
    variant, fixed = _read(text), fixed_of(model)
    if name not in fixed:
        kept = _without_dice(variant, name)
        return (replace(kept, dice={name: value, **kept.dice}) if value != name else kept).text
    numbers = {each: number for each, number in variant.numbers.items() if each != name}
    rest = replace(variant, numbers=numbers)
    try:
        number = int(value)
    except ValueError:
        return "; ".join(filter(None, (rest.text, f"{name}={value}")))
    return (replace(rest, numbers={**numbers, name: number}) if number != fixed[name].value else rest).text
