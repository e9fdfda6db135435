"""Picking an entry by name: its figures are those of the data files, and nothing that was entered is lost.

What each field that names an entry fills is typed in here from the rules' tables; the figures themselves are read from
the TOML files as they stand, past the classes that check them.
"""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.resolve import resolve
from tests.systems import harness

MODELS = [model for system in registry.systems() for model in system.scenarios]
SYSTEMS = Path(probcalc.__file__).parent / "systems"


def data(system, file):
    """The entries of a data file as they are written, none of them without a figure."""
    return tomllib.loads((SYSTEMS / system / "data" / f"{file}.toml").read_text("utf-8"))


UNITS, WEAPONS = data("chronopia", "units"), data("chronopia", "weapons")
OATHMARK = data("oathmark", "units")
BLADES, BOWS = data("thud_and_blunder", "fighting_weapons"), data("thud_and_blunder", "shooting_weapons")
MELEE, RANGED = data("tide_of_battle", "melee_weapons"), data("tide_of_battle", "ranged_weapons")

# -- what each field fills -----------------------------------------------------------------------------------------


def figures(entries, names):
    """The named figures of an entry; what it lacks is filled with nothing."""
    return lambda key, given_: {name: entries[key][name] for name in names.split() if entries[key][name] != "none"}


def profile(weapon):
    return {name: WEAPONS[weapon][name] for name in ("noa", "critic", "damage", "multiplier")}


def fighter(names, arm="close_weapon"):
    """The figures of a unit, and those of its own weapon unless another is named."""

    def filled(key, given_):
        own = given_.get("weapon", UNITS[key][arm])
        return figures(UNITS, names)(key, given_) | (profile(own) if own != "none" else {})

    return filled


def clash_side(key, given_):
    names = "cc strength charge_damage agility shield armour heal ward wounds ld immune_to_panic"
    found = fighter(names)(key, given_)
    first = UNITS[key]["first_strike_when_charging"] and given_.get("a.charging")
    return found | ({"first_strike": True} if first else {})


def fight_side(key, given_):
    """As in a clash, and whether it strikes first when it charges."""
    found = {name: value for name, value in clash_side(key, {}).items() if name != "first_strike"}
    return found | ({"charge_first_strike": True} if UNITS[key]["first_strike_when_charging"] else {})


def melee_weapon(reflex=False):
    """A Charging Bonus weapon adds its figures to a charge only, a Defensive one 1 to the Melee of who was charged."""

    def filled(key, given_):
        row = MELEE[key]
        charging = given_.get("charging") or given_.get("a.charging") or False
        counts = charging or not row["charging_bonus"]
        names = ["weapon_attacks", "weapon_melee", "weapon_strength", *(["weapon_reflex"] if reflex else [])]
        found = {name: row[name] if counts else 0 for name in names}
        if row["defensive"] and given_.get("charged"):
            found["weapon_melee"] += 1
        if reflex and charging and row["reach"]:
            found["first_strike"] = True
        return found

    return filled


def staying_weapon(key, given_):
    """The figures of a weapon when nobody charges, and what the charge adds to them in the first round."""
    row, charging, charged = MELEE[key], "a.charging" in given_, "b.charging" in given_
    names = ("weapon_attacks", "weapon_melee", "weapon_strength", "weapon_reflex")
    found = {name: 0 if row["charging_bonus"] else row[name] for name in names}
    for what in ("melee", "strength", "reflex"):
        found[f"charge_{what}"] = row[f"weapon_{what}"] if row["charging_bonus"] and charging else 0
    found["charge_melee"] += int(row["defensive"] and charged)
    return found | ({"first_turn_strike": True} if row["reach"] and (charging or charged) else {})


def ranged_weapon(key, given_):
    found = {name: RANGED[key][name] for name in ("weapon_ranged", "weapon_strength")}
    return found | ({"shield_breaker": True} if key == "ballista" else {})


def strike(entries):
    return figures(entries, "weapon_bonus weapon_destiny")


STRUCK = "agility shield armour heal ward wounds"
FIGHTING = "fight defence combat_dice activation health base unit_of_one horrific courage undead"
MORALE = "activation health base unit_of_one courage undead"
FILLS = {
    ("chronopia.melee", "attacker"): fighter("cc strength charge_damage"),
    ("chronopia.melee", "weapon"): lambda key, given_: profile(key),
    ("chronopia.melee", "target"): figures(UNITS, f"{STRUCK} martial_arts_master"),
    ("chronopia.shooting", "attacker"): fighter("rs ld", "shooting_weapon"),
    ("chronopia.shooting", "weapon"): lambda key, given_: profile(key),
    ("chronopia.shooting", "target"): figures(UNITS, "base_size shield armour heal ward wounds"),
    ("chronopia.clash", "a.unit"): clash_side,
    ("chronopia.clash", "b.unit"): clash_side,
    ("chronopia.fight", "a.unit"): fight_side,
    ("chronopia.fight", "b.unit"): fight_side,
    ("chronopia.test", "unit"): lambda key, given_: {"value": UNITS[key][given_.get("characteristic", "dex")]},
    ("chronopia.swipe", "attacker"): fighter("cc strength charge_damage"),
    ("chronopia.swipe", "weapon"): lambda key, given_: profile(key),
    ("chronopia.swipe", "target"): figures(UNITS, f"{STRUCK} martial_arts_master"),
    ("chronopia.free_slash", "attacker"): fighter("cc strength"),
    ("chronopia.free_slash", "weapon"): lambda key, given_: profile(key),
    ("chronopia.free_slash", "target"): figures(UNITS, STRUCK),
    ("chronopia.break_test", "unit"): figures(UNITS, "ld heal ward wounds immune_to_panic"),
    ("chronopia.half_strength", "unit"): figures(UNITS, "ld immune_to_panic"),
    ("chronopia.panic", "unit"): figures(UNITS, "ld move immune_to_panic"),
    ("chronopia.fear", "unit"): figures(UNITS, "ld own_fear immune_to_fear"),
    ("chronopia.into_clash", "unit"): figures(UNITS, "ld rs"),
    ("chronopia.deviation", "unit"): figures(UNITS, "rs"),
    ("chronopia.gossip", "a.unit"): fighter("cc strength charge_damage"),
    ("chronopia.gossip", "b.unit"): fighter("cc strength charge_damage"),
    ("oathmark.activation", "unit"): figures(OATHMARK, "activation unthinking"),
    ("oathmark.combat", "a.unit"): figures(OATHMARK, f"{FIGHTING} charge"),
    ("oathmark.combat", "b.unit"): figures(OATHMARK, f"{FIGHTING} braced shielding"),
    ("oathmark.fight", "a.unit"): figures(OATHMARK, f"{FIGHTING} charge braced shielding"),
    ("oathmark.fight", "b.unit"): figures(OATHMARK, f"{FIGHTING} charge braced shielding"),
    ("oathmark.shooting", "unit"): figures(OATHMARK, "shoot combat_dice"),
    ("oathmark.shooting", "target"): figures(OATHMARK, f"defence shielding {MORALE}"),
    ("oathmark.artillery", "unit"): figures(OATHMARK, "shoot"),
    ("oathmark.artillery", "target"): figures(OATHMARK, f"defence large enormous {MORALE}"),
    ("oathmark.morale", "unit"): figures(OATHMARK, "activation courage unit_of_one undead"),
    ("oathmark.breath", "target"): figures(OATHMARK, "activation health unit_of_one"),
    ("thud_and_blunder.attack", "weapon"): lambda key, given_: strike(BOWS if "mode" in given_ else BLADES)(
        key, given_
    ),
    ("thud_and_blunder.duel", "a.weapon"): strike(BLADES),
    ("thud_and_blunder.duel", "b.weapon"): strike(BLADES),
    ("thud_and_blunder.brawl", "a.weapon"): strike(BLADES),
    ("thud_and_blunder.brawl", "b.weapon"): strike(BLADES),
    ("thud_and_blunder.volley", "weapon"): strike(BOWS),
    ("thud_and_blunder.into_fight", "weapon"): strike(BOWS),
    ("thud_and_blunder.entangle", "weapon"): lambda key, given_: figures(
        BOWS if "mode" in given_ else BLADES, "weapon_bonus"
    )(key, given_),
    ("thud_and_blunder.fire", "weapon"): lambda key, given_: strike(BOWS if "mode" in given_ else BLADES)(key, given_),
    ("tide_of_battle.melee", "weapon"): melee_weapon(),
    ("tide_of_battle.shooting", "weapon"): ranged_weapon,
    ("tide_of_battle.engagement", "a.weapon"): melee_weapon(reflex=True),
    ("tide_of_battle.engagement", "b.weapon"): melee_weapon(reflex=True),
    ("tide_of_battle.fight", "a.weapon"): staying_weapon,
    ("tide_of_battle.fight", "b.weapon"): staying_weapon,
}
# These are looked up in the play itself.
FILL_NOTHING = {("tide_of_battle.melee", "target_weapon"), ("tide_of_battle.shooting", "terrain")}
# What else is said, for figures that depend on it, and to whom an entry cannot be given.
ALSO = {
    ("chronopia.test", "unit"): [{"characteristic": name} for name in ("cc", "rs", "ld", "wp")],
    ("chronopia.melee", "attacker"): [{"weapon": "spear"}],
    ("chronopia.shooting", "attacker"): [{"weapon": "longbow"}],
    ("chronopia.clash", "a.unit"): [{"a.charging": True}],
    ("thud_and_blunder.attack", "weapon"): [{"mode": "shooting"}],
    ("thud_and_blunder.entangle", "weapon"): [{"mode": "shooting"}],
    ("thud_and_blunder.fire", "weapon"): [{"mode": "shooting"}],
    ("tide_of_battle.melee", "weapon"): [{"charging": True}, {"charged": True}],
    ("tide_of_battle.engagement", "a.weapon"): [{"a.charging": True}],
    ("tide_of_battle.fight", "a.weapon"): [{"a.charging": True}, {"b.charging": True}],
}


def is_refused(scenario, place, key, circumstance):
    """Civilians do not fight, few units shoot, and a weapon belongs to its mode: the only entries that are refused."""
    if scenario.startswith("chronopia."):
        if key == "civilian" and (place != "target" and scenario not in CIVILIANS_TOO):
            return scenario != "chronopia.test" or circumstance.get("characteristic", "dex") not in ("dex", "ld")
        return scenario == "chronopia.shooting" and place == "attacker" and not shoots(key, circumstance)
    mode = BOWS if circumstance.get("mode") == "shooting" else BLADES
    return scenario.startswith("thud") and place == "weapon" and key not in (mode if scenario in EITHER else BOWS)


def shoots(key, circumstance):
    return UNITS[key]["shooting_weapon"] != "none" or "weapon" in circumstance


CIVILIANS_TOO = {"chronopia.panic", "chronopia.fear", "chronopia.into_clash", "chronopia.deviation"}
EITHER = {"thud_and_blunder.attack", "thud_and_blunder.entangle", "thud_and_blunder.fire"}


def picks(scenario, place):
    """Every entry of a field with every circumstance, as requests."""
    parameter = registry.scenario(scenario).parameter(place)
    for circumstance in ({}, *ALSO.get((scenario, place), [])):
        for key in parameter.choices[1:]:
            yield key, circumstance, circumstance | {place: key}


def flat(place, filled):
    """Figures under their flat names: those of a side stand in it."""
    side = place.rpartition(".")[0]
    return {f"{side}.{name}" if side else name: value for name, value in filled.items()}


def plain(value):
    return None if value == "none" else value


# -- the tests -----------------------------------------------------------------------------------------------------

every_field = pytest.mark.parametrize(("scenario", "place"), FILLS, ids=lambda part: part)


def test_every_field_that_names_an_entry_is_listed():
    found = {(model.id, p.name) for model in MODELS for p in model.parameters() if p.role == "preset"}
    assert found == FILLS.keys() | FILL_NOTHING


@every_field
def test_an_entry_fills_the_figures_of_the_data_and_no_other(scenario, place):
    model = registry.scenario(scenario)
    follow = {p.name for p in model.parameters() if p.derived and p.role != "modifier"}
    for key, circumstance, request in picks(scenario, place):
        if is_refused(scenario, place, key, circumstance):
            with pytest.raises(InputError):
                resolve(model, request)
            continue
        bare = resolve(model, circumstance)[0]
        found, notes = resolve(model, request)
        filled = flat(place, FILLS[scenario, place](key, circumstance))
        for parameter in model.parameters():
            name, value = parameter.name, found.value_of(parameter.name)
            if name in filled:
                assert plain(value) == plain(filled[name]), f"{name} of {key}"
            elif name != place and name not in follow:
                assert value == bare.value_of(name), f"{name} of {key}"
        assert not [note for note in notes if "replaces the preset" in note]


def others(parameter, filled):
    """Legal values of a parameter other than the one filled: the default, and a neighbour."""
    if parameter.kind == "boolean":
        return [not filled]
    if parameter.kind == "choice":
        return [choice for choice in parameter.choices if choice != filled]
    low, high = parameter.bounds
    return sorted({parameter.default, min(high, filled + 1), max(low, filled - 1)} - {filled, None})


def answered_or_none(model, request):
    """The scenario and its notes; None for a unit of one with twenty figures, or a large and enormous target."""
    try:
        return resolve(model, request)
    except InputError:
        return None


@every_field
def test_what_is_given_wins_over_the_entry_and_that_is_said(scenario, place):
    model = registry.scenario(scenario)
    tried = 0
    for key, circumstance, request in picks(scenario, place):
        if is_refused(scenario, place, key, circumstance):
            continue
        filled = flat(place, FILLS[scenario, place](key, circumstance))
        for name, value in filled.items():
            for other in others(model.parameter(name), value):
                if (answered := answered_or_none(model, request | {name: other})) is None:
                    continue
                found, notes = answered
                tried += 1
                assert found.value_of(name) == other
                ours, theirs = str(other).lower(), str(value).lower()
                assert f"{name} = {ours} replaces the preset's {theirs}." in notes
                assert sum("replaces the preset" in note for note in notes) == 1
            same, notes = resolve(model, request | {name: value})
            assert plain(same.value_of(name)) == plain(value)
            assert not any("replaces the preset" in note for note in notes)
    assert tried


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
@settings(max_examples=12)
@given(data_=st.data())
def test_whatever_is_given_stands_in_the_answer(model, data_):
    request = data_.draw(harness.requests(model))
    found, _ = resolve(model, request.given)
    assert {name: found.value_of(name) for name in request.given} == request.given
