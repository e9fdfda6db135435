"""The pages that hold several requests: the comparison, and attacks in order on one target."""

import re
from fractions import Fraction
from html import unescape

import pytest

import probcalc
from probcalc.analysis.beside.compare import compare
from probcalc.analysis.stages.sequence import sequence
from probcalc.present.numbers.decimals import chart_percent, percent
from probcalc.present.sentences.headline import sentence
from probcalc.web.pages.attacks.page import attack_questions
from probcalc.web.state.request_lists import from_query, query_for
from tests.web.driver import Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}
ONE, TWO = ("chronopia.melee", CURSED), ("chronopia.melee", {**CURSED, "charging": True})
SHOT = ("chronopia.shooting", {"attacker": "archers", "target": "spearmen"})


def compared(*requests):
    return Reader().go("compare", query_for(requests))


def attacking(*requests):
    return Reader().go("attacks", query_for(requests))


def slots(reader, listing):
    visit = reader.page.session_state["visit"]
    return [(slot.scenario_id, visit.given[slot.name]) for slot in visit.requests(listing)]


def first_slot(reader, listing):
    return reader.page.session_state["visit"].requests(listing)[0].name


def test_numbers_below_nought_have_a_minus_under_every_law_of_a_comparison():
    reader = compared(*(("custom.roll", {"roll": roll}) for roll in ("d4-2", "d4-3")))
    assert reader.part("compared").count("<span>−1</span>") == 2


def test_the_comparison_shows_each_set_up_the_numbers_and_the_dominance():
    reader = compared(ONE, TWO, SHOT)
    found = compare([ONE, TWO, SHOT])
    for request in found.requests:
        assert any(sentence(request.answer) in text for text in reader.texts)
    card = reader.part("compared")
    laws = [probcalc.odds(*request)["wounds"] for request in (ONE, TWO, SHOT)]
    told = [
        f"{letter}: 0 {percent(1)}, {', '.join(f'{n} {percent(law.at_least(n))}' for n in (1, 2))}"
        for letter, law in zip("ABC", laws, strict=True)
    ]
    assert f'"Wounds caused, at least. {"; ".join(told)}"' in unescape(card)
    assert any("B is never worse than A" in text for text in reader.texts)
    table = next(t.value for t in reader.page.table if t.value.columns[0] == "result")
    row = dict(zip(table[table.columns[0]], table[table.columns[2]], strict=True))["Target slain"].replace("\xa0", " ")
    assert row.startswith("66.4% (1659/2500), +7.32 pts")


def test_how_the_comparison_is_drawn_stands_in_the_address():
    clashes = [("chronopia.clash", {"a.models": models, "b.models": 5}) for models in (5, 6)]
    reader = compared(*clashes)
    reader.tap("compared", "set show.result=b_models_lost").tap("compared", "set show.tail=at_most")
    assert reader.query == query_for(clashes) | {"show.result": "b_models_lost", "show.tail": "at_most"}
    again = Reader().go("compare", reader.query)
    assert again.part("compared") == reader.part("compared")
    laws = [probcalc.odds(*request)["b_models_lost"] for request in clashes]
    lost = [
        f"{letter}: 0 {percent(law[0])}, 1 {percent(law.at_most(1))}" for letter, law in zip("AB", laws, strict=True)
    ]
    assert all(text in again.part("compared") for text in ("Models lost by Side B, at most", *lost))
    assert not again.notices


def test_a_view_of_the_comparison_that_cannot_be_used_is_said():
    reader = Reader().go("compare", query_for([ONE, TWO]) | {"show.result": "wouds", "show.tail": "zz"})
    said = reader.notices
    assert len(said) == 2
    assert said[1].endswith("did you mean wounds?")
    assert reader.query == query_for([ONE, TWO])


def test_a_set_up_is_duplicated_and_one_thing_changed():
    reader = compared(ONE)
    slot = first_slot(reader, "compare")
    reader.press(f"{slot}:duplicate")
    assert slots(reader, "compare") == [ONE, ONE]
    second = reader.page.session_state["visit"].requests("compare")[1].name
    reader.change(f"{second}:one", "charging").change(f"{second}:charging", True)
    assert slots(reader, "compare") == [ONE, TWO]
    assert reader.query == query_for([ONE, TWO])


def test_a_set_up_is_swapped_and_removed():
    reader = compared(ONE, TWO)
    slot = first_slot(reader, "compare")
    reader.press(f"{slot}:swap")
    assert slots(reader, "compare")[0] == ("chronopia.melee", {"target": "the_cursed", "attacker": "spearmen"})
    reader.press(f"{slot}:remove")
    assert slots(reader, "compare") == [TWO]


def test_a_request_is_pinned_on_its_page_and_four_are_the_most():
    reader = Reader().ask(*ONE)
    for _ in range(4):
        reader.tap("bar", "pin")
    assert slots(reader, "compare") == [ONE] * 4
    assert 'data-tap="pin"' not in reader.part("bar")


def test_set_ups_of_several_systems_are_compared():
    reader = compared(ONE, ("oathmark.morale", {"courage": 2}), ("reikhammer.action", {"command": 5}))
    assert not reader.page.error
    assert len(slots(reader, "compare")) == 3
    assert any(text.startswith("Not shown") and "B, C" in text for text in reader.texts)


def test_four_set_ups_with_something_changed_fit_a_short_link():
    changed = [{**CURSED, "charging": True, "modifier": number, "facing": "back"} for number in range(1, 5)]
    reader = compared(*[("chronopia.melee", given) for given in changed])
    assert len(reader.query) == 4 * 6 + 2
    [link] = [code.value for code in reader.page.code if re.match(r"\S*/compare\?\S*$", code.value)]
    assert len(f"https://example.org{link}") < 500
    assert slots(Reader().go("compare", reader.query), "compare") == slots(reader, "compare")


def test_a_refused_set_up_says_why_and_the_others_are_compared():
    reader = compared(ONE, TWO)
    slot = first_slot(reader, "compare")
    reader.change(f"{slot}:one", "attacker").change(f"{slot}:attacker", "civilian")
    assert "can only be a target" in reader.part(f"set-{slot}")
    assert "One more set-up with an answer is needed" in reader.part("compared")


def test_a_hostile_list_is_read_as_far_as_it_goes():
    query = {
        "1.s": ["chronopia.melee"],
        "1.cc": ["inf"],
        "7.s": ["chronopia.melee"],
        "2.s": ["x"],
        "zz": ["<b>"],
        "1.": [""],
    }
    requests, notices = from_query(query, 4)
    assert requests == {1: ("chronopia.melee", {})}
    assert len(notices) == 5
    assert "<" not in " ".join(notices)


def test_attacks_in_order_show_the_running_odds():
    reader = attacking(SHOT, ONE)
    found = sequence([SHOT, ONE])
    assert reader.number == percent(found.stages[1].ended)
    cards = [reader.part(f"set-{slot.name}") for slot in reader.page.session_state["visit"].requests("attacks")]
    for card, stage in zip(cards, found.stages, strict=True):
        assert percent(stage.ended) in card
    assert found.stages[1].ended == Fraction(433, 625)


def test_overkill_is_lost_and_the_running_curve_is_drawn():
    giant = {"attacker": "the_cursed", "wounds": 4, "armour": 12}
    reader = attacking(*[("chronopia.melee", giant)] * 3)
    found = sequence([("chronopia.melee", giant)] * 3)
    rows = reader.chart("Wounds caused, at least, for after attack 1")
    last = {row["outcome"]: row["chance"] for row in rows if row["name"] == "after attack 3"}
    assert max(map(int, last)) == 4
    assert last["4"] == chart_percent(found.stages[-1].ended)


def test_an_attack_is_added_with_the_target_of_the_others_and_all_take_another():
    reader = attacking(SHOT)
    reader.tap("adding", "set kind=chronopia.melee").tap("adding", "add chronopia.melee")
    assert [given["target"] for _, given in slots(reader, "attacks")] == ["spearmen", "spearmen"]
    reader.tap("adding", "set target=the_cursed")
    assert {given["target"] for _, given in slots(reader, "attacks")} == {"the_cursed"}


def test_an_attack_that_is_called_by_its_weapon_names_it_once():
    reader = attacking(("thud_and_blunder.attack", {"weapon": "long_sword", "poisoned": True}))
    card = reader.part(f"set-{first_slot(reader, 'attacks')}")
    assert "Long sword, poisoned" in card
    assert "Long sword, Long sword" not in card


def test_attacks_change_places():
    reader = attacking(SHOT, ONE)
    second = reader.page.session_state["visit"].requests("attacks")[1].name
    reader.press(f"{second}:earlier")
    assert slots(reader, "attacks") == [ONE, SHOT]
    assert reader.number == percent(sequence([ONE, SHOT]).stages[1].ended)


def test_an_attack_is_added_from_its_own_page():
    reader = Reader().ask(*ONE)
    assert "Combined attacks" not in reader.part("case")
    reader.tap("case", "attack")
    assert "Combined attacks (1)" in reader.part("case"), "it is seen where it was tapped"
    reader.tap("case", "attack")
    assert slots(reader, "attacks") == [ONE, ONE]
    assert "Combined attacks (2)" in reader.part("case")
    assert reader.tap("case", "go attacks").number == percent(sequence([ONE, ONE]).stages[1].ended)


@pytest.mark.parametrize("scenario_id", attack_questions())
def test_every_kind_of_attack_can_be_added_first(scenario_id):
    reader = Reader().go("attacks")
    reader.tap("adding", f"set kind={scenario_id}").tap("adding", f"add {scenario_id}")
    assert len(slots(reader, "attacks")) == 1
    assert ("for several" in reader.refusals[0]) if reader.refusals else reader.number


def test_attacks_on_different_targets_are_refused_in_a_line():
    reader = attacking(ONE, ("chronopia.melee", {"attacker": "the_cursed", "wounds": 3}))
    assert "attack 2" in reader.refusals[0]


def test_the_verdict_of_a_comparison_names_the_best_and_what_all_share():
    card = compared(ONE, TWO).part("compared").replace("\u202f", " ")
    assert "<b>B (Charging) is best:</b> A Cursed slays a Spearman: 66.4%, 7.32\xa0pts ahead of A." in card
    assert "Close combat attack, all: The Cursed, Spearmen" in card
    assert "up to four set-ups" in compared(ONE).part("compared")


def test_a_set_up_without_what_the_others_have_is_called_by_what_it_has_instead():
    card = compared(TWO, (TWO[0], {**TWO[1], "weapon": "spear"})).part("compared")
    assert "A (Two-handed Battle Axe) is best:" in unescape(card)
    assert "Without charging" in compared(ONE, TWO).part("compared")


def test_a_link_to_attacks_of_a_game_without_any_says_so_and_offers_others():
    reader = attacking(("reikhammer.turn", {}), ("mechanics.pool", {}))
    assert "Combined attacks on one target" in reader.part("adding")
    assert "reikhammer.turn" in reader.part("result")


FLANKING = {"a.unit": "human_spearman", "b.unit": "troll", "a.figures": 20, "b.figures": 3, "a.arc": "flank"}


def test_fights_are_compared_by_who_wins_and_called_by_what_differs():
    in_front = {name: value for name, value in FLANKING.items() if name != "a.arc"}
    reader = compared(("oathmark.combat", FLANKING), ("oathmark.combat", in_front))
    card = reader.part("compared")
    assert "<b>A (Arc: flank) is best:</b>" in card
    assert "Combat, all: 20 Spearmen, 3 Trolls" in card
    assert "Active unit" not in card
    assert card.count('class="wtl"') == 2, "win, tie and loss of each"
    assert "Figures lost by" in card.split('name="show.result"')[-1]


def test_set_ups_of_several_questions_are_called_by_who_acts():
    shots = ("chronopia.shooting", {"attacker": "archers", "target": "spearmen"})
    card = compared(ONE, shots).part("compared")
    assert "A (The Cursed, close combat attack) is best:" in card
    assert "Both: against Spearmen" in card


def test_set_ups_that_count_different_things_each_say_their_own_number():
    card = compared(ONE, ("tide_of_battle.melee", {})).part("compared")
    assert "These count different things" in card
    assert "A Cursed slays a Spearman" in card
    assert "inflicts 1.25 hit points of damage" in card
    assert 'class="plot"' not in card, "a chart of one line compares nothing"


def test_pinning_says_so_and_what_to_do_next():
    reader = Reader().ask(*ONE)
    assert reader.part("pinned") == ""
    reader.tap("bar", "pin")
    assert "<b>A is pinned</b>; pin one more" in reader.part("pinned")
    assert 'role="status"' in reader.part("pinned")
    reader.tap("case", "set charging=true")
    assert reader.part("pinned") == "", "it is said once"
    reader.tap("bar", "pin")
    assert "A and B are pinned" in reader.part("pinned")
    reader.tap("pinned", "go compare")
    assert slots(reader, "compare")[0] == ONE


def test_nothing_pinned_yet_leads_to_the_games():
    start = Reader().go("compare").part("compared")
    assert "Nothing is pinned yet" in start
    assert 'data-tap="go chronopia"' in start


def test_faces_of_a_die_are_tapped_and_taken_back():
    reader = Reader().ask("mechanics.test", {"die": 20, "critical": [19]}).tap("case", "turn inputs")
    assert 'data-tap="set critical=19,20" aria-pressed="false">20</button>' in reader.part("case")
    reader.tap("case", "set critical=19,20")
    assert reader.query["critical"] == "19,20"
    assert 'data-tap="set critical=19" aria-pressed="true">20</button>' in reader.part("case")
    reader.tap("case", "set critical=19").tap("case", "set critical=")
    assert "critical" not in reader.query
    # A die of many faces is typed, and so is a face that the die has not.
    assert 'data-field="critical"' in reader.change("mechanics.test:die", 100).part("case")
    assert 'data-field="critical"' in Reader().ask("mechanics.test", {"critical": [7]}).tap("case", "turn inputs").part(
        "case"
    )


def test_linked_units_are_tapped_and_go_with_their_unit():
    reader = Reader().ask("oathmark.cascade", {})
    assert 'data-field="near"' not in reader.part("case")
    assert 'data-tap="set starts=3" aria-pressed="false">3</button>' in reader.part("case")
    reader.tap("case", "set near=1-2,2-3")
    assert 'aria-label="Linked units: In a row"' in reader.part("case")
    assert 'data-tap="set near=1-2,1-3,2-3" aria-pressed="false">3</button>' in reader.part("case")
    reader.tap("case", "set starts=3").tap("case", "step activations[],disordered[],command[]=-1")
    assert (reader.query["near"], reader.query["starts"]) == ("1-2", "2")


def test_a_skill_is_split_in_rows_and_stays_whole():
    reader = Reader().ask("thud_and_blunder.attack", {"skill": 5})
    assert 'data-tap="set mode=shooting" aria-pressed="false">shooting</button>' in reader.part("case")
    reader.tap("case", "step split[]=1").tap("case", "step split[1]=1").tap("case", "set split[1]=2")
    assert reader.query["split"] == "3,2"
    reader.tap("case", "turn figures").tap("case", "step skill=1")
    assert reader.query["split"] == "4,2"
    reader.tap("case", "step split[]=-1")
    assert "split" not in reader.query
