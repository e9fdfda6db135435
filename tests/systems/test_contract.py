"""Names, ranges, defaults, rulings and results of every scenario are those of the contract tables, typed in by hand.

`tests/contract/<game>.txt` has a section for each scenario, and for groups of fields that scenarios share:

    cc      1..30   10              a whole number with its default
    ward    none|1..6   none        one that may be absent
    losses  list 1..7 of 0..30   4  a list by its length and the bounds of an entry
    shield  none shield warshield   names, the first the default unless a number follows
    weapon  close_weapon            an entry of a table in [tables], or none
    *half_inches    up down         a ruling, its first option the default
    a.      clash.side              a side with the fields of a group
    = melee without cc strength     the fields of another section, but for some (or `only` some)
    -> hit p, struck d miss enemy   results: probability, distribution with its names, number, list; ? where optional
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import probcalc
from probcalc.exact.numbers.numerals import spans_in_full
from probcalc.scenarios import registry
from probcalc.scenarios.resolve import validate
from tests.looped import each
from tests.systems import harness

FOLDER = Path(__file__).parent.parent / "contract"
GAMES = [system.id for system in registry.systems()]
KINDS = {"p": "probability", "d": "distribution", "n": "number", "l": "list"}
# Requests that bring the results which a bare request does not have, or every name of a distribution.
MORE = {
    "custom.roll": [
        {"roll": "9d6 >= 2" + " then d6 >= 2" * 7},
        {"roll": "d20 <= 11 crit 1-2 fumble 20"},
        {"roll": "2d6 vs 2d6"},
        {"roll": "2d6", "health": 3},
    ],
    "custom.program": [{"health": 3}],
    "mechanics.attack": [{"health": 3}],
    "oathmark.combat": [{"a.uncaring": True, "b.uncaring": True}],
    "oathmark.cascade": [{"activations": [5] * 8}],
    "thud_and_blunder.attack": [{"airborne": True, "split": [2, 1]}],
    "thud_and_blunder.destiny": [{"combat": False}],
    "thud_and_blunder.casting": [{"target_destiny": 4}],
    "thud_and_blunder.initiative": [{"leaderships": [0] * 6}],
    "tide_of_battle.melee": [{"regeneration": 4, "stunning_blow": True}],
    "tide_of_battle.shooting": [{"regeneration": 4, "will": 4}],
    "tide_of_battle.catapult": [{"will": 4}],
    "tide_of_battle.blast": [{"regeneration": 4, "will": 4}],
    "tide_of_battle.will_saves": [{"wills": [4] * 12}],
}


class Field(NamedTuple):
    """A parameter in the words of the tables; names of a table or a choice stand in their order."""

    kind: str
    default: object
    low: int | None = None
    high: int | None = None
    choices: tuple[object, ...] = ()
    optional: bool = False
    shortest: int = 0
    longest: int = 0
    ruling: bool = False


def number_or_name(text):
    return int(text) if text.lstrip("-").isdigit() else text


def read_field(text, tables, ruling):
    """The field that the words after its name declare."""
    words = text.split()
    if words[0] == "bool":
        return Field("boolean", words[1:] == ["true"])
    if words[0] == "text":
        return Field("text", " ".join(words[1:]))
    if words[0] == "list":
        (shortest, longest), (low, high) = (map(int, words[i].split("..")) for i in (1, 3))
        default = [int(entry) for entry in words[4].split(",")] if len(words) > 4 else []
        return Field("list", default, low, high, shortest=shortest, longest=longest)
    if span := re.fullmatch(r"(none\|)?(-?\d+)\.\.(-?\d+)", words[0]):
        default = None if words[1] == "none" else int(words[1])
        return Field("integer", default, int(span[2]), int(span[3]), optional=bool(span[1]))
    if len(words) == 1 and words[0] in tables:
        return Field("choice", "none", choices=("none", *tables[words[0]]))
    choices = tuple(map(number_or_name, words))
    if isinstance(choices[0], int):
        return Field("choice", choices[-1], choices=choices[:-1])
    return Field("choice", choices[0], choices=choices, ruling=ruling)


def read_results(text):
    """Results by name: their kind, their names in order, and whether they are always there."""
    found = {}
    for entry in text.split(","):
        name, kind, *order = entry.split()
        found[name.rstrip("?")] = (KINDS[kind], order, not name.endswith("?"))
    return found


def read_contract(game):
    """The fields and results of every section of a game's table."""
    parts = re.split(r"^\[(.+)\]$", (FOLDER / f"{game}.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    tables = {line.split()[0]: line.split()[1:] for line in texts.pop("tables", "").splitlines() if line}
    fields, results = {}, {}
    for section, text in texts.items():
        own, outcomes = fields.setdefault(section, {}), results.setdefault(section, {})
        for line in filter(None, text.splitlines()):
            name, _, rest = line.partition(" ")
            rest = rest.strip()
            if name == "->":
                outcomes |= read_results(rest)
            elif name == "=":
                source, *words = rest.split()
                unknown = set(words[1:]) - set(fields[source])
                assert not unknown, f"{section}: {unknown}"
                keep = (lambda n, w=words: (n in w) == (w[0] == "only")) if words else (lambda n: True)
                own |= {n: field for n, field in fields[source].items() if keep(n)}
            elif name.endswith("."):
                own |= {name + n: field for n, field in fields[rest].items()}
            else:
                own[name.removeprefix("*")] = read_field(rest, tables, name.startswith("*"))
    return fields, results


CONTRACTS = {game: read_contract(game) for game in GAMES if (FOLDER / f"{game}.txt").is_file()}
SCENARIOS = [model for game in GAMES for model in harness.scenarios(game)]
every_scenario = each("model", SCENARIOS, lambda model: model.id)


def contract(model):
    game, _, section = model.id.partition(".")
    assert game in CONTRACTS, f"{model.id} has no contract: tests/contract/{game}.txt is missing"
    fields, results = CONTRACTS[game]
    assert section in fields, f"{model.id} has no section in tests/contract/{game}.txt"
    return fields[section], results[section]


def declared(parameter):
    ruling = parameter.role == "ruling"
    numbers = (parameter.low, parameter.high) if parameter.kind in ("integer", "list") else (None, None)
    lengths = (parameter.shortest, parameter.longest) if parameter.kind == "list" else (0, 0)
    return Field(
        parameter.kind, parameter.default, *numbers, tuple(parameter.choices), parameter.optional, *lengths, ruling
    )


def test_every_game_has_a_contract_and_every_contract_a_game():
    assert set(GAMES) == set(CONTRACTS) == {path.stem for path in FOLDER.glob("*.txt")}


def test_a_scenario_without_a_contract_passes_no_test(monkeypatch):
    """None is left out for want of a table: what is not written down fails."""
    for model in SCENARIOS:
        monkeypatch.setitem(CONTRACTS, model.id.partition(".")[0], ({}, {}))
        for test in (test_parameters, test_an_answer_resolves_every_parameter_and_keeps_rulings_apart, test_results):
            with pytest.raises(AssertionError, match="has no section"):
                test.__wrapped__(model)


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_is_in_the_contract(game):
    fields, results = CONTRACTS[game]
    listed = {section for section in fields if results[section]}
    assert listed == {harness.name(model) for model in harness.scenarios(game)}


@every_scenario
def test_parameters(model):
    fields, _ = contract(model)
    found = {parameter.name: declared(parameter) for parameter in model.parameters()}
    assert found == fields


@every_scenario
def test_an_answer_resolves_every_parameter_and_keeps_rulings_apart(model):
    fields, _ = contract(model)
    data = probcalc.odds(model.id).to_json()
    assert set(data) == {"scenario", "parameters", "rulings", "results", "notes"}
    assert data["rulings"] == {name: field.default for name, field in fields.items() if field.ruling}
    defaults = {
        name: "none" if field.default is None else field.default for name, field in fields.items() if not field.ruling
    }
    assert data["parameters"] == defaults
    assert data["notes"] == []


@every_scenario
def test_results(model):
    _, results = contract(model)
    always = {name for name, (_, _, there) in results.items() if there}
    seen = {}
    for given in ({}, *MORE.get(model.id, [])):
        answer = probcalc.odds(model.id, given).to_json()["results"]
        assert always <= set(answer) <= set(results)
        seen |= answer
        assert given or set(answer) - always <= {"order", "outcome", "result"}
    assert set(seen) == set(results)
    for name, data in seen.items():
        kind, order, _ = results[name]
        assert data["kind"] == kind, name
        if kind == "distribution":
            listed = [outcome for outcome, _ in data["outcomes"]]
            numbers = [outcome for outcome in listed if isinstance(outcome, int)]
            assert numbers == sorted(numbers), name
            assert ("mean" in data) == (numbers == listed), name
            names = listed[len(numbers) :]
            if name == "order":
                assert listed == sorted(listed)
            else:
                assert names == [outcome for outcome in order if outcome in names], name


@every_scenario
@pytest.mark.parametrize("end", ["low", "high"])
def test_the_bounds_themselves_are_allowed_and_what_lies_beyond_is_not(model, end):
    for parameter in model.parameters():
        if parameter.kind != "integer":
            continue
        bound = getattr(parameter, end)
        beyond = bound - 1 if end == "low" else bound + 1
        with pytest.raises(probcalc.InputError) as caught:
            probcalc.odds(model.id, {parameter.name: beyond})
        assert caught.value.parameter == parameter.name
        assert str(caught.value) == f"{parameter.name} must be {spans_in_full(parameter.values_in_words)}, not {beyond}"
        assert validate(model, {parameter.name: bound}).value_of(parameter.name) == bound
