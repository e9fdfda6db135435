"""What the entries of a balance are called: the units of the table in the plural, a set-up by its own name."""

from __future__ import annotations

from dataclasses import dataclass

from probcalc.analysis.balance.asking import Balance
from probcalc.analysis.balance.entries import Entry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.resolve import resolve


@dataclass(frozen=True, slots=True)
class Called:
    """What an entry is called.

    Attributes:
        name: as it is headed: "Trolls".
        many: whether the name is a plural.
    """

    name: str
    many: bool

    def verb(self, one: str, many: str) -> str:
        """The verb that follows the name.

        >>> Called("Trolls", True).verb("beats", "beat")
        'beat'
        """
        return many if self.many else one


def names_by_entry(found: Balance) -> dict[str, Called]:
    """Each entry by its name with what it is called.

    >>> from probcalc.analysis.balance.asking import balance
    >>> [each.name for each in names_by_entry(balance("oathmark.combat", ["troll", "human_spearman"])).values()]
    ['Trolls', 'Spearmen']
    """
    names = {each.name: _name_of(found, each.entry) for each in found.standings}
    shown = [each.name for each in names.values()]
    # Whoever is called the same is told apart by what the reader wrote.
    return {name: Called(name, False) if shown.count(each.name) > 1 else each for name, each in names.items()}


def _name_of(found: Balance, entry: Entry) -> Called:
    two = found.sided
    if two.table is None or entry.values.get(two.key(two.table.name)) != entry.name:
        return Called(entry.name, False)
    label = dict(zip(two.table.choices, two.table.choice_labels, strict=True)).get(entry.name, entry.name)
    try:
        scenario, _ = resolve(two.model, {**found.given, **two.request({}, entry.values, {})})
    except InputError:
        return Called(label, False)
    key = two.prefixes[0].rstrip("._")
    party = next((party for party in scenario.parties() if party.named and party.key == key), None)
    return Called(label, False) if party is None else Called(party.name, party.heads_many)
