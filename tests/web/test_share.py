"""What is handed on: every link is short, and the command and the Python lines give the answer that the page shows."""

import contextlib
import io
import json
import shlex
from urllib.parse import parse_qsl, urlsplit

import pytest
from click.testing import CliRunner

import probcalc
from probcalc import links
from probcalc.analysis.beside.compare import compare
from probcalc.analysis.numbers.measure import headline_in
from probcalc.analysis.stages.sequence import sequence
from probcalc.cli import main
from probcalc.present.numbers.decimals import percent
from probcalc.present.reports.comparison import comparison_report
from probcalc.present.sentences.headline import sentence
from probcalc.present.sentences.line import answer_bbcode, answer_line
from probcalc.present.writing.report import report_csv
from probcalc.scenarios import registry
from probcalc.web.pages.share.panel import for_others
from probcalc.web.paths import short_path
from probcalc.web.state.request_lists import query_for
from probcalc.web.state.view import View
from tests.looped import each
from tests.web.driver import PRESETS, Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def printed(source):
    """What lines of Python print."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(source, {})
    return out.getvalue().rstrip("\n")


def told(command):
    """What a command prints."""
    program, *words = shlex.split(command)
    assert program == "probcalc"
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 0, found.output
    return found.output


@each("preset", PRESETS, lambda preset: f"{preset.scenario}: {preset.name}")
def test_the_command_and_the_python_lines_give_the_answer(preset):
    answer = probcalc.odds(preset.scenario, preset.parameters)
    assert printed(links.to_python(preset.scenario, preset.parameters)) == str(answer[headline_in(answer)])
    command = links.to_command(preset.scenario, preset.parameters)
    assert json.loads(told(f"{command} --json"))["results"] == answer.to_json()["results"]


@pytest.mark.parametrize("system", registry.systems(), ids=lambda system: system.id)
def test_what_the_share_part_holds_leads_back(system):
    scenario_id, given = system.presets[-1].scenario, dict(system.presets[-1].parameters)
    reader = Reader().ask(scenario_id, given).open_part(scenario_id, "share")
    codes = [element.value for element in reader.page.code]
    link = next(code for code in codes if "?s=" in code)
    assert any(code.endswith(short_path(scenario_id, given)) for code in codes)
    assert any(code.endswith(f"([exactly]({link}))") for code in codes)
    assert len(link) < 500
    assert dict(parse_qsl(urlsplit(link).query)) == links.to_query(scenario_id, given)
    assert any(code.startswith("<iframe") and "embed=1&amp;theme=auto" in code for code in codes)
    answer = probcalc.odds(scenario_id, given)
    assert any(code == f"{answer_line(answer)}\n{link}" for code in codes)
    assert any(code.startswith(answer_bbcode(answer)) for code in codes)
    assert len(reader.page.get("image")) == 1, "the QR code"


def test_what_counts_goes_into_the_texts_the_command_and_the_python_lines():
    reader = (
        Reader().ask("chronopia.melee", CURSED, result="wounds", at_least="2").open_part("chronopia.melee", "share")
    )
    answer = probcalc.odds("chronopia.melee", CURSED)
    codes = [element.value for element in reader.page.code]
    assert any(code.startswith(answer_line(answer, 2, "wounds")) for code in codes)
    [command] = [code for code in codes if code.startswith("probcalc odds")]
    assert sentence(answer, 2, "wounds") in told(command)
    [lines] = [code for code in codes if code.startswith("import probcalc")]
    assert printed(lines) == str(answer["wounds"].at_least(2))
    assert percent(answer["wounds"].at_least(2)) in reader.sentence


ONE, TWO = ("chronopia.melee", CURSED), ("chronopia.melee", {**CURSED, "charging": True})
ROLL = ("custom.roll", {"roll": "12d6 >= 4 then d6 >= 5"})


def test_a_comparison_is_handed_on_as_a_command_and_python_that_give_its_numbers():
    requests = [ONE, TWO, ROLL]
    reader = Reader().go("compare", query_for(requests))
    codes = [element.value for element in reader.page.code]
    [command] = [code for code in codes if code.startswith("probcalc compare")]
    found = compare(requests)
    rows = report_csv(comparison_report(found)).splitlines()
    assert set(rows[1:]) <= set(told(f"{command} --csv").splitlines())
    [lines] = [code for code in codes if code.startswith("from probcalc")]
    assert printed(lines).splitlines() == [str(row) for row in found.numbers]


def test_attacks_are_handed_on_as_a_command_and_python_that_give_their_numbers():
    shot = ("chronopia.shooting", {"attacker": "archers", "target": "spearmen"})
    reader = Reader().go("attacks", query_for([shot, TWO]))
    codes = [element.value for element in reader.page.code]
    [command] = [code for code in codes if code.startswith("probcalc sequence")]
    ended = [str(stage.ended) for stage in sequence([shot, TWO]).stages]
    assert all(chance in told(f"{command} --json") for chance in ended)
    [lines] = [code for code in codes if code.startswith("from probcalc")]
    assert printed(lines).split() == ended
    files = [button.key for button in reader.page.get("download_button")]
    assert files[-3:] == ["share:sequence.csv", "share:sequence.png", "share:sequence.svg"]
    assert files[:-3] == [f"attacks:stages {ending}" for ending in ("csv", "md", "json")]


def test_a_refused_request_has_its_python_lines_too():
    lines = links.to_python("chronopia.melee", {"attacker": "civilian"}, "wounds", 2)
    assert lines.endswith('print(answer["wounds"])')


def test_no_link_to_be_sent_opens_what_is_for_oneself():
    assert for_others(View(turned="why,share,own,recent")) == View(turned="why")


def test_a_link_names_the_edition_of_every_game():
    for system in registry.systems():
        assert links.to_query(system.scenarios[0].id, {})["e"]
