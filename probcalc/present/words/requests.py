"""Parameters and what was given, in the words of a player."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from probcalc.scenarios.answer import Answer
from probcalc.scenarios.fields import Section
from probcalc.scenarios.joining import join_words
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.parties import Party
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import ARTICLES, lower_first, names_by_key, with_names
from probcalc.scenarios.settling import given_names
from probcalc.scenarios.value_text import value_text

_ALIKE = 3
"""In letters: so many does a plural share with its singular."""
_STATE = re.compile(r"\w+(ed|en)")


def value_words(parameter: Parameter, value: Any) -> str:
    """A parameter's value in the player's words: "yes", "Crystal Lotus Spearmen", "11".

    >>> from probcalc.scenarios.fields import Section
    >>> from probcalc.scenarios.parameters import NOTHING, Parameter
    >>> value_words(Parameter("charging", "boolean", False, "", "Charging", "modifier"), True)
    'yes'
    >>> from dataclasses import replace
    >>> units = Parameter("disordered", "list", (), "", "Disordered", "setting", low=0, high=1)
    >>> value_words(units, (0, 1, 1)), value_words(replace(units, high=9), (5, 6, 7))
    ('2 and 3', '5, 6 and 7')
    """
    if parameter.kind == "list":
        is_mark = (parameter.low, parameter.high) == (0, 1)
        listed = [str(n) for n, entry in enumerate(value, 1) if entry] if is_mark else list(map(str, value))
        return join_words(listed) or "none"
    if parameter.kind == "boolean":
        return "yes" if value else "no"
    if parameter.optional and value in (None, NOTHING):
        return parameter.absent
    names = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    return names.get(value, value_text(value)) if parameter.kind == "choice" else value_text(value)


def preset_words(scenario: Scenario, parameter: Parameter, choice: Any) -> str:
    """An entry of a table in the reader's words; where none is picked, what holds instead.

    >>> import probcalc
    >>> cursed = probcalc.odds("chronopia.melee", attacker="the_cursed").scenario
    >>> preset_words(cursed, cursed.parameter("weapon"), "none")
    'own weapon: Two-handed Battle Axe'
    """
    held = standing_in(scenario).get(parameter.name)
    if choice != NOTHING or held is None:
        return value_words(parameter, choice)
    return f"{parameter.absent}: {value_words(parameter, held)}"


def standing_in(scenario: Scenario) -> dict[str, str]:
    """The entries that hold where none is picked, by the parameters' names: the weapon that a unit bears anyway."""
    found = dict(scenario.stands_in())
    for name in type(scenario).fields():
        part = getattr(scenario, name)
        if isinstance(part, Section):
            found |= {f"{name}.{inner}": entry for inner, entry in part.stands_in().items()}
    return found


def given_words(answer: Answer) -> list[str]:
    """What was given: a side with a name in its number and with all that it has, anything else behind its label.

    >>> import probcalc
    >>> given_words(probcalc.odds("chronopia.melee", target="spearmen", charging=True))
    ['Target: Crystal Lotus Spearmen', 'Charging: yes']
    >>> fight = {"a.unit": "human_spearman", "a.figures": 20, "a.arc": "flank", "b.unit": "troll", "b.modifier": 1}
    >>> given_words(probcalc.odds("oathmark.combat", fight))
    ['20 Human Spearmen, arc: flank', '10 Trolls, modifier 1']
    """
    explicit = given_names(answer.scenario)
    listed = [p for p in type(answer.scenario).parameters() if p.name in explicit and p.role != "ruling"]
    sides = {party.key: party for party in answer.parties if party.named}
    own = {key: [p for p in listed if p.name.startswith(f"{key}.")] for key in sides}
    told = [_side_words(answer, party, own[key]) for key, party in sides.items() if own[key]]
    rest = (p for p in listed if p.name.partition(".")[0] not in sides or "." not in p.name)
    words = (f"{parameter_words(p)}: {value_words(p, answer.scenario.value_of(p.name))}" for p in rest)
    return [*told, *words]


def _side_words(answer: Answer, party: Party, given: Sequence[Parameter]) -> str:
    """A side as it takes part: "20 Human Spearmen, arc: flank, disordered"."""
    who, told = party.subject, []
    for parameter in given:
        value = answer.scenario.value_of(parameter.name)
        words = value_words(parameter, value)
        if parameter.role == "preset":
            who = _in_full(party, words)
            continue
        label = lower_first(parameter.label)
        if parameter.headcount:
            continue
        if parameter.kind == "boolean":
            told.append(label if value else f"without {label}")
        else:
            told.append(f"{label}{':' if parameter.kind == 'choice' else ''} {words}")
    return ", ".join([who, *told])


def _in_full(party: Party, name: str) -> str:
    """Who takes part with where they come from, as the full name says: "20 Human Spearmen" by "Human Spearman"."""
    noun = party.later.removeprefix("the ")
    origin, _, last = name.rpartition(" ")
    alike = " " not in noun and last[:_ALIKE] == noun[:_ALIKE] and origin not in ARTICLES
    return party.subject.replace(noun, f"{origin} {noun}", 1) if origin and alike else party.subject


def parameter_words(parameter: Parameter, parties: Sequence[Party] = ()) -> str:
    """A parameter's label, with the side it belongs to in front, by the name of whoever stands there.

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": 3})
    >>> figures = answer.scenario.parameter("b.figures")
    >>> parameter_words(figures), parameter_words(figures, answer.parties)
    ('Enemy, figures', 'Trolls, figures')
    """
    # One that is named already keeps its names.
    parameter = with_names(parameter, parties) if parties else parameter
    return f"{parameter.section}, {lower_first(parameter.label)}" if parameter.section else parameter.label


def parameter_within(parameter: Parameter, parties: Sequence[Party] = ()) -> str:
    """The same within a sentence: with a small letter, unless it begins with a name.

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": 3})
    >>> [parameter_within(answer.scenario.parameter(f"{side}.figures"), answer.parties) for side in ("a", "b")]
    ['active unit, figures', 'Trolls, figures']
    """
    words = parameter_words(parameter, parties)
    has_name = parameter.section and words.startswith(tuple(names_by_key(parties).values()))
    return words if has_name else lower_first(words)


def without_words(parameter: Parameter, parties: Sequence[Party] = ()) -> str:
    """What it is called that something does not hold: "without charging"; of a side behind its name.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.clash", {"b.unit": "spearmen"})
    >>> without_words(answer.scenario.parameter("b.charging"), answer.parties)
    'Spearmen, without charging'
    >>> shot = probcalc.odds("oathmark.shooting", target="troll")
    >>> without_words(shot.scenario.parameter("target_disordered"), shot.parties)
    'unless the Trolls are disordered'
    >>> without_words(probcalc.odds("reikhammer.action").scenario.parameter("suppressed"))
    'not suppressed'
    """
    parameter = with_names(parameter, parties) if parties else parameter
    # A label with a verb is a sentence of its own.
    state = "not" if _STATE.fullmatch(parameter.label) else "without"
    word = "unless" if "|" in parameter.label_pattern else state
    words = f"{word} {lower_first(parameter.label)}"
    return f"{parameter.section}, {words}" if parameter.section else words


def table_words(parameter: Parameter, parties: Sequence[Party] = ()) -> str:
    """A table that is picked from, by whose entry is exchanged: "Unit in place of the Trolls", "Weapon".

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": 3})
    >>> [table_words(answer.scenario.parameter(f"{side}.unit"), answer.parties) for side in ("a", "b")]
    ['Unit for the active unit', 'Unit in place of the Trolls']
    """
    side, _, last = parameter.name.partition(".")
    for party in parties:
        if last and parameter.role == "preset" and party.key == side:
            whose = lower_first(parameter.section)
            # "Side A" is a name.
            article = "the " if whose != parameter.section else ""
            place = f"in place of {party.later}" if party.named else f"for {article}{whose}"
            return f"{parameter.label} {place}"
    return parameter_words(parameter, parties)


def table_within(parameter: Parameter, parties: Sequence[Party] = ()) -> str:
    """The same within a sentence: "unit in place of the Trolls".

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": 3})
    >>> [table_within(answer.scenario.parameter(f"{side}.unit"), answer.parties) for side in ("a", "b")]
    ['unit for the active unit', 'unit in place of the Trolls']
    """
    words = table_words(parameter, parties)
    return parameter_within(parameter, parties) if words == parameter_words(parameter, parties) else lower_first(words)
