"""The page "Assign targets": the plan of `allocate`, entered, linked and read again."""

import pytest

from probcalc.analysis.allocation.allocate import allocate
from probcalc.present.numbers.decimals import percent
from probcalc.present.reports.allocation import overkill_sentence
from tests.web.driver import Reader

LINK = {
    "1.s": "chronopia.shooting",
    "1.attacker": "archers",
    "2.s": "chronopia.shooting",
    "2.attacker": "archers",
    "3.s": "chronopia.melee",
    "3.attacker": "the_cursed",
    "t1.target": "spearmen",
    "t1.points": "6",
    "t2.target": "the_cursed",
    "t2.points": "14",
    "show.aim": "points",
    "show.look": "yes",
    "show.order": "free",
}
ARCHERS = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
PLAN = {
    "attackers": [
        ARCHERS | {"name": "Archers (1)"},
        ARCHERS | {"name": "Archers (2)"},
        {"name": "The Cursed (3)", "scenario": "chronopia.melee", "parameters": {"attacker": "the_cursed"}},
    ],
    "targets": [
        {"name": "Spearmen", "parameters": {"target": "spearmen"}, "points": 6},
        {"name": "The Cursed (B)", "parameters": {"target": "the_cursed"}, "points": 14},
    ],
}


def asked(**more):
    return allocate(PLAN["attackers"], PLAN["targets"], **{"aim": "points", "look": True, "order": "free", **more})


def test_a_link_opens_the_plan_and_is_written_again():
    reader = Reader().go("allocate", LINK)
    assert not reader.notices
    found = asked()
    for sentence in (*found.policy, overkill_sentence(found)):
        assert any(sentence in text for text in reader.texts), sentence
    assert any("if The Cursed (B) are slain" in sentence for sentence in found.policy)
    kept = {key: text for key, text in reader.query.items() if not key.endswith((".v", ".e"))}
    assert kept == LINK


def test_what_is_chosen_is_what_is_asked():
    reader = Reader().go("allocate", LINK)
    reader.tap("adding", "set look=no").tap("adding", "set order=listed").tap("adding", "set aim=all")
    found = asked(aim="all", look=False, order="listed")
    for attacker, target in found.pairs:
        assert f"{attacker} against {target}" in reader.texts
    assert reader.number == percent(found.value)
    assert reader.query["show.aim"] == "all"
    assert "show.look" not in reader.query


def test_a_plan_is_put_together_by_taps():
    reader = Reader().go("allocate")
    reader.tap("adding", "set kind=chronopia.melee").tap("adding", "add chronopia.melee")
    visit = reader.page.session_state["visit"]
    assert len(visit.requests("allocate")) == len(visit.requests("targets")) == 1
    reader.tap("adding", "target")
    first, second = (slot.name for slot in visit.requests("targets"))
    reader.tap(f"set-{second}", "set target=followers").tap(f"set-{second}", "set points=9")
    reader.tap(f"set-{first}", "step points=1").tap(f"set-{first}", "remove")
    assert [slot.name for slot in visit.requests("targets")] == [second]
    assert {key: text for key, text in reader.query.items() if key.startswith("t")} == {
        "t1.target": "followers",
        "t1.points": "9",
    }
    again = Reader().go("allocate", reader.query)
    assert again.query == reader.query
    assert again.number == reader.number


def test_a_plan_that_is_refused_says_why():
    reader = Reader().go("allocate", LINK | {"show.aim": "losses", "2.s": "chronopia.melee"})
    assert reader.number
    mixed = Reader().go("allocate", LINK | {"2.s": "mechanics.attack", "show.aim": "all"})
    assert "on target Spearmen: health" in mixed.refusals[0]


@pytest.mark.parametrize(
    ("query", "notice"),
    [
        ({**LINK, "t1.points": "99999"}, "points are 0 to 10000"),
        ({**LINK, "t1.wounds": "x"}, "wounds"),
        ({**LINK, "show.look": "maybe"}, "show.look is one of no, yes"),
        ({**LINK, "t9.target": "spearmen"}, "belongs to no request"),
        ({"t1.target": "spearmen"}, "the link names none"),
    ],
)
def test_what_a_link_cannot_say_is_told(query, notice):
    assert any(notice in told for told in Reader().go("allocate", query).notices)


def test_what_was_entered_is_still_there_after_another_page():
    reader = Reader().go("allocate", LINK)
    before = reader.query
    assert reader.go("glossary").go("allocate").query == before


def test_a_link_to_a_game_without_attacks_offers_those_of_all_games():
    reader = Reader().go("allocate", {"1.s": "reikhammer.action"})
    assert "chronopia.melee" in reader.part("adding")
    assert "thud_and_blunder.attack" in reader.part("adding")
