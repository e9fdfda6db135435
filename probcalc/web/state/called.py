"""The names of a reader's own units in a link: written plainly, read with care, and dropped with their figures.

Whoever opens the link has no such unit, and is told "The Iron Guard slay …" all the same. A name holds as long as the
figures that came with it do.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Given, Parameter
from probcalc.scenarios.rosters import place_names
from probcalc.scenarios.scenario import Scenario

LONGEST_TEXT = 240
LONGEST_NAME, MOST_NAMES = 40, 4
_BETWEEN, _OF = ",", ":"
_SIGNS = " '’-"

Called = dict[str, tuple[str, Given]]
"""Names that a link brought, by place, each with the figures that it stands for."""


def plain_name(text: str) -> str:
    r"""A name of letters with their marks, digits, blanks, apostrophes and hyphens, and no longer than a name may be.

    What a page could take for markup or for an address goes, and so do signs that nobody sees.

    >>> plain_name("Iron Guard"), plain_name("Königs-Garde"), plain_name("<b>Moor</b> www.x.example")
    ('Iron Guard', 'Königs-Garde', 'bMoorb wwwxexample')
    >>> plain_name("\u202eevil\u200b"), len(plain_name("a" * 10_000)), plain_name("«»")
    ('evil', 40, '')
    >>> plain_name("यो\ufe0fद्धा"), len(plain_name("a" + "\u0301" * 9))
    ('योद्धा', 3)
    """
    kept = ""
    for c in unicodedata.normalize("NFC", text[:LONGEST_TEXT]):
        # More than two marks on one letter are no name.
        is_mark = kept[-1:].strip() and _is_mark(c) and not all(map(_is_mark, kept[-2:]))
        kept += c if c in _SIGNS or c.isalnum() or is_mark else ""
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def _is_mark(sign: str) -> bool:
    """Whether it is a vowel or an accent on the letter before it, and seen."""
    is_unseen = "SELECTOR" in (name := unicodedata.name(sign, "")) or "JOINER" in name
    return unicodedata.category(sign) in ("Mn", "Mc") and not is_unseen


def names_text(names: Mapping[str, str]) -> str:
    """Names by their places as one field of an address.

    >>> names_text({"attacker": "Iron Guard", "weapon": "Maul"})
    'attacker:Iron Guard,weapon:Maul'
    """
    plain = ((place, plain_name(name)) for place, name in list(names.items())[:MOST_NAMES])
    return _BETWEEN.join(f"{place}{_OF}{name}" for place, name in plain if name)


def names_from(text: str) -> dict[str, str]:
    """The names that a field says, by place; what is none is left out.

    >>> names_from("attacker:Iron Guard,weapon:<Maul>,x")
    {'attacker': 'Iron Guard', 'weapon': 'Maul'}
    """
    parts = (part.partition(_OF) for part in text[:LONGEST_TEXT].split(_BETWEEN)[:MOST_NAMES])
    return {place: name for place, of, written in parts if of and (name := plain_name(written))}


def names_of_request(scenario_id: str, text: str, given: Given) -> Called:
    """The names that came with a request, each with the figures that it stands for.

    >>> names_of_request("chronopia.melee", "attacker:Iron Guard,nobody:X", {"cc": 15, "armour": 22, "charging": True})
    {'attacker': ('Iron Guard', {'cc': 15})}
    """
    model, known = registry.scenario(scenario_id), place_names(scenario_id)
    return {
        place: (name, _figures(model, place, given))
        for place, name in names_from(text).items()
        if place in known and place not in given
    }


def _figures(model: type[Scenario], place: str, given: Given) -> Given:
    """The given figures of whoever stands in a place; how many there are is none of them."""
    side = f"{place.partition('.')[0]}."
    preset = model.parameter(place)
    is_side = any(p.name.startswith(side) for p in model.parameters())
    whose = preset.belongs_to if preset is not None else place

    def is_own(parameter: Parameter) -> bool:
        return parameter.name.startswith(side) if is_side else whose in ("situation", parameter.belongs_to)

    listed = (p for p in model.parameters() if p.role == "stat" and not p.headcount and is_own(p))
    return {p.name: given[p.name] for p in listed if p.name in given}


def holding(names: Mapping[str, tuple[str, Given]], given: Given) -> dict[str, str]:
    """The names whose places are still theirs: no entry was picked there, and no figure of theirs is another.

    >>> names = {"attacker": ("Iron Guard", {"cc": 15})}
    >>> holding(names, {"cc": 15, "charging": True}), holding(names, {"cc": 15, "attacker": "archers"})
    ({'attacker': 'Iron Guard'}, {})
    """
    return {
        place: name
        for place, (name, figures) in names.items()
        if place not in given and figures.items() <= given.items()
    }
