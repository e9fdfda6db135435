"""Parameters with names in place of roles: "The Spearman is Dazed", "Trolls, figures"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.parties import Party
from probcalc.scenarios.sentences import fill_pattern


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
