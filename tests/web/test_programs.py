"""The page of programs in the language of AnyDice."""

import html

from tests.web.driver import Reader

PROGRAM = 'output 2d6 > 8 named "more than eight"'


def test_a_link_with_a_program_shows_its_outputs() -> None:
    reader = Reader().go("anydice", {"program": PROGRAM})
    shown = html.unescape(reader.part("outputs"))
    assert "more than eight" in shown
    assert "27.8" in shown
    assert reader.query == {"program": PROGRAM}


def test_a_program_that_is_typed_stands_in_the_address() -> None:
    reader = Reader().go("anydice")
    assert "skill 3" in reader.part("outputs")
    # Each over the same outcomes, with bars as high as the highest of all.
    assert reader.part("outputs").count("<span>12</span>") == 3
    assert reader.part("outputs").count('--v:1.0000"') == 1
    area = reader.page.text_area[0]
    area.set_value("output d{1, 1, 4}").run()
    reader.checked()
    assert "66.7" in reader.part("outputs")
    assert reader.query == {"program": "output d{1, 1, 4}"}


def test_a_link_that_is_pasted_is_opened() -> None:
    reader = Reader().go("anydice")
    reader.page.text_area[0].set_value("https://odds.example/anydice?program=output%20d2").run()
    assert "50.0" in reader.checked().part("outputs")
    reader.page.text_area[0].set_value("https://anydice.com/program/1").run()
    assert [error.value for error in reader.checked().page.error] == [
        "This link holds no program. Open it, copy the text of the program, and paste that here."
    ]


def test_a_mistake_is_said_at_its_place_and_shows_nothing_as_markup() -> None:
    reader = Reader().go("anydice", {"program": "output <b>"})
    assert "line 1, character 8" in reader.page.error[0].value
    reader = Reader().go("anydice", {"program": 'output 1 named "<script>alert(1)</script>"'})
    assert "<script>" not in reader.part("outputs")


def test_a_program_with_nothing_to_roll_and_one_with_many_outcomes_are_drawn() -> None:
    reader = Reader().go("anydice", {"program": "output d{} output 20d100"})
    assert "There is nothing to roll." in reader.part("outputs")
    assert "1010" in reader.part("outputs")


def test_a_program_of_very_many_outcomes_is_drawn_without_a_table_of_them() -> None:
    reader = Reader().go("anydice", {"program": "output d{1..200001}"})
    assert "100001" in reader.part("outputs")
    told = "200,001 different outcomes are too many for a table here."
    assert any(caption.value.startswith(told) for caption in reader.page.caption)
    assert not reader.page.table
    reader = Reader().go("anydice", {"program": "output d{1..6000}"})
    told = "A table of 6,000 rows is too long to be drawn here; its files hold them all."
    assert told in [caption.value for caption in reader.page.caption]
    assert not reader.page.table
    assert len(Reader().go("anydice", {"program": PROGRAM}).page.table) == 1


def test_an_output_is_opened_as_a_question_of_its_own() -> None:
    reader = Reader().go("anydice", {"program": "output d4\noutput 2d6\nfunction: f { X: 1 } output [f]"})
    assert reader.part("outputs").count("Open as a question</a>") == 2
    reader.tap("outputs", "ask 2")
    assert reader.query["s"] == "custom.program"
    assert reader.query["output"] == "2"
    assert ">7<" in reader.part("result")
    assert reader.query["program"].startswith("output d4\noutput 2d6")
    assert "<textarea" in reader.part("case")
