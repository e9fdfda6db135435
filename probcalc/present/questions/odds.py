"""The question of all: what a scenario gives."""

from __future__ import annotations

import json

from probcalc.analysis.findings.report import Report
from probcalc.analysis.stages.rounds import ByRound, by_round
from probcalc.present.declared.answer_forms import AT_LEAST, FORMS, with_lead, write_answer
from probcalc.present.declared.question import Asked, Option, Question, Written
from probcalc.present.reports.law import numbers_report
from probcalc.present.reports.rounds import rounds_report
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError


def _find(asked: Asked) -> Answer | ByRound:
    said, given = asked.said, asked.chosen.get("given")
    if "certificate" in asked.chosen and given is not None:
        raise InputError("--certificate proves one result of an answer; leave --given out")
    if said["by_round"]:
        if {"explain", "result", "given", "at_least"} & set(asked.chosen):
            raise InputError("--by-round tells the whole fight; leave the other questions out")
        return by_round(asked.place, asked.given)
    if given is not None:
        if said["explain"]:
            raise InputError("--explain tells the whole play; leave it out with --given")
        from probcalc.analysis.one_play.conditional import odds_given

        return odds_given(asked.place, asked.given, given)
    answer = registry.answer(asked.place, asked.given)
    return answer.called(asked.called) if asked.called else answer


def _reports(found: Answer | ByRound, _: Asked) -> list[Report]:
    return [rounds_report(found) if isinstance(found, ByRound) else numbers_report(found)]


def _write(found: Answer | ByRound, asked: Asked, form: str) -> Written:
    if isinstance(found, ByRound):
        if form in ("line", "bbcode"):
            raise InputError(f"--by-round is a table of rounds, and --{form} is one line; leave one out")
        return found.to_json() if form == "json" else _reports(found, asked)
    return write_answer(found, asked, form)


def _certificate(found: Answer | ByRound, asked: Asked) -> tuple[str, str]:
    """The proof of what leads, and how it is checked."""
    try:
        if isinstance(found, ByRound):
            name, proof = "how long it lasts", found.certificate()
        else:
            from probcalc.analysis.numbers.measure import headline_in

            answer, lead = with_lead(found, asked.said)
            name = lead.result or headline_in(answer)
            proof = answer.certificate(name)
    except ValueError as error:
        raise InputError(str(error)) from error
    checker, file = "check_tree" if proof["certificate"] == "tree/1" else "check_play", asked.said["certificate"]
    said = f"the proof of {name} is in {file}; python examples/{checker}.py {file} checks it"
    return json.dumps(proof, ensure_ascii=False), said


QUESTION = Question(
    0,
    "The exact answer to a scenario.",
    """The exact answer to a scenario, or to the request that a link holds.

    Lists are written with commas, a value that is absent as none. Names that do not exist and values out of range are
    refused in one line, with exit code 2. `probcalc describe SCENARIO` lists what may be said.
    """,
    (Answer, ByRound),
    _find,
    _reports,
    (
        "chronopia.melee cc=11",
        "chronopia.melee attacker=the_cursed target=spearmen charging=true",
        "chronopia.melee attacker=the_cursed target=spearmen --explain",
        "chronopia.clash a.unit=followers a.models=5 b.unit=spearmen --json",
        "'http://localhost:8501/?s=chronopia.melee&v=1&cc=11'",
        "chronopia.melee attacker=the_cursed --given 'wounds >= 1'",
        "oathmark.fight a.figures=5 b.figures=5 --by-round",
        "oathmark.cascade activations=5,5,6 near=1-2,2-3 --at-least 2",
    ),
    options=(
        AT_LEAST,
        Option("result", "Lead with this: slain, mean wounds, 'wounds >= 2', 'slain and not hit'.", kind="result"),
        Option("explain", "Explain the answer: every roll, numbers needed, modifiers, rules.", kind="flag"),
        Option("given", 'Odds given a result: "hit", "wounds >= 2", "not slain and hit".', form="CONDITION"),
        Option("by_round", "Fights only: the odds after each round.", kind="flag"),
        Option(
            "certificate",
            "Write a proof of the result that leads, with --by-round of how long a fight to the end lasts; "
            "examples/check_tree.py or check_play.py checks it.",
            form="FILE",
            kind="beside",
        ),
    ),
    forms=FORMS,
    writes=_write,
    files={"certificate": _certificate},
)
