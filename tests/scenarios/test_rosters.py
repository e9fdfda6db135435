"""Own units and weapons: read, refused, written again, and worth the same as the built-in entries they copy."""

import json
from functools import cache

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.tables.presets import presets
from probcalc.cli import main
from probcalc.links import to_command, to_url
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.own_kinds import OwnFigures, OwnTable
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.rosters import (
    Roster,
    exported,
    figures_of_entry,
    filled,
    imported,
    places,
    with_entry,
    without_entry,
)
from probcalc.scenarios.rosters.reading import LONGEST_TEXT
from probcalc.scenarios.tables import with_rows

SYSTEMS = [system for system in registry.systems() if system.own]
MODELS = [model for system in SYSTEMS for model in system.scenarios]
# What else has to be said for every part of the tables to count.
CIRCUMSTANCES = {
    "chronopia.test": [{"characteristic": name} for name in ("cc", "rs", "dex", "wp", "ld")],
    "chronopia.melee": [{}, {"charging": True}],
    "chronopia.clash": [{}, {"a.charging": True}, {"a.cc": 12}],
    "tide_of_battle.melee": [{}, {"charging": True}, {"charged": True}],
    "tide_of_battle.engagement": [{}, {"a.charging": True}, {"b.charging": True}],
    "thud_and_blunder.attack": [{"mode": "fighting"}, {"mode": "shooting"}],
}


@cache
def copies(system_id):
    """A roster with a copy of every built-in entry that a roster may have."""
    roster = Roster(system_id, "Copies", {})
    for kind in registry.system(system_id).own:
        for key, row in kind.table.items() if isinstance(kind, OwnTable) else ():
            figures = figures_of_entry(system_id, kind.id, key)
            if all(figures[name] == value for name, value in kind.only.items()):
                roster = with_entry(roster, kind.id, f"my_{key}", row.name, figures)
    return roster


def outcome(model, request, roster=None):
    """Every resolved value but the preset's own, or the refusal."""
    try:
        asked = request if roster is None else filled(model.id, request, roster)
        scenario, _ = resolve(model, asked)
    except InputError as error:
        return str(error).replace("my_", "").partition(";")[0]
    presets_of = {p.name for p in model.parameters() if p.role == "preset"}
    return {p.name: scenario.value_of(p.name) for p in model.parameters() if p.name not in presets_of}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_a_copy_of_a_built_in_entry_fills_what_the_entry_fills(model):
    roster = copies(model.id.partition(".")[0])
    for place in places(model.id, roster):
        for key in place.entries:
            for circumstance in CIRCUMSTANCES.get(model.id, [{}]):
                own = outcome(model, circumstance | {place.name: key}, roster)
                assert own == outcome(model, circumstance | {place.name: key.removeprefix("my_")}), (place.name, key)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_every_preset_of_a_table_has_a_place(system):
    roster = copies(system.id)
    for model in system.scenarios:
        known = {place.name for place in places(model.id, roster)}
        for parameter in model.parameters():
            last = parameter.name.rpartition(".")[2]
            if parameter.role == "preset" and last in ("attacker", "target", "unit", "weapon"):
                assert parameter.name in known, parameter.name


MINE = {
    "probcalc_roster": 1,
    "system": "chronopia",
    "name": "My warband",
    "units": {"guard": {"name": "Iron Guard", "like": "spearmen", "cc": 14, "close_weapon": "maul"}},
    "weapons": {
        "maul": {"name": "Maul", "kind": "close", "noa": 2, "critic": 2, "damage": 13, "multiplier": 1},
        "horn_bow": {"name": "Horn Bow", "kind": "shooting", "noa": 1, "critic": 1, "damage": 12, "multiplier": 1},
    },
}


def mine(**changes):
    return json.dumps({**MINE, **changes})


def test_a_unit_fights_with_its_own_weapon():
    roster = imported(mine())
    request = filled("chronopia.melee", {"attacker": "guard", "target": "the_cursed", "charging": True}, roster)
    assert request["cc"] == 14
    assert request["noa"] == 2
    assert request["damage"] == 13
    assert request["target"] == "the_cursed"
    assert "guard" not in request.values()


def test_what_is_said_stands_before_what_the_entry_fills():
    roster = imported(mine())
    assert filled("chronopia.melee", {"attacker": "guard", "cc": 9}, roster)["cc"] == 9
    bow = filled("chronopia.melee", {"attacker": "guard", "weapon": "spear"}, roster)
    assert "damage" not in bow
    assert bow["weapon"] == "spear"


@pytest.mark.parametrize("value", [["guard"], {"guard": {}}, {}, 3, None, True, "gard"])
def test_what_names_no_entry_is_left_to_the_scenario(value):
    request = filled("chronopia.melee", {"attacker": value, "cc": 9}, imported(mine()))
    if isinstance(value, dict) and value:
        assert request == {"attacker.guard": {}, "cc": 9}
    else:
        assert request == {"attacker": value, "cc": 9}


def test_a_weapon_stands_only_where_its_kind_does():
    roster = imported(mine())
    offered = {place.name: place.entries for place in places("chronopia.melee", roster)}
    assert offered["weapon"] == {"maul": "Maul"}
    assert {p.name: p.entries for p in places("chronopia.shooting", roster)}["weapon"] == {"horn_bow": "Horn Bow"}
    assert places("oathmark.combat", roster) == ()


def test_a_link_needs_no_roster():
    roster = imported(mine())
    request = filled("chronopia.melee", {"attacker": "guard", "target": "spearmen"}, roster)
    assert "guard" not in to_url("", "chronopia.melee", request) + to_command("chronopia.melee", request)
    assert len(to_url("https://example.org/", "chronopia.melee", request)) < 500


def test_own_weapons_are_compared_with_the_built_in_ones():
    found = presets("chronopia.melee", {"target": "spearmen"}, "weapon", roster=imported(mine()))
    (own,) = [entry for entry in found.entries if entry.id == "maul"]
    assert own.label == "Maul"
    assert own.trial.value == probcalc.odds("chronopia.melee", target="spearmen", noa=2, critic=2, damage=13)["slain"]
    assert len(found.entries) == len(presets("chronopia.melee", {}, "weapon").entries) + 1


def test_units_of_a_game_without_a_table():
    text = {
        "probcalc_roster": 1,
        "system": "tide_of_battle",
        "units": {"ogres": {"name": "Ogres", "melee": 2, "strength": 2, "armor_class": 5, "hit_points": 3}},
    }
    roster = imported(json.dumps(text))
    assert filled("tide_of_battle.melee", {"attacker": "ogres"}, roster) == {"melee": 2, "strength": 2}
    assert filled("tide_of_battle.melee", {"target": "ogres"}, roster) == {"armor_class": 5, "hit_points": 3}
    side = filled("tide_of_battle.engagement", {"b": "ogres", "b.melee": 1}, roster)
    assert side == {"b.strength": 2, "b.armor_class": 5, "b.hit_points": 3, "b.melee": 1}


# -- reading and writing -----------------------------------------------------------------------------------


def kinds_and_values(system):
    """Random entries of a system, each figure any value that it may have."""

    def value(figure):
        if figure.kind == "boolean":
            return st.booleans()
        if figure.kind == "choice":
            return st.sampled_from(figure.choices)
        if figure.kind == "text":
            return st.just("none")
        numbers = st.integers(figure.low, figure.high)
        return st.just("none") | numbers if figure.optional else numbers

    def entry(kind):
        only = {name: st.just(fixed) for name, fixed in kind.only.items()} if isinstance(kind, OwnTable) else {}
        return st.fixed_dictionaries({figure.name: value(figure) for figure in kind.figures} | only)

    ids = st.from_regex(r"[a-z][a-z0-9_]{0,10}x", fullmatch=True)
    return st.tuples(*(st.dictionaries(ids, entry(kind), max_size=2) for kind in system.own))


names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
@settings(max_examples=20)
@given(data=st.data())
def test_what_is_exported_is_imported_again(system, data):
    roster = Roster(system.id, data.draw(names), {})
    for kind, entries in zip(system.own, data.draw(kinds_and_values(system)), strict=True):
        for key, figures in entries.items():
            roster = with_entry(roster, kind.id, key, data.draw(names), figures)
    again = imported(exported(roster))
    assert exported(again) == exported(roster)
    assert {k: dict(v) for k, v in again.entries.items() if v} == {k: dict(v) for k, v in roster.entries.items() if v}


def test_entries_come_and_go():
    roster = imported(mine())
    with pytest.raises(InputError, match="close_weapon: maul is none of the close weapons"):
        without_entry(roster, "weapons", "maul")
    roster = without_entry(roster, "units", "guard")
    assert without_entry(roster, "weapons", "maul").labels("weapons") == {"horn_bow": "Horn Bow"}
    with pytest.raises(InputError, match="did you mean maul"):
        without_entry(roster, "weapons", "mauls")


def test_a_roster_is_full_at_200_entries():
    figures = figures_of_entry("chronopia", "units", "spearmen")
    names = {f"u{n}": {"name": "x", "like": "spearmen"} for n in range(198)}
    roster = imported(json.dumps({**MINE, "units": names}))
    assert sum(map(len, roster.entries.values())) == 200
    with pytest.raises(InputError, match="a roster has at most 200 entries"):
        with_entry(roster, "units", "one_more", "One more", figures)
    assert with_entry(roster, "units", "u0", "Another", figures).labels("units")["u0"] == "Another"


def unit(**changes):
    return mine(units={"guard": {**MINE["units"]["guard"], **changes}})


def refusal(text):
    """The line of a refusal, "" where the text is a roster."""
    try:
        imported(text)
    except InputError as error:
        return str(error)
    return ""


REFUSED = [
    ("[", "the file is not JSON"),
    ("[" * 100_000, "the file is not JSON"),
    ("[]", 'it lacks "probcalc_roster": 1'),
    ('{"probcalc_roster": 2, "system": "chronopia"}', "of version 2, and version 1 is read here"),
    ('{"probcalc_roster": true, "system": "chronopia"}', "of version true"),
    ('{"probcalc_roster": 1}', "names no system"),
    ('{"probcalc_roster": 1, "system": "cronopia"}', "did you mean chronopia?"),
    ('{"probcalc_roster": 1, "system": "mechanics"}', "mechanics has no units or weapons"),
    ('{"probcalc_roster": 1, "probcalc_roster": 1}', "says probcalc_roster twice"),
    (" " * (LONGEST_TEXT + 1), "at most 200,000 characters"),
    (mine(unit={}), "unit is not a part of a roster of chronopia; did you mean units?"),
    (mine(units=[]), "units: entries stand under their ids in braces"),
    (mine(units={"guard": 3}), "entry guard: its figures stand in braces"),
    (mine(units={"Iron Guard": {}}), "entry Iron Guard: an id is small letters"),
    (mine(units={"spearmen": {"name": "x", "like": "spearmen"}}), "the built-in table has that id"),
    (mine(units={"none": {}}), "entry none: the built-in table has that id"),
    (unit(cc=99), "entry guard, field cc must be none or 1 to 30, not 99"),
    (unit(cc=12.0), "entry guard, field cc must be none or a whole number from 1 to 30, not 12.0"),
    (unit(cc=True), "entry guard, field cc must be none or a whole number from 1 to 30, not true"),
    (unit(cc="12"), "entry guard, field cc must be none or a whole number from 1 to 30, not the text"),
    (unit(armor=12), "entry guard: armor is not a figure of units; did you mean armour?"),
    (unit(shield="tower"), "entry guard, field shield must be none, shield or warshield, not tower"),
    (
        unit(close_weapon="mual"),
        "entry guard, field close_weapon: mual is none of the close weapons; did you mean maul?",
    ),
    (unit(close_weapon="horn_bow"), "horn_bow is none of the close weapons"),
    (unit(like="spearmn"), "field like: spearmn is not a unit or weapon that it could be like; did you mean spearmen?"),
    (unit(name="x" * 41), "a name is 1 to 40 printable characters"),
    (unit(name="\u202eevil"), "a name is 1 to 40 printable characters"),
    (unit(name=""), "a name is 1 to 40 printable characters"),
    (unit(name=7), "a name is 1 to 40 printable characters"),
    (mine(name="a\nb"), "the roster: a name is"),
    (mine(weapons={"maul": {"name": "Maul", "noa": 1}}), "entry maul, field kind: it is missing"),
    (mine().replace("14", "Infinity"), "holds Infinity, which is no number"),
    (mine().replace("14", "9" * 5000), "the file is not JSON"),
    (mine(units={f"u{n}": {"name": "x", "like": "spearmen"} for n in range(201)}), "at most 200 entries"),
]


@pytest.mark.parametrize(("text", "said"), REFUSED, ids=[said[:40] for _, said in REFUSED])
def test_refused_in_one_line(text, said):
    with pytest.raises(InputError) as caught:
        imported(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=5), part, max_size=3),
    )
)
def test_no_data_does_more_than_be_refused(data):
    for text in (json.dumps(data), mine(units=data), unit(cc=data), unit(name=data), mine(system=data)):
        assert refusal(text).isprintable()


def test_own_rows_are_found_only_while_a_request_is_filled_in():
    table = registry.system("chronopia").own[1].table
    row = table["spear"]
    with with_rows([(table, {"maul": row})]):
        assert table["maul"] is row
        assert "maul" in table
        assert "maul" not in list(table)
    assert "maul" not in table


def test_every_figure_of_an_entry_without_a_table_is_a_parameter_somewhere():
    for system in SYSTEMS:
        for kind in system.own:
            for role in kind.roles if isinstance(kind, OwnFigures) else ():
                for name in role.scenarios:
                    model = registry.scenario(f"{system.id}.{name}")
                    known = {p.name for p in model.parameters()}
                    assert any(f"{role.name}.{f}" in known or f in known for f in role.figures), (system.id, name)


# -- the command line --------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(mine(), encoding="utf-8")
    return str(path)


def run(*words):
    return CliRunner().invoke(main, list(words))


def test_on_the_command_line(file):
    asked = ["chronopia.melee", "attacker=guard", "target=spearmen", "--roster", file]
    found = run("odds", *asked, "--json")
    roster = imported(mine())
    request = filled("chronopia.melee", {"attacker": "guard", "target": "spearmen"}, roster)
    assert json.loads(found.stdout) == probcalc.odds("chronopia.melee", request).to_json()
    assert "guard" not in run("link", *asked).stdout
    assert "Maul" in run("weapons", "chronopia.melee", "target=spearmen", "--roster", file).stdout
    compared = run("compare", "chronopia.melee", "weapon=maul", "vs", "weapon=spear", "--json", "--roster", file)
    first, second = json.loads(compared.stdout)["requests"].values()
    assert first["parameters"]["damage"] == 13
    assert second["parameters"]["weapon"] == "spear"
    attacks = ["target=guard", "chronopia.shooting", "attacker=archers", "then", "chronopia.melee", "--roster", file]
    assert run("sequence", *attacks).exit_code == 0


def test_the_roster_command(file):
    assert "guard  Iron Guard" in run("roster", file).stdout
    assert imported(run("roster", file, "--json").stdout) == imported(mine())
    for system in SYSTEMS:
        assert imported(run("roster", "--example", system.id).stdout).system == system.id


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["roster"], "name a FILE, - for standard input, or --example SYSTEM"),
        (["roster", "--example", "mechanics"], "mechanics has no units or weapons"),
        (["odds", "chronopia.melee", "attacker=gard"], "attacker must be "),
    ],
)
def test_refused_on_the_command_line(words, said):
    found = run(*words)
    assert found.exit_code == 2
    assert said in found.stderr
    assert found.stderr.count("\n") == 1


def test_an_entry_of_the_roster_is_suggested_too(file):
    found = run("odds", "chronopia.melee", "attacker=gard", "--roster", file)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.endswith("not gard; did you mean guard of the roster?\n")


def test_a_file_that_is_no_text_or_far_too_long_is_refused(tmp_path):
    path = tmp_path / "mine.json"
    for data, said in ((b"\xff\xfe\x00", "not text in UTF-8"), (b" " * 10**6, "more than 200,000 characters")):
        path.write_bytes(data)
        found = run("odds", "chronopia.melee", "--roster", str(path))
        assert (found.exit_code, said in found.stderr) == (2, True)
