"""A sheet is read like any game: formulas, ranking, explanation, and the built-in games written as sheets."""

import os
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import probcalc
from probcalc import Sheet
from probcalc.analysis.formulas.formula import formula
from probcalc.cli import main
from probcalc.links.sheets import pack, unpack
from probcalc.present.reports.explanation import explanation_report
from probcalc.present.writing.report import report_text
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.site import brought
from probcalc.site.tools import CannotBuild
from tests.cli.commands import run, said

FOLDER = Path(probcalc.__file__).parent / "sheets" / "ready"
EXAMPLE = "examples/skirmish.sheet"
assert main is not None


def ready(name: str) -> Sheet:
    return Sheet((FOLDER / f"{name}.sheet").read_text(encoding="utf-8"))


def test_formulas_of_sheets_say_what_their_answers_say():
    chance = random.Random(3)
    wrong = []
    for name, free in (
        ("border_war", "skill"),
        ("tide_melee", "fortitude"),
        ("reikhammer_action", "command"),
        ("wild_magic", "power"),
        ("split_volley", "aim"),
        ("chronopia_melee", "armour"),
    ):
        game = ready(name)
        with game.along():
            found = formula(game.id_of(), {}, free=[free])
        low, high = game.scenarios[0].parameter(free).bounds
        for value in {low, high, chance.randint(low, high)}:
            answer = game.odds(None, {free: value})
            for result in found:
                here = found[result].subs(**{free: value})
                if hasattr(here, "keys"):
                    here = {outcome: here[outcome] for outcome in here if here[outcome]}
                    there = {outcome: answer[result][outcome] for outcome in answer[result]}
                else:
                    there = answer[result]
                if here != there:
                    wrong.append((name, free, value, result))
    assert wrong == []


def test_the_formula_of_what_is_rolled_again_is_its_answer():
    own = probcalc.sheet("hero: skill 4+ (2+..6+)\nresult: done = d6 >= skill reroll 1")
    found = own.formula(free=["skill"])["done"]
    assert [found.subs(skill=n) for n in range(2, 7)] == [own.odds(skill=n)["done"] for n in range(2, 7)]


def test_a_sheet_of_an_action_test_is_the_built_in_one_on_random_questions():
    chance, game = random.Random(4), ready("reikhammer_action")
    for _ in range(300):
        asked = {
            "command": chance.randint(0, 8),
            "shock": chance.randint(0, 30),
            "suppressed": chance.random() < 0.5,
            "retaining": chance.random() < 0.5,
            "opponent_done": chance.random() < 0.5,
            "modifier": chance.randint(-6, 6),
            "naturals": chance.choice(("none", "one_passes", "one_passes_six_fails")),
        }
        here, there = game.odds(None, asked), probcalc.odds("reikhammer.action", asked)
        assert here["passes"] == there["passes"], asked
        assert here["shock_after"] == there["shock_after"], asked


def test_many_dice_are_played_one_by_one():
    game = ready("border_war")
    answer = game.odds(None, {"models": 20, "attacks": 10, "lethal": True, "devastating": True, "ward": 5, "size": 40})
    assert (
        answer["unsaved"].mean
        == 200
        * game.odds(None, {"models": 1, "attacks": 1, "lethal": True, "devastating": True, "ward": 5})["unsaved"].mean
    )


def test_the_explanation_follows_the_lines():
    game = ready("border_war")
    with game.along():
        text = report_text(explanation_report(game.odds()))
    places = [text.index(name) for name in ("1. Hits", "2. Wounding", "3. Saved")]
    assert places == sorted(places)
    assert "Skill of the Glaive 4" in text


def test_the_commands_ask_a_sheet():
    assert "1 of 1 expectations hold" in said("sheet", "check", EXAMPLE)
    assert "Halberd" in said("sheet", "weapons", EXAMPLE, "save=none")
    assert "(7 - skill)" in said("sheet", "formula", EXAMPLE, "--in", "skill", "models=1")
    assert "The Knives bring down" in said("sheet", "odds", EXAMPLE, "weapon=knives", "skill=3+")


def test_a_sheet_that_cannot_be_asked_is_refused_in_one_line(tmp_path):
    wrong = tmp_path / "wrong.sheet"
    wrong.write_text("result: done = d6 >= 4\nexpect: done is 1/3\n", encoding="utf-8")
    found = run("sheet", "check", str(wrong))
    assert (found.exit_code, found.stderr) == (1, "line 2, character 17: done is 1/2, not 1/3\n")
    for words in (("odds", str(tmp_path)), ("odds", str(tmp_path / "none.sheet")), ("odds", EXAMPLE, "skill=9+")):
        found = run("sheet", *words)
        assert found.exit_code == 2
        assert found.stderr.count("\n") == 1


def test_a_link_holds_the_whole_sheet_and_no_more_is_unpacked_than_a_sheet():
    for path in FOLDER.glob("*.sheet"):
        text = path.read_text(encoding="utf-8")
        assert unpack(pack(text)) == text
    bomb = pack("a" * 60_000)
    assert len(bomb) < 200
    with pytest.raises(InputError, match="is longer than 64,000 bytes"):
        unpack(pack("a" * 70_000))
    for wrong in ("", "1.", "1.!!!", "2.abc", bomb[:-9], f"1.{'A' * 13_000}", "1.é"):
        with pytest.raises(InputError):
            unpack(wrong)


def test_the_link_of_a_sheet_says_the_settings():
    written = said("sheet", "link", EXAMPLE, "skill=3+", "save=none").strip()
    assert written.startswith("http://localhost:8501/#g=1.")
    assert written.endswith("&question=strike&skill=3&save=none")


def test_a_new_sheet_holds_what_it_expects(tmp_path):
    said("new", "sheet", "ambush", "--into", str(tmp_path))
    written = tmp_path / "ambush.sheet"
    assert "Ambush: strike; 1 of 1 expectations hold." in said("sheet", "check", str(written))
    assert run("new", "sheet", "ambush", "--into", str(tmp_path)).exit_code == 2


def test_a_sheet_becomes_a_package_whose_tests_are_green(tmp_path):
    folder = tmp_path / "lantern"
    assert "Lantern Street, with 10 files" in said("sheet", "python", EXAMPLE, str(folder))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(Path(probcalc.__file__).parents[1])])},
        capture_output=True,
        text=True,
    )
    assert "3 passed" in done.stdout, done.stdout
    assert run("sheet", "python", EXAMPLE, str(folder)).exit_code == 2
    assert run("sheet", "python", EXAMPLE, str(tmp_path / "oathmark")).exit_code == 2


def test_a_folder_of_sheets_brings_its_games_to_the_static_pages(tmp_path):
    (tmp_path / "lantern_street.sheet").write_text(Path(EXAMPLE).read_text("utf-8"), "utf-8")
    with brought.games([str(tmp_path)]):
        assert registry.system("lantern_street").name == "Lantern Street"
        assert probcalc.odds("lantern_street.strike")["slain"].mean == Fraction(5, 6)
        assert "lantern_street" in brought.packages()
    assert "lantern_street" not in registry.system_ids()
    sys.modules.pop("lantern_street", None)
    (tmp_path / "wrong.sheet").write_text("result: done = d6 >= 4\nexpect: done is 1/3\n", "utf-8")
    with pytest.raises(CannotBuild, match=r"wrong.sheet: line 2, character 17: done is 1/2, not 1/3"):
        brought.games([str(tmp_path)]).__enter__()
    (tmp_path / "wrong.sheet").unlink()
    (tmp_path / "oathmark.sheet").write_text("result: done = d6 >= 4\n", "utf-8")
    with pytest.raises(CannotBuild, match="oathmark is a game already"):
        brought.games([str(tmp_path)]).__enter__()


def test_results_of_the_same_dice_are_one_step():
    text = "unit: models 4\nhits = models d6 >= 4\nwounds = hits d6 >= 3\nresult: wounds\nresult: many = wounds >= 3"
    results = Sheet(text).scenarios[0]().play()
    assert results["many"].source is results["wounds"]


def test_results_of_a_sheet_are_decided_together_whether_anything_is_rolled_or_not():
    volley = Sheet("given: shots 5 (0..9)\nhits = shots d6 >= 4\nresult: hits\nresult: missed = hits = 0")
    with volley.along():
        assert probcalc.joint(volley.id_of(), {"shots": 0}, ["hits", "missed"]).table == ((0, 1, 1),)
        assert probcalc.odds(volley.id_of(), {"shots": 0}, given="missed")["hits"][0] == 1
        pairs = {(0, 1): Fraction(1, 4), (1, 0): Fraction(1, 2), (2, 0): Fraction(1, 4)}
        for results, order in ((["hits", "missed"], slice(None)), (["missed", "hits"], slice(None, None, -1))):
            table = probcalc.joint(volley.id_of(), {"shots": 2}, results).table
            assert {(a, b)[order]: chance for a, b, chance in table} == pairs


def test_a_link_stands_in_place_of_a_file_with_its_question_and_settings():
    asked = ("weapon=Halberd", "--question", "strike")
    for preview in ((), ("--preview",)):
        linked = said("sheet", "link", EXAMPLE, *asked, *preview).strip()
        assert said("sheet", "odds", linked) == said("sheet", "odds", EXAMPLE, *asked)
        over = said("sheet", "odds", f"{linked}&show.result=slain", "weapon=Spear", "--json")
        assert over == said("sheet", "odds", EXAMPLE, "weapon=Spear", "--question", "strike", "--json")
        assert said("sheet", "check", linked) == said("sheet", "check", EXAMPLE)
        refused = run("odds", linked)
        assert refused.exit_code == 2
        assert "this link holds a sheet; ask it with probcalc sheet odds" in refused.output


def test_several_values_stand_as_they_do_in_the_tables_of_a_sheet():
    asked = ("sheet", "table", EXAMPLE, "--question", "strike", "--rows")
    assert said(*asked, "skill=3+,4+") == said(*asked, "skill=3,4")
    assert said(*asked, "skill=2+..4+") == said(*asked, "skill=2..4")
    assert said(*asked, "cover=yes,no") == said(*asked, "cover=true,false")
    assert said(*asked, "save=none,5+") == said(*asked, "save=none,5")
    assert "skill must be a whole number from 2 to 6" in run(*asked, "skill=3+,9+").output
