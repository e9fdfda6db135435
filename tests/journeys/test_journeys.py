"""What a change touches: each journey of docs/house.md is made in a copy of the calculator, and seen at every door."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import probcalc

ROOT = Path(__file__).parents[2]
NEW = ""

# For each journey the files that it touches, with what is put in the place of what; a new file replaces nothing.
JOURNEYS = {
    "a wrong fraction in a weapon's rule": {
        "probcalc/systems/chronopia/data/weapons.toml": (
            'plural = "Spears"\nkind = "close"\nnoa = 1\ncritic = 1\ndamage = 11',
            'plural = "Spears"\nkind = "close"\nnoa = 1\ncritic = 1\ndamage = 14',
        )
    },
    "a new question about answers, at every door": {
        "probcalc/analysis/length.py": (
            NEW,
            '''"""How long a title is."""

from dataclasses import dataclass

from probcalc.analysis.findings.found import Found
from probcalc.scenarios import registry


@dataclass(frozen=True, slots=True)
class Length(Found):
    unit: str
    number: int


def length(scenario_id: str, unit: str) -> Length:
    return Length(unit or "signs", len(registry.scenario(scenario_id).title))
''',
        ),
        "probcalc/present/questions/length.py": (
            NEW,
            '''"""The question how long a title is."""

from probcalc.analysis.length import Length, length
from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.present.declared.question import Option, Question


def _report(found: Length) -> Report:
    return Report("length", "Length", (Column("how many", "count"),), (Row((found.number,)),), says=(found.unit,))


QUESTION = Question(
    10,
    "How long the title is.",
    "The number of signs in the title of a scenario.",
    Length,
    lambda asked: length(asked.place, asked.said["unit"]),
    lambda found, _: [_report(found)],
    ("chronopia.melee",),
    words="How long is its title?",
    options=(Option("unit", "What is counted.", "What is counted"),),
)
''',
        ),
    },
    "an element on a page": {
        "probcalc/web/pages/answer/motto_shown.py": (
            NEW,
            """from probcalc.web.state.answered_request import Standing


def motto(stands: Standing) -> str:
    return f"{stands.model.title}, exactly"
""",
        ),
        "probcalc/web/pages/answer/motto_drawn.py": (
            NEW,
            """from probcalc.web.parts.markup import Markup, tag


def motto_line(words: str) -> Markup:
    return tag("p.quiet", words)
""",
        ),
        "probcalc/web/pages/scenario.py": (
            "    sides = meeting.is_two_sided(stands)\n",
            """    from probcalc.web.pages.answer.motto_shown import motto
    from probcalc.web.pages.answer.motto_drawn import motto_line
    show("motto", motto_line(motto(stands)))
    sides = meeting.is_two_sided(stands)
""",
        ),
    },
    "how a percentage is written": {"probcalc/present/numbers/decimals.py": ('PERCENT = "%"', 'PERCENT = " per cent"')},
    "an operator of the notation": {
        "probcalc/notation/operators.py": [
            (
                'FUNCTIONS = {"abs": Function(abs, _of_size)}',
                """FUNCTIONS = {
    "abs": Function(abs, _of_size),
    "half": Function(lambda n: n // 2, lambda low, high: (low // 2, high // 2)),
}""",
            ),
            (
                "OPERATORS = {\n",
                """OPERATORS = {
    "mod": Operator(operator.mod, by_number=True, ends=lambda low, high: (0, high[1] - 1)),
    "beyond": Operator(lambda a, b: max(0, a - b), also=("~",), ends=lambda a, b: (0, max(0, a[1] - b[0]))),
""",
            ),
            ("COMPARISONS = {\n", 'COMPARISONS = {\n    "<>": Comparison(operator.ne, "<>", ("≠",)),\n'),
        ],
        "docs/notation.md": (
            "| `abs(d6 - d6)` | without its sign | mean 35/18 |",
            """| `abs(d6 - d6)` | without its sign | mean 35/18 |
| `half(d6)` | half of it, rounded down | mean 3/2 |
| `d20 mod 6`, `2d6 beyond d6`, `d6 <> 3` | the remainder, what lies beyond, and unequal | mean 12/5 |""",
        ),
    },
}


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """All journeys made at once, and what a process of its own sees then."""
    tree = tmp_path_factory.mktemp("changed")
    # With what is compiled already: a file that changes is compiled anew.
    shutil.copytree(ROOT / "probcalc", tree / "probcalc")
    shutil.copytree(ROOT / "docs", tree / "docs", ignore=shutil.ignore_patterns("pictures", "__pycache__"))
    for journey in JOURNEYS.values():
        for name, changes in journey.items():
            for old, new in changes if isinstance(changes, list) else [changes]:
                place = tree / name
                before = place.read_text(encoding="utf-8") if old else ""
                assert before.count(old) == 1 or not old, name
                assert bool(old) is place.exists(), name
                place.write_text(before.replace(old, new) if old else new, encoding="utf-8")
    found = tree / "seen.json"
    doors = Path(__file__).parent / "doors.py"
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree), str(ROOT)]), "PYTHONDONTWRITEBYTECODE": "1"}
    made = subprocess.run(
        [sys.executable, str(doors), str(found)], env=settings, capture_output=True, text=True, timeout=600, check=False
    )
    assert made.returncode == 0, made.stderr[-3000:]
    return json.loads(found.read_text(encoding="utf-8"))


def test_each_journey_touches_as_many_files_as_the_house_tells():
    house = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| ([^|]+) \| (\d+) \|", house, re.MULTILINE)
    assert {words: int(number) for words, number in told if words in JOURNEYS} == {
        words: len(files) for words, files in JOURNEYS.items()
    }


def test_a_weapon_is_right_everywhere_when_its_table_is(seen):
    found = seen["weapon"]
    duel = {"attacker": "the_cursed", "target": "spearmen"}
    strong = {**duel, "weapon": "spear", "damage": 14}
    assert found["answer"] == str(probcalc.odds("chronopia.melee", strong)["slain"])
    assert found["answer"] != str(probcalc.odds("chronopia.melee", duel, weapon="spear")["slain"])
    assert found["formula"] == str(probcalc.odds("chronopia.melee", strong, armour=18)["slain"])
    assert found["given"] == str(probcalc.odds("chronopia.melee", strong, given="hit")["slain"])
    assert f'"{found["answer"]}"' in found["command"]


def test_a_new_question_is_asked_at_every_door(seen):
    found = seen["question"]
    assert found["completion"] == "length"
    assert found["python"] == "Length(unit='letters', number=19)"
    assert [
        door for door in ("command", "sheet", "notebook", "programs", "assistant") if "letters" not in found[door]
    ] == []
    assert "19" in found["page"]
    assert "How long the title is." in found["help"]
    assert "`length(unit, budget)`" in found["reference"]
    assert "What is counted." in found["description"]
    assert "length (unit): How long the title is." in found["tool"]


def test_an_element_stands_on_its_page(seen):
    assert "Close combat attack, exactly" in seen["element"]


def test_a_percentage_is_written_anew_everywhere(seen):
    for door, text in seen["percentage"].items():
        assert " per cent" in text, door
        assert not re.search(r"\d\s*%", text), door


def test_a_function_is_read_computed_and_suggested(seen):
    assert "half(2d6) + 1 gives" in seen["operator"]["law"]
    assert "did you mean half?" in seen["operator"]["refused"]


@pytest.mark.parametrize(
    ("roll", "said"),
    [
        ("d20 mod 6", "d20 mod 6 gives 2.4"),
        ("(2d6 beyond d6) mod 3 + 1", "(2d6 beyond d6) mod 3 + 1 gives"),
        ("2d6 ~ d6", "2d6 ~ d6 gives"),
        ("d6 <> 3", "d6 <> 3 succeeds: 83.3"),
        ("4d6 ≠ 3", "4d6 ≠ 3 scores 3.33"),
    ],
)
def test_an_operator_is_read_written_and_computed(seen, roll, said):
    assert said in seen["operator"]["rolls"][roll].replace(" per cent", "%")


def test_an_operator_is_bounded_suggested_and_left_free(seen):
    found = seen["operator"]
    assert "did you mean beyond?" in found["misspelled"]
    assert "without end" in found["endless"]
    assert found["size"] == [0, 11]
    assert found["formula"] == found["numbers"]
