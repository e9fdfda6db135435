"""Sheets with answers, written again die by die in plain Python, and wrong sheets with their places."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import probcalc
from probcalc import Sheet

CASES = Path(__file__).parent.parent / "cases" / "sheets"
READY = Path(probcalc.__file__).parent / "sheets" / "ready"


@cache
def text_of(name: str) -> str:
    return (READY / f"{name}.sheet").read_text(encoding="utf-8")


@cache
def sheet_of(name: str) -> Sheet:
    return Sheet(text_of(name))


def differing(case: dict[str, Any]) -> list[str]:
    """The results of a case that come out otherwise."""
    game = sheet_of(case["sheet"])
    answer = game.odds(case["question"], case["given"])
    found = []
    for name, wanted in case["results"].items():
        value = answer[name]
        if wanted["kind"] == "probability":
            same = value == Fraction(wanted["value"])
        else:
            law = {outcome: Fraction(chance) for outcome, chance in wanted["outcomes"]}
            same = {outcome: value[outcome] for outcome in value if value[outcome]} == law
        if not same:
            found.append(f"{case['sheet']} {case['given']} {name}: {value}")
    return found


# Of sheets that play long, every third case.
LONG = ("big_models", "card_initiative", "skirmish_duel", "unit_fight")


def test_the_cases_of_every_sheet_are_exact():
    cases = json.loads((CASES / "cases.json").read_text(encoding="utf-8"))
    long = [case for case in cases if case["sheet"] in LONG]
    cases = [case for case in cases if case["sheet"] not in LONG] + long[::3]
    assert {case["sheet"] for case in cases} == {path.stem for path in READY.glob("*.sheet")}
    assert [line for case in cases for line in differing(case)] == []


def test_what_the_ready_sheets_expect_holds():
    names = sorted(path.stem for path in READY.glob("*.sheet"))
    assert [(name, str(met.wrong)) for name in names for met in sheet_of(name).check() if met.wrong] == []


def refused(text: str) -> str:
    """Why a sheet is refused, or what it expects does not hold; "" where neither."""
    try:
        return next((str(met.wrong) for met in Sheet(text).check() if met.wrong), "")
    except probcalc.SheetError as error:
        return str(error)


def test_wrong_sheets_are_refused_with_line_and_character():
    wrong = json.loads((CASES / "errors.json").read_text(encoding="utf-8"))
    for case in wrong:
        said = refused(text_of(case["sheet"]).replace(*case["replace"], 1))
        assert said.startswith(f"line {case['line']}, character {case['character']}: "), (case, said)
        assert all(words in said for words in case["words"]), (case, said)
