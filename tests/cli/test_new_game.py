"""`probcalc new game` writes a package that is green from the start, and that every door finds once it is installed."""

import subprocess
import sys
from dataclasses import replace

import pytest

import probcalc
from probcalc.cli.authors import files_of_game
from probcalc.scenarios import registry
from probcalc.scenarios.contract import differences, faults, requests
from probcalc.scenarios.errors import InputError
from tests.cli.commands import refused, said
from tests.web.driver import Reader


def test_the_package_is_green_from_the_start(tmp_path):
    said("new", "game", "border_war", "--into", str(tmp_path), "--title", "Border War")
    folder = tmp_path / "border_war"
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == set(
        files_of_game("border_war", "Border War")
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stdout
    assert "3 passed" in found.stdout


def test_an_installed_game_has_every_door(bring, tmp_path):
    said("new", "game", "dawn", "--into", str(tmp_path / "games"))
    (tmp_path / "dawn").symlink_to(tmp_path / "games" / "dawn" / "dawn")
    bring("dawn")
    assert registry.system("dawn").rules[0].scenarios == ("dawn.strike",)
    ids = [system.id for system in registry.systems()]
    assert ids.index("tide_of_battle") < ids.index("dawn") < ids.index("custom")
    assert "dawn.strike" in said("systems")
    assert "Opponent slain" in said("odds", "dawn.strike", "weapon=spear", "charging=true", "--explain")
    assert "Spear" in said("weapons", "dawn.strike", "charging=true")
    assert "A spearman charges" in said("presets", "dawn")
    assert "R-03" in said("rules", "dawn")
    assert "(9 - armour)^2/324" in said("formula", "dawn.strike", "--in", "armour")
    assert refused("odds", "dawn.strike", "armor=1").endswith("did you mean armour?")
    cells = tmp_path / "cells.csv"
    varied = ("--vary", "armour=0..5", "--vary", "skill=all")
    assert "30 cells" in said("sweep", "dawn.strike", *varied, "--result", "slain", "--out", str(cells))
    assert "2,4,49/324," in cells.read_text("utf-8")
    assert "+21.5 pts" in said("variant", "dawn.strike", "--die", "2d3")
    assert "2: 15.1%" in said("lab", "swing", "dawn.strike")
    assert "Nothing was found" in said("lab", "faults", "dawn.strike")
    assert "The rules leave nothing open." in said("lab", "rulings", "dawn")
    assert "A strike (question)" in said("search", "dawn strike")
    told = tmp_path / "dawn.md"
    said("report", "dawn", "--out", str(told))
    assert "49/324" in told.read_text("utf-8")
    assert "has no decisions" in refused("advise", "dawn.strike", "--aim", "wounds_caused")
    page = Reader().ask("dawn.strike", {"charging": True, "reach": 1})
    assert "The fighter slays the opponent" in page.part("result")


def test_a_broken_game_is_refused_by_its_name_and_the_others_are_as_they_were(bring):
    before = [system.id for system in registry.systems()]
    bring("halfway", "raise RuntimeError('two\\nlines')")
    bring("nothing", "SYSTEM = 3")
    bring("leaver", "import sys; sys.exit(3)")
    bring("stranger", points={"stranger": "no_such_module:SYSTEM"})
    assert [system.id for system in registry.systems()] == before
    assert registry.refusals() == {
        "halfway": "RuntimeError: two lines",
        "leaver": "SystemExit: 3",
        "nothing": "what it brings is a int and no System",
        "stranger": "ModuleNotFoundError: No module named 'no_such_module'",
    }
    with pytest.raises(InputError, match="halfway cannot be loaded: RuntimeError: two lines"):
        registry.scenario("halfway.strike")
    assert refused("odds", "nothing.x").startswith("nothing cannot be loaded")
    assert "chronopia.melee" in said("systems")
    page = Reader().open({"s": "halfway.strike", "charging": "true"})
    assert "halfway cannot be loaded." in page.part("notices")
    assert "Chronopia" in page.part("home")


def test_a_game_that_says_nothing_or_is_asked_nothing_does_not_pass():
    system = registry.system("reikhammer")
    assert faults(replace(system, name="")) == ["reikhammer: it is not called anything"]
    assert faults(replace(system, scenarios=())) == ["it has no scenario"]
    game, rule = replace(system), system.rules[0]
    wrong = (
        replace(rule, status="open"),
        replace(rule, id="RH-99", scenarios=()),
        replace(rule, id="RH-98", scenarios=(), status="not_dice"),
    )
    vars(game)["rules"] = (*wrong, *system.rules[1:])
    assert faults(game) == [
        "catalogue.toml: RH-01 is open, and a rule is one of covered, partial, not_dice, not_modelled",
        "catalogue.toml: RH-99 is covered, and 0 scenarios cover it",
        "catalogue.toml: RH-98 is not_dice, and it does not say why",
    ]
    model = system.scenarios[0]
    assert differences(model, lambda given: {}, []) == [f"{model.id}: nothing is asked, so the twin shows nothing"]
    assert differences(model, lambda given: {}, requests(model, 1))
    assert differences(model, lambda given: dict(probcalc.odds(model.id)), [{}]) == []


def test_a_game_under_a_name_that_is_taken_is_refused(bring):
    text = "from probcalc.systems.reikhammer import SYSTEM"
    bring("other", text, {"chronopia": "other:SYSTEM", "own_name": "other:SYSTEM"})
    assert registry.system("chronopia").name == "Chronopia"
    found = registry.refusals()
    assert found["other:SYSTEM"] == "chronopia is a game already"
    assert "chronopia" not in found
    assert found["own_name"].startswith("the game calls itself reikhammer")


def test_two_packages_with_a_game_of_one_name_are_both_refused(bring):
    bring("first", "SYSTEM = None", {"twice": "first:SYSTEM"})
    bring("second", "SYSTEM = None", {"twice": "second:SYSTEM"})
    assert registry.refusals()["twice"] == "first:SYSTEM and second:SYSTEM both bring a game of that name"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Skirmish", "lower-case letters"),
        ("3d6", "lower-case letters"),
        ("class", "is a word of Python"),
        ("a" * 60, "lower-case letters"),
        ("../x", "lower-case letters"),
        ("chronopia", "chronopia is a game already"),
        ("json", "the name of a Python package"),
    ],
)
def test_a_name_that_will_not_do_is_refused_in_one_line(tmp_path, name, why):
    assert why in refused("new", "game", name, "--into", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_is_left_alone(tmp_path):
    (tmp_path / "dusk").mkdir()
    assert "is there already" in refused("new", "game", "dusk", "--into", str(tmp_path))
    assert "plain characters" in refused("new", "game", "dawn", "--title", 'a"b', "--into", str(tmp_path))
