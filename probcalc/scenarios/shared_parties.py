"""Who takes part in several requests, by the names that hold in all of them."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.scenarios.answer import Answer
from probcalc.scenarios.parties import Party, unnamed


def common_parties(answers: Sequence[Answer], called: Sequence[Party] = ()) -> tuple[Party, ...]:
    """Those who take part, who is another from one request to the next by the role.

    A unit that is picked once goes by its name in whatever number it comes; of different questions all go by roles.
    Who is the same in all of them is `called` as elsewhere, where that is known: a unit of the reader's own.

    >>> import probcalc
    >>> few, many = (probcalc.odds("oathmark.combat", {"b.unit": "troll", "b.figures": n}) for n in (1, 3))
    >>> ogres = probcalc.odds("oathmark.combat", {"a.unit": "ogre", "b.unit": "troll"})
    >>> [party.name for party in common_parties([few, many])], [party.name for party in common_parties([ogres, many])]
    (['The active unit', 'Trolls'], ['The active unit', 'Trolls'])
    """
    if not answers:
        return ()
    if len({answer.scenario.id for answer in answers}) > 1:
        return answers[0].by_roles().parties
    return tuple(_common(party, place, answers, called) for place, party in enumerate(answers[0].parties))


def _common(party: Party, place: int, answers: Sequence[Answer], called: Sequence[Party]) -> Party:
    found = [answer.parties[place] for answer in answers]
    picked = [p.name for p in type(answers[0].scenario).parameters() if p.role == "preset" and _says_who(p.name, party)]
    same = all(len({answer.scenario.value_of(name) for answer in answers}) == 1 for name in picked)
    if same and (known := next((each for each in called if each.key == party.key), None)):
        return known
    if all(each == party for each in found):
        return party
    if not (party.named and picked and same):
        return unnamed(party.key, party.role)
    # Of one and of several the several: "Trolls" for 1 to 3 of them.
    return next((each for each in found if each.heads_many), party)


def _says_who(name: str, party: Party) -> bool:
    return name == party.key or name.partition(".")[0] == party.key
