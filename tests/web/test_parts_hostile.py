"""Every part shows names that are markup as plain text, whatever data it is given."""

import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from types import CodeType

import pytest

from probcalc import odds
from probcalc.analysis.advice.advise import advise
from probcalc.analysis.allocation.allocate import allocate
from probcalc.analysis.balance.asking import balance
from probcalc.analysis.findings.report import Column, Report
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.tables.table import table
from probcalc.exact.readings.explanation import explain
from probcalc.exact.tree.checks import roll_under
from probcalc.present.sentences.verdict import Verdict
from probcalc.scenarios.registry import scenario
from probcalc.web.pages.advice import drawn as advice
from probcalc.web.pages.allocate import drawn as plan
from probcalc.web.pages.answer import drawn as result
from probcalc.web.pages.case import drawn as case
from probcalc.web.pages.changes import drawn as changes
from probcalc.web.pages.compare import curves_drawn as curves
from probcalc.web.pages.compare import curves_shown
from probcalc.web.pages.compare import drawn as compared
from probcalc.web.pages.everybody import drawn as everybody
from probcalc.web.pages.fight import drawn as matchup
from probcalc.web.pages.fight import fates_drawn as fates
from probcalc.web.pages.frame import drawn as top
from probcalc.web.pages.heat import drawn as heat
from probcalc.web.pages.heat import multiples_drawn as multiples
from probcalc.web.pages.laboratory import drawn as laboratory
from probcalc.web.pages.laboratory.shown import Both
from probcalc.web.pages.lists import setups_drawn as setups
from probcalc.web.pages.own import drawn as own
from probcalc.web.pages.programs import drawn as programs
from probcalc.web.pages.why import drawn as why
from probcalc.web.pages.why import flow_drawn as why_flow
from probcalc.web.pages.why import words as why_words
from probcalc.web.parts import controls, rows
from probcalc.web.parts import lines as home
from probcalc.web.state.answered_request import standing

HALF = Fraction(1, 2)
HOSTILE = "</style></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'`&amp;{{x}}"
PICK = {"parameter": HOSTILE, "label": HOSTILE, "value": HOSTILE, "options": [(HOSTILE, HOSTILE)], "shown": HOSTILE}
PICK |= {"help": HOSTILE, "spoken": HOSTILE, "kind": "pick", "changed": True, "off": ""}
STEP = PICK | {"kind": "step", "value": 3, "low": 0, "high": 9, "refused": HOSTILE, "repair": HOSTILE}
LINE = PICK | {"kind": "line", "value": HOSTILE, "longest": 9, "refused": HOSTILE, "repair": HOSTILE}
CHIP = PICK | {"kind": "chip", "value": True, "cost": HOSTILE}
OFF = CHIP | {"off": HOSTILE}
LINK = {"label": HOSTILE, "href": HOSTILE, "tap": HOSTILE, "here": True, "open": "true"}
ACTION = {"label": HOSTILE, "tap": HOSTILE}
COUNT = {"parameter": HOSTILE, "label": HOSTILE, "spoken": HOSTILE, "value": 3, "low": 1, "high": 9, "optional": False}
SIDE = {"pick": PICK, "second": PICK, "bears": HOSTILE}
LAW = {"title": HOSTILE, "unit": HOSTILE, "outcomes": [(0, HALF), (1, HALF)], "event": HOSTILE, "from_": 1}
CURVE = {"title": HOSTILE, "unit": HOSTILE, "heights": [1, 2], "low": HOSTILE, "top": HOSTILE, "high": HOSTILE}
CURVE |= {"top_at": HALF, "between": (Fraction(0), Fraction(1)), "mean_at": HALF}
NAMES = {"title": HOSTILE, "outcomes": [[HOSTILE, HALF], ["1", HALF]], "counted": [HOSTILE]}
CONTEST = {"a": HALF, "tie": HALF / 2, "b": HALF / 2, "names": [HOSTILE] * 3}
PART = CONTEST | {"counted": ("a", HOSTILE, HALF / 4)}
CARD = {"sentence": HOSTILE, "value": HALF, "kind": "chance", "fraction": HOSTILE, "unit": HOSTILE, "of": HOSTILE}
CARD |= {"verdict": Verdict(HOSTILE, HOSTILE, 1, 2), "side_facts": [(HOSTILE, HOSTILE)]}
MEAN = CARD | {"kind": "number", "spread": HOSTILE}
CHANGE = {"tap": HOSTILE, "label": HOSTILE, "note": HOSTILE, "new": HALF}
ROW = {"label": HOSTILE, "note": HOSTILE, "value": HALF, "now": True, "tap": HOSTILE, "why": HOSTILE}
FOUND = home.Search(
    HOSTILE,
    [{"title": HOSTILE, "note": HOSTILE, "href": HOSTILE, "tap": HOSTILE, "value": ""}],
    HOSTILE,
    [HOSTILE],
    [ACTION],
    HOSTILE,
)
BAR = {
    "languages": {"de": HOSTILE},
    "home": HOSTILE,
    "first": False,
    "game": HOSTILE,
    "title": HOSTILE,
    "pick": PICK,
    "pages": [LINK],
    "menu": [LINK],
}
BAR |= {"answers": False, "heads": True}
BAR |= {"actions": [{"icon": "pin", "label": HOSTILE, "tap": HOSTILE, "on": True, "count": HOSTILE}]}
SET = {
    "tag": HOSTILE,
    "name": HOSTILE,
    "note": HOSTILE,
    "value": HALF,
    "law": [HALF, HALF],
    "contest": None,
    "counted": [True, False],
}
CURVES = curves_shown.LawsShown(
    [PICK],
    "exactly",
    Report("laws", HOSTILE, (Column(HOSTILE, "name"),), (), counts=HOSTILE),
    (0,),
    True,
    [HOSTILE, "1"],
    [[Fraction(1), HALF]],
)
CELL = {"p": HALF, "tap": HOSTILE, "why": HOSTILE, "said": HOSTILE}
SETUP = {"tag": HOSTILE, "colour": 0, "name": HOSTILE, "note": HOSTILE, "sentence": HOSTILE, "run": (HALF / 2, HALF)}
BAND = why_flow.Band(HOSTILE, Fraction(1), Fraction(1), "good", ((1, 6),), HOSTILE)
ROLL = why_flow.Rolled(HOSTILE, HOSTILE, Fraction(0), Fraction(1), (BAND,))
UNIT = why_flow.UnitFlow(HOSTILE, "", HOSTILE, ((ROLL,),), ((HOSTILE, Fraction(1), "good"),))
ARRIVED = {"parts": HOSTILE, "value": HOSTILE, "sentence": HOSTILE, "fraction": HOSTILE}
NAMED = replace(scenario("chronopia.melee").parameter("cc"), label=HOSTILE)

ALL = balance("oathmark.combat", ["troll", "ogre"])
FIRST, SECOND = ALL.standings
ALL = replace(ALL, standings=(replace(FIRST, entry=replace(FIRST.entry, name=HOSTILE)), SECOND))
FOUGHT = odds("oathmark.combat").called({"a": HOSTILE})
ADVICE = advise("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, aim="slain", points=1)
ADVICE = replace(ADVICE, policy=(HOSTILE,), choices=[replace(plan, label=HOSTILE) for plan in ADVICE.choices])
SHOT = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
HEAT = {
    "sentence": HOSTILE,
    "kind": "chance",
    "picks": [PICK, PICK],
    "rows": {"title": HOSTILE, "values": [HOSTILE]},
    "columns": {"title": HOSTILE, "values": [HOSTILE]},
    "cells": [[CELL]],
    "now": (0, 0),
    "value": HALF,
    "present": HOSTILE,
    "says": [HOSTILE],
    "change": True,
}


def both():
    """A question by two rules, with maps over a number of a hostile name."""
    answered = standing("chronopia.melee", {"target": "spearmen"})
    found = table("chronopia.melee", {"target": "spearmen"}, "armour", "cc")
    found = replace(found, rows=Axis(NAMED, found.rows.values), columns=Axis(NAMED, found.columns.values))
    return Both(answered, replace(answered, refusal=HOSTILE, answer=None), HOSTILE, Measure("slain"), (found, found))


PARTS = {
    "everybody asked": lambda: everybody.settings_chips(
        [everybody.fold_chip(HOSTILE, HOSTILE, HOSTILE, True)],
        [PICK, STEP],
        everybody.opened_list(HOSTILE, [CHIP, STEP], LINE),
    ),
    "everybody": lambda: everybody.everybody_card(ALL, ties=False),
    "one of everybody": lambda: everybody.everybody_one(ALL, HOSTILE),
    "bar": lambda: top.top_bar(**BAR, search=FOUND),
    "line": lambda: top.one_line({"value": HOSTILE, "sentence": HOSTILE, "spark": [{"p": HALF, "on": True}]}),
    "notice": lambda: top.notices([HOSTILE]),
    "notices": lambda: top.notices([HOSTILE] * 5),
    "home": lambda: home.home_lines([home.game_line(*[HOSTILE] * 5, [], LINK)]),
    "more": lambda: home.more(HOSTILE, [LINK | {"note": HOSTILE}]),
    "finder": lambda: home.finder(FOUND, "bar"),
    "match": lambda: matchup.match_up(SIDE, SIDE, HOSTILE, None),
    "units": lambda: matchup.unit_cards(
        matchup.unit_card("a", HOSTILE, PICK, COUNT, HOSTILE, [HOSTILE]),
        matchup.unit_card("b", HOSTILE, None, None, "", []),
        HOSTILE,
        PICK,
    ),
    "result": lambda: result.result_card(CARD | {"law": LAW}),
    "mean": lambda: result.result_card(MEAN | {"law": CURVE}),
    "names": lambda: result.result_card(CARD | {"names": NAMES}),
    "contest": lambda: result.result_card(CARD | {"contest": CONTEST}),
    "contest in part": lambda: result.result_card(CARD | {"contest": PART}),
    "refused": lambda: result.refused_card(HOSTILE, HOSTILE, [ACTION], HOSTILE),
    "losses": lambda: result.draw_mirrored(
        {"title": HOSTILE, "unit": HOSTILE, "names": [HOSTILE] * 2, "rows": [[0], [1]], "foot": HOSTILE}
        | {side: {"law": {0: HALF, 1: HALF}, "mean": HALF} for side in ("a", "b")}
    ),
    "fates": lambda: fates.fates_card(FOUGHT),
    "named law": lambda: fates.named_law(FOUGHT, "winner"),
    "changes": lambda: changes.changes_card(
        {
            "title": HOSTILE,
            "now": HALF / 2,
            "kind": "chance",
            "changes": [CHANGE],
            "all": LINK,
            "quiet": HOSTILE,
            "refused": [HOSTILE],
        }
    ),
    "waiting": lambda: changes.changes_card({"title": HOSTILE, "quiet": HOSTILE, "work": ACTION}),
    "entries": lambda: changes.entries_card(
        {"title": HOSTILE, "kind": "number", "rows": [ROW, ROW | {"value": None}], "pick": PICK, "more": LINK}
    ),
    "case": lambda: case.case_card(
        {
            "title": HOSTILE,
            "groups": [{"of": HOSTILE, "items": [CHIP, OFF, STEP, LINE, PICK]}],
            "figures": [(HOSTILE, [(HOSTILE, True)])],
            "more": LINK,
            "change": LINK,
            "actions": [ACTION],
        }
    ),
    "verdict": lambda: compared.verdict_card(HOSTILE, HOSTILE, HOSTILE),
    "ridges": lambda: compared.ridges_card(HOSTILE, "probability", HALF, [HOSTILE, "1"], [SET]),
    "curves": lambda: "".join(
        curves.curves_card(replace(CURVES, way=way, is_ordered=ordered), [HOSTILE], HOSTILE)
        for way in ("at least", "at most", "exactly")
        for ordered in (True, False)
    ),
    "heat": lambda: heat.heat_card(HEAT),
    "by two": lambda: heat.two_maps_card(HOSTILE, HOSTILE, HOSTILE, [(HOSTILE, HEAT), (HOSTILE, HEAT)]),
    "rules": lambda: laboratory.rules_verdict(both(), HOSTILE, dict.fromkeys(("a", "b", "back"), HOSTILE)),
    "rule": lambda: laboratory.rules_case(
        HOSTILE, [{"of": HOSTILE, "items": [CHIP, LINE]}], [STEP], LINK, counts=[PICK]
    ),
    "maps": lambda: laboratory.rules_maps(replace(both(), changed=both().printed)),
    "along": lambda: laboratory.lines_card(both()),
    "halves": lambda: laboratory.halves_card(both()),
    "to the laboratory": lambda: laboratory.ways_to([LINK, LINK]),
    "multiples": lambda: multiples.multiples_card(
        HOSTILE,
        "probability",
        [PICK, PICK, PICK],
        {"title": HOSTILE, "values": [HOSTILE, HOSTILE]},
        {"title": HOSTILE, "values": [HOSTILE]},
        [
            {"title": HOSTILE, "tap": HOSTILE, "on": True, "cells": [[HALF], [HALF]]},
            {"title": HOSTILE, "tap": HOSTILE, "on": False, "cells": [[None], [None]], "why": HOSTILE},
        ],
        (0, 0),
    ),
    "rows": lambda: rows.paged_table(HOSTILE, [HOSTILE], [[HOSTILE, HOSTILE]], HOSTILE, [ACTION]),
    "setup": lambda: setups.setup_card(SETUP, HOSTILE, HOSTILE, [PICK, LINE], [ACTION]),
    "adding": lambda: setups.adding_card(HOSTILE, HOSTILE, [PICK], setups.Added(HOSTILE, HOSTILE)),
    "adding names": lambda: setups.adding_card(HOSTILE, "", [], setups.Added(HOSTILE, HOSTILE, {HOSTILE: HOSTILE})),
    "outputs": lambda: programs.output_card(HOSTILE, LAW, LINK),
    "why": lambda: why.why_card(
        {
            "units": [UNIT],
            "square": {"both": HOSTILE, "p": HALF},
            "after": (HOSTILE, NAMES),
            "laws": [(HOSTILE, LAW)],
            "sum": ARRIVED,
        }
    ),
    "words": lambda: why_words.words_card(
        odds("custom.roll", roll="2d6"), explain(roll_under(HOSTILE, 20, 9).then({"success": HOSTILE}, otherwise=0))
    ),
    "pinned": lambda: setups.pinned_line(2, HOSTILE),
    "empty": lambda: setups.empty_comparison([LINK], 0),
    "best": lambda: advice.best_card(ADVICE),
    "plans": lambda: advice.plans_card(ADVICE),
    "steps": lambda: setups.steps_card([HOSTILE], HOSTILE),
    "own": lambda: own.own_card(HOSTILE, HOSTILE, [(HOSTILE, HOSTILE)], HOSTILE, HOSTILE, LINK, PICK),
    "new": lambda: own.new_card(HOSTILE, HOSTILE, HOSTILE),
    "read": lambda: own.read_line(HOSTILE, HOSTILE, True, LINK),
    "ranked": lambda: rows.rows_card(
        HOSTILE,
        HOSTILE,
        "mean",
        [
            {"label": HOSTILE, "note": HOSTILE, "value": HALF, "now": False},
            {"label": HOSTILE, "value": None, "now": True, "why": HOSTILE},
        ],
    ),
    "pairs": lambda: plan.pairs_card(
        allocate([SHOT | {"name": HOSTILE}], [{"name": f"{HOSTILE} {n}"} for n in "12"], "targets")
    ),
    "segment": lambda: controls.segment({**PICK, "keys": [controls.Key(HOSTILE, HOSTILE, True)]}),
    "faces": lambda: controls.faces({**PICK, "keys": [controls.Key(HOSTILE, HOSTILE, True)]}),
}


class Read(HTMLParser):
    """The elements, the attributes and the texts of markup, as a browser reads them."""

    def __init__(self, markup):
        super().__init__(convert_charrefs=True)
        self.elements, self.attributes, self.written = set(), set(), []
        self.feed(markup)

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.written += [value for _, value in attrs if value]

    def handle_data(self, data):
        self.written.append(data)


@pytest.mark.parametrize("part", PARTS)
def test_a_name_that_is_markup_stays_text(part):
    read = Read(PARTS[part]())
    assert not read.elements & {"script", "img", "style"}
    assert not any(name.startswith("on") for name in read.attributes)
    assert any(HOSTILE in text for text in read.written), "the name is shown"


def test_every_part_is_held_to_it():
    made = {
        name
        for module in (
            advice,
            case,
            changes,
            compared,
            curves,
            everybody,
            fates,
            heat,
            home,
            laboratory,
            matchup,
            multiples,
            plan,
            programs,
            result,
            setups,
            rows,
            top,
            why,
            why_words,
        )
        for name, kind in vars(module).items()
        if re.search(r"(_cards?|_bar|_lines?|notices|finder|match_up|mirrored|paged_table)$", name)
        and getattr(kind, "__module__", "") == module.__name__
        and not name.startswith("_")
    }
    asked = {name for part in PARTS.values() for code in codes(part.__code__) for name in code.co_names}
    # The bar of a contest stands on its result card, and an answer or its refusal are cards of their own.
    assert made - asked == {"contest_bar", "answer_card"}


def codes(code):
    """The code of a function and of the functions within it."""
    return [code, *(inner for found in code.co_consts if isinstance(found, CodeType) for inner in codes(found))]
