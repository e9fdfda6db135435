"""The laboratory: a question by two rules side by side, reached from it and left for it with everything kept."""

import re
from html import unescape

import pytest

import probcalc
from probcalc import links
from probcalc.analysis.balance.asking import balance
from probcalc.analysis.laboratory.design import design
from probcalc.analysis.laboratory.unknown import unknown
from probcalc.present.laboratory import REGISTER
from probcalc.present.numbers.decimals import percent
from probcalc.present.sentences.home import home_lines
from probcalc.scenarios import registry
from probcalc.web.pages.laboratory.rules import has_rules
from probcalc.web.pages.rooms.panel import PARTS
from probcalc.web.state.view_fields import LONGEST_TRIED
from tests.web.driver import PRESETS, Reader

MELEE = "chronopia.melee"
CURSED = {"attacker": "the_cursed", "target": "spearmen"}
CLASH = {"a.unit": "followers"}
COSTS = {"troll": 20, "ogre": 15, "goblin_slave": 2}


def laboratory(given, scenario=MELEE, **shown):
    return Reader().go("laboratory", links.to_query(scenario, given) | {f"show.{key}": v for key, v in shown.items()})


def numbers(reader):
    """The number by each of the rules, as it is read."""
    return [unescape(text) for text in re.findall(r'<b class="n">(.*?)</b>', reader.part("result"))]


def tables(reader):
    return " ".join(str(table.value.to_dict()) for table in reader.page.table)


def slain(**changes):
    return percent(probcalc.odds(MELEE, CURSED | changes)["slain"])


def test_a_question_goes_there_and_back_with_everything_kept() -> None:
    given = CURSED | {"charging": True}
    reader = Reader().ask(MELEE, given, room="more", turned="laboratory", result="hit").tap("to questions", "go steps")
    there = reader.query
    assert there["show.asked"] == "steps"
    assert "What each point of a stat is worth" in {part.label for part in reader.page.expander}
    reader.tap("result", "go back")
    asked = links.to_query(MELEE, given) | {"show.room": "more", "show.turned": "laboratory", "show.result": "hit"}
    assert reader.query == asked | {"show.asked": "steps"}
    # Without a rule of one's own nothing of the question is another.
    assert "variant" not in reader.query


def test_house_rules_lead_there_and_the_rule_goes_along() -> None:
    given = CURSED | {"variant": "d20=3d6"}
    reader = Reader().ask(MELEE, given, turned="variant").tap("to laboratory", "go ")
    assert numbers(reader) == [slain(), slain(variant="d20=3d6")]
    assert reader.tap("result", "go a").query.get("variant") is None
    again = laboratory(given).tap("result", "go b")
    assert again.query["variant"] == "d20=3d6"
    assert again.number == slain(variant="d20=3d6")


def test_chips_and_steppers_make_rule_b() -> None:
    reader = laboratory(CURSED)
    assert numbers(reader) == [slain(), slain(variant="d20=2d10")]
    assert "variant" not in reader.query
    reader.tap("rules", "set rule.d20=best of 2d20")
    assert reader.query["variant"] == "d20=best of 2d20"
    reader.tap("rules", "turn numbers").tap("rules", "step rule.dazed_worth=1")
    assert reader.query["variant"] == "d20=best of 2d20; dazed_worth=5"
    reader.tap("rules", "set rule.d20=d20")
    assert reader.query["variant"] == "dazed_worth=5"
    reader.tap("rules", "set rule.dazed_worth=4").tap("rules", "set rule.d20=3d6").tap("rules", "step rule.highest=1")
    assert numbers(reader)[1] == slain(variant="d20=3d6; highest=2")
    assert "3d6 instead of d20; the 2 highest results count as naturals" in reader.part("result")
    reader.tap("rules", "set rule.d20=zz")
    assert numbers(reader) == [slain()]
    assert "a die is written" in reader.part("result")
    reader.tap("rules", "set rule.d20=2d10")
    assert numbers(reader)[1] == slain(variant="d20=2d10")


def test_both_rules_stand_side_by_side_cell_by_cell() -> None:
    reader = laboratory(CURSED | {"variant": "d20=2d10"}, rows="armour", columns="cc")
    first, second = (
        re.findall(r'aria-label="(\d+), (\d+): ([^"]+)"', each) for each in reader.part("two maps").split("<h3")[1:]
    )
    assert len(first) == len(second) == 121
    for shown, variant in ((first, {}), (second, {"variant": "d20=2d10"})):
        for armour, cc, chance in shown[::17]:
            assert unescape(chance) == slain(armour=int(armour), cc=int(cc), **variant)
    assert "it is more in 50 of 121 cells" in reader.part("two maps")
    assert "B gives more from" in reader.part("two maps")
    for heading in ("Along", "Breakpoints"):
        assert heading in reader.part("breakpoints")
    reader.tap("two maps", "sets armour=18&cc=12")
    assert numbers(reader) == [slain(armour=18, cc=12), slain(armour=18, cc=12, variant="d20=2d10")]


def test_the_map_of_other_things_is_chosen_there() -> None:
    reader = laboratory(CURSED).tap("two maps", "set show.rows=weapon").tap("two maps", "set show.columns=modifier")
    assert (reader.query["show.rows"], reader.query["show.columns"]) == ("weapon", "modifier")
    # The row of the weapon that is held leads, on both maps.
    assert reader.part("two maps").count('<th scope="row" role="rowheader">Two-handed Battle Axe</th>') == 2
    assert "With Two-handed Battle Axe, B gives" in reader.part("two maps")


def test_numbers_that_change_nothing_give_way_on_the_maps() -> None:
    given = {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3}
    maps = laboratory(given, "oathmark.combat").part("two maps")
    cells = re.findall(r'aria-label="(\d+), (\d+): ([^"]+)"', maps.split("<h3")[1])
    assert len({chance for _, _, chance in cells}) > len(cells) // 4


def test_everybody_against_everybody_is_a_row_of_a_question_with_two_sides() -> None:
    given = {"a.unit": "troll", "b.unit": "ogre"}
    entries = {"who": "troll,ogre,goblin_slave", "budget": "60", "costs": "troll=20,ogre=15,goblin_slave=2"}
    reader = laboratory(given, "oathmark.combat", asked="everybody", **entries)
    found = balance("oathmark.combat", ["troll", "ogre", "goblin_slave"], budget=60, costs=COSTS)
    assert percent(max(found.matrix.means))[:4] in unescape(reader.part("everybody"))
    reader.tap("everybody-asked", "set budget=40")
    assert (reader.query["show.asked"], reader.query["show.budget"]) == ("everybody", "40")
    rows = {part.label for part in laboratory(CURSED, asked="everybody").page.expander}
    assert "Everybody against everybody" not in rows


def test_without_a_question_it_offers_one_of_each_game() -> None:
    reader = Reader().go("laboratory")
    famous = (line.system.famous for line in home_lines())
    offered = [each for each in famous if has_rules(registry.scenario(each.scenario))]
    assert len(offered) == 5
    for each in offered:
        assert each.name in unescape(reader.part("laboratory start"))
    reader.follow("laboratory start")
    assert reader.query == reader.query | links.to_query(offered[0].scenario, offered[0].parameters)
    assert len(numbers(reader)) == 2


def test_another_question_of_the_game_is_asked_of_the_same_units() -> None:
    reader = laboratory(CURSED).tap("bar", "set scenario=chronopia.swipe")
    assert (reader.query["s"], reader.query["attacker"]) == ("chronopia.swipe", "the_cursed")


@pytest.mark.parametrize("name", [name for name in REGISTER.names if name != "design"])
def test_designers_find_what_they_look_for(name) -> None:
    melee = REGISTER.question(name).can_ask(registry.scenario(MELEE))
    scenario, given = (MELEE, CURSED) if melee else ("chronopia.clash", CLASH)
    reader = laboratory(given, scenario, asked=name)
    assert REGISTER.question(name).words in {part.label for part in reader.page.expander}
    assert reader.page.table


def test_wanted_odds_are_searched_on_the_page() -> None:
    reader = laboratory(CURSED, asked="design")
    vary, want = (f"{MELEE}:laboratory:design:{name}" for name in ("vary", "want"))
    reader.tap(vary, "set vary.cc=true").tap(vary, "set vary.cc.from=8").tap(vary, "set vary.cc.to=13")
    reader.tap(vary, "step vary.cc.to=1").tap(vary, "set vary.charging=true").tap(vary, "set vary.charging=false")
    reader.tap(want, "set want.0.much=41").tap(want, "step want.0.much=-1").tap(want, "step want[]=1")
    reader.tap(want, "set want.1.what=hit").tap(want, "set want.1.how=<=").tap(want, "set want.1.much=60")
    first = design(MELEE, CURSED, ["cc=8..14"], ["slain=40%", "hit<=60%"]).best[0]
    assert str(first.values["cc"]) in tables(reader)
    assert reader.query["show.tried"] == "design.vary=cc=8..14;design.want=slain=40%,hit<=60%"
    assert tables(Reader().go("laboratory", reader.query)) == tables(reader)


def test_who_is_not_known_is_tapped_with_how_likely_each_is() -> None:
    key = f"{MELEE}:laboratory:unknown"
    reader = laboratory(CURSED, asked="unknown").change(f"{key}:of", "target")
    form = f"{key}:values:target"
    reader.tap(form, "set values.target.spearmen=true").tap(form, "set values.target.followers=true")
    reader.tap(form, "step values.target.weight spearmen=1").tap(form, "step values.target.weight spearmen=1")
    found = unknown(MELEE, {"attacker": "the_cursed"}, "target", "spearmen:3,followers:1").results["slain"]
    assert percent(found) in tables(reader)
    # Whoever is sent the link sees what was tapped, and may ask on.
    other = Reader().go("laboratory", reader.query)
    assert tables(other) == tables(reader)
    assert (
        other.change(f"{key}:of", "armour").query["show.tried"].startswith("unknown.of=armour;unknown.values.target=")
    )


def test_who_is_written_without_a_weight_stays_chosen() -> None:
    written = "unknown.of=target;unknown.values.target=spearmen,followers"
    reader = laboratory(CURSED, asked="unknown", tried=written)
    reader.tap(f"{MELEE}:laboratory:unknown:values:target", "set values.target.archers=true")
    assert reader.query["show.tried"].endswith("values.target=spearmen:1,archers:1,followers:1")


def test_any_number_is_run_through_and_the_link_says_which() -> None:
    reader = laboratory(CURSED, asked="steps").change(f"{MELEE}:laboratory:steps:over", "armour")
    assert reader.query["show.tried"] == "steps.over=armour"
    assert (
        tables(Reader().go("laboratory", reader.query)) == tables(reader) != tables(laboratory(CURSED, asked="steps"))
    )


def test_a_link_never_grows_too_long_to_be_read() -> None:
    filled = ";".join(f"unknown.values.p{n}=" + "x:1," * 42 for n in range(8))[: LONGEST_TRIED - 5]
    reader = laboratory(CURSED, asked="steps", tried=filled)
    reader.change(f"{MELEE}:laboratory:steps:over", "armour")
    assert reader.query["show.tried"].endswith(";steps.over=armour")
    assert len(reader.query["show.tried"]) <= LONGEST_TRIED < len(filled) + len(";steps.over=armour")
    assert not Reader().go("laboratory", reader.query).notices


@pytest.mark.parametrize(
    "tried",
    [
        *("steps.over=nobody", "steps.over", "=;=", "design.want=slain=999%;design.vary=cc=9..1", "unknown.of=target"),
        *("unknown.of=target;unknown.values.target=spearmen:99999,zz:1", "design.vary=cc,cc=,zz;design.want=zz=50%"),
        *("unknown.of=armour;unknown.values.armour=99..1", "unknown.of=armour;unknown.values.armour=nine", "x" * 1500),
    ],
)
def test_a_link_that_says_nonsense_is_read_as_far_as_it_goes(tried) -> None:
    reader = laboratory(CURSED, asked="steps,design,unknown", tried=tried)
    assert not reader.page.exception
    assert numbers(reader) == [slain(), slain(variant="d20=2d10")]


def test_a_question_is_offered_where_it_can_be_asked() -> None:
    words = "Best and worst match-ups"
    for scenario, given, offers in ((MELEE, CURSED, True), ("chronopia.clash", CLASH, False)):
        assert (words in {part.label for part in laboratory(given, scenario).page.expander}) is offers


def test_dice_of_no_game_are_asked_without_a_second_rule() -> None:
    reader = laboratory({"roll": "sum of 2d6 >= 9"}, "custom.roll")
    assert len(numbers(reader)) == 1
    assert not reader.part("rules")
    assert "How random is it?" in {part.label for part in reader.page.expander}


def test_what_is_handed_on_says_both() -> None:
    reader = laboratory(CURSED, asked="share")
    codes = [code.value for code in reader.page.code]
    assert any(f"A Cursed slays a Spearman: {slain()}; with 2d10 instead of d20" in code for code in codes)
    assert f"probcalc variant {MELEE} attacker=the_cursed target=spearmen --die d20=2d10" in codes
    assert {"CSV"} <= {button.proto.label for button in reader.page.get("download_button")}


def test_what_is_open_is_known_or_said() -> None:
    reader = laboratory(CURSED, asked="step")
    assert any("did you mean steps?" in text for text in reader.notices)


@pytest.mark.parametrize("query", ["laboratory", "house rules", "2d10 instead of d20", "d20 -> 2d10"])
def test_it_is_found_by_its_words(query) -> None:
    reader = Reader().open({}).tap("home", f"find {query}")
    reader.follow("home")
    assert reader.part("laboratory start") or len(numbers(reader)) == 2
    if "2d10" in query:
        assert reader.query["variant"] == "d20=2d10"


def test_the_part_of_a_question_leads_there() -> None:
    assert {"variant", "laboratory"} <= {part.id for part in PARTS}


def test_maps_that_take_long_are_small_at_first_and_larger_by_a_tap():
    preset = next(each for each in PRESETS if each.scenario == "thud_and_blunder.duel")
    reader = Reader().go("laboratory", links.to_query(preset.scenario, preset.parameters))
    assert reader.part("two maps").count('role="gridcell"') == 2 * 5 * 3
    reader.tap("two maps", "work maps")
    assert reader.part("two maps").count('role="gridcell"') > 2 * 5 * 3
    assert "work maps" not in reader.part("two maps")
