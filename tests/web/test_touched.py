"""The answer is touched: a bar sets the threshold, a row the outcome, the verb what is done; bars are read by ear."""

import html
import json
import re

import pytest

import probcalc
from probcalc.present.numbers.decimals import percent
from probcalc.scenarios.registry import systems
from tests.web.driver import Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def reads(reader):
    """What is read over each bar, and what a tap there asks for."""
    markup = html.unescape(reader.part("result"))
    found = [json.loads(re.search(rf'data-{name}="(\[.*?\])"', markup)[1]) for name in ("reads", "counts")]
    return dict(zip(found[1], found[0], strict=True))


def test_every_bar_says_its_chances_and_a_tap_counts_from_it_on():
    reader = Reader().ask("chronopia.melee", CURSED)
    law = probcalc.odds("chronopia.melee", CURSED)["wounds"]
    said = {
        f"count wounds={n}": f"{n} or more: {percent(law.at_least(n))} · exactly {n}: {percent(law[n])}" for n in law
    }
    said["count wounds=0"] = said["count wounds=0"].replace("100.0", "100")
    assert reads(reader) == said
    reader.tap("result", "count wounds=2")
    assert (reader.number, reader.query["show.at_least"]) == (percent(law.at_least(2)), "2")
    # What counts already is left again; so is what the page asked at first.
    reader.tap("result", "count wounds=2")
    assert not {"show.result", "show.at_least"} & set(reader.query)
    reader.tap("result", "count wounds=2").tap("result", "count wounds=1")
    assert "show.result" not in reader.query


def test_a_bar_of_a_mean_sets_the_threshold_and_the_lowest_leads_back():
    reader = Reader().ask("custom.roll", {"roll": "sum of 3d6"})
    law = probcalc.odds("custom.roll", roll="sum of 3d6")["result"]
    reader.tap("result", "count result=15")
    assert (reader.number, reader.query["show.at_least"]) == (percent(law.at_least(15)), "15")
    reader.tap("result", "count result=3")
    assert "show.at_least" not in reader.query


def test_bars_of_many_outcomes_are_read_too():
    reader = Reader().ask("custom.roll", {"roll": "20d6"})
    law = probcalc.odds("custom.roll", roll="20d6")["result"]
    assert reads(reader)["count result=80"].startswith(f"80 or more: {percent(law.at_least(80))}")


def test_a_tap_on_a_row_or_a_share_of_the_bar_asks_for_that_outcome():
    reader = Reader().ask("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"})
    reader.tap("result", "count winner=b")
    found = probcalc.odds("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"})["winner"]
    assert (reader.number, reader.query["show.outcome"]) == (percent(found["b"]), "b")


@pytest.mark.parametrize(
    "tap", ["count", "count nothing=1", "count wounds=x", "count wounds=99999999999", "count slain=1"]
)
def test_a_tap_that_no_bar_has_changes_nothing(tap):
    reader = Reader().ask("chronopia.melee", CURSED)
    before = reader.number
    reader.tap("result", tap)
    assert reader.number == before


def test_the_verb_sets_charge_and_the_side_that_is_struck():
    reader = Reader().ask("chronopia.melee", CURSED)
    verbs = re.findall(r'<option value="([^"]*)"[^>]*>(charge[^<]*|strike[^<]*)<', html.unescape(reader.part("match")))
    assert [verb for _, verb in verbs] == ["strike", "strike the back of", "charge", "charge the back of"]
    reader.tap("match", f"set verb={verbs[3][0]}")
    odds = probcalc.odds("chronopia.melee", CURSED, charging=True, facing="back")["slain"]
    assert reader.number == percent(odds)


def test_a_flank_is_set_between_the_cards_of_a_fight():
    given = {"a.unit": "human_spearman", "b.unit": "troll", "a.figures": 20, "b.figures": 3}
    reader = Reader().ask("oathmark.combat", given).tap("match", "set verb=a.arc=flank")
    assert reader.number == percent(probcalc.odds("oathmark.combat", given | {"a.arc": "flank"})["winner"]["a"])


@pytest.mark.parametrize("model", [model for system in systems() for model in system.scenarios], ids=lambda m: m.id)
def test_every_control_is_told_without_a_pointer(model):
    """What a chip, a stepper or a list means stands in the page for those who ask."""
    card = Reader().ask(model.id, {}).part("case")
    labels = set(re.findall(r'(?:data-tap="set [^"]*"|<label) title="([^"]*)"', card))
    assert not labels or len(re.findall("<dt>", card)) >= len(labels)


def slides(reader, part):
    """The cards of a part by the value of the number that is drawn, without the time of the tap."""
    [text] = re.findall(r'data-slide="([^"]*)"', reader.part(part))
    return {int(n): untimed(card) for n, card in json.loads(html.unescape(text))["cards"].items()}


def untimed(markup):
    return re.sub(r' data-of="\d+"', "", markup.partition("<div hidden")[0])


@pytest.mark.parametrize(
    ("scenario", "given", "name", "part", "values"),
    [
        ("chronopia.melee", CURSED, "armour", "result", range(-10, 41)),
        ("chronopia.melee", CURSED, "armour", "help", [19, 20, 21]),
        ("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"}, "a.figures", "losses", range(1, 21)),
        ("custom.roll", {"roll": "2d6"}, "armour", "result", ()),
    ],
)
def test_the_cards_shown_while_a_number_is_drawn_are_those_of_each_value(scenario, given, name, part, values):
    reader = Reader().ask(scenario, given).tap("result", f"draw {name}")
    if not values:
        assert "data-slide" not in reader.part(part)
        return
    cards = slides(reader, part)
    assert set(values) <= set(cards)
    for value in {min(values), max(values), 20} & set(values):
        assert cards[value] == untimed(Reader().ask(scenario, given | {name: value}).part(part))
    reader.tap("result", "draw ").tap("result", f"set {name}={max(values)}")
    assert "data-slide" not in reader.part(part)
