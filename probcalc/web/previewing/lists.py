"""The links of several requests: side by side, as attacks in order, and as attackers with their targets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote, urlencode

from probcalc.analysis.allocation.allocate import allocate
from probcalc.analysis.allocation.said import MOST_ATTACKERS
from probcalc.analysis.beside.compare import MOST_REQUESTS
from probcalc.analysis.stages.sequence import sequence
from probcalc.links.lists import query_for
from probcalc.present.cards.parts import Bar, Number, Row
from probcalc.present.cards.told import Told, compare_answers, told_card_svg
from probcalc.present.numbers.decimals import PERCENT, in_percent, percent
from probcalc.present.numbers.text import number_text
from probcalc.present.reports.allocation import aim_words, allocation_sentence, value_unit
from probcalc.present.reports.sequence import sequence_sentence
from probcalc.present.sentences.verdict import verdict
from probcalc.scenarios.parameters import Given
from probcalc.web.pages.allocate.shown import asked_of, plan_of
from probcalc.web.pages.allocate.shown import result as allocation_card
from probcalc.web.pages.lists.attacks_shown import result as together_card
from probcalc.web.pages.lists.offered import name_in
from probcalc.web.pages.lists.setup_words import shared_words, short_names
from probcalc.web.paths import TOOLS
from probcalc.web.previewing.found import Fields, Found, preview_of, requests_twin
from probcalc.web.state import called, plans, request_lists
from probcalc.web.state.answered_request import OwnPlace, Standing, standing
from probcalc.web.state.view_fields import part_query, view_query

_FEWEST_COMPARED, _MOST_IN_ORDER = 2, 8
_CALLED = f".{request_lists.CALLED}"


class _Asked(NamedTuple):
    """The requests of a link, each as it stands, and their query."""

    stands: list[Standing]
    query: dict[str, str]

    @property
    def requests(self) -> list[tuple[str, Given]]:
        return [(row.model.id, row.given) for row in self.stands]


def of_comparison(fields: Fields) -> Found | None:
    """What a comparison shows; None where it compares nothing, or not all that was meant."""
    asked = _requests(fields, MOST_REQUESTS)
    if asked is None or len(asked.stands) < _FEWEST_COMPARED:
        return None
    answers = [row.answer for row in asked.stands if row.answer is not None]
    names, shared = short_names(asked.stands), shared_words(asked.stands)
    twin = requests_twin("compare", asked.requests)
    told = compare_answers(answers, names, shared)
    return Found(preview_of(told.said, shared, TOOLS["compare"].path, asked.query, twin), partial(told_card_svg, told))


def of_attacks(fields: Fields) -> Found | None:
    """What attacks in order show: what becomes of the target, and how far each attack gets."""
    asked = _requests(fields, _MOST_IN_ORDER)
    if asked is None:
        return None
    found = sequence(asked.requests)
    names = _in_order([name_in(row.parties, "attacker") or row.model.title for row in asked.stands])
    card, stages = together_card(found), found.stages
    told = Told(
        names,
        TOOLS["attacks"].title,
        sequence_sentence(found),
        _chance(card["sentence"], card["value"]),
        bars=[Bar(stage.name, stage.ended, in_percent(stage.ended)) for stage in stages] if len(stages) > 1 else (),
        unit="after each attack",
    )
    twin = requests_twin("sequence", asked.requests)
    about = f"Combined attacks on one target: {names}"
    return Found(
        preview_of(sequence_sentence(found), about, TOOLS["attacks"].path, asked.query, twin),
        partial(told_card_svg, told),
    )


def of_plan(fields: Fields) -> Found | None:
    """What a plan of attackers and targets shows: what it comes to, and how often each target is removed."""
    rest, view, _ = part_query(fields)
    apart = plans.take_apart(rest)
    asked = _requests({key: list(texts) for key, texts in rest.items()}, MOST_ATTACKERS)
    if asked is None:
        return None
    scenario_id = asked.stands[0].model.id
    targets, wrong = plans.targets_of_link(apart, scenario_id)
    if wrong or not targets:
        return None
    against = [_standing(scenario_id, target.given, target.names) for target in targets]
    plan = plan_of(asked.stands, against, [target.points for target in targets])
    wanted = asked_of(plan, view)
    found = allocate(**wanted)
    card = allocation_card(found)
    lead = card["sentence"].partition(":")[0]
    number = (
        _chance(aim_words(found), found.value)
        if found.aim.is_chance
        else Number(
            aim_words(found).removesuffix(" on average"), number_text(found.value, value_unit(found)), "on average"
        )
    )
    rows = [Row(name, percent(chance), chance) for name, chance in found.removed.items()]
    sentence = allocation_sentence(found)
    told = Told(lead, TOOLS["allocate"].title, sentence, number, rows, unit="removed")
    query = dict(asked.query)
    for place, target in enumerate(targets, 1):
        query |= plans.target_query(scenario_id, target, place)
    steps = found.policy if found.look else found.steps
    twin = f"allocate?{urlencode({'plan': json.dumps(wanted)}, quote_via=quote)}"
    return Found(
        preview_of(sentence, "; ".join(steps), TOOLS["allocate"].path, query | view_query(view), twin),
        partial(told_card_svg, told),
    )


def _requests(fields: Fields, most: int) -> _Asked | None:
    """The requests of a link, all of them answered; None where something of them is ignored or refused."""
    numbered = {key: texts for key, texts in fields.items() if key[:2] in {f"{place}." for place in range(1, 10)}}
    requests, notices = request_lists.from_query(numbered, most)
    if notices or not requests:
        return None
    names = [numbered.get(f"{place}{_CALLED}", [""])[0] for place in requests]
    asked = list(requests.values())
    stands = [_standing(scenario_id, given, name) for (scenario_id, given), name in zip(asked, names, strict=True)]
    if any(row.answer is None for row in stands):
        return None
    query = query_for(asked)
    query |= {f"{place}{_CALLED}": name for place, name in enumerate(names, 1) if name}
    return _Asked(stands, query)


def _standing(scenario_id: str, given: Given, names: str) -> Standing:
    held = called.holding(called.names_of_request(scenario_id, names, given), given) if names else {}
    own = {place: OwnPlace({}, None, name) for place, name in held.items()}
    return standing(scenario_id, given, own=own)


def _in_order(names: Sequence[str]) -> str:
    """Who attacks, in order; who does so several times in a row is named once."""
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    return ", then ".join(f"{name} ({count} times)" if count > 1 else name for name, count in runs)


def _chance(sentence: str, chance: Fraction) -> Number:
    return Number(sentence, in_percent(chance), PERCENT, verdict(chance).words)
