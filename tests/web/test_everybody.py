"""Everybody against everybody on the page of a question with two sides."""

import json
import re
from fractions import Fraction
from html import unescape

import pytest

from probcalc.analysis.balance.asking import Balance, balance
from probcalc.present.numbers.decimals import percent
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.rosters import filled, imported
from probcalc.web.pages.everybody.drawn import everybody_card
from probcalc.web.pages.everybody.panel import change_words
from probcalc.web.pages.rooms.panel import PARTS
from probcalc.web.parts.numbers import width
from probcalc.web.state.balances import costs_of, labels_of
from tests.web.driver import SCENARIOS, Reader

COMBAT, ASKED = "oathmark.combat", "everybody-asked"
COSTS = {"troll": 20, "ogre": 15, "human_spearman": 4, "goblin_slave": 2}


def opened(scenario, given):
    return Reader().ask(scenario, given).open_part(scenario, "everybody")


def test_points_are_typed_and_a_cell_opens_its_fight() -> None:
    reader = opened(COMBAT, {"a.unit": "ogre", "a.fight": 9, "die": 12})
    reader.tap(ASKED, "set budget=60")
    reader.tap(ASKED, "set costs=troll=20, ogre=15\nHuman Spearman\t4; goblin_slave 2")
    assert reader.query["show.costs"] == "troll=20,ogre=15,human_spearman=4,goblin_slave=2"
    assert reader.query["show.budget"] == "60"
    found = balance(COMBAT, list(COSTS), {"die": 12}, budget=60, costs=COSTS)
    card = unescape(reader.part("everybody"))
    assert percent(max(found.matrix.means))[:4] in card
    assert all(word in card for word in ("3 Trolls", "20 Slaves", "no price", "↑ dear"))
    tap = next(
        tap for tap in re.findall('data-tap="(fight [^"]*)"', card) if "goblin_slave" in tap and "a.unit=troll" in tap
    )
    reader.tap("everybody", tap)
    assert {
        name: reader.query.get(name) for name in ("a.unit", "b.unit", "a.figures", "b.figures", "a.fight", "die")
    } == {
        "a.unit": "troll",
        "b.unit": "goblin_slave",
        "a.figures": "3",
        "b.figures": "20",
        "a.fight": None,
        "die": "12",
    }
    reader.tap("everybody", "turn ties")
    assert "How often neither wins" in reader.part("everybody")


def test_points_are_pasted_as_spreadsheets_have_them() -> None:
    labels = labels_of(COMBAT)
    wanted = {"troll": "20", "ogre": "4.5"}
    for text in (
        "Troll\t20\nOgre\t4.5",
        "Unit\tPoints\r\nTroll\t20\r\nOgre\t4,5\r\n",
        "Name;Points\nTroll;20\nOgre;4,5",
        'Unit,Points\n"Troll","20"\n"Ogre","4.5"',
        "troll,20\nogre,4.5",
        "troll,20,ogre,4.5",
        "Troll 20, Ogre 4.5",
        " troll = 20 ;; ogre=4.5 ",
    ):
        assert costs_of(text, labels) == wanted, text
    for text in (
        "Troll",
        "20",
        "Troll\t20 pts",
        "Troll\n20",
        "Troll\t1e9",
        "troll,20,3",
        "troll=",
        "=20",
        "Troll,4,5",
        "Troll\t2\t3",
    ):
        with pytest.raises(InputError, match="points are written like human_soldier=10, not "):
            costs_of(text, labels)
    with pytest.raises(InputError, match="given twice"):
        costs_of("Troll\t20\ntroll\t21", labels)


def test_what_cannot_be_is_said_in_one_line() -> None:
    reader = opened(COMBAT, {})
    reader.tap(ASKED, "set who=Troll, ogr")
    assert reader.query["show.who"] == "troll,ogr"
    assert any("did you mean ogre" in text for text in [*reader.refusals, *reader.texts])
    assert not reader.page.exception


def test_rows_stand_by_rank_or_in_the_order_entered() -> None:
    reader = opened(COMBAT, {})
    reader.tap(ASKED, "set who=ogre, human_spearman, troll")
    found = balance(COMBAT, ["ogre", "human_spearman", "troll"])
    assert _map(reader) == _map_of(found)
    reader.tap("everybody", "look sort=given")
    assert reader.query["show.sort"] == "given"
    given = _map_of(found, by_rank=False)
    assert _map(reader) == given
    assert [name for name in given if name.startswith("look of=")] == [
        "look of=ogre",
        "look of=human_spearman",
        "look of=troll",
    ]


def _map(reader: Reader) -> list[str]:
    return _taps(unescape(reader.part("everybody")))


def _map_of(found: Balance, by_rank: bool = True) -> list[str]:
    return _taps(unescape(everybody_card(found, False, by_rank)))


def _taps(card: str) -> list[str]:
    return re.findall('data-tap="((?:fight|look of)[^"]*)"', card.partition('role="grid"')[2])


def test_who_stands_first_is_picked_by_its_words() -> None:
    reader = opened(COMBAT, {})
    reader.tap(ASKED, "set who=ogre, human_spearman, troll")
    assert '<option value="first">the row always first</option>' in reader.part(ASKED)
    reader.tap(ASKED, "set places=first")
    found = balance(COMBAT, ["ogre", "human_spearman", "troll"], places="first")
    assert reader.checked().query["show.places"] == "first"
    assert _map(reader) == _map_of(found)
    assert percent(max(found.matrix.means))[:4] in unescape(reader.part("everybody"))


def test_what_evens_one_is_a_table() -> None:
    reader = opened("chronopia.clash", {})
    reader.tap("everybody-of", "set of=the_cursed")
    assert "average then" in " ".join(str(table.value.to_dict()) for table in reader.checked().page.table)


def test_a_change_that_evens_one_is_used_and_taken_back() -> None:
    reader = opened(COMBAT, {})
    reader.tap(ASKED, "set who=troll, ogre, human_spearman")
    reader.tap("everybody", "look of=troll")
    best = balance(COMBAT, ["troll", "ogre", "human_spearman"], of="troll").nudges[1]
    reader.tap("everybody-change", "set change=1")
    reader.widget(f"{COMBAT}:everybody:use").click().run()
    changed = {"name": "troll", "unit": "troll", best.parameter: best.new}
    found = balance(COMBAT, [changed, "ogre", "human_spearman"])
    assert found.matrix.means[0] == best.mean
    assert f"Changed: Troll: {change_words(found.sided, {best.parameter: best.new})}." in reader.checked().texts
    assert percent(max(found.matrix.means))[:4] in unescape(reader.part("everybody"))
    reader.widget(f"{COMBAT}:everybody:undo").click().run()
    plain = balance(COMBAT, ["troll", "ogre", "human_spearman"])
    assert percent(max(plain.matrix.means))[:4] in unescape(reader.checked().part("everybody"))


def test_how_many_fight_is_no_change_where_points_say_it() -> None:
    reader = opened(COMBAT, {})
    reader.tap(ASKED, "set budget=60")
    reader.tap(ASKED, "set costs=troll=20, ogre=15, goblin_slave=3")
    reader.tap("everybody", "look of=troll")
    reader.widget(f"{COMBAT}:everybody:use").click().run()
    assert "says itself how many" not in " ".join([*reader.checked().texts, *reader.refusals])
    assert any(text.startswith("Changed: Troll: ") for text in reader.texts)


def test_units_are_tapped_and_points_stand_in_a_row_of_each() -> None:
    reader = opened(COMBAT, {})
    reader.tap(ASKED, "set who=troll, ogre, Goblin Slave")
    reader.tap(ASKED, "turn who")
    assert '<button class="chip" type="button" aria-pressed="true" data-tap="set who.ogre=false">' in reader.part(ASKED)
    reader.tap(ASKED, "set who.goblin_slave=false")
    reader.tap(ASKED, "set who.human_spearman=true")
    assert reader.query["show.who"] == "human_spearman,ogre,troll"
    # A budget alone asks for points: their rows are open at once, and whoever is not met is not listed.
    reader.tap(ASKED, "turn who")
    reader.tap(ASKED, "step budget=1")
    assert reader.query["show.budget"] == "50"
    assert 'data-field="costs.ogre"' in reader.part(ASKED)
    assert "costs.goblin_slave" not in reader.part(ASKED)
    for name, cost in {"troll": "20", "ogre": "14,5", "human_spearman": "4", "goblin_slave": "2"}.items():
        reader.tap(ASKED, f"set costs.{name}={cost}")
    reader.tap(ASKED, "step costs.ogre=1")
    assert reader.query["show.costs"] == "troll=20,ogre=31/2,human_spearman=4,goblin_slave=2"
    costs = {"human_spearman": 4, "ogre": Fraction(31, 2), "troll": 20}
    found = balance(COMBAT, list(costs), budget=50, costs=costs)
    assert _map(reader) == _map_of(found)


def test_units_of_the_reader_play_among_all_others() -> None:
    reader = opened("chronopia.clash", {})
    text = {"probcalc_roster": 1, "system": "chronopia", "name": "Mine"}
    text["units"] = {"brutes": {"name": "Brutes", "like": "spearmen", "cc": 14, "armour": 24}}
    mine = imported(json.dumps(text))
    reader.page.session_state["visit"].rosters["chronopia"] = mine
    reader.page.run()
    reader.tap(ASKED, "turn who")
    assert "Brutes (own)" in reader.part(ASKED)
    reader.tap(ASKED, "set who=spearmen, Brutes (own)")
    assert reader.query["show.who"] == "spearmen,brutes"
    figures = filled("chronopia.clash", {"a.unit": "brutes"}, mine)
    own = {"brutes": {name.removeprefix("a."): value for name, value in figures.items()}}
    found = balance("chronopia.clash", ["spearmen", "brutes"], own=own)
    assert percent(max(found.matrix.means)) in unescape(reader.part("everybody"))
    reader.tap("everybody", "look of=brutes")
    assert "everybody-one" in reader.part("everybody-one")
    assert not reader.page.exception


def test_a_number_that_cannot_be_read_stays_in_its_row() -> None:
    reader = opened(COMBAT, {})
    reader.tap(ASKED, "set who=troll, ogre")
    reader.tap(ASKED, "turn field")
    reader.tap(ASKED, "set field.ogre=often")
    assert 'value="often"' in reader.part(ASKED)
    assert "a number, like 10 or 4.5" in reader.part(ASKED)
    reader.tap(ASKED, "set field.ogre=")
    assert "show.field" not in reader.query
    for tap in ("step field.=1", "step who.ogre=1", "set budge=1", "set who.nobody=true", "turn", "set costs.=2"):
        reader.tap(ASKED, tap)
    assert not reader.page.exception


def test_how_often_each_is_met_stands_in_the_link() -> None:
    reader = opened(COMBAT, {})
    reader.tap(ASKED, "set who=troll, ogre, human_spearman")
    reader.tap(ASKED, "set field=Troll 3, ogre=1")
    assert reader.query["show.field"] == "troll=3,ogre=1"
    found = balance(COMBAT, ["troll", "ogre", "human_spearman"], field={"troll": 3, "ogre": 1})
    assert percent(max(found.matrix.means))[:4] in unescape(reader.part("everybody"))
    reader.tap(ASKED, "set die=12")
    assert reader.query["die"] == "12"


def test_a_circle_is_drawn() -> None:
    names = ("Spearmen", "Lotus Guards", "Greatswordsmen")
    sizes = zip(("spearmen", "lotus_guard", "greatswordsmen"), (4, 2, 4), strict=True)
    found = balance("chronopia.clash", [{"name": u, "unit": u, "models": n} for u, n in sizes])
    drawn = str(everybody_card(found, False))
    assert re.findall(r'<b class="at\d">([^<]*)', drawn) == list(names)
    assert "Spearmen against Lotus Guards: 50.6" in drawn
    assert "<svg" in drawn


def test_a_ranking_says_what_a_narrow_map_has_no_room_for() -> None:
    found = balance(COMBAT, list(COSTS), budget=60, costs=COSTS)
    drawn = unescape(str(everybody_card(found, False)))
    ranking = drawn.partition('class="ranking priced"')[2].partition("</ol>")[0]
    shown = [re.sub("<[^>]+>", " ", row).split() for row in ranking.split("<li>")[1:]]
    assert [row[0] for row in shown] == [str(rank) for rank in sorted(found.matrix.ranks)]
    assert shown[0][:6] == ["1", "3", "Trolls", "costs", "20", "·"]
    assert f"left:50%;width:{width(max(found.matrix.means) - Fraction(1, 2))}" in ranking
    assert "Ranking" not in drawn.partition('role="grid"')[2]


def test_it_is_offered_wherever_two_sides_pick_from_a_table() -> None:
    class Stands:
        def __init__(self, model):
            self.model = model

    everybody = next(part for part in PARTS if part.id == "everybody")
    offered = {model.id for model in SCENARIOS if everybody.fits(Stands(model))}
    games = ("chronopia.clash", "chronopia.fight", COMBAT, "oathmark.fight", "tide_of_battle.engagement")
    assert {*games, "tide_of_battle.fight", "thud_and_blunder.duel", "thud_and_blunder.brawl"} <= offered
    assert "chronopia.melee" not in offered
