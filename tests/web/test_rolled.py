"""The pages of what was rolled: a record that is tapped in at the table, and the faces of a die."""

import html
import re

from probcalc.web.parts.look import LOOK
from tests.web.driver import Reader

RECORD = "@anna chronopia.melee attacker=the_cursed target=spearmen -> wounds = 0\n@ben 2d6 -> 9"


def test_a_link_with_a_record_says_how_lucky_each_side_was():
    reader = Reader().go("luck", {"record": "12d6 >= 4 -> 3"})
    shown = html.unescape(reader.part("verdicts"))
    assert "You were a little unlucky" in shown
    assert "7<i> in 100</i>" in shown
    assert "Unluckier than 92 of 100 players who roll the same." in shown
    assert reader.query == {"record": "12d6 >= 4 -> 3"}
    assert "not drawn" not in shown
    rare = Reader().go("luck", {"record": "24d6 >= 4 -> 9"}).part("verdicts")
    assert "Totals rarer than 1 in a million are not drawn." in rare
    both = html.unescape(Reader().go("luck", {"record": RECORD}).part("verdicts"))
    assert "luckier than" in both


def test_whose_luck_is_looked_at_is_a_switch_with_a_look_of_its_own():
    shown = Reader().go("luck", {"record": RECORD}).part("verdicts")
    drawn = re.search(r'<div class="(\w+)" role="group" aria-label="Whose luck">', shown)
    assert f".pc .{drawn.group(1)} button {{" in LOOK


def test_a_question_is_added_to_the_record_and_what_came_is_one_tap():
    reader = Reader().ask("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
    reader.tap("case", "record")
    assert "Close combat attack: The Cursed, Crystal Lotus Spearmen" in html.unescape(reader.part("adding rolls"))
    reader.tap("adding rolls", "came yes")
    line = "chronopia.melee attacker=the_cursed target=spearmen -> yes"
    assert reader.query == {"record": line}
    assert "The record: 1 roll<" in reader.part("record")
    reader.tap("adding rolls", "side opponent").tap("adding rolls", "ask 2d6").tap("adding rolls", "came 9")
    assert reader.query == {"record": f"{line}\n@opponent 2d6 -> 9"}
    assert "came 9" in reader.part("record")
    reader.tap("adding rolls", "undo")
    assert reader.query == {"record": line}
    reader.tap("record", "remove 1")
    assert reader.query == {}


def test_names_that_nothing_ranks_are_asked_for_at_the_table():
    reader = Reader().go("luck").tap("adding rolls", "ask 2d6 + 1: 10+ great, 7-9 so-so, else bad")
    shown = html.unescape(reader.part("adding rolls"))
    assert "Which of these is the good outcome?" in shown
    reader.tap("adding rolls", "ask 2d6 + 1: 10+ great, 7-9 so-so, else bad ; order bad = so-so < great")
    reader.tap("adding rolls", "came great")
    assert "above expectation (1 instead of −0.444)" in html.unescape(reader.part("verdicts"))


def test_a_record_is_mended_as_text_and_its_evenings_are_counted():
    reader = Reader().go("luck", {"record": "2d6 7"})
    assert reader.page.error[0].value.startswith("line 1: a line reads REQUEST")
    reader.page.text_area[0].set_value("2d6 -> 2").run()
    assert "very unlucky" not in reader.checked().part("verdicts")
    assert "You were unlucky" in reader.part("verdicts")
    reader.widget("luck looked").set_value("20").run()
    assert reader.checked().query == {"record": "looked: 20\n2d6 -> 2"}
    assert "As the worst of 20 evenings it is nothing" in reader.part("verdicts")


def test_a_record_too_long_for_a_link_stays_in_the_page():
    reader = Reader().go("luck", {"record": "2d6 -> 7"})
    reader.page.text_area[0].set_value("\n".join(["2d6 -> 7"] * 61)).run()
    assert reader.checked().query == {}
    assert "61 rolls" in reader.part("record")


def test_faces_are_tapped_and_taken_back():
    reader = (
        Reader().go("fair-dice").tap("pad", "die 20").tap("pad", "face 20").tap("pad", "face 1").tap("pad", "face 1")
    )
    assert reader.query == {"die": "20", "rolls": "20 1 1"}
    assert "Too few rolls to say anything" in reader.part("verdict")
    reader.tap("pad", "undo").tap("pad", "face 21")
    assert reader.query == {"die": "20", "rolls": "20 1"}
    assert "1 roll. Last: 20." in reader.tap("pad", "undo").part("pad")


def test_counts_are_pasted_and_compared_with_another_die():
    reader = Reader().go("fair-dice", {"counts": "18 22 15 17 20 28"})
    assert "Nothing speaks against this die" in reader.part("verdict")
    assert "39<i> in 100</i>" in reader.part("verdict")
    assert "as uneven or more: 39 in 100" in reader.part("verdict")
    assert "Not drawn: chi-squared of 39" in reader.part("verdict")
    assert "28 times, a fair die 12 to 28" in reader.part("faces")
    reader.tap("pad", "face 6")
    assert reader.query == {"counts": "18 22 15 17 20 29"}
    assert reader.tap("pad", "undo").query == {"counts": "18 22 15 17 20 28"}
    assert 'data-tap="undo"' not in reader.part("pad")
    reader.tap("pad", "face 6")
    assert '<li class="out"' in reader.part("faces")
    assert "Half as often again" in reader.part("noticing")
    reader.widget("fair against").set_value("60 1 1 1 1 1").run()
    assert "The two dice differ" in reader.checked().part("verdict")


def test_what_is_mistyped_is_said_and_nothing_of_it_is_markup():
    reader = Reader().go("fair-dice", {"die": "1000", "rolls": "1"})
    assert [error.value for error in reader.page.error] == ["die must be a whole number from 2 to 100, not 1000"]
    assert "Nothing" in reader.tap("pad", "die 20").part("verdict") or "Too few rolls" in reader.part("verdict")
    reader = Reader().go("fair-dice", {"die": "<b>", "rolls": "1"})
    assert len(reader.page.error) == 1
    reader = Reader().go("fair-dice", {"die": "6", "rolls": "1 2 <b>"})
    assert reader.page.error[0].value.startswith("rolls are whole numbers")
    reader = Reader().go("luck", {"record": "<script>alert(1)</script> -> 1"})
    assert "<script>" not in reader.part("adding rolls")
