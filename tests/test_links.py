"""Requests as links, JSON, commands and Python: every spelling leads back to the request."""

import ast
import json
import shlex
import string
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc import links
from probcalc.links import commands
from probcalc.links.commands import quote
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.value_text import value_from_text, value_text, values_from_text
from tests.looped import each
from tests.systems import harness

MODELS = [model for system in registry.systems() for model in system.scenarios]
PRESETS = [preset for system in registry.systems() for preset in system.presets]
PARAMETERS = [parameter for model in MODELS for parameter in model.parameters()]


def read_by(parameter):
    """What the reading of its texts, and the values drawn for it, look at."""
    p = parameter
    return str(
        (p.kind, p.optional, p.choices, p.choice_labels, p.called, p.low, p.high, p.shortest, p.longest, p.default)
    )


UNLIKE = list({read_by(parameter): parameter for parameter in PARAMETERS}.values())
every_scenario = each("model", MODELS, lambda model: model.id)


def settled(scenario_id, given_values):
    """Everything that a request settles, notes included."""
    scenario, notes = resolve(registry.scenario(scenario_id), given_values)
    return {p.name: scenario.value_of(p.name) for p in scenario.parameters()}, notes


def assert_same(request, *spellings):
    """Each of these, a scenario and its parameters, settles what the request does."""
    wanted, seen = settled(*request), [request.given]
    for scenario_id, given_values in spellings:
        assert scenario_id == request.scenario
        # What is written alike is settled once; True and 1 are not written alike.
        if repr(given_values) not in map(repr, seen):
            assert settled(scenario_id, given_values) == wanted
            seen.append(given_values)


def called_with(source):
    """The scenario and parameters of the call in three lines of Python."""
    call = ast.parse(source).body[1].value
    words = {word.arg: ast.literal_eval(word.value) for word in call.keywords}
    scenario_id, *rest = [ast.literal_eval(argument) for argument in call.args]
    return scenario_id, words | (rest[0] if rest else {})


# -- there and back ------------------------------------------------------------------------------------------


@every_scenario
@settings(max_examples=8)
@given(data=st.data())
def test_every_spelling_leads_back_to_the_request(model, data):
    request = data.draw(harness.requests(model))
    link = links.from_query(links.to_query(*request))
    assert link.notices == ()

    page = links.from_url(links.to_url("http://localhost:8501/", *request))
    assert page == link

    text = links.from_json(links.to_json(*request))
    assert text.notices == ()

    program, command, scenario_id, *words = shlex.split(links.to_command(*request))
    assert (program, command) == ("probcalc", "odds")
    typed = scenario_id, links.read_words(scenario_id, words)

    # Which of the results the last line shows says nothing of how they are asked for.
    with pytest.MonkeyPatch.context() as unanswered:
        unanswered.setattr(commands, "_results_of", lambda *_: {})
        call = called_with(links.to_python(*request))
    assert_same(request, (link.scenario_id, link.given), (text.scenario_id, text.given), typed, call)


@every_scenario
@settings(max_examples=8)
@given(data=st.data())
def test_what_only_repeats_a_default_is_left_out(model, data):
    request = data.draw(harness.requests(model))
    kept = links.minimal(model, request.given)
    assert set(kept) <= set(request.given)
    for name in kept:
        if kept[name] == model.parameter(name).default:
            fewer = {other: value for other, value in kept.items() if other != name}
            try:
                without = settled(model.id, fewer)
            except InputError:
                # Without it the rest would be refused, so it stays.
                continue
            assert without != settled(model.id, kept), name


@settings(max_examples=8)
@given(data=st.data())
def test_a_value_leads_back_through_its_text(data):
    for parameter in UNLIKE:
        value = data.draw(harness.values(parameter, {}))
        assert value_from_text(parameter, value_text(value)) == value, parameter.name


@each("preset", PRESETS, lambda preset: f"{preset.scenario}: {preset.name}")
def test_the_link_of_a_ready_made_question_is_short(preset):
    url = links.to_url("http://localhost:8501/", preset.scenario, preset.parameters)
    assert len(url) < 500
    assert links.from_url(url).notices == ()


@pytest.mark.parametrize("system", registry.system_ids())
def test_the_link_of_nearly_every_worked_case_is_short(system):
    # A case that sets forty parameters at once is no request that a player makes.
    worked = [case.values[0] for case in harness.cases(system)]
    for case in worked:
        if len(case["given"]) <= 12:
            assert len(links.to_url("http://localhost:8501/", case["scenario"], case["given"])) < 500


def test_an_answer_can_be_read_back_from_its_own_json():
    answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", boost_scope="one_test")
    found = links.from_json(json.dumps(answer.to_json()))
    again = probcalc.odds(found.scenario_id, found.given)
    assert dict(again) == dict(answer)
    assert again.rulings == answer.rulings


def test_a_default_that_stands_against_a_preset_is_kept():
    given_values = {"attacker": "the_cursed", "cc": 10, "strength": 0}
    query = links.to_query("chronopia.melee", given_values)
    assert query["cc"] == "10"
    assert links.from_query(query).given["cc"] == 10


@pytest.mark.parametrize("game", registry.system_ids())
def test_an_entry_is_read_by_every_name_that_a_page_gives_it(game):
    """Its id, its full name, its short name and its plural, in links and on the command line."""
    read = 0
    for model in registry.system(game).scenarios:
        for parameter in model.parameters():
            full = zip(parameter.choice_labels, parameter.choices, strict=True) if parameter.role == "preset" else ()
            for name, choice in [*parameter.called, *full]:
                if choice == NOTHING:
                    continue
                assert value_from_text(parameter, name) == choice
                read += 1
    assert read or game in ("custom", "mechanics", "reikhammer")


def test_a_link_with_the_word_of_the_page_opens_what_it_says():
    found = links.from_query({"s": "chronopia.melee", "attacker": "Cursed", "target": "Spearmen"})
    assert (found.given, found.notices) == ({"attacker": "the_cursed", "target": "spearmen"}, ())
    [said] = links.from_query({"s": "chronopia.melee", "target": "Spaermen"}).notices
    assert said == "Ignored: target: no entry of Units is called Spaermen; did you mean Crystal Lotus Spearmen?"
    [said] = links.from_query({"s": "chronopia.melee", "target": "<b>"}).notices
    assert said.startswith("Ignored: target: no entry of Units is called ?b?; there are Crystal Lotus Spearmen, ")
    assert "none" not in said.split("there are")[1]


def test_a_refused_request_keeps_everything_in_its_link():
    query = links.to_query("chronopia.melee", {"watchers": 3, "target": "spearmen"})
    assert query["watchers"] == "3"
    found = links.from_query(query)
    assert found.given == {"target": "spearmen"}
    assert found.notices == ("Ignored: watchers: applies only against a civilian, else it is 0.",)


def test_the_link_reads_as_it_is_written():
    url = links.to_url("https://example.org/odds", "oathmark.combat", {"a.figures": 5, "a.charge": 2})
    assert url == "https://example.org/odds?s=oathmark.combat&v=1&e=reference-sheet&a.figures=5&a.charge=2"
    assert parse_qs(urlsplit(url).query)["a.figures"] == ["5"]


def test_no_scenario_has_a_parameter_named_like_the_links_own_keys():
    assert not {parameter.name for parameter in PARAMETERS} & {links.SCENARIO_KEY, links.VERSION_KEY}


def test_the_commands_of_the_games_need_no_quotes_and_the_others_double_ones():
    plain = set(string.ascii_letters + string.digits + " =._,-")
    for preset in PRESETS:
        command = links.to_command(preset.scenario, preset.parameters)
        assert preset.scenario == "custom.roll" or set(command) <= plain
        assert "'" not in command


@pytest.mark.parametrize(
    "word", ["3d6 >= 4", "a'b", 'a"b', "$HOME", "`ls`", "a!b", "%PATH%", "a\\b", "", "*", "a;b", "a&b|c"]
)
def test_a_quoted_word_is_one_word_in_a_shell(word):
    assert shlex.split(quote(f"roll={word}")) == [f"roll={word}"]


# -- texts of values -----------------------------------------------------------------------------------------

REFUSED = [
    ("chronopia.melee", "cc", "99", "cc must be 1 to 30, not 99"),
    ("chronopia.melee", "cc", "eleven", 'cc must be a whole number from 1 to 30, not the text "eleven"'),
    ("chronopia.melee", "charging", "yes", 'charging must be true or false, not the text "yes"'),
    ("chronopia.melee", "shield", "buckler", "shield must be none, shield or warshield, not buckler"),
    (
        "oathmark.cascade",
        "activations",
        "5,11",
        'activations must be 1 to 8 whole numbers, each 1 to 10, not the text "5,11"',
    ),
]


@pytest.mark.parametrize(("scenario_id", "name", "text", "line"), REFUSED, ids=lambda part: part[:12])
def test_a_wrong_text_is_refused_in_one_line(scenario_id, name, text, line):
    with pytest.raises(InputError) as caught:
        links.read_words(scenario_id, [f"{name}={text}"])
    assert str(caught.value) == line
    assert caught.value.parameter == name


def spoken(case):
    """The words of a refused request; None where words cannot say what is wrong with it."""
    given_values = case["given"]
    for name, value in given_values.items():
        # What is digits in words is a number, and any number is a roll.
        digits = isinstance(value, str) and value.lstrip("-").isdigit()
        if digits or (name == "roll" and not isinstance(value, str)):
            return None
    return [f"{name}={value_text(value)}" for name, value in given_values.items()]


@pytest.mark.parametrize("system", registry.system_ids())
def test_words_are_refused_as_the_values_themselves_are(system):
    for case in (parameter.values[0] for parameter in harness.error_cases(system)):
        words = spoken(case)
        if words is None:
            continue
        with pytest.raises(InputError) as caught:
            probcalc.odds(case["scenario"], links.read_words(case["scenario"], words))
        assert (case.get("parameter") or case["mentions"]) in str(caught.value)


def test_a_name_is_given_once():
    with pytest.raises(InputError, match="cc is given twice"):
        links.read_words("chronopia.melee", ["cc=11", "cc=12"])


def test_a_word_without_a_value_is_told_how_it_is_written():
    with pytest.raises(InputError, match="cc has no value; write cc=10"):
        links.read_words("chronopia.melee", ["cc"])


def test_signs_and_blanks_around_a_number_are_read():
    assert links.read_words("chronopia.melee", ["modifier=+2", "strength= -1 "]) == {
        "modifier": 2,
        "strength": -1,
    }


RANGES = [("-3..3", [-3, -2, -1, 0, 1, 2, 3]), ("-2..2/2", [-2, 0, 2]), ("0,4,1", [0, 4, 1]), ("5", [5])]


@pytest.mark.parametrize(("text", "values"), RANGES)
def test_a_range_names_its_values(text, values):
    modifier = registry.scenario("chronopia.melee").parameter("modifier")
    assert values_from_text(modifier, text) == values


@pytest.mark.parametrize("text", ["3..-3", "-99..99", "1,1", "1..2..3", "..", "0..999999999/1", "1..3/0", "x"])
def test_a_wrong_range_is_refused(text):
    modifier = registry.scenario("chronopia.melee").parameter("modifier")
    with pytest.raises(InputError, match="modifier"):
        values_from_text(modifier, text)


LISTS = [
    ("4,4;4,3", [[4, 4], [4, 3]]),
    ("3..4, 2 ; 1..5/2", [[3, 2], [4, 2], [1], [3], [5]]),
    ("0..1,0..1", [[0, 0], [0, 1], [1, 0], [1, 1]]),
]


@pytest.mark.parametrize(("text", "values"), LISTS)
def test_the_entries_of_a_list_may_be_ranges(text, values):
    commands = registry.scenario("reikhammer.turn").parameter("a_commands")
    assert values_from_text(commands, text) == values


@pytest.mark.parametrize(
    "text", ["2..1,3", "0..99", "1..2,x", "1..2,", "0..1," * 7 + "3", ",".join(["0..8"] * 6), "3..4;4"]
)
def test_lists_that_cannot_be_are_refused(text):
    commands = registry.scenario("reikhammer.turn").parameter("a_commands")
    with pytest.raises(InputError, match="a_commands"):
        values_from_text(commands, text)


def test_variants_are_divided_by_a_bar_as_they_hold_semicolons():
    variant = registry.scenario("chronopia.melee").parameter("variant")
    assert values_from_text(variant, "d20=2d10; boost=3 | d20=3d6") == ["d20=2d10; boost=3", "d20=3d6"]
    near = registry.scenario("oathmark.cascade").parameter("near")
    assert values_from_text(near, "1-2;1-2,2-3") == ["1-2", "1-2,2-3"]


def test_a_link_names_the_edition_of_the_rules_and_one_of_another_edition_says_so():
    query = links.to_query("chronopia.melee", {"cc": 11})
    assert query["e"] == "demo-rulebook"
    assert links.from_query(query).notices == ()
    found = links.from_query(query | {"e": "<b>2031</b>"})
    assert found.given == {"cc": 11}
    assert found.notices == ("The link is about other rules, ?b?2031??b?; it is read with those of demo-rulebook.",)


# -- thresholds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "result", "at_least", "shown"),
    [
        ("chronopia.melee", "", 2, 'print(answer["slain"], answer["wounds"].at_least(2))'),
        ("chronopia.melee", "wounds", 2, 'print(answer["wounds"].at_least(2))'),
        ("thud_and_blunder.trial", "first_failure", 3, 'print(answer["first_failure"].at_least(3))'),
        ("oathmark.initiative", "rolls", 3, 'print(answer["rolls"].at_least(3))'),
        ("oathmark.morale", "", 3, 'print(answer["outcome"])'),
    ],
)
def test_python_asks_for_the_threshold_of_the_request(scenario, result, at_least, shown):
    source = links.to_python(scenario, {}, result, at_least)
    assert source.splitlines()[-1] == shown
    exec(compile(source, "<link>", "exec"), {})


def test_what_other_programs_make_of_a_link_is_read_as_it_was_meant():
    """An "&" that was written out, marks of where somebody came from, a true minus sign, names for ids."""
    found = links.from_url(
        "http://x/chronopia?s=chronopia.melee&amp;attacker=The%20Cursed&amp;target=spearmen"
        "&modifier=%E2%88%922&utm_source=chat&fbclid=abc&gclid=1"
    )
    assert found.given == {"attacker": "the_cursed", "target": "spearmen", "modifier": -2}
    assert found.notices == ()


def test_a_roll_that_cannot_be_read_brings_the_one_that_was_meant():
    for written, meant in (("2d6>=9", "sum of 2d6>=9"), ("bets of 3d6", "best of 3d6")):
        found = links.from_url(f"http://localhost:8501/?{urlencode({'s': 'custom.roll', 'v': '1', 'roll': written})}")
        assert found.given == {}
        assert found.repairs == (f"roll={meant}",)


@pytest.mark.parametrize("text", ["1..3/0", "-1..1/00"])
def test_a_range_without_a_step_says_so(text):
    modifier = registry.scenario("chronopia.melee").parameter("modifier")
    with pytest.raises(InputError, match=f"^modifier: the step of a range is 1 or more, as in 10..40/5, not {text}$"):
        values_from_text(modifier, text)
