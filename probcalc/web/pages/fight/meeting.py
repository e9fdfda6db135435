"""Who against whom: one who acts and whom they meet, or two sides face to face, and the verb between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product
from typing import NamedTuple

from probcalc.present.cards.unit import facts_in_words, stat_in_words, strikes_in_words
from probcalc.present.sentences.headline import Named, match_up
from probcalc.present.words.requests import parameter_words, standing_in, value_words
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING, Given, Parameter
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import conjugate
from probcalc.scenarios.value_text import value_text
from probcalc.web.controls.inputs import absent, pick_list, pick_of
from probcalc.web.pages.answer.shown import side_names
from probcalc.web.pages.fight import drawn
from probcalc.web.pages.fight.drawn import Party
from probcalc.web.parts.controls import Control, step_control
from probcalc.web.parts.markup import Markup
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state.answered_request import Standing

_MOST_STATS = 3


def sections(stands: Standing) -> list[str]:
    """The sides of the request, where it has two with names of their own."""
    return list(dict.fromkeys(p.section for p in stands.model.parameters() if p.section))


def is_two_sided(stands: Standing) -> bool:
    """Whether two sides face each other, each with inputs of its own."""
    sided = [p.name for p in stands.model.parameters() if p.section]
    return len(sections(stands)) == 2 and all(name.startswith(("a.", "b.")) for name in sided)


def section_names(stands: Standing) -> dict[str, str]:
    """The sides as their inputs are headed, each with the name of its unit; empty without two sides."""
    if stands.answer is None or not is_two_sided(stands):
        return {}
    names = side_names(stands.answer)
    return dict(zip(sections(stands), (names["a"], names["b"]), strict=True))


class Meeting(NamedTuple):
    """Two who meet as they are drawn, and the controls that stand there already."""

    card: Markup
    controls: Sequence[Control]


def meet(stands: Standing) -> Meeting | None:
    """Who against whom; None where nobody is picked by name."""
    return _fight(stands) if is_two_sided(stands) else _match(stands)


def _match(stands: Standing) -> Meeting | None:
    """Who against whom, of a request without sides: who is picked first, what they bear, and whom they meet."""
    presets = [p for p in stands.model.parameters() if p.role == "preset" and not p.section]
    if not presets:
        return None
    targets = [p for p in presets if p.belongs_to == "target"]
    own = [p for p in presets if p not in targets]
    lead = (own or targets)[0]
    left: Party = {"pick": pick_list(stands, lead)}
    right: Party | None = None
    meets = match_up(stands.answer) if stands.answer is not None else None
    verb, verbs = "against", None
    rest = [p for p in own if p is not lead]
    if rest:
        left["second"] = pick_list(stands, rest[0])
        if left["second"]["value"] == NOTHING:
            held = standing_in(stands.answer.scenario).get(rest[0].name) if stands.answer is not None else None
            left["second"]["shown"] = rest[0].absent if held is None else value_words(rest[0], held)
    else:
        left["bears"] = facts(stands, lead)
    if own and targets:
        right = {"pick": pick_list(stands, targets[0]), "bears": facts(stands, targets[0])}
    if meets is not None:
        _name_of(left, meets.left)
        if meets.right is not None and right is not None:
            _name_of(right, meets.right)
            verb, verbs = meets.verb, verb_pick(stands, meets.verb)
    held_there = [each for side in (left, right) if side for each in (side["pick"], side.get("second")) if each]
    return Meeting(drawn.match_up(left, right, verb, verbs), held_there)


def _name_of(side: Party, named: Named) -> None:
    """A side by its name in this answer; a list that says nothing of its own shows what is borne."""
    if side["pick"]["value"] != NOTHING:
        side["pick"]["shown"] = named.name
    if named.bears:
        if "second" in side:
            side["second"]["shown"] = named.bears
        else:
            side["bears"] = named.bears


def facts(stands: Standing, parameter: Parameter) -> str:
    """The first stats of whoever has no name of the lists and no weapon to name: "RS 12"."""
    if stands.values[parameter.name] != NOTHING:
        return ""
    own = (
        p
        for p in stands.model.parameters()
        if p.role == "stat" and p.belongs_to == parameter.belongs_to and not p.section
    )
    told = filter(None, (stat_in_words(p, stands.values[p.name]) for p in own))
    return with_minus(" · ".join(islice(told, _MOST_STATS)))


def _fight(stands: Standing) -> Meeting:
    """Two sides face to face: whom each is, how many, what they roll, and the figures that count."""
    strikes = strikes_in_words(stands.answer.scenario) if stands.answer is not None else {}
    names = side_names(stands.answer) if stands.answer is not None else {}
    cards: list[Markup] = []
    held: list[Control | None] = []
    for side, section in zip(("a", "b"), sections(stands), strict=True):
        parameters = [p for p in stands.model.parameters() if p.section == section]
        preset = next((p for p in parameters if p.role == "preset"), None)
        headcount = next((p for p in parameters if p.headcount), None)
        pick = pick_list(stands, preset) if preset else None
        if pick and side in names and pick["value"] != NOTHING:
            pick["shown"] = names[side]
        count = _counter(stands, headcount) if headcount else None
        told = [with_minus(fact) for fact in facts_in_words(stands.model, side, stands.values)]
        cards.append(drawn.unit_card(side, names.get(side, section), pick, count, strikes.get(side, ""), told))
        held += [pick, count]
    middle = [p for p in stands.model.parameters() if not p.section and p.kind == "choice" and p.role == "modifier"]
    meets = match_up(stands.answer) if stands.answer is not None else None
    verb = meets.verb if meets is not None and meets.verb else "against"
    verbs = pick_list(stands, middle[0]) if middle else verb_pick(stands, verb)
    return Meeting(drawn.unit_cards(cards[0], cards[1], verb, verbs), [each for each in (*held, verbs) if each])


def _counter(stands: Standing, parameter: Parameter) -> Control:
    name, value = parameter.name, stands.values[parameter.name]
    number = step_control(name, parameter.label, value, *parameter.bounds, absent(parameter))
    return {**number, "spoken": parameter_words(parameter), "help": parameter.help}


VERB = "verb"
"""The name of the list: no parameter, since a verb may stand for several."""
_MOST_VALUES = 4


def verb_pick(stands: Standing, present: str) -> Control | None:
    """What else may be done than what is `present`; None where the sentence knows only one way.

    An option stands for the circumstances that it needs: "charging=true&facing=front".
    """
    if stands.answer is None or not stands.answer.parties:
        return None
    scenario = stands.answer.scenario
    verbs = _verbs(scenario, ways_to_meet(stands))
    if len(verbs) < 2:
        return None
    many = stands.answer.parties[0].heads_many
    needed = {met: "&".join(f"{n}={value_text(v)}" for n, v in values.items()) for met, values in verbs.items()}
    names = {pairs: conjugate(met or "against", many) for met, pairs in needed.items()}
    return {**pick_of(VERB, "What they do", needed[scenario.meeting()], names), "shown": present}


def ways_to_meet(stands: Standing) -> list[Parameter]:
    """The circumstances that change the verb: whether one side charges, from which side."""
    if stands.answer is None or type(stands.answer.scenario).meeting is Scenario.meeting:
        return []
    scenario = stands.answer.scenario
    return [p for p in stands.model.parameters() if _may_move(p) and len(_verbs(scenario, [p])) > 1]


def _may_move(parameter: Parameter) -> bool:
    return parameter.role == "modifier" and (parameter.kind == "boolean" or 1 < len(parameter.choices) <= _MOST_VALUES)


def _verbs(scenario: Scenario, moving: list[Parameter]) -> dict[str, Given]:
    """Each verb with the values that it needs, the present ones first."""
    now = {p.name: scenario.value_of(p.name) for p in moving}
    found: dict[str, Given] = {scenario.meeting(): now}
    values = [(False, True) if p.kind == "boolean" else p.choices for p in moving]
    for chosen in product(*values):
        given = dict(zip(now, chosen, strict=True))
        try:
            met = scenario.replaced(given).meeting()
        except InputError:
            continue
        found.setdefault(met, given)
    return found
