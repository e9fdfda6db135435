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
from probcalc.sheets.in_python.layout import lay_out
from probcalc.sheets.packaging import in_python

CASES = json.loads((Path(__file__).parent.parent / "cases" / "sheets" / "cases.json").read_text(encoding="utf-8"))
CHOICE = "choose, which is worked out back from the end of the sheet,"
LEFT = {"push_your_luck": CHOICE, "token_reroll": CHOICE}
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
SIDES = """
question: Clash "Who wins?"
sides: Alpha, Beta
each: skill 4 (1..6), dice 2 (0..4), save 4+ (2+..6+) or none
given: bonus 1 (0..2)
base of each = skill + bonus
alpha_more   = bonus / 2
rule: wound
  hit  = d6 >= base of enemy - dice - alpha_more
  soak = d6 >= save
  out  = 1 if hit and not soak else 0
harm of each = dice times wound
hits of each = dice d6 >= base crit 6
dealt of Alpha = harm of Beta
dealt of Beta  = 2
lead = harm of Alpha - criticals of hits of Alpha - hits of Beta
result: lead
result: harm of Alpha
result: win = dealt of Alpha > dealt of Beta
try: "B" alpha.skill = 3, beta.save = none
"""
ROUNDS = """
question: Duel "Who is left?"
hero: hits 3 (1..4), dice 2 (1..2)
foe: health 3 (1..4)
left  = hits
gone  = health
lucky = d6 >= 4
mood  = "calm"
rounds: at most 3
  swing = dice d6 >= 4 + (round > 1)
  back  = 1 if d6 >= 3 and lucky, 2 if swing = 0, else 0
  next gone = gone - swing
  next left = left - back + (gone = 1)
  next mood = "angry" if back > 0 else mood
until: left <= 0 or gone <= 0
who = "hero" if gone <= 0 and left > 0, "foe" if left <= 0, else "none yet"
result: who
result: length = rounds
result: mood
result: left
"""
TABLE = """
question: Cards "What lies there?"
die: good {0, s, s+a}
die: bad {a, s-a, 2a}
hero: some 2 (0..3), few 2 (0..2), parts [3, 2] (0..3, up to 2)
mine, yours = few, 2 from {2*2-5}
pool  = faces of some d6
least = worst few of pool + best of pool + best few of some d8 + best 2 of some d4
face  = d6
same  = pool >= face
struck = (arrows d6 >= 4 for each arrows in parts)
net   = some good - few bad
onward = some d6 >= 4 then d6 >= 3
result: least
result: same
result: ahead = best of mine >= best of yours
result: number = struck + number of parts - largest set of pool
result: clean = s of net >= 1 and a of net >= 0
result: onward
"""
BANDS = """
question: Cast "How well?"
hero: skill 8 (2..14), trait d6 (d4..d10), brave?, stat 3+ (2+..6+) or none, under 2- (1-..6-) or none, some 3 (0..5)
cast  = sum of 2d6 + skill >= 15 crit 11-12 fumble 2-3 when not brave never 2 always 12
test  = d20 <= skill crit 2-5 fumble 20
how   = outcome of cast
first = trait exploding + 1 >= skill
both  = best of (trait exploding and d8 exploding) - skill: 10+ great, 0-9 fair, else bad
onward = d6 exploding up to 2
easy  = max(stat, 4)
made  = some d6 >= easy + 1
kept  = some d6 <= max(under, 3)
down  = fallen to made times 2 with 3 each after kept among 4
blow  = d20 + skill >= 15 crit 19+ always 20 never 1 reroll 1 when brave
way   = outcome of blow
many  = some times best of 2d12 >= 9
result: how
result: way
result: many
result: luck = test is fumble or test is critical or first
result: both
result: onward
result: harm = down + hurt of down
result: hopeless = easy is none
"""


BELOW = """
hero: life 3 (1..6)
left = life
rounds: at most 3
  next left = left - d3
dead = fallen to life times 2 with 3 each among left
tail = left d6 >= 4
result: dead
result: tail
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
    for model, twin in zip(system.scenarios, sheet.system.scenarios, strict=True):
        assert model().parties() == twin().parties()
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


@pytest.mark.parametrize(
    "text", [ROW, SIDES, ROUNDS, TABLE, BANDS, BELOW], ids=["row", "sides", "rounds", "table", "bands", "below"]
)
def test_its_forms_answer_alike_for_all_figures(text, tmp_path, monkeypatch):
    system, sheet = made(text, "in_python_forms", tmp_path, monkeypatch), Sheet(text)
    (model,) = system.scenarios
    assert faults(system) == []
    tried = {"grip": "Iron", "boot": "Old"} if text is ROW else {"alpha.skill": 3, "beta.save": "none"}
    assert [preset.parameters for preset in system.presets] == ([tried] if text in (ROW, SIDES) else [])

    def of_the_sheet(given):
        answer = sheet.odds({parameter.name: given[parameter.name] for parameter in model.parameters()})
        return {name: dict(law.items()) if isinstance(law, Distribution) else law for name, law in answer.items()}

    assert differences(model, of_the_sheet, requests(model, 20)) == []


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
    folded = lay_out(text)
    assert ast.dump(ast.parse(folded)) == ast.dump(ast.parse(text))
    assert max(map(len, folded.split("\n"))) <= 110
    assert lay_out(folded) == folded
