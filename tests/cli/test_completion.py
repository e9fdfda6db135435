"""Completion: what TAB offers, and the scripts that let bash and zsh ask for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from probcalc.analysis.laboratory.along import values_of
from probcalc.analysis.laboratory.matrix import matrix
from probcalc.analysis.tables.needed import amount_parameter
from probcalc.analysis.tables.presets import preset_parameter
from probcalc.cli import main
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.links import read_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.resolve import resolve
from tests.cli.commands import MODELS, refused, run, said
from tests.twins.contests import contest_of


def completed(words, incomplete):
    """What TAB offers after these words."""
    asked = ShellComplete(main, {}, "probcalc", "_PROBCALC_COMPLETE")
    return [item.value for item in asked.get_completions(words, incomplete)]


def test_completion_of_commands_scenarios_parameters_and_values():
    assert completed([], "od") == ["odds"]
    assert "chronopia.melee" in completed(["odds"], "chron")
    assert completed(["rules"], "oath") == ["oathmark"]
    assert completed(["odds", "chronopia.melee"], "char") == ["charging=", "charge_damage="]
    assert completed(["odds", "chronopia.melee", "cc=11"], "charging=") == ["charging=true", "charging=false"]
    assert completed(["odds", "chronopia.melee"], "target=sp") == ["target=spearmen"]
    assert completed(["odds", "oathmark.combat"], "a.unit=troll") == ["a.unit=troll"]
    assert completed(["odds", "nothing.here"], "c") == []
    assert completed(["weapons", "chronopia.melee", "--result"], "sl") == ["slain"]
    assert completed(["needed", "chronopia.melee", "--of"], "no") == ["noa"]
    assert completed(["table", "chronopia.melee", "--rows"], "wea") == ["weapon"]
    assert completed(["table", "chronopia.half_strength", "--rows"], "loss") == []
    assert completed(["formula", "chronopia.half_strength", "--in"], "loss") == ["losses.1"]
    assert completed(["formula", "custom.roll", "--in"], "") == ["x", "y", "health"]
    assert completed(["presets"], "oathmark")[:2] == ["oathmark", "oathmark.combat"]


def test_only_values_are_offered_that_are_taken_beside_what_is_said():
    for model in MODELS:
        for parameter in model.parameters():
            for word in completed(["odds", model.id], f"{parameter.name}="):
                assert resolve(model, read_words(model.id, [word]))
    assert "attacker=civilian" not in completed(["odds", "chronopia.melee"], "attacker=")
    assert "target=civilian" in completed(["odds", "chronopia.melee"], "target=")
    thud = "thud_and_blunder.attack"
    assert completed(["odds", thud], "weapon=sl") == []
    assert completed(["odds", thud, "mode=shooting"], "weapon=sl") == ["weapon=sling"]
    assert completed(["odds", thud, "mode=nothing"], "weapon=sl") == ["weapon=sling"]
    assert completed(["compare", thud, "mode=shooting", "vs", "mode=fighting"], "weapon=lan") == ["weapon=lance"]


@pytest.mark.parametrize("command", ["weapons", "needed"])
def test_every_scenario_and_parameter_that_is_offered_is_taken(command):
    analysis = {"weapons": preset_parameter, "needed": amount_parameter}[command]
    offered = completed([command], "")
    assert len(offered) > 20
    for scenario in offered:
        for name in completed([command, scenario, "--of"], ""):
            assert analysis(scenario, name).name == name
    for model in MODELS:
        if model.id not in offered:
            with pytest.raises(InputError):
                analysis(model.id)


def test_every_scenario_that_is_offered_for_a_sequence_or_advice_is_taken():
    for scenario in completed(["sequence"], ""):
        # Hits are only counted against somebody who has health to lose.
        more = ["health=6"] if scenario.startswith(("mechanics.", "custom.")) else []
        assert run("sequence", scenario, *more).exit_code == 0
    for model in MODELS:
        if model.id not in completed(["sequence"], ""):
            assert "leaves" in refused("sequence", model.id)
    offered = completed(["advise"], "")
    assert "chronopia.melee" in offered
    for scenario in offered:
        assert completed(["advise", scenario, "--aim"], "") == list(registry.scenario(scenario).advising.aims)
    for command in ("formula", "solve", "table", "overtake"):
        assert completed([command], "custom") == ["custom.roll", "custom.program"]


def test_every_system_that_is_offered_has_what_is_asked_of_it():
    for system in completed(["roster", "--example"], ""):
        assert said("roster", "--example", system)
    for system in completed(["rules"], ""):
        assert said("rules", system)
    assert "custom" not in completed(["roster", "--example"], "")
    assert completed(["rules"], "mech") == []


def test_completion_of_several_requests():
    assert completed(["compare"], "oathmark.co") == ["oathmark.combat"]
    assert completed(["compare", "chronopia.melee"], "v") == ["vs"]
    assert completed(["compare", "chronopia.melee", "vs"], "char") == ["charging=", "charge_damage="]
    assert completed(["compare", "chronopia.melee", "vs"], "oathmark.co") == ["oathmark.combat"]
    assert "a.unit=" in completed(["compare", "chronopia.melee", "vs", "oathmark.combat"], "a.un")
    assert completed(["sequence", "target=spearmen"], "chronopia.sh") == ["chronopia.shooting"]
    assert "then" in completed(["sequence", "chronopia.shooting", "cover=1"], "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell):
    found = CliRunner().invoke(main, ["completion", shell])
    assert found.exit_code == 0
    assert f"_PROBCALC_COMPLETE={shell}_complete" in found.stdout


LINES = [
    ("probcalc od", ["odds"]),
    ("probcalc odds chronopia.melee targ", ["target=", "target_dazed="]),
    # Bash takes the equals sign for the end of a word, and replaces only what comes after it.
    ("probcalc odds chronopia.melee target=spe", ["spearmen"]),
    ("probcalc odds chronopia.melee cc=11 charging=", ["true", "false"]),
    ("probcalc rules ", ["chronopia", "oathmark"]),
]


@pytest.mark.parametrize(("line", "offered"), LINES)
def test_bash_completes_the_line_up_to_the_cursor(line, offered):
    script = CliRunner().invoke(main, ["completion", "bash"]).stdout
    # Outside of a line that is being written bash has no compopt.
    asked = 'compopt() { :; }\n_probcalc_completion probcalc\nprintf "%s\\n" "${COMPREPLY[@]}"'
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "COMP_LINE": f"{line} and more", "COMP_POINT": str(len(line))}
    command = ["bash", "--norc", "-c", f"{script}\nCOMP_WORDBREAKS='=:'\n{asked}"]
    found = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=True)
    assert found.stderr == ""
    assert found.stdout.splitlines()[: len(offered)] == offered


def test_fish_keeps_the_commas_of_a_description():
    script = CliRunner().invoke(main, ["completion", "fish"]).stdout
    assert 'string split --max 1 "," $completion' in script
    environment = os.environ | {"COMP_WORDS": "probcalc odds chronopia.melee arm", "COMP_CWORD": "arm"}
    command = [sys.executable, "-m", "probcalc"]
    environment["_PROBCALC_COMPLETE"] = "fish_complete"
    found = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=True)
    kind, described = found.stdout.splitlines()[0].split(",", maxsplit=1)
    assert kind == "plain"
    assert described == f"armour=\t{registry.scenario('chronopia.melee').parameter('armour').help}"


def test_zsh_puts_no_space_after_an_equals_sign():
    script = CliRunner().invoke(main, ["completion", "zsh"]).stdout
    assert "[[ ${response[2]} == *= ]] && ending=(-S '')" in script
    assert script.count('"${ending[@]}"') == 2


def _has_tables_that_face(scenario):
    try:
        with metered(Budget(0)):
            matrix(scenario, {})
    except TooMuch:
        return True
    except InputError as refusal:
        # An entry that asks for more is refused by its own name.
        return "table" not in str(refusal)
    return True


def test_the_laboratory_offers_only_what_it_takes():
    sides = completed(["lab", "fairness"], "")
    assert "chronopia.clash" in sides
    for model in MODELS:
        assert (contest_of(registry.answer(model.id, {})) is not None) is (model.id in sides)
    facing = {model.id for model in MODELS if _has_tables_that_face(model.id)}
    assert {"chronopia.melee"} < facing < {*completed(["weapons"], "")}
    unlike = {*completed(["lab", "dominance"], "")}
    assert {"chronopia.melee"} < unlike == facing - {*completed(["balance"], "")}
    assert completed(["lab", "dominance", "chronopia.melee", "--rows"], "wea") == ["weapon"]
    assert completed(["lab", "steps", "chronopia.melee", "--over"], "arm") == ["armour"]
    assert completed(["lab", "unknown", "chronopia.melee", "--of"], "tar")[0] == "target"
    assert completed(["lab", "design", "chronopia.melee", "--vary"], "crit")[0] == "critic"
    assert completed(["lab", "faults"], "reik")[:2] == ["reikhammer", "reikhammer.action"]
    assert completed(["lab", "rulings"], "reik")[:2] == ["reikhammer", "reikhammer.action"]
    assert completed(["report"], "reik") == ["reikhammer"]


def test_a_chart_offers_parameters_and_results_of_its_scenario():
    assert completed(["chart", "steps", "chronopia.melee", "--over"], "arm") == ["armour"]
    assert completed(["chart", "law", "chronopia.melee", "--result"], "sl") == ["slain"]
    for model in MODELS:
        for name in completed(["chart", "steps", model.id, "--over"], ""):
            assert values_of(model.parameter(name))


def _is_refused_as_it_is(*words):
    found = CliRunner().invoke(main, list(words))
    # What is too large with so many entries may be asked with fewer.
    return found.exit_code != 0 and "too much" not in found.stderr


def test_a_chart_and_the_laboratory_offer_scenarios_that_are_taken():
    taken = {
        ("chart", "law"): ("chronopia.melee", "chronopia.initiative"),
        ("chart", "weapons"): ("chronopia.melee", "reikhammer.action"),
        ("chart", "modifiers"): ("chronopia.melee", "custom.roll"),
        ("chart", "needed"): ("chronopia.melee", "reikhammer.turn"),
        ("chart", "matrix"): ("chronopia.melee", "chronopia.armour"),
        ("lab", "numbers"): ("chronopia.melee", "oathmark.cascade"),
    }
    for command, (one, other) in taken.items():
        offered = completed(list(command), "")
        assert one in offered
        assert other not in offered
        assert not _is_refused_as_it_is(*command, one)
        assert _is_refused_as_it_is(*command, other)
