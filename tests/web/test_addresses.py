"""What an address holds: it leads back to all of a page, and what cannot be used in it is said."""

from urllib.parse import parse_qsl

import pytest

from probcalc import links
from probcalc.web.pages.rooms.panel import PARTS
from tests.web.driver import Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def test_what_a_link_left_out_is_said_and_nothing_else_is_lost():
    reader = Reader().open({"s": "chronopia.melee", "attacker": "archers", "cc": "inf", "nonsense": "<b>1</b>"})
    assert len(reader.notices) == 1
    assert "cc must be" in reader.refusals[0]
    assert not any("<b>" in text for text in reader.texts)
    reader.tap("result", "anyway")
    assert reader.query == links.to_query("chronopia.melee", {"attacker": "archers"})


def test_a_mistyped_link_is_answered_when_the_reader_has_said_what_was_meant():
    mistyped = {"s": "chronopia.melee", "attacker": "the_curse", "targt": "spearmen"}
    reader = Reader().open(mistyped)
    assert reader.refusals
    assert not reader.notices
    assert reader.query == mistyped, "the address is not replaced by another question"
    card = reader.part("result")
    assert ">Attacker The Cursed<" in card
    assert ">Target Crystal Lotus Spearmen<" in card
    reader.tap("result", "set attacker=the_cursed")
    assert not reader.refusals
    assert reader.number
    assert reader.query["attacker"] == "the_cursed"
    # What no parameter is called like belongs to another program, and changes no question.
    assert Reader().open({"s": "chronopia.melee", "attacker": "archers", "session": "1"}).number


def test_what_is_wrong_in_the_link_of_a_question_is_not_said_of_another():
    reader = Reader().open({"s": "chronopia.melee", "attacker": "the_curse"})
    reader.tap("bar", "set scenario=chronopia.swipe")
    assert not reader.refusals
    assert reader.number


UNKNOWN = {
    "result": ("wouds", "not a result here; did you mean wounds?"),
    "outcome": ("draw", "which is not an outcome here."),
    "entries": ("wepon", "not a parameter of chronopia.melee; did you mean weapon?"),
    "rows": ("x", "not a parameter of chronopia.melee"),
    "columns": ("modifer", "did you mean modifier?"),
    "amount": ("noaa", "did you mean noa?"),
    "over": ("armour,ccc", "did you mean cc?"),
    "turned": ("grid,whi", "not a part of this page; did you mean why?"),
    "at_least": ("1e400", "a whole number"),
    "tail": ("zz", "one of at_least, at_most, exactly"),
    "no_such": ("1", "not a way to look at an answer"),
}


@pytest.mark.parametrize("field", UNKNOWN)
def test_a_view_that_a_link_names_wrongly_is_said_field_by_field(field):
    value, why = UNKNOWN[field]
    reader = Reader().ask("chronopia.melee", CURSED, **{field: value})
    [said] = reader.notices
    assert said.startswith("Ignored: show.")
    assert why in said
    expected = {"show.turned": "grid"} if field == "turned" else {}
    assert reader.query == links.to_query("chronopia.melee", CURSED) | expected


def test_the_line_and_the_open_parts_stand_in_the_address():
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "grid", "others", "why", "share")
    reader.change("chronopia.melee:tail", "at most")
    assert reader.query["show.tail"] == "at_most"
    assert reader.query["show.turned"] == "why,others,grid,share"
    again = Reader().open(reader.query)
    assert again.charts() == reader.charts()
    assert again.page.code[0].value.endswith("&show.tail=at_most&show.turned=why,others,grid"), (
        "what is sent opens no sharing"
    )
    again.change("chronopia.melee:tail", "at least")
    assert "show.tail" not in again.query


def test_what_was_ignored_is_not_said_on_another_page():
    reader = Reader().open({"s": "chronopia.melee", "cc": "11", "session": "1"})
    assert len(reader.notices) == 1
    reader.go("oathmark")
    assert not reader.notices


def test_the_share_part_names_link_command_and_python():
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "share")
    codes = [element.value for element in reader.page.code]
    assert codes[0].endswith("?s=chronopia.melee&v=1&e=demo-rulebook&attacker=the_cursed&target=spearmen")
    assert "probcalc odds chronopia.melee attacker=the_cursed target=spearmen" in codes
    assert any(code.startswith("import probcalc") for code in codes)
    assert len(codes[0]) < 500


def test_the_last_answers_are_remembered_each_once_and_ten_at_most():
    reader = Reader()
    for damage in (*range(11, 23), 22):
        reader.ask("chronopia.armour", {"damage": damage})
    recent = reader.page.session_state["visit"].recent
    assert [asked.given for asked in recent] == [{"damage": damage} for damage in range(22, 12, -1)]


def test_a_remembered_answer_leads_back_to_what_was_said():
    reader = Reader().ask("chronopia.melee", CURSED, result="wounds", at_least="2")
    said = reader.sentence
    reader.go("")
    queries = [dict(parse_qsl(link.proto.query_string)) for link in reader.page.get("page_link")]
    [query] = [query for query in queries if "show.at_least" in query]
    assert Reader().open(query).sentence == said


def test_all_parts_of_a_page_may_be_open_in_an_address():
    every = ",".join(part.id for part in PARTS)
    reader = Reader().ask("chronopia.armour", {"damage": 10}, turned=every)
    assert not reader.notices
    assert reader.query["show.turned"] == every


@pytest.mark.parametrize(
    ("scenario_id", "given", "text", "said"),
    [
        ("chronopia.melee", CURSED, "wounds = 2", "Wounds caused: 2: 13.0%"),
        ("chronopia.melee", CURSED, "hit and not slain", "Hits (first attack) and not “Target slain”: "),
        (
            "chronopia.panic",
            {"ld": 11, "distance": 12, "move": 5},
            "turns < 2",
            "Turn in which it recovers, less than 2: ",
        ),
        ("custom.roll", {"roll": "3d6!"}, "result < 9", "Result, less than 9: "),
    ],
)
def test_the_condition_that_an_address_names_is_the_number_of_every_part_of_the_page(scenario_id, given, text, said):
    every = ",".join(part.id for part in PARTS)
    reader = Reader().ask(scenario_id, given, result=text, turned=every)
    assert not reader.notices
    assert reader.query["show.result"] == text
    assert reader.sentence.startswith(said)
    codes = [element.value for element in reader.page.code]
    assert any(f'--result "{text}"' in code for code in codes)
    assert any(f'probcalc.Measure("{text}").of(answer)' in code for code in codes)
