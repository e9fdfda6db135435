"""The card of a unit: what it rolls when it strikes, and the figures that count, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.checks import faces_of
from probcalc.exact.tree.steps import Event, Roll
from probcalc.present.numbers.decimals import percent
from probcalc.present.words.phrases import count_words
from probcalc.present.words.requests import value_words
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import conjugate, lower_first


def strikes_in_words(scenario: Scenario) -> dict[str, str]:
    """What each side rolls when it strikes first: how many dice, and the faces that they are to show.

    >>> import probcalc
    >>> sides = {"a.unit": "human_spearman", "a.figures": 20, "a.arc": "flank", "b.unit": "troll", "b.figures": 3}
    >>> strikes_in_words(probcalc.odds("oathmark.combat", sides).scenario)
    {'a': '5 dice, hit on 4+', 'b': '3 dice, hit on 5+'}
    >>> strikes_in_words(probcalc.odds("chronopia.armour").scenario)
    {}
    """
    found: dict[str, str] = {}
    for side, (dice, wanted) in scenario.strikes().items():
        if isinstance(dice, int):
            found[side] = f"{dice} {conjugate(_with_chance(type(scenario).striking, wanted), dice != 1)}"
    return found


def _with_chance(words: str, wanted: Event) -> str:
    faces = faces_in_words(wanted)
    if faces is None:
        # What takes more than one roll has no faces to name.
        return f"{words} with {percent(LawReader().probability(wanted))}"
    noun, _, verb = words.rpartition(" ")
    return {"": f"{noun} cannot {verb.rpartition('|')[2]}", "all": f"{noun} always {verb}"}.get(
        faces, f"{words} on {faces}"
    )


def faces_in_words(wanted: Event) -> str | None:
    """The faces that are wanted of one roll: "4+", "1–11", "3–9"; "" for none, "all", None for no faces.

    >>> from probcalc.exact.tree.checks import roll_over, roll_under
    >>> hit = roll_under("Hit", 20, 9, critical=2, never=1, fumble=True)
    >>> faces_in_words(hit.among("critical", "success")), faces_in_words(roll_over("Hit", 6, 4).among("success"))
    ('1–9', '4+')
    >>> faces_in_words(hit.among("failure")), faces_in_words(hit.times(2).at_least(1))
    ('10–19', None)
    """
    roll = wanted.source
    if not isinstance(roll, Roll):
        return None
    held = {band: faces_of(roll, band) for band, count in roll.bands.items() if count}
    if not all(held.values()):
        return None
    every = sorted(run for runs in held.values() for run in runs)
    runs = _join_runs(sorted(run for band, runs in held.items() if wanted.condition(band) for run in runs))
    if runs == _join_runs(every):
        return "all"
    return " or ".join(_run(first, last, every[-1][1]) for first, last in runs)


def _join_runs(runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs of faces, those that follow each other as one."""
    found: list[tuple[int, int]] = []
    for first, last in runs:
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], last
        else:
            found.append((first, last))
    return found


def _run(first: int, last: int, highest: int) -> str:
    if first == last:
        return str(first)
    return f"{first}+" if last == highest else f"{first}–{last}"


def facts_in_words(model: type[Scenario], side: str, values: Mapping[str, Any]) -> list[str]:
    """The figures on the card of a side: "Fight 2", "4 full ranks", "Horrific"; what it has none of is left out.

    >>> import probcalc
    >>> sides = {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3}
    >>> answer = probcalc.odds("oathmark.combat", sides)
    >>> facts_in_words(type(answer.scenario), "b", answer.parameters)[:3]
    ['Fight 4', 'Defence 10', '1 full rank']
    """
    unit = model.fields()[side].annotation
    named = (f"{side}.{name}" for name in unit.on_card)
    told = ((model.parameter(name), values[name]) for name in named)
    return [fact for parameter, value in told if parameter is not None and (fact := stat_in_words(parameter, value))]


def stat_in_words(parameter: Parameter, value: Any) -> str:
    """One stat on a card: "Fight 2"; "" for none of it.

    >>> from probcalc.scenarios.registry import scenario
    >>> stat_in_words(scenario("chronopia.melee").parameter("armour"), 20)
    'Armour 20'
    """
    if not value or value == NOTHING:
        return ""
    if parameter.kind == "boolean":
        return parameter.label
    words = value_words(parameter, value)
    if parameter.kind == "choice":
        return words
    label = parameter.label
    # "4 full ranks", but "Armor Class 4".
    is_plural = label.endswith("s") and not label.endswith("ss")
    return count_words(words, lower_first(label)) if is_plural else f"{label} {words}"
