"""Why one of two sides comes out ahead: what each side's dice come to, and both laws facing each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.one_play.counted_part import counted_part
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.steps import Event, Given, Joint, Mapped, Roll, Tree
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.sides import SIDES
from probcalc.web.pages.answer.drawn import Facing
from probcalc.web.pages.answer.law_drawn import MOST_COLUMNS, Law
from probcalc.web.pages.answer.law_shown import bare_law, law_data
from probcalc.web.pages.answer.shown import contest, side_names
from probcalc.web.pages.fight.shown import few_rows, pairs
from probcalc.web.pages.why.drawn import Picture
from probcalc.web.state.spending import watched_law

_LIKELY = Fraction(1, 1000)
_MOST_ROWS = 24


class Side(NamedTuple):
    """What one side's dice come to: the step, its law, what is counted, and what it is called."""

    key: str
    tree: Tree
    law: Distribution
    unit: str
    name: str
    later: str


def sides_of(answer: Answer, measure: Measure) -> tuple[Side, Side] | None:
    """What each of two sides scores, where that is compared; None in any other question, and in a fight to the end.

    >>> import probcalc
    >>> fought = probcalc.odds("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"})
    >>> a, b = sides_of(fought, Measure("winner", outcome="a"))
    >>> a.name, a.unit, a.law.mean, b.law.mean
    ('Spearmen', 'hits', Fraction(8, 5), Fraction(22, 5))
    """
    if contest(answer, measure) is None or isinstance(answer.scenario, Fight):
        return None
    names = side_names(answer)
    play = answer.play()
    for first, second in pairs(answer):
        trees = [play.get(first.name), play.get(second.name)]
        laws = [answer[first.name], answer[second.name]]
        if all(isinstance(law, Distribution) and law.has_mean and len(law) > 1 for law in laws):
            found = [
                Side(key, tree, law, first.unit, names[key], answer.sides.get(key, names[key]))
                for key, tree, law in zip(SIDES, trees, laws, strict=True)
                if isinstance(tree, Tree) and _several(tree)
            ]
            if len(found) == 2:
                return found[0], found[1]
    parts = _steps_of_both(play[measure.result])
    laws = [watched_law(part) for part in parts]
    if len(parts) != 2 or not all(law.has_mean and len(law) > 1 for law in laws):
        return None
    later = {key: answer.sides.get(key, names[key]) for key in SIDES}
    scored = zip(SIDES, parts, laws, strict=True)
    a, b = (Side(key, part, law, "", names[key], later[key]) for key, part, law in scored)
    return a, b


def _several(tree: Tree) -> bool:
    """Whether a step is made of more than one roll, as what a whole side scores is."""
    while isinstance(tree, Mapped):
        tree = tree.source
    return not isinstance(tree, Roll)


def _steps_of_both(question: Any) -> Sequence[Tree]:
    """The steps of both sides, where one outcome is read off the two."""
    tree = question.source if isinstance(question, Event) else question
    while isinstance(tree, (Mapped, Given)):
        tree = tree.source
    return tree.parts if isinstance(tree, Joint) else ()


def face_laws(answer: Answer, measure: Measure, sides: tuple[Side, Side]) -> Picture:
    """Both laws facing each other, the law of what decides where there is one, and who is ahead how often.

    >>> import probcalc
    >>> fought = probcalc.odds("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"})
    >>> measure = Measure("winner", outcome="a")
    >>> found = face_laws(fought, measure, sides_of(fought, measure))
    >>> found["facing"]["title"], found["contest"]["a"] == fought["winner"]["a"]
    ('Face to face', True)
    """
    won = contest(answer, measure)
    assert won is not None
    found: Picture = {"facing": _facing(*sides), "contest": won}
    part = counted_part(answer, measure.result, measure.outcome)
    if part is not None and part.is_whole and answer[part.law].has_mean:
        law = law_data(answer, part.law)
        if "outcomes" in law:
            law = {**law, "counted": part.outcomes, "ordered": False}
            found["decides"] = answer.declared(part.law).label, law
    return found


def _facing(one: Side, other: Side) -> Facing:
    """Both laws by the numbers that come up in one of a thousand on either side; of very many the likeliest."""
    a, b = ({x: p for x, p in side.law.items() if p} for side in (one, other))
    likely = sorted({x for law in (a, b) for x, p in law.items() if p >= _LIKELY})
    is_few = len(likely) <= _MOST_ROWS
    found: Facing = {
        "title": "Face to face",
        "unit": one.unit or "outcome",
        "names": [one.name, other.name],
        "a": {"law": a, "mean": one.law.mean},
        "b": {"law": b, "mean": other.law.mean},
        "rows": [[x] for x in likely] if is_few else few_rows(a, b),
    }
    if is_few and not {*a, *b} <= set(likely):
        found["foot"] = "without numbers of less than 0.1% on both sides"
    return found


def small_law(law: Distribution, unit: str) -> Law:
    """A law without outcomes of less than one in a thousand; of too many their outline."""
    shown = [(x, p) for x, p in law.items() if p >= _LIKELY]
    if len(shown) > MOST_COLUMNS:
        return bare_law(law, unit or "outcome")
    return {"unit": unit, "outcomes": shown, "mean": law.mean, "ordered": False}
