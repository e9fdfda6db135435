"""What there is: systems, scenarios, ready-made questions and rules, listed whole."""

import json
import re
import shlex

import pytest

from probcalc.scenarios import registry
from tests.cli.commands import MODELS, said


def test_systems_lists_every_scenario():
    text = said("systems")
    for model in MODELS:
        assert re.search(rf"^  {re.escape(model.id)} +\S", text, flags=re.MULTILINE)
    assert set(json.loads(said("systems", "--json"))) == set(registry.system_ids())
    assert "Not modelled: " in said("systems", "oathmark")


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_describe_names_everything(model):
    text = said("describe", model.id)
    data = json.loads(said("describe", model.id, "--json"))
    for parameter in model.parameters():
        place = "rulings" if parameter.role == "ruling" else "parameters"
        assert parameter.name in data[place]
        assert parameter.name in text
        assert parameter.help in text
    for result in model.results:
        assert result.name in data["results"]
        assert result.label in text


@pytest.mark.parametrize("system", registry.system_ids())
def test_presets_are_commands_that_run(system):
    lines = [line.strip() for line in said("presets", system).splitlines() if line.startswith("  ")]
    assert len(lines) == len(registry.system(system).presets)
    for line in lines[::6]:
        program, *words = shlex.split(line)
        assert program == "probcalc"
        said(*words, "--csv")


def test_presets_of_one_scenario():
    assert "The Cursed charge Spearmen" in said("presets", "chronopia.melee")
    assert "Longbow" not in said("presets", "chronopia.melee")
    assert all(
        p["scenario"] == "chronopia.melee" for p in json.loads(said("presets", "chronopia.melee", "--json"))["presets"]
    )


@pytest.mark.parametrize("system", [system.id for system in registry.systems() if system.rules])
def test_rules_lists_and_counts_every_rule(system):
    found = registry.system(system).rules
    text = said("rules", system)
    data = json.loads(said("rules", system, "--json"))
    assert f"{len(found)} rules with dice" in text
    assert sum(data["counts"].values()) == len(data["rules"]) == len(found)
    for rule in found:
        assert f"{rule.id} {rule.title}" in text
        assert rule.scenarios or rule.reason, rule.id
    assert len(said("rules", system, "--csv").splitlines()) == len(found) + 1
    assert said("rules", system, "--markdown").startswith("| rule | title |")
