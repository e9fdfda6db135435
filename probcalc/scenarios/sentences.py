"""The sentences that scenarios declare about who takes part.

A pattern is a plain sentence with places: `[the attacker]` stands for whoever has that role, `x|y` for a verb in the
singular and in the plural, `{amount}` for how much is counted. Without names the roles themselves are read out.
Labels and helps of parameters are such patterns too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from probcalc.scenarios.errors import nearest_name
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.parties import Party

_PLACE = re.compile(r"\[([^\]]*)\]")
_VERB = re.compile(r"([\w']+)\|([\w']+)")
_MEETING = re.compile(r"^\[([^\]]*)\] \[against\] \[([^\]]*)\] (.+)$")
# How a meeting ends, said with the one met.
_WITH = {
    "wins|win": "beats|beat",
    "loses|lose": "loses|lose to",
    "ties|tie": "ties|tie with",
    "draws|draw": "draws|draw with",
}
ARTICLES = ("A", "An", "The")
_EVEN = {"ties|tie": "Tie", "draws|draw": "Draw", "fights|fight on": "No result yet"}


def lower_first(label: str) -> str:
    """A label within a sentence: a small first letter unless it begins with a name.

    >>> lower_first("Target slain"), lower_first("CC of the attacker"), lower_first("Victory Points of the Trolls")
    ('target slain', 'CC of the attacker', 'Victory Points of the Trolls')
    """
    first, _, rest = label.partition(" ")
    is_name = len(first) == 1 or first[1:] != first[1:].lower() or rest[:1].isupper()
    return label if is_name and first not in ARTICLES else label[:1].lower() + label[1:]


def outcome_words(outcome: Any, sides: Mapping[str, str] | None = None) -> str:
    """An outcome as it is read: numbers as digits, names without underscores, a side as its inputs are headed.

    >>> outcome_words(3), outcome_words("knocked_down"), outcome_words((1, 0)), outcome_words("a", {"a": "the Trolls"})
    ('3', 'knocked down', '1, 0', 'the Trolls')
    """
    if isinstance(outcome, tuple):
        return ", ".join(outcome_words(part, sides) for part in outcome)
    side, parted, rest = str(outcome).partition("_")
    # Of a name such as "a_minor" the side is the first part.
    side = sides.get(side, side) if sides else side
    return f"{side}{parted}{rest}".replace("_", " ")


def roles_only(pattern: str) -> str:
    """A pattern read out with nobody's name: the roles, and verbs in the singular.

    >>> roles_only("[the attacker] slays|slay [the target]")
    'The attacker slays the target'
    """
    return fill_pattern(pattern, ())


def fill_pattern(
    pattern: str, parties: Sequence[Party], amount: str = "", meeting: str = "", again: bool = False
) -> str:
    """A pattern as a sentence without its end, names in their places; `again` names all as already known.

    The verb goes with the first party of the pattern. A place with a capital, `[Target] slain`, keeps it without names.
    `meeting` is the verb of how two met: "[a] [against] [b] wins|win" reads "a charges b and wins", or "a beats b".

    >>> from probcalc.scenarios.parties import one_of
    >>> from probcalc.scenarios.tables import Row
    >>> spearman = Row(name="Spearman", short="Spearman", plural="Spearmen")
    >>> found = [one_of("target", "the target", spearman)]
    >>> fill_pattern("[the attacker] slays|slay [the target]", found)
    'The attacker slays a Spearman'
    >>> fill_pattern("[the target] loses|lose {amount}", found, "2 or more wounds", again=True)
    'The Spearman loses 2 or more wounds'
    """
    known = _parties_by_role(parties)
    pattern = _pattern_of_meeting(pattern, meeting)
    places = _PLACE.findall(pattern)
    leader = known.get(places[0]) if places else None
    seen: set[str] = set()

    def name(found: re.Match[str]) -> str:
        party = known.get(found[1])
        if party is None or (found[1][:1].isupper() and not party.named):
            return found[1]
        first = not again and found[1] not in seen
        seen.add(found[1])
        if not first:
            return party.later
        return party.subject if found.start() == 0 else party.object

    # Names go in last: whatever a reader calls a unit is text, and no pattern.
    spoken = conjugate(pattern, leader is not None and leader.plural).replace("{amount}", amount)
    text = " ".join(_PLACE.sub(name, spoken).split())
    keeps = leader is not None and leader.as_written and pattern.startswith("[")
    return text if keeps else text[:1].upper() + text[1:]


def _pattern_of_meeting(pattern: str, meeting: str) -> str:
    """The pattern of how a meeting ends, told with how the two met, or with the one met alone."""
    found = _MEETING.match(pattern)
    if found is None:
        return pattern
    first, second, ends = found.groups()
    if meeting:
        return f"[{first}] {meeting} [{second}] and {ends}"
    return f"[{first}] {_WITH.get(ends, f'{ends} against')} [{second}]"


def ending(pattern: str, parties: Sequence[Party]) -> str:
    """How a meeting ends, when the sentence before has said who met: "The Trolls win", "Tie"; "" of another pattern.

    >>> ending("[the lancers] [against] [the foe] loses|lose", ()), ending("[the foe] breaks|break", ())
    ('The foe wins', '')
    """
    found = _MEETING.match(pattern)
    if found is None:
        return ""
    first, second, ends = found.groups()
    if ends in _EVEN:
        return _EVEN[ends]
    told = f"[{second}] wins|win" if ends == "loses|lose" else f"[{first}] {ends}"
    return fill_pattern(told, parties, again=True)


def _parties_by_role(parties: Sequence[Party]) -> dict[str, Party]:
    """The parties by what places call them: their roles, and "the target" or "Target" for whose key is `target`."""
    by_key = {text: party for party in parties for text in (f"the {party.key}", party.key.capitalize())}
    return by_key | {party.role: party for party in parties}


def predicate(pattern: str, parties: Sequence[Party]) -> str:
    """What a pattern says of the party that it begins with: "ends up Dazed"; "" without such a party.

    >>> from probcalc.scenarios.parties import one_of
    >>> predicate("[the attacker] ends|end up Dazed", [one_of("attacker", "the attacker", "Ogre")])
    'ends up Dazed'
    """
    found = _PLACE.match(pattern)
    if found is None:
        return ""
    leader = _parties_by_role(parties).get(found[1])
    rest = conjugate(pattern[found.end() :], leader is not None and leader.plural)
    text = fill_pattern(rest, parties, again=True) if rest.strip() else ""
    return text[:1].lower() + text[1:]


def conjugate(verb: str, plural: bool) -> str:
    """The words of a verb for a subject in the singular or in the plural.

    >>> conjugate("charges|charge", True), conjugate("against", True)
    ('charge', 'against')
    """
    return _VERB.sub(lambda found: found[2 if plural else 1], verb)


def places(pattern: str) -> list[str]:
    """Those whom a pattern names.

    >>> places("[the attacker] [against] [the target] wins|win")
    ['the attacker', 'the target']
    """
    return [place for place in _PLACE.findall(pattern) if place != "against"]


def unknown_places(patterns: Iterable[str], parties: Sequence[Party]) -> dict[str, str]:
    """The places in patterns that name nobody who takes part, each with the role that was probably meant, or "".

    >>> from probcalc.scenarios.parties import one_of
    >>> unknown_places(["[the attaker] slays|slay [Ogre]"], [one_of("attacker", "the attacker", None)])
    {'the attaker': 'the attacker', 'Ogre': ''}
    """
    known = _parties_by_role(parties)
    named = dict.fromkeys(place for pattern in patterns for place in places(pattern))
    return {place: nearest_name(place, known) for place in named if place not in known}


def with_names(parameter: Parameter, parties: Sequence[Party]) -> Parameter:
    """A parameter as it is read where it is known who takes part.

    Places in its label and its help take the names of those who have the roles, and a side that is told by its name
    from the other is called by it.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> dazed = answer.scenario.parameter("target_dazed")
    >>> dazed.label, with_names(dazed, answer.parties).label
    ('The target is Dazed', 'The Spearman is Dazed')
    >>> combat = probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": 3})
    >>> with_names(combat.scenario.parameter("b.figures"), combat.parties).section
    'Trolls'
    """
    section = names_by_key(parties).get(parameter.name.partition(".")[0], "") if parameter.section else ""
    if not (parameter.label_pattern or parameter.help_pattern or section):
        return parameter
    return replace(
        parameter,
        label=_fill(parameter.label_pattern, parties) or parameter.label,
        help=_fill(parameter.help_pattern, parties) or parameter.help,
        section=section or parameter.section,
    )


def _fill(pattern: str, parties: Sequence[Party]) -> str:
    return fill_pattern(pattern, parties, again=True) if pattern else ""


def names_by_key(parties: Sequence[Party]) -> Mapping[str, str]:
    """The parties that are told apart by their names, by key.

    >>> from probcalc.scenarios.parties import unit_of, unnamed
    >>> names_by_key([unit_of("a", "the first", "Brutes", 3), unnamed("b", "the second")])
    {'a': 'Brutes'}
    """
    heads = [party.name for party in parties]
    return {party.key: party.name for party in parties if party.named and heads.count(party.name) == 1}
