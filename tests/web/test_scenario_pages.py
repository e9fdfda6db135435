"""Every scenario, ready-made question and modifier has its page, and the charts show the engine's numbers."""

import re
from fractions import Fraction
from functools import cache
from html import unescape

import pytest

import probcalc
from probcalc import links
from probcalc.analysis.beside.modifiers import alternatives, modifiers
from probcalc.analysis.numbers.contest import contest_in
from probcalc.analysis.numbers.measure import headline_in, measure
from probcalc.analysis.numbers.trial import try_one
from probcalc.analysis.tables.presets import preset_parameters, presets
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.flow import flows
from probcalc.exact.tree.steps import Event, Tree
from probcalc.present.numbers.decimals import chart_percent, percent
from probcalc.present.reports.law_table import law_table
from probcalc.present.sentences.headline import sentence
from probcalc.present.words.labels import in_words
from probcalc.scenarios import registry
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.controls.inputs import is_segmented
from probcalc.web.pages.rooms.panel import PARTS
from probcalc.web.parts import numbers
from tests.web.driver import PRESETS, SCENARIOS, Reader

SYSTEMS = registry.system_ids()
ENTRY = re.compile(r'<div class="er(?: now)?"><span class="t">([^<]+).*?<b>([^<]+)</b>')
CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def name_of(model):
    return model.id


def presets_of(system_id):
    return [p for p in PRESETS if p.scenario.startswith(f"{system_id}.")]


def short_request(model):
    """What the page shows at first, its first ready-made question; of a fight to the end the first round."""
    return ready(model)[0]


@cache
def quickest(model):
    """Of the ready-made questions the one that takes least: with all parts open it is asked a hundred times."""
    return min(ready(model), key=lambda given: steps(model, given))


def ready(model):
    found = [p.parameters for p in PRESETS if p.scenario == model.id] or [{}]
    return [given | ({"rounds": 1} if issubclass(model, Fight) else {}) for given in map(dict, found)]


def steps(model, given):
    """How many steps the answer takes."""
    registry.clear_caches()
    with metered(Budget()) as budget:
        registry.answer(model.id, given)
    return budget.spent


@pytest.mark.parametrize("model", SCENARIOS, ids=name_of)
def test_the_page_of_a_scenario_shows_its_answer_with_every_part_open(model):
    given = quickest(model)
    reader = Reader().ask(model.id, given, turned=",".join(part.id for part in PARTS))
    assert reader.sentence == sentence(probcalc.odds(model.id, given))
    assert not reader.page.error
    assert any(model.question() in text for text in reader.texts)
    covered = [rule for rule in registry.system(model.id.partition(".")[0]).rules if rule.id in model.covers]
    shown = " ".join(str(table.value.to_dict()) for table in reader.page.table).replace("\\", "")
    assert all(rule.id in shown for rule in covered)


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_every_ready_made_question_can_be_picked_on_its_page(system_id):
    reader = Reader()
    for preset in presets_of(system_id)[::5]:
        reader.ask(preset.scenario, {})
        listed = [p for p in presets_of(system_id) if p.scenario == preset.scenario]
        reader.change(f"{preset.scenario}:ready-made", listed.index(preset))
        assert reader.query == links.to_query(preset.scenario, preset.parameters), preset.name


@pytest.mark.parametrize("model", SCENARIOS, ids=name_of)
def test_every_modifier_has_its_control_and_one_that_is_switched_changes_the_answer_and_the_address(model):
    given = short_request(model)
    stands = probcalc.odds(model.id, given).scenario
    reader = Reader().ask(model.id, given)
    switched_kinds = set()
    for parameter in model.parameters():
        if parameter.role != "modifier" or parameter.kind == "list":
            continue
        if not reader.part_of(parameter.name) and given != short_request(model):
            # One that was switched before has left nothing of it.
            given = short_request(model)
            reader.ask(model.id, given)
        if not reader.part_of(parameter.name):
            assert any(text.startswith(f"{parameter.label}") for text in reader.texts), parameter.name
            continue
        # All controls of a kind are made and answered alike.
        kind = (parameter.kind, is_segmented(parameter), parameter.section, parameter.optional)
        if kind in switched_kinds:
            continue
        value = next(alternatives(parameter, stands.value_of(parameter.name)))
        reader.change(f"{model.id}:{parameter.name}", value)
        switched = given | {parameter.name: value}
        trial = try_one(model.id, switched, measure(model.id))
        if trial.answer is None:
            assert reader.refusals == [in_words(trial.refusal, model)]
            reader.ask(model.id, given)
            continue
        assert reader.sentence == sentence(trial.answer), parameter.name
        assert links.from_query(reader.query).given == links.minimal(model, switched)
        given = switched
        switched_kinds.add(kind)


@pytest.mark.parametrize("model", SCENARIOS, ids=name_of)
def test_the_chart_of_a_law_holds_the_numbers_of_the_engine(model):
    given = short_request(model)
    answer = probcalc.odds(model.id, given)
    laws = [name for name, value in answer.items() if isinstance(value, Distribution)]
    reader = Reader()
    for name in laws[:3]:
        reader.ask(model.id, given, result=name, turned="others")
        law = answer[name]
        if not law_table(answer, name).is_ordered:
            drawn = reader.part(f"named {model.id}:law {name}")
            said = unescape(" ".join([re.sub("<[^>]*>", "", drawn), *re.findall(r'aria-label="([^"]*)"', drawn)]))
            fought = contest_in(answer, name)
            each = [(outcome_words(outcome, answer.outcome_names(name)), chance) for outcome, chance in law.items()]
            for words, chance in [("", fought.a), ("", fought.b)] if fought else each:
                assert words in said
                assert percent(chance) in said
            continue
        rows = reader.chart(f"{answer.declared(name).label}. ")
        shown = {row.get("outcome", row.get("name")): row for row in rows}
        for outcome, chance in law.items():
            row = shown.get(outcome_words(outcome, answer.outcome_names(name)))
            if row is None:
                assert chance < Fraction(1, 10**6)
            elif not isinstance(outcome, tuple):
                assert row["exactly"] == chart_percent(chance)
                if "at least" in row and isinstance(outcome, int) and all(isinstance(o, int) for o in law):
                    assert row["at least"] == chart_percent(law.at_least(outcome))
                    assert row["at most"] == chart_percent(law.at_most(outcome))


@pytest.mark.parametrize("model", [m for m in SCENARIOS if preset_parameters(m)], ids=name_of)
def test_the_rows_of_weapons_and_units_hold_the_numbers_of_the_engine(model):
    # A link leaves out what is a default, and so does the page that it opens.
    given = links.from_query(links.to_query(model.id, short_request(model))).given
    reader = Reader().ask(model.id, given, turned="entries")
    found = presets(model.id, given)
    kind = found.measure.unit(found.present.answer) if found.present.answer is not None else "number"
    sized = {entry.id: f"{entry.label} ({entry.size})" if entry.size else entry.label for entry in found.entries}
    values = {sized[entry.id]: entry.trial.value for entry in found.entries if entry.trial.value is not None}
    found_rows = ENTRY.findall(reader.part(f"{model.id}:entries rows"))
    rows = [(unescape(name).removeprefix("Own weapon: "), unescape(number)) for name, number in found_rows]
    kind = "chance" if kind == "chance" else "number"
    assert dict(rows) == {name: numbers.amount(value, kind) for name, value in values.items()}
    shown = [values[name] for name, _ in rows]
    assert shown == sorted(shown, reverse=True)


def test_the_chart_of_modifiers_holds_the_changes_in_order_of_size():
    rows = (
        Reader()
        .ask("chronopia.melee", CURSED)
        .open_part("chronopia.melee", "modifiers")
        .chart("Target slain: what each")
    )
    steps = [step for step in modifiers("chronopia.melee", CURSED).steps if step.change]
    assert [row["change"] for row in rows] == [chart_percent(step.change) for step in steps]
    assert rows[0]["named"] == "The Spearman is Dazed: full (+4)"


def test_the_heat_map_holds_the_number_of_each_pair():
    reader = Reader().ask("chronopia.melee", CURSED, rows="weapon", columns="modifier")
    card = reader.open_part("chronopia.melee", "grid").part("heat")
    cells = dict(re.findall(r'aria-label="([^"]+): ([^"]+)"[^>]*data-tap', card))
    assert len(cells) == 6 * 11
    expected = probcalc.odds("chronopia.melee", CURSED, weapon="dagger", modifier=-2)["slain"]
    assert cells["Dagger, −2"] == percent(expected)
    reader.tap("heat", "sets weapon=dagger&modifier=-2")
    assert reader.number == percent(expected)
    assert {"weapon", "modifier"} <= set(reader.query)


def test_the_heat_map_of_differences_holds_what_each_pair_is_worth_beside_the_present():
    reader = Reader().ask("chronopia.melee", CURSED, rows="weapon", columns="modifier")
    reader.open_part("chronopia.melee", "grid").tap("heat", "set show.change=yes")
    assert reader.query["show.change"] == "yes"
    card = reader.part("heat")
    now, other = (probcalc.odds("chronopia.melee", CURSED, **more)["slain"] for more in ({}, {"weapon": "dagger"}))
    assert f'aria-label="Dagger, 0: {numbers.percent(other)}, {numbers.signed_amount(other - now, "chance")}"' in card
    assert f">{numbers.with_sign(other - now, 0)}</td>" in card
    assert re.search(r'aria-selected="true"[^>]*var\(--g10\)[^>]*>0</td>', card), (
        "none stands in the middle of the colours"
    )
    reader.tap("heat", "set show.change=")
    assert "show.change" not in reader.query


def test_the_numbers_needed_are_those_of_the_engine():
    given = {"attacker": "spearmen", "target": "followers"}
    reader = Reader().ask("chronopia.melee", given).open_part("chronopia.melee", "amounts")
    rows = reader.chart("Target slain by Attacks (NoA)")
    assert {row["value"]: row["chance"] for row in rows}[3] == chart_percent(
        probcalc.odds("chronopia.melee", given, noa=3)["slain"]
    )
    shown = [table.value for table in reader.page.table if "Attacks (NoA)" in table.value.columns]
    assert list(shown[0]["Attacks (NoA)"]) == ["3", "5", "8"]


def test_a_threshold_changes_the_sentence_the_ranking_and_the_address():
    reader = Reader().ask("chronopia.melee", CURSED)
    reader.change("chronopia.melee:show.result", "wounds").change("chronopia.melee:show.at_least", 2)
    reader.open_part("chronopia.melee", "entries")
    assert reader.sentence.startswith("A Cursed causes at least 2 wounds: 13.0% (about 1 in 8). ")
    assert reader.query["show.result"] == "wounds"
    assert reader.query["show.at_least"] == "2"
    assert "Wounds caused, 2 or more for every weapon" in reader.part("chronopia.melee:entries rows")


@pytest.mark.parametrize(
    ("scenario_id", "given", "result", "rows"),
    [
        ("chronopia.panic", {"ld": 11, "distance": 12, "move": 5}, "recovers", ["1", "2"]),
        ("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1, "rounds": 2}, "a", ["round 1", "round 2"]),
        ("tide_of_battle.rally", {}, "rallies", ["turn 1", "turn 2", "turn 3"]),
    ],
)
def test_why_goes_turn_by_turn_to_the_number(scenario_id, given, result, rows):
    shown = Reader().ask(scenario_id, given).open_part(scenario_id, "why").part("why")
    after = shown.partition("Chance after each ")[2].partition("arrive")[0]
    assert re.findall(r'<div class="nr[^"]*"><span>([^<]+)</span>', after) == rows
    answer = probcalc.odds(scenario_id, given)
    number = answer[result] if result in answer else answer["winner"][result]
    assert re.findall(r"<b>([^<]+)</b>", after)[-1] == numbers.percent(number)


def test_a_figure_that_its_value_names_is_not_named_twice():
    case = Reader().ask("chronopia.melee", CURSED).part("case")
    assert "<b>shield</b>" in case
    assert "Shield shield" not in case


def test_why_a_mean_is_told_turn_by_turn_too():
    shown = Reader().ask("reikhammer.formation", {}).open_part("reikhammer.formation", "why").part("why")
    heading, _, after = shown.partition("on average after each")
    assert heading.endswith("Actions, ")
    shorter = [probcalc.odds("reikhammer.formation", turns=turns)["chosen_actions"].mean for turns in (1, 2, 3)]
    after = after.partition("</section>")[0]
    assert re.findall(r"<b>([^<]+)</b>", after) == [numbers.mean_text(mean) for mean in shorter]


def test_a_refused_set_up_says_why_and_can_be_put_right():
    reader = Reader().ask("chronopia.melee", CURSED)
    reader.change("chronopia.melee:attacker", "civilian")
    why = "Attacker: a civilian has no CC and no weapon, it can only be a target"
    assert reader.refusals == [why]
    reader.change("chronopia.melee:attacker", "archers")
    assert not reader.refusals


def test_a_refusal_that_proposes_a_name_offers_it():
    reader = Reader().ask("thud_and_blunder.attack", {"weapon": "long_sword"})
    reader.tap("case", "set mode=shooting")
    assert reader.refusals == ["Weapon: Long sword is not a shooting weapon; did you mean Long bow?"]
    assert "Weapon Long bow</button>" in reader.part("result")
    reader.tap("result", "set weapon=long_bow")
    assert not reader.refusals
    assert reader.query["weapon"] == "long_bow"


def test_what_would_be_refused_as_things_stand_says_why_and_cannot_be_tapped():
    why = "<small>only in mode shooting, not in mode fighting</small>"
    reader = Reader().ask("thud_and_blunder.attack", {"weapon": "long_sword"})
    assert why not in reader.part("case")
    case = reader.tap("case", "turn inputs").part("case")
    assert f"Seeking: {why}" in case
    assert f"Terrain: {why}" in case
    assert "set seeking=true" not in case
    reader.ask("thud_and_blunder.attack", {"weapon": "long_bow", "mode": "shooting"})
    assert "set seeking=true" in reader.part("case")


def test_a_circumstance_that_does_not_go_with_another_says_why_whichever_of_them_is_named():
    reader = Reader().ask("oathmark.morale", {"ranks_bonus": True}, turned="inputs")
    assert "a unit with less than one full rank has no bonus for ranks</small>" in reader.part("case")
    assert "set less_than_one_rank=true" not in reader.part("case")
    reader.ask("oathmark.morale", {}, turned="inputs")
    assert "set less_than_one_rank=true" in reader.part("case")


def test_a_text_that_cannot_be_read_stays_with_the_reason_until_it_is_mended():
    reader = Reader().ask("reikhammer.turn", {})
    before = reader.sentence
    reader.change("reikhammer.turn:a_commands[0]", "x")
    assert 'value="x,4,4"' in reader.part("case")
    assert any(text.startswith("Command of Side A must be 1 to 6 whole numbers") for text in reader.texts)
    assert reader.sentence == before
    reader.change("reikhammer.turn:a_commands", "4,3")
    assert reader.query["a_commands"] == "4,3"
    assert "aria-invalid" not in reader.part("case")
    reader.change("reikhammer.turn:a_commands[0]", "x").change("reikhammer.turn:a_commands", "4+3 2")
    assert reader.query["a_commands"] == "4,3,2"


def test_a_figure_set_back_to_the_presets_own_leaves_the_address():
    reader = Reader().ask("chronopia.melee", CURSED)
    reader.change("chronopia.melee:cc", 15)
    assert reader.query["cc"] == "15"
    reader.change("chronopia.melee:cc", probcalc.odds("chronopia.melee", CURSED).parameters["cc"])
    assert "cc" not in reader.query


def test_a_changed_figure_is_named_on_the_closed_list_of_figures():
    reader = Reader().ask("chronopia.melee", {**CURSED, "damage": 14})
    assert '<b class="changed">Damage 14</b>' in reader.part("case")


def test_a_changed_ruling_is_named_and_changes_the_answer():
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "rulings")
    reader.change("chronopia.melee:shield_in_melee", "twice")
    assert any(e.label.startswith("Rulings used (1 changed") for e in reader.page.get("expander"))
    assert reader.query["shield_in_melee"] == "twice"


def test_sides_are_swapped_with_one_press():
    reader = Reader().ask("chronopia.melee", CURSED).tap("case", "swap")
    assert reader.query["attacker"] == "spearmen"
    assert reader.query["target"] == "the_cursed"
    given = {"a.unit": "followers", "a.models": 5, "b.unit": "spearmen"}
    reader.ask("chronopia.clash", given).tap("case", "swap")
    assert links.from_query(reader.query).given == {"b.unit": "followers", "b.models": 5, "a.unit": "spearmen"}
    assert not reader.notices
    # Where one side acts and the other does not, the odds are not those of before, and a line says so.
    reader.ask("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"}).tap("case", "swap")
    assert reader.notices == ["The Trolls now act as Side A, so the odds are not simply reversed."]


def test_a_threshold_counts_where_names_stand_beyond_the_numbers():
    given = {"command": 5, "broken": True, "turns": 3}
    answer = probcalc.odds("reikhammer.rally", given)
    law = answer["turns_to_rally"]
    assert "later" in law
    reader = Reader().ask("reikhammer.rally", given, result="turns_to_rally")
    reader.change("reikhammer.rally:show.at_least", 2)
    assert reader.query["show.at_least"] == "2"
    reader.open_part("reikhammer.rally", "modifiers")
    now = percent(law.at_least(2))
    assert reader.sentence == sentence(answer, 2, "turns_to_rally")
    assert reader.sentence.startswith(f"The formation takes at least 2 turns to rally: {now}")
    assert any(f"2 or more now: {now}" in text for text in reader.texts)


def test_a_roll_without_the_headline_counts_what_leads_its_sentence():
    given = {"roll": "best of 3d6 >= 7"}
    reader = Reader().ask("custom.roll", given)
    leading = headline_in(probcalc.odds("custom.roll", given))
    assert f'value="{leading}" selected' in reader.part("case")
    assert reader.sentence == sentence(probcalc.odds("custom.roll", given))


def test_a_change_says_what_it_does_where_it_comes_instead_of_nothing():
    reader = Reader().ask("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen", "charging": True})
    assert "The Spearman is Dazed: full" in reader.part("help")
    assert "instead of no" not in reader.part("help")
    assert "full (−4)" in reader.tap("case", "turn inputs").part("case")


def test_why_names_what_a_run_comes_to_with_its_unit_and_nothing_as_a_program_would():
    reader = Reader().ask("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, turned="why")
    assert "% 1 wound<" in reader.part("why")
    assert "% no wounds<" in reader.part("why")
    assert ">0<" not in reader.part("why")
    for model in SCENARIOS:
        found = flows_of(model.id)
        names = [band.name for flow in found for level in flow.levels for roll in level for band in roll.bands]
        assert not [name for name in map(outcome_words, names) if "=" in name], model.id


def flows_of(scenario_id):
    answer = probcalc.odds(scenario_id)
    question = answer.scenario.play()[headline_in(answer)]
    return flows(question) if isinstance(question, (Tree, Event)) else ()


def test_a_closed_part_says_in_its_row_what_it_comes_to():
    reader = Reader().ask("chronopia.melee", CURSED | {"charging": True}, room="why")
    rows = [expander.label.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ") for expander in reader.page.expander]
    assert "Why this number: 42.0% for one of 2" in rows
    assert any(row.startswith("All results: ") for row in rows)
    reader.open_part("chronopia.melee", "why")
    assert "Why this number" in [expander.label for expander in reader.page.expander]


def test_notes_call_a_unit_by_its_name_and_by_its_role_where_it_has_none_of_its_own():
    many = {"b.unit": "troll", "b.figures": 20}
    reader = Reader().ask("oathmark.combat", many)
    assert "Trolls, figures = 20: a unit on 50x50 bases has at most 3" in reader.part("notes")
    # Both sides are Trolls, who are told apart by their roles.
    reader.ask("oathmark.combat", many | {"a.unit": "troll", "a.figures": 3})
    assert "Enemy Trolls, figures = 20" in reader.part("notes")
    reader.ask("oathmark.combat", {"b.base": "50x50", "b.figures": 20})
    assert "Enemy, figures = 20" in reader.part("notes")


def test_where_no_circumstance_changes_the_number_a_step_of_a_figure_does():
    given = {"a_bonus": 2, "b_bonus": 1}
    steps = modifiers("thud_and_blunder.disarm", given, roles=("stat",)).steps
    best = max(steps, key=lambda step: step.change or 0)
    reader = Reader().ask("thud_and_blunder.disarm", given)
    assert f'data-tap="set {best.parameter.name}={best.new}"' in reader.part("help")
    reader.tap("help", "set a_bonus=3")
    assert reader.page.query_params["a_bonus"] == "3"
    assert "Danger +1" in Reader().ask("thud_and_blunder.hazard", {"danger": 3}).part("help")
    assert Reader().ask("custom.roll", {}).part("help") == "", "a written roll has nothing to switch"


def test_no_part_of_a_fight_says_a_role_of_a_unit_that_has_a_name():
    """Changes, heat map, how many, one figure, entries: all call the sides as the card does."""
    fight = {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3, "a.arc": "flank"}
    reader = Reader().ask("oathmark.combat", fight)
    reader.open_part("oathmark.combat", "modifiers", "grid", "amounts", "figure", "entries")
    tables = [table.value.to_string() for table in reader.page.table]
    said = "\n".join([*reader.texts, *tables, *(words for words, _ in reader.charts())])
    for words in (
        "Spearmen, arc: rear",
        "Trolls, disordered",
        "Unit in place of the Spearmen",
        "Who wins: the replacement for the Spearmen",
        "In a condition, winner[a] is: Who wins: the Spearmen",
    ):
        assert words in said, words
    roles = ("Active unit,", "active unit", "Enemy,", "enemy,", "the enemy:", "Side A", "Side B")
    assert not [line for line in said.splitlines() if any(role in line for role in roles)]
