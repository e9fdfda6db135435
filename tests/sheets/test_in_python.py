"""A sheet written in Python answers like the sheet, and is sound as a game of its own."""

import ast
import json
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from probcalc import Sheet
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.contract import answer_of, differences, faults, requests
from probcalc.sheets.forms import READY, ready_sheet
from probcalc.sheets.in_python.layout import laid_out
from probcalc.sheets.packaging import in_python

CASES = json.loads((Path(__file__).parent.parent / "cases" / "sheets" / "cases.json").read_text(encoding="utf-8"))
CHOICE = "choose, which is worked out back from the end of the sheet,"
LEFT = {
    "push_your_luck": CHOICE,
    "token_reroll": CHOICE,
    "tide_melee": "deflection as a value",
    "wild_die": "dice that are rolled again or explode",
}
ROW = """
game: Two "quoted" words
question: Kick "How hard?"
fighter: boot from boots, dice 2 (0..4), trait d6 (d4..d8), guard 4- (1-..6-) or none, grip plain 0 | Iron 2
given: open?
fixed: bonus 1 (0..3)
kicks   = (dice + open) d6 >= 5 - bonus crit 6 never 1 reroll 1 when open fumble 1
solid   = (kicks + criticals of kicks) d6 > 2
blocked = d6 <= guard
aimed   = best of (1 + open) d12 + dice >= 9 crit 12 always 12 never 1 fumble 1
lost    = worst of 2d6 <= 3
struck  = max(0, trait + solid - grip if not blocked else 0)
harm    = struck + aimed - lost + (aimed is critical) - (aimed is fumble)
how     = harm: 9+ hard, 3-8 fair, else soft
refuse: dice = 4 and grip is Iron "Too heavy."
result: harm in bruises, more is better
result: how, soft < fair < hard, more is better
result: luck = fumbles of kicks >= 1
try: "Iron" grip = Iron, boot = Old
table: boots
| name | dice | guard |
| Old  | 1    | none  |
| New  | 3    | -     |
"""


def made(text: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The game of a package that was written from a sheet."""
    files, left = in_python(text, name)
    assert left == ""
    for place, written in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(written, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    for module in [each for each in sys.modules if each.partition(".")[0] == name]:
        del sys.modules[module]
    return import_module(name).SYSTEM


FIGHTS = ("big_models", "skirmish_duel", "unit_fight")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in FIGHTS else ()) for name in READY if name not in LEFT],
)
def test_a_sheet_in_python_answers_its_worked_cases(name, tmp_path, monkeypatch):
    text = ready_sheet(name)
    system = made(text, f"in_python_{name}", tmp_path, monkeypatch)
    sheet = Sheet(text)
    cases = [case for case in CASES if case["sheet"] == name][: 2 if name in FIGHTS else None]
    assert cases
    assert name in FIGHTS or faults(system) == []
    for case in cases:
        answer = answer_of(system.scenarios[case["question"] - 1], sheet.given(case["question"], case["given"]))
        for result, wanted in case["results"].items():
            value = answer[result]
            if wanted["kind"] == "probability":
                assert value == Fraction(wanted["value"]), (case["given"], result)
            else:
                law = {outcome: Fraction(chance) for outcome, chance in wanted["outcomes"]}
                assert {outcome: value[outcome] for outcome in value if value[outcome]} == law, (case["given"], result)


def test_its_forms_answer_alike_for_all_figures(tmp_path, monkeypatch):
    system, sheet = made(ROW, "in_python_kick", tmp_path, monkeypatch), Sheet(ROW)
    (model,) = system.scenarios
    assert faults(system) == []
    assert [preset.parameters for preset in system.presets] == [{"grip": "Iron", "boot": "Old"}]

    def of_the_sheet(given):
        answer = sheet.odds({parameter.name: given[parameter.name] for parameter in model.parameters()})
        return {name: dict(law.items()) if isinstance(law, Distribution) else law for name, law in answer.items()}

    assert differences(model, of_the_sheet, requests(model, 60)) == []


@pytest.mark.parametrize("name", LEFT)
def test_what_is_not_written_yet_keeps_the_sheet_and_says_so(name):
    files, why = in_python(ready_sheet(name), "mine")
    assert why == LEFT[name]
    assert files["mine/game.sheet"] == ready_sheet(name)
    assert f"{why} is not written in Python yet" in files["README.md"]


def test_long_lines_are_broken_and_mean_the_same():
    long = "x_" * 30
    text = f"""
def play(self):
    needed = self.{long} + (2 if self.{long} == "a, (b" or not one[0] else max(self.{long}, 3)) - {long}
    return (
        Play()
        .also(how=lambda a, b: "good" if a + {long} >= 12 and b else "bad" if a or {long} < 3 else {long}(a, b))
        .roll(hit=roll_over("Hit", 6, NamedSum(("Skill", {long}), ("No", -{long})), always=1).count("success"))
        .roll(sum=total_of(several(shots, {long}) for shots in {long}), both=[*{long}, "said \\" so", {long}])
    )
"""
    folded = laid_out(text)
    assert ast.dump(ast.parse(folded)) == ast.dump(ast.parse(text))
    assert max(map(len, folded.split("\n"))) <= 110
    assert laid_out(folded) == folded
