"""Whose a roll is and whose the parts of its target are, by the names of those who take part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from probcalc.exact.readings.explanation import Explanation, RollStep, Step
from probcalc.exact.tree.steps import Term
from probcalc.exact.tree.who_rolls import BOTH
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.parties import Party

_OTHERS = ("the enemy", "the target")


def maker(answer: Answer, by: str) -> Party | None:
    """Who of those that take part a roll is made by; None where that is nobody of them, or both.

    >>> import probcalc
    >>> fought = probcalc.odds("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"})
    >>> maker(fought, "b").name, maker(fought, "both")
    ('Trolls', None)
    """
    return next(
        (party for party, known in _pairs_of_parties(answer) if by in (party.key, known.later, known.role)), None
    )


def _names(party: Party) -> tuple[str, str]:
    return party.later, party.role.removeprefix("the ")


def _pairs_of_parties(answer: Answer) -> Iterator[tuple[Party, Party]]:
    """Everybody, as called here and as the scenario itself calls them."""
    return zip(answer.parties, answer.scenario.parties(), strict=True)


def _within(text: str, longer: str) -> bool:
    return re.search(rf"\b{re.escape(text)}\b", longer) is not None


def roll_title(answer: Answer, name: str, by: str = "") -> str:
    """A roll's name and whose it is: "Armour save of the Spearman"; of one who is alone in a question the name.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> roll_title(answer, "Armour save", "target"), roll_title(answer, "Test to hit", "attacker")
    ('Armour save of the Spearman', 'Test to hit of the Cursed')
    """
    title = _rename(answer, name)
    # A question of whom it strikes is nobody's: "Who is shot at".
    if by == BOTH or len(answer.parties) < 2 or title.startswith("Who "):
        return title
    party = maker(answer, by)
    whose = party.later if party is not None else by
    told = not whose or any(_within(text.lower(), title.lower()) for text in (_names(party) if party else (whose,)))
    # "To hit by the Lances", and "Armour save of the Spearman".
    return title if told else f"{title} {'by' if title.startswith('To ') else 'of'} {whose}"


def term_words(answer: Answer, term: str, by: Party | None, is_first: bool = False) -> str:
    """A part of a target number with whose it is: "Agility of the Spearman" for "Agility of the target".

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> term_words(answer, "Agility of the target", answer.parties[0])
    'Agility of the Spearman'
    >>> term_words(answer, "Close Combat", answer.parties[0], True), term_words(answer, "shield", answer.parties[0])
    ('Close Combat of the Cursed', 'shield')
    """
    words = _rename(answer, term)
    other = [party for party in answer.parties if party is not by]
    if by is not None and len(other) == 1:
        for role in _OTHERS:
            words = words if any(party.role == role for party in answer.parties) else _put(words, role, other[0].later)
    if len(answer.parties) < 2 or " of " in words:
        return words
    owner = _owner(answer, term, by, is_first)
    return f"{words} of {owner.later}" if owner is not None else words


def _owner(answer: Answer, term: str, by: Party | None, is_first: bool) -> Party | None:
    """Whose figure a part is, as the parameter of that name says: the attacker's, the target's, or of each side."""
    for parameter in type(answer.scenario).parameters():
        said = parameter.help.startswith((f"{term} of ", f"{term},"))
        if parameter.role != "stat" or not (said or term in (parameter.label, parameter.help)):
            continue
        if "." in parameter.name:
            return by if is_first else None
        place = {"attacker": 0, "target": 1}.get(parameter.belongs_to)
        return answer.parties[place] if place is not None else None
    return None


def _rename(answer: Answer, text: str) -> str:
    """A text of the rule with the names of those who take part in place of their roles."""
    for party, known in _pairs_of_parties(answer):
        text = _put(text, known.later, party.later)
        # Dice that are read as they are written are no name: "Die of the pool" stays.
        if (known.named or party.named) and not party.as_written:
            text = _put(text, known.role, party.later)
    return text


def _put(text: str, role: str, name: str) -> str:
    return re.sub(rf"\b{re.escape(role)}\b", lambda _: name, text)


def name_all(answer: Answer, found: Explanation) -> Explanation:
    """An explanation with its rolls and the parts of their targets called by whose they are.

    >>> import probcalc
    >>> from probcalc.present.reports.explanation import explanation
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> [term.name for term in name_all(answer, explanation(answer)).rolls[0].terms]
    ['Close Combat of the Cursed', 'Agility of the Spearman', 'shield of the Spearman']
    """
    return Explanation(tuple(_name_step(answer, step) for step in found))


def _name_step(answer: Answer, step: Step) -> Step:
    if not isinstance(step, RollStep):
        return step
    party = maker(answer, step.by)
    terms = tuple(Term(term_words(answer, t.name, party, not n), t.value) for n, t in enumerate(step.terms))
    return replace(step, name=roll_title(answer, step.name, step.by), terms=terms)
