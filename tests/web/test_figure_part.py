"""One figure from end to end: the page shows the engine's numbers, and refuses in one line."""

from fractions import Fraction

import pytest

import probcalc
from probcalc.analysis.formulas.curve import SHARES, curve
from probcalc.analysis.numbers.measure import Measure
from probcalc.present.numbers.decimals import chart_percent
from probcalc.present.numbers.text import values_text
from probcalc.web.pages.curve import panel as figure_part
from probcalc.web.pages.curve.figures import figures
from probcalc.web.pages.rooms.panel import PARTS
from probcalc.web.state.answered_request import standing
from tests.web.driver import Reader

MELEE = "chronopia.melee"
CURSED = {"attacker": "the_cursed", "target": "spearmen"}

FLANK = {"a.unit": "human_spearman", "b.unit": "troll", "a.figures": 20, "b.figures": 3, "a.arc": "flank"}


def tables(reader):
    return [table.value.to_dict("list") for table in reader.page.table]


def shown(text):
    return text.replace("\\", "")


def values(found):
    """Values as a page writes them, with a minus where a text has a hyphen."""
    return values_text(found).replace("-", "−")


def test_the_curve_holds_the_numbers_of_the_engine():
    reader = Reader().ask(MELEE, CURSED, over="armour").open_part(MELEE, "figure")
    rows = reader.chart("Target slain by Armour")
    # Below 14 and above 32 nothing changes, and the page says so.
    assert [row["value"] for row in rows] == list(range(13, 34))
    assert any("No change from −10 to 14.\n- No change from 32 to 40." in shown(text) for text in reader.texts)
    for row in rows[::7]:
        asked = probcalc.odds(MELEE, CURSED | {"armour": row["value"]})["slain"]
        assert row["number"] == chart_percent(asked)
    assert [row["value"] for row in rows if row["group"] == "now"] == [20]


def test_one_more_is_worth_what_the_next_value_adds():
    found = curve(MELEE, CURSED, "cc", Measure("wounds"))
    for value in (1, 11, 29):
        more = probcalc.odds(MELEE, CURSED | {"cc": value + 1})["wounds"].mean
        assert found.worth(value) == more - probcalc.odds(MELEE, CURSED | {"cc": value})["wounds"].mean
    assert found.worth(30) is None


@pytest.mark.parametrize("share", SHARES)
def test_the_values_that_are_enough_are_those_that_solve_finds(share):
    found = curve(MELEE, CURSED, "armour", Measure("slain"))
    assert found.reaching(share) == probcalc.solve(MELEE, CURSED, for_="armour", that=f"slain >= {share}")
    reader = Reader().ask(MELEE, CURSED, over="armour").open_part(MELEE, "figure")
    cells = [shown(str(table)) for table in tables(reader)]
    # Where there are any, they go down to the least armour that is allowed.
    enough = found.reaching(share)
    assert enough[:1] in ([], [found.parameter.low])
    assert any((shown(f"{enough[-1]} or less") if enough else "none") in cell for cell in cells)


def test_the_choice_stands_in_the_address_and_comes_back():
    reader = Reader().ask(MELEE, CURSED).open_part(MELEE, "figure")
    reader.change(f"{MELEE}:pick:over", "armour")
    assert reader.query["show.over"] == "armour"
    again = Reader().open(reader.query).open_part(MELEE, "figure")
    assert again.chart("Target slain by Armour") == reader.chart("Target slain by Armour")


def test_a_condition_is_solved_and_a_wrong_one_is_refused_in_one_line():
    reader = Reader().ask(MELEE, CURSED, over="armour").open_part(MELEE, "figure")
    reader.change(f"{MELEE}:condition", "P(wounds >= 2) > 1/10")
    expected = probcalc.solve(MELEE, CURSED, for_="armour", that="P(wounds >= 2) > 1/10")
    assert any(values(expected) in text for text in reader.texts)
    reader.change(f"{MELEE}:condition", "slain >=")
    assert '"slain >=" breaks off; a condition is written like slain >= 1/2' in reader.texts


def test_a_condition_is_tapped_together_in_rows():
    reader = Reader().ask(MELEE, CURSED, over="armour").open_part(MELEE, "figure")
    reader.tap("that", "step that[]=1").tap("that", "step that.0.much=-1").tap("that", "step that[]=1")
    reader.tap("that", "set that.1.what=P(wounds >= 2)").tap("that", "set that.1.how=<=")
    assert reader.query["show.that"] == "slain >= 49% and P(wounds >= 2) <= 49%"
    expected = probcalc.solve(MELEE, CURSED, for_="armour", that=reader.query["show.that"])
    assert any(values(expected) in text for text in reader.texts)
    reader.tap("that", "step that[]=-1").tap("that", "set that.0.much=x")
    assert reader.query["show.that"] == "slain >= 49%"
    # What rows cannot say stays as it was typed.
    assert not reader.change(f"{MELEE}:condition", "slain >= 1/2 or hit > 1/2").part("that")


def test_a_condition_stands_in_the_address_and_comes_back():
    reader = Reader().ask(MELEE, CURSED, over="armour").open_part(MELEE, "figure")
    reader.change(f"{MELEE}:condition", "P(wounds >= 2) > 1/10 and slain < 90%")
    assert reader.query["show.that"] == "P(wounds >= 2) > 1/10 and slain < 90%"
    again = Reader().open(reader.query)
    assert again.widget(f"{MELEE}:condition").value == reader.query["show.that"]
    assert not again.page.warning
    expected = probcalc.solve(MELEE, CURSED, for_="armour", that=reader.query["show.that"])
    assert any(values(expected) in text for text in again.texts)


@pytest.mark.parametrize("that", ["<b>x</b>\n", "a:b", "slain >= 1/2 " * 9, "`x`", "http://a.b", "é"])
def test_what_is_no_condition_in_an_address_is_said(that):
    reader = Reader().ask(MELEE, CURSED, over="armour", that=that)
    [said] = reader.notices
    assert "show.that is a condition" in said.replace("\\", "")
    assert "show.that" not in reader.query


def test_the_formula_can_be_copied():
    reader = Reader().ask(MELEE, CURSED, over="armour").open_part(MELEE, "figure")
    latex = probcalc.formula(MELEE, CURSED, free=["armour"])["slain"].latex()
    assert latex in [code.value for code in reader.page.code]


def test_a_law_over_names_counts_its_first_outcome():
    reader = Reader().ask("oathmark.combat", {}).open_part("oathmark.combat", "figure")
    assert not reader.page.info
    [(_, rows)] = [(w, r) for w, r in reader.charts() if " by " in w and "number" in r[0]]
    name = reader.widget("oathmark.combat:pick:over").value
    law = probcalc.odds("oathmark.combat", {name: rows[0]["value"]})["winner"]
    assert rows[0]["number"] in {chart_percent(share) for share in law.values()}


def test_without_an_answer_there_is_no_curve():
    figure = next(part for part in PARTS if part.id == "figure")
    assert not figure.fits(standing(MELEE, {"attacker": "civilian"}))


def test_an_unknown_figure_falls_back_to_the_first():
    reader = Reader().ask(MELEE, CURSED, over="no_such").open_part(MELEE, "figure")
    assert reader.widget(f"{MELEE}:pick:over").value == figures(standing(MELEE, CURSED))[0].name


def test_a_figure_without_effect_gives_a_level_line():
    points = curve("chronopia.armour", {"damage": 10}, "armour", Measure("any_wound")).points
    assert len({number for value, number in points if value >= 29}) == 1
    assert points[-1] == (40, Fraction(1, 20))


def test_a_second_figure_is_left_free_in_the_formula():
    reader = Reader().ask(MELEE, CURSED, over="armour").open_part(MELEE, "figure")
    reader.change(f"{MELEE}:pick:free", "cc")
    assert reader.query["show.over"] == "armour,cc"
    latex = probcalc.formula(MELEE, CURSED, free=["armour", "cc"])["slain"].latex()
    again = Reader().open(reader.query).open_part(MELEE, "figure")
    for page in (reader, again):
        assert latex in [code.value for code in page.page.code]
        assert any(code.value.endswith("--in armour,cc") for code in page.page.code)
    reader.change(f"{MELEE}:pick:over", "cc")
    assert reader.query["show.over"] == "cc"


def test_a_formula_that_is_too_long_for_a_page_names_the_command(monkeypatch):
    monkeypatch.setattr(figure_part, "_LONGEST_CODE", 20)
    reader = Reader().ask(MELEE, CURSED, over="armour").open_part(MELEE, "figure")
    assert any("more than a page shows" in text for text in reader.texts)
    latex = probcalc.formula(MELEE, CURSED, free=["armour"])["slain"].latex()
    assert latex not in [code.value for code in reader.page.code]
    assert any(code.value.startswith("probcalc formula chronopia.melee") for code in reader.page.code)


def test_the_first_figure_does_something_and_what_does_nothing_is_marked():
    reader = Reader().ask("oathmark.combat", FLANK).open_part("oathmark.combat", "figure")
    picked = reader.widget("oathmark.combat:pick:over")
    assert picked.value != "a.activation"
    assert "Spearmen, activation (one step does nothing)" in picked.options
    assert not any("Active unit" in option for option in picked.options)


def test_figures_open_below_the_words_that_open_them():
    reader = Reader().ask("oathmark.combat", FLANK).tap("case", "turn figures")
    case = reader.part("case")
    assert case.index("Hide stats") < case.index("Stats of Spearmen")
    assert "Horrific</b>" in case
    assert "yes</b>" not in case, "what holds is told by its name"
