"""House rules to tap: chips of the dice that may be rolled instead, for all rolls or one, and steppers of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from probcalc.present.numbers.text import with_minus
from probcalc.present.words.other_rules import other_dice
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fixed import fixed_numbers_of
from probcalc.scenarios.named_rolls import usual_rolls
from probcalc.scenarios.parameters import Given
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.variant_models import main_die
from probcalc.scenarios.variants import DIE, ENDS, MOST_ENDS, Variant, read_variant
from probcalc.web.controls.inputs import pick_of
from probcalc.web.controls.tap_actions import set_value
from probcalc.web.pages.laboratory.drawn import rules_case
from probcalc.web.parts.controls import Control, Group, Turn, after_step, chip_control, step_control
from probcalc.web.parts.markup import Markup
from probcalc.web.state import games
from probcalc.web.state.visit import Visit

_PREFIX = "rule."
_ENDS = ("Lowest results that count as naturals", "Highest results that count as naturals")
FOLD = "numbers"
# What parts a variant as it is written cannot stand in the name of a roll.
_SIGNS = set(";=")


def has_rules(model: type[Scenario]) -> bool:
    """Whether it is a question of a game whose dice are its rules, and that is not the visitor's own."""
    if games.game_of(model.id) is not None or not registry.system_of(model.id).is_game:
        return False
    return DIE.search(registry.system_of(model.id).dice) is not None


def rule_b(model: type[Scenario], given: Given) -> str:
    """The variant that is rule B: the one given, else two dice of half the size in place of the game's die.

    >>> from probcalc.scenarios.registry import scenario
    >>> rule_b(scenario("chronopia.melee"), {}), rule_b(scenario("oathmark.morale"), {"variant": "d10=d12"})
    ('d20=2d10', 'd10=d12')
    """
    die = main_die(model.id)
    return str(given.get(VARIANT.name) or f"{die}={other_dice(int(die[1:]))[0]}")


def rules_card(
    model: type[Scenario], visit: Visit, text: str, title: str, counts: Sequence[Control] = (), is_beside: bool = True
) -> Markup:
    """The card of what house rules change; `text` is the variant as it stands.

    Where it `is_beside` the rules as printed it never is the same as they.
    """
    numbers, variant = fixed_numbers_of(model), _read(text)
    changed = variant.numbers
    ends = (variant.lowest, variant.highest)
    opened = FOLD in visit.unfolded or any(name in numbers for name in changed) or ends != (1, 1)
    steppers = _steppers(model, variant)
    groups: list[Group] = [_dice(model, variant, is_beside), _rolls(model, variant)]
    label = f"Numbers of the rules: {len(steppers)}"
    more: Turn = {"label": label, "tap": f"turn {FOLD}", "open": opened}
    return rules_case(title, [group for group in groups if group["items"]], steppers if opened else [], more, counts)


def _steppers(model: type[Scenario], variant: Variant) -> list[Control]:
    """The numbers of the rules, and how many results of a die count as naturals."""
    changed, ends = variant.numbers, (variant.lowest, variant.highest)
    steppers: list[Control] = [
        {
            **step_control(f"{_PREFIX}{name}", each.help, changed.get(name, each.value), each.low, each.high),
            "signed": each.low < 0,
            "changed": name in changed,
        }
        for name, each in fixed_numbers_of(model).items()
    ]
    if model.other_dice is None:
        steppers += [
            {**step_control(f"{_PREFIX}{name}", label, value, 0, MOST_ENDS), "changed": value != 1}
            for name, label, value in zip(ENDS, _ENDS, ends, strict=True)
        ]
    return steppers


def _dice(model: type[Scenario], variant: Variant, is_beside: bool) -> Group:
    """The dice that may be rolled in place of the game's."""
    die = main_die(model.id)
    present = variant.dice.get(die, die)
    listed = [*other_dice(int(die[1:]))]
    if present not in (die, *listed):
        listed.insert(0, present)
    # Where nothing else is changed, the die as printed would make B the same as A.
    if not is_beside or _without_dice(variant, die).text:
        listed.insert(0, die)
    items: list[Control] = [
        {
            **chip_control(
                f"{_PREFIX}{die}", f"{each}, as printed" if each == die else with_minus(each), each == present
            ),
            "spoken": f"{each}, as printed" if each == die else f"{with_minus(each)} instead of {die}",
            "values": (die if each != die else present, each),
        }
        for each in listed
    ]
    return {"of": f"Instead of {die}", "items": items}


def _rolls(model: type[Scenario], variant: Variant) -> Group:
    """Each roll of a name with the dice that are rolled for it alone."""
    die = main_die(model.id)
    named = [name for name in variant.dice if name != die]
    made = sorted(name for name in usual_rolls(model) if name != die and not _SIGNS & set(name))
    items: list[Control] = []
    for name in dict.fromkeys((*made, *named)):
        present = variant.dice.get(name, name)
        listed = dict.fromkeys((name, present, *other_dice(int(die[1:]))))
        names = {each: "as printed" if each == name else with_minus(each) for each in listed}
        items.append({**pick_of(f"{_PREFIX}{name}", name, present, names), "changed": present != name})
    return {"of": "For one roll alone", "items": items}


def _read(text: str) -> Variant:
    """House rules as far as they can be read: of mistyped ones nothing is changed yet."""
    try:
        return read_variant(text)
    except InputError:
        return Variant({}, {})


def _without_dice(variant: Variant, die: str) -> Variant:
    return replace(variant, dice={name: new for name, new in variant.dice.items() if name != die})


def set_rule(visit: Visit, scenario_id: str, text: str, rest: str) -> bool:
    """Change house rules, the variant that stands: "rule.d20=2d10", "rule.boost=3"; whether that was meant."""
    name, _, value = rest.partition("=")
    if not name.startswith(_PREFIX):
        return False
    after = change_rule(registry.scenario(scenario_id), text, name.removeprefix(_PREFIX), value.strip())
    set_value(visit, scenario_id, scenario_id, f"{VARIANT.name}={after}")
    return True


def step_rule(visit: Visit, scenario_id: str, text: str, rest: str) -> None:
    """Make a number of the rules one greater or smaller: "rule.boost=1"."""
    if after := after_step(_steppers(registry.scenario(scenario_id), _read(text)), rest):
        set_rule(visit, scenario_id, text, after)


def change_rule(model: type[Scenario], text: str, name: str, value: str) -> str:
    """House rules with one thing changed: a die, or a number; what is as the rules have it is not said.

    >>> from probcalc.scenarios.registry import scenario
    >>> melee = scenario("chronopia.melee")
    >>> change_rule(melee, "d20=2d10", "boost", "3"), change_rule(melee, "d20=2d10; boost=3", "d20", "d20")
    ('d20=2d10; boost=3', 'boost=3')
    >>> change_rule(melee, "d20=2d10; boost=3", "boost", "2"), change_rule(melee, "boost=3", "boost", "x")
    ('d20=2d10', 'boost=x')
    >>> change_rule(melee, "boost=3", "highest", "2"), change_rule(melee, "boost=3; highest=2", "highest", "1")
    ('highest=2; boost=3', 'boost=3')
    """
    variant, fixed = _read(text), fixed_numbers_of(model)
    if name in ENDS:
        ends = dict(zip(ENDS, (variant.lowest, variant.highest), strict=True))
        if len(value) == 1 and value.isdecimal():
            ends[name] = int(value)
        return replace(variant, lowest=ends[ENDS[0]], highest=ends[ENDS[1]]).text
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
