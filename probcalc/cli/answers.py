"""`probcalc odds`, `probcalc roll` and `probcalc link`: one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from probcalc.cli.arguments import (
    base,
    command,
    form,
    names_of,
    parameters_of,
    parse_words,
    request,
    with_roster_figures,
)
from probcalc.cli.names import ResultName
from probcalc.cli.output import put, put_data, remark, strong, write_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from probcalc.scenarios.answer import Answer


@command(
    "The exact answer to a scenario.",
    "probcalc odds chronopia.melee cc=11",
    "probcalc odds chronopia.melee attacker=the_cursed target=spearmen charging=true",
    "probcalc odds chronopia.melee attacker=the_cursed target=spearmen --explain",
    "probcalc odds chronopia.clash a.unit=followers a.models=5 b.unit=spearmen --json",
    "probcalc odds 'http://localhost:8501/?s=chronopia.melee&v=1&cc=11'",
    "probcalc odds chronopia.melee attacker=the_cursed --given 'wounds >= 1'",
    "probcalc odds oathmark.fight a.figures=5 b.figures=5 --by-round",
    "probcalc odds oathmark.cascade activations=5,5,6 near=1-2,2-3 --at-least 2",
)
@request
@click.option("--at-least", type=int, metavar="N", help="Also show the chance of at least N.")
@click.option("--result", default="", type=ResultName(), metavar="NAME", help="Lead with this result.")
@click.option("--explain", is_flag=True, help="Explain the answer: every roll, numbers needed, modifiers, rules.")
@click.option("--given", metavar="CONDITION", help='Odds given a result: "hit", "wounds >= 2", "not slain and hit".')
@click.option("--by-round", is_flag=True, help="Fights only: the odds after each round.")
@click.option(
    "--certificate",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True),
    help="Write a proof of the result that leads, with --by-round of how long a fight to the end lasts; "
    "examples/check_tree.py or check_play.py checks it.",
)
@form("json", "csv", "markdown", "line", "bbcode")
def odds(
    scenario: str,
    words: tuple[str, ...],
    at_least: int | None,
    result: str,
    explain: bool,
    given: str | None,
    by_round: bool,
    certificate: str | None,
    form: str | None,
) -> None:
    """The exact answer to a scenario, or to the request that a link holds.

    Lists are written with commas, a value that is absent as none. Names that do not exist and values out of range are
    refused in one line, with exit code 2. `probcalc describe SCENARIO` lists what may be said.
    """
    from probcalc.scenarios import registry

    linked: dict[str, Any] = {}
    if "s=" in scenario:
        scenario, linked = _request_of_link(scenario)
    if certificate is not None and given is not None:
        raise click.UsageError("--certificate proves one result of an answer; leave --given out.")
    if by_round:
        if explain or result or given is not None or at_least is not None:
            raise click.UsageError("--by-round tells the whole fight; leave the other questions out.")
        _show_rounds(scenario, linked | parameters_of(scenario, words), form, certificate)
        return
    if given is not None:
        from probcalc.analysis.conditional import odds_given

        if explain:
            raise click.UsageError("--explain tells the whole play; leave it out with --given.")
        show(odds_given(scenario, linked | parameters_of(scenario, words), given), at_least, result, False, form)
        return
    said = parse_words(scenario, words)
    answer = registry.answer(scenario, linked | with_roster_figures(scenario, said))
    names = names_of(scenario, said)
    show(answer.called(names) if names else answer, at_least, result, explain, form)
    if certificate is not None:
        name = _read_lead(result, None)[0] if result else next(iter(answer))
        _write_proof(name, lambda: answer.certificate(name), certificate)


def _write_proof(name: str, made: Callable[[], dict[str, Any]], file: str) -> None:
    """Write the certificate of what is named."""
    import json

    from probcalc.scenarios.errors import InputError

    try:
        proof = made()
    except ValueError as error:
        raise InputError(str(error)) from error
    write_file(file, json.dumps(proof, ensure_ascii=False))
    checker = "check_tree" if proof["certificate"] == "tree/1" else "check_play"
    remark(f"the proof of {name} is in {file}; python examples/{checker}.py {file} checks it")


@command(
    "The exact answer to a roll written down.",
    'probcalc roll "2d6 + 1"',
    'probcalc roll "2d6 best"',
    'probcalc roll "best of 3d10 >= 7"',
    'probcalc roll "12d6 >= 4 then d6 >= 5 then d6 <= 3" --at-least 2',
    'probcalc roll "d20 <= 11 crit 1-2 fumble 20" --explain',
    'probcalc roll "2d6 + 1 vs 2d6 ties b" --json',
)
@click.argument("words", nargs=-1, required=True, metavar="ROLL")
@click.option("--at-least", type=int, metavar="N", help="Also show the chance of at least N.")
@click.option("--result", default="", metavar="NAME", help="Lead with this result.")
@click.option("--explain", is_flag=True, help="Explain the answer: every roll and the numbers needed.")
@form("json", "csv", "markdown", "line", "bbcode")
def roll(words: tuple[str, ...], at_least: int | None, result: str, explain: bool, form: str | None) -> None:
    """The exact answer to a roll in a small notation; put it in quotes, because < and > mean something to a shell.

    \b
      2d6 + d4 - 1               dice and numbers added up
      2d6 best, worst of 2d20    the highest die, the lowest
      keep 3 of 4d6              the three highest, added up
      12d6 >= 4                  how many dice show 4 or more
      sum of 2d6 >= 7            whether their sum is 7 or more
      12d6 >= 4 then d6 >= 5     one more roll for each success
      2d6 + 1 vs 2d6 ties b      two sides; also ties a, ties reroll

    After a target stand crit 1-2, fumble 20, always 20, never 1, reroll 1, reroll failures, reroll up to 3 failures and
    exploding once. A roll that cannot be read is refused in one line that names the character.
    """  # noqa: D301
    from probcalc.scenarios import registry

    show(registry.answer("custom.roll", {"roll": " ".join(words)}), at_least, result, explain, form)


def _show_rounds(scenario: str, parameters: dict[str, Any], form: str | None, certificate: str | None) -> None:
    """Write how a fight stands after each round."""
    import json

    from probcalc.analysis.rounds import by_round
    from probcalc.cli.output import put_report
    from probcalc.present.reports.rounds import rounds_report

    found = by_round(scenario, parameters)
    if form == "json":
        put(json.dumps(found.to_json(), ensure_ascii=False, indent=2))
    else:
        put_report(rounds_report(found), form)
    if certificate is not None:
        _write_proof("how long it lasts", found.certificate, certificate)


def show(answer: Answer, at_least: int | None, result: str, explain: bool, form: str | None) -> None:
    """Write an answer, or why it is so, in the form asked for."""
    if result:
        result, at_least = _read_lead(result, at_least)
    if result or at_least is not None:
        _check_lead(answer, result, at_least)
    if explain:
        _put_explanation(answer, at_least, result, form)
    elif form == "json":
        put_data(answer.to_json())
    elif form == "csv":
        from probcalc.present.csv_text import csv_text

        put(csv_text(answer))
        for name, why in answer.left_out.items():
            remark(f"{name} is left out: {why}")
    elif form == "markdown":
        from probcalc.present.text import markdown

        put(markdown(answer, at_least, result))
    elif form in ("line", "bbcode"):
        from probcalc.present.line import answer_bbcode, answer_line

        put((answer_line if form == "line" else answer_bbcode)(answer, at_least, result))
    else:
        from probcalc.present.text import answer_text

        put(answer_text(answer, at_least, strong, result))


def _put_explanation(answer: Answer, at_least: int | None, result: str, form: str | None) -> None:
    from probcalc.present import explain
    from probcalc.scenarios.errors import InputError

    if form not in (None, "json", "markdown"):
        raise InputError(f"--explain has no --{form}; it is text, --markdown or --json")
    if form == "json":
        put_data(explain.explanation_data(answer, result))
    elif form == "markdown":
        put(explain.explanation_markdown(answer, result, at_least))
    else:
        put(explain.explanation_text(answer, strong, result, at_least))


def _request_of_link(url: str) -> tuple[str, dict[str, Any]]:
    from probcalc.links import from_url
    from probcalc.scenarios.errors import InputError

    found = from_url(url)
    if found.scenario_id is None:
        raise InputError(found.notices[0] if found.notices else "the link names no scenario")
    for notice in found.notices:
        remark(notice)
    return found.scenario_id, found.given


@command(
    "A request as a link, a command and Python.",
    "probcalc link chronopia.melee cc=11",
    "probcalc link chronopia.melee cc=11 --base https://example.org/",
)
@request
@base
def link(scenario: str, words: tuple[str, ...], base: str) -> None:
    """A request as a link to its page, as the shortest command and as Python."""
    from probcalc.links import to_command, to_python, to_url

    given = parameters_of(scenario, words)
    put("\n\n".join([to_url(base, scenario, given), to_command(scenario, given), to_python(scenario, given)]))


def _read_lead(result: str, at_least: int | None) -> tuple[str, int | None]:
    """The result that leads, and how many are counted, as in "wounds >= 2"; one of its outcomes is shown with all."""
    from probcalc.analysis.measure import read_number
    from probcalc.scenarios.errors import InputError

    said = read_number(result)
    if said.at_least is not None and at_least is not None:
        raise InputError(f"{result} says what is counted; leave --at-least out", "result")
    return said.result, at_least if said.at_least is None else said.at_least


def _check_lead(answer: Answer, result: str, at_least: int | None) -> None:
    from probcalc.scenarios.errors import InputError, unknown_name

    if result in answer.left_out:
        answer[result]
    if result and result not in answer:
        raise unknown_name("result", result, answer, f" of {answer.scenario.id} here")
    laws = [law for name, law in answer.laws.items() if not result or name == result]
    if at_least is not None and not any(law.is_extended for law in laws):
        what = result or f"{answer.scenario.id} here"
        raise InputError(f"--at-least counts nothing: {what} has no numbers for outcomes", result)
