"""What stands below an answer follows every tap; where that is too much it waits until it is asked for."""

import re

import pytest

from probcalc.analysis.beside.modifiers import modifiers
from probcalc.exact.budget.bounds import TooLarge
from probcalc.present.numbers.decimals import percent
from probcalc.scenarios import registry
from probcalc.web.state.spending import FOLLOWING, spending
from tests.web.driver import Reader

OFFER = 'data-tap="work {}"'


def offered(reader, part):
    return OFFER.format("changes" if part == "help" else "entries") in reader.part(part)


def brawl():
    # What is kept costs nothing, and would be shown at once.
    registry.clear_caches()
    preset = next(p for p in registry.system("thud_and_blunder").presets if p.scenario == "thud_and_blunder.brawl")
    return Reader().ask("thud_and_blunder.brawl", dict(preset.parameters)), dict(preset.parameters)


def test_what_follows_every_tap_spends_little():
    with pytest.raises(TooLarge):
        spending(FOLLOWING).spend("a long sum", FOLLOWING + 1)
    assert 'class="chg"' in Reader().ask("chronopia.melee", {"attacker": "the_cursed"}).part("help")


def test_a_long_fight_shows_the_best_of_a_few_changes_and_computes_all_when_asked():
    reader, given = brawl()
    found = modifiers("thud_and_blunder.brawl", given)
    assert 'class="chg"' in reader.part("help")
    assert offered(reader, "help")
    assert f">All {len(found.steps)}<" in reader.part("help")
    few = modifiers(
        "thud_and_blunder.brawl", given, most=int(re.search(r"The best of (\d+) changes", reader.part("help"))[1])
    )
    gains = [step.trial.value for step in few.steps if step.change and step.change > 0]
    assert percent(max(gains)) in reader.part("help")
    assert offered(reader, "entries")
    reader.tap("help", "work changes")
    assert not offered(reader, "help")
    best = next(step.trial.value for step in found.steps if step.change)
    assert percent(best) in reader.part("help")
    reader.tap("help", "turn changes")
    assert not offered(reader, "help"), "the request is the same"


def test_another_request_is_computed_when_it_is_asked_for():
    reader, _ = brawl()
    reader.tap("help", "work changes").tap("case", "swap")
    assert offered(reader, "help")


@pytest.mark.parametrize("scenario", ["thud_and_blunder.duel", "mechanics.race"])
def test_a_fight_of_some_rounds_shows_what_would_change_it_most_at_once(scenario):
    registry.clear_caches()
    system = registry.system(scenario.partition(".")[0])
    preset = next(p for p in system.presets if p.scenario == scenario)
    reader = Reader().ask(scenario, dict(preset.parameters))
    assert not offered(reader, "help")
    assert 'class="chg"' in reader.part("help")
