"""What should I do? The best play for an aim, in sentences, with every fixed plan and what each point adds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from probcalc.analysis.advice.advise import MOST_POINTS, Advice, advise
from probcalc.analysis.advice.aim import Aim, aim_from, aimed_at, usual_aims
from probcalc.analysis.conditions.nodes import is_name
from probcalc.analysis.one_play.asked import condition_words
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.tree.steps import Event
from probcalc.present.reports.advice import advice_report, result_words
from probcalc.present.words.phrases import capital
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.decisions import Advising, OpenPlay
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.controls.charts_and_tables import copy_report, file_name, show_report
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.inputs import pick_of
from probcalc.web.pages.advice.drawn import best_card, plans_card
from probcalc.web.parts.controls import Control, after_step, chip_control, control, step_control
from probcalc.web.parts.markup import tag
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import FOLLOWING, spending
from probcalc.web.state.view import View
from probcalc.web.state.visit import Visit

_POINTS = 3
"""How many points there are at first."""
_MOST = 100
_WANTED = {"most": "most", "least": "least"}


class _Asked(NamedTuple):
    """How advice is asked: who decides, what for, with how many points, and whether the other side decides too."""

    side: str
    aim: Aim
    points: int = 0
    opponent: str = "as_given"


def draw(stands: Standing, visit: Visit) -> None:
    """What is aimed at and with how many points, and then the advice."""
    key = f"{stands.model.id}:advice"
    asked, controls = _ask(stands, visit.view(stands.model.id))
    show("asked", tag("div.chips", *map(control, controls)), _choices(visit, stands.model, asked, controls))
    found = _advise(stands, visit, asked)
    cards = [best_card(found), *([plans_card(found)] if len(found.choices) > 1 else [])]
    show("advice", tag("div.two.beside", *cards), {"plan": partial(_show_fixed, stands, found)})
    report = advice_report(found)
    for table in report.more:
        show_report(table, f"{key} {table.id}", label="")
    copy_report(lambda: report, file_name(stands.model.id, report.id), key, shown=report)


def in_short(stands: Standing, visit: Visit) -> Advice | None:
    """What to do, as far as every tap may work it out; None where nothing is to decide, or it is refused."""
    if stands.answer is None or stands.model.advising is None:
        return None
    try:
        asked, _ = _ask(stands, visit.view(stands.model.id))
        return _advise(stands, visit, asked, FOLLOWING)
    except (InputError, TooLarge):
        return None


def _advise(stands: Standing, visit: Visit, asked: _Asked, most: int | None = None) -> Advice:
    """The advice on this answer, worked out once: its row says what it holds."""
    if visit.advised is None or visit.advised[0] is not stands.answer or visit.advised[1] != asked:
        found = advise(stands.model.id, stands.given, budget=spending(most), **asked._asdict())
        visit.advised = stands.answer, asked, found
    return visit.advised[2]


def _show_fixed(stands: Standing, found: Advice, place: str) -> None:
    """Ask the page for what was fixed beforehand."""
    if not place.isdecimal() or int(place) >= len(found.choices):
        return
    known = {name: v for name, v in found.choices[int(place)].values.items() if stands.model.parameter(name)}
    visits.current().ask(stands.slot, {**stands.given, **known})


def _ask(stands: Standing, view: View) -> tuple[_Asked, list[Control]]:
    """The side, the aim, the points and whether the other side decides, with their controls; all stand in the link."""
    advising, scenario = stands.model.advising, stands.answered.scenario
    assert advising is not None
    sides = {name: scenario.name_of(name) for name in advising.sides}
    side = view.side if view.side in sides else next(iter(sides))
    aim, controls = _choose_aim(stands.answered, advising, side, view.aim)
    asked = _Asked(side, aim)
    if len(sides) > 1:
        controls.insert(0, pick_of("side", "Who decides", side, sides))
    if advising.points:
        asked = asked._replace(points=_POINTS if view.points is None else max(0, min(MOST_POINTS, view.points)))
        controls.append(step_control("points", capital(advising.points), asked.points, 0, MOST_POINTS))
    if advising.contested:
        asked = asked._replace(opponent=view.opponent or "as_given")
        controls.append(chip_control("opponent", "Opponent plays optimally", view.opponent == "best"))
    return asked, controls


def _choose_aim(answer: Answer, advising: Advising, side: str, said: str) -> tuple[Aim, list[Control]]:
    """The aim that is chosen: the result, which number of it counts, and whether it is to be great or small."""
    scenario = answer.scenario
    results = scenario.open_play(side, "as_given")
    aims = {name: result_words(scenario, name) for name in advising.aims if _may(Aim(name), scenario, results)}
    aim = aim_from(said, type(scenario))
    if aim is None or not _may(aim, scenario, results):
        aim = next((wanted for wanted in usual_aims(advising, side) if wanted.result in aims), Aim(next(iter(aims))))
    name = aim.result
    if not is_name(name):
        aims = {**aims, name: condition_words(name, answer)}
    controls = [pick_of("result", "Aim", name, aims)]
    order = answer.declared(name).order or tuple(advising.orders.get(name, ()))
    if isinstance(aim.played(scenario, results), Event):
        aim = Aim(name, least=aim.least)
    elif any(isinstance(each, str) for each in order):
        aim = Aim(name, None, aim.outcome if aim.outcome in order else order[0], aim.least)
        names = {str(each): outcome_words(each, answer.sides) for each in order}
        controls.append(pick_of("outcome", "Outcome", str(aim.outcome), names))
    else:
        aim = Aim(name, aim.at_least, None, aim.least)
        controls.append(step_control("at_least", "At least", aim.at_least, 1, _MOST, "on average"))
    return aim, [*controls, pick_of("wanted", "Goal", "least" if aim.least else "most", _WANTED)]


def _may(aim: Aim, scenario: Scenario, results: OpenPlay) -> bool:
    try:
        aimed_at(aim, scenario, results)
    except InputError:
        return False
    return True


def _choices(visit: Visit, model: type[Scenario], asked: _Asked, controls: list[Control]) -> Answers:
    """What is chosen in another way."""
    aim, page, advising = asked.aim, model.id, model.advising
    assert advising is not None

    def choose(rest: str) -> None:
        name, _, text = rest.partition("=")
        if name == "result":
            wanted = (each for each in usual_aims(advising, asked.side) if each.result == text)
            visit.look(page, aim=next(wanted, Aim(text)).text())
        elif name == "wanted":
            visit.look(page, aim=replace(aim, least=text == "least").text())
        elif name == "outcome" and (found := aim_from(f"{aim.result} = {text}")) is not None:
            visit.look(page, aim=replace(found, least=aim.least).text())
        elif name == "opponent":
            visit.look(page, opponent="best" if text == "true" else "")
        elif name == "side":
            visit.look(page, side=text)
        else:
            value = int(text) if text.strip().isdecimal() and len(text) < 9 else None
            if name == "points":
                visit.look(page, points=None if value is None else min(MOST_POINTS, value))
            elif name == "at_least":
                visit.look(page, aim=replace(aim, at_least=min(_MOST, value) if value else None).text())

    return {"set": choose, "step": lambda rest: choose(after_step(controls, rest))}
