"""Who plays against whom: the entries of a balance, each a row of the game's table or a set-up, and how many fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from probcalc.analysis.balance.sided import Sided
from probcalc.analysis.findings.findings import number_given
from probcalc.analysis.tables.presets import points_of
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value, flatten
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.resolve import validate

MOST_ENTRIES = 60
MOST_WEIGHT = 10**6
OWN = "own"


@dataclass(frozen=True, slots=True)
class Entry:
    """One who plays.

    Attributes:
        name: what it is called: the id in the table, or the name of a set-up.
        values: what it says itself, by parameter without its side.
        cost: the points of one; None without a budget.
        bought: how many the budget buys, before the bound.
    """

    name: str
    values: Mapping[str, Any]
    cost: Fraction | None = None
    bought: int | None = None

    def with_values(self, values: Mapping[str, Any]) -> Entry:
        """The same with other values of its own."""
        return replace(self, values={**self.values, **values})


def entries_of(sided: Sided, entries: Any, of_roster: Mapping[str, Mapping[str, Any]] | None = None) -> list[Entry]:
    """The entries as they are asked for; without any the whole table.

    >>> from probcalc.analysis.balance.sided import sides_of
    >>> found = entries_of(sides_of("oathmark.combat"), ["troll", {"name": "Braced", "unit": "troll", "braced": True}])
    >>> found[1].name, dict(found[1].values)
    ('Braced', {'unit': 'troll', 'braced': True})

    Raises:
        InputError: naming `entries` or `own`, or the id or key that is unknown with the nearest.
    """
    if of_roster is not None and not (
        isinstance(of_roster, Mapping) and all(isinstance(each, Mapping) for each in of_roster.values())
    ):
        raise InputError(f"own has the figures of each entry by its name, not {brief_value(of_roster)}", "own")
    if entries is None:
        if sided.table is None:
            raise InputError(
                f"entries: {sided.scenario_id} picks nothing from a table, so set-ups are needed, "
                f'like {{"name": "Veterans", "{sided.names[0]}": ...}}',
                "entries",
            )
        return [
            Entry(choice, {sided.key(sided.table.name): choice}) for choice in sided.table.choices if choice != NOTHING
        ]
    if isinstance(entries, (str, Mapping)) or not isinstance(entries, Iterable):
        raise InputError(f"entries are a list of ids and set-ups, not {brief_value(entries)}", "entries")
    found = [_entry(sided, each, of_roster or {}) for each in entries]
    if not 2 <= len(found) <= MOST_ENTRIES:
        raise InputError(f"entries: 2 to {MOST_ENTRIES} play against each other, not {len(found)}", "entries")
    seen: set[str] = set()
    for each in found:
        if each.name in seen:
            raise InputError(f"entries: {shown_name(each.name)} stands there twice; names must differ", "entries")
        seen.add(each.name)
    return found


def shown_name(name: str) -> str:
    """A name for an error line: short and printable."""
    return "".join(c if c.isprintable() else "?" for c in name[:60])


def _entry(sided: Sided, said: Any, of_roster: Mapping[str, Mapping[str, Any]]) -> Entry:
    if isinstance(said, str):
        if said in of_roster:
            return Entry(said, of_roster[said])
        table = sided.table
        if table is None:
            raise InputError(
                f"entries: {sided.scenario_id} picks nothing from a table, so {brief_value(said)} is none of it; "
                "a set-up has a name and parameters",
                "entries",
            )
        if said not in table.choices or said == NOTHING:
            valid = [choice for choice in (*of_roster, *table.choices) if choice != NOTHING]
            lister = f"probcalc describe {sided.scenario_id}"
            refusal = unknown_name("entry", said, valid, f" of {table.table or table.label}", lister)
            raise InputError(f"entries: {refusal}", "entries", refusal.nearest)
        return Entry(said, {sided.key(table.name): said})
    if not isinstance(said, Mapping):
        raise InputError(f"entries: each is an id or a set-up with a name, not {brief_value(said)}", "entries")
    values = flatten({key: value for key, value in said.items() if key != "name"})
    name = said.get("name", values.get(sided.key(sided.table.name)) if sided.table else None)
    if not isinstance(name, str) or not name.strip() or len(name) > 60 or not name.isprintable():
        raise InputError(f"entries: a set-up has a name of at most 60 characters, not {brief_value(name)}", "entries")
    for key, value in values.items():
        sided.require(key, value, name)
    return Entry(name, values)


def buy(
    sided: Sided, entries: Sequence[Entry], parameters: Mapping[str, Any], count: Any, budget: Any, costs: Any
) -> tuple[list[Entry], list[Entry]]:
    """The entries with how many of each fight, and those of which the budget buys none.

    Raises:
        InputError: naming `count`, `budget` or `costs`.
    """
    if budget is None and costs is not None:
        raise InputError("costs say nothing without a budget", "budget")
    if sided.headcount is None:
        if budget is not None or count != OWN:
            name = "count" if budget is None else "budget"
            raise InputError(f"{name}: {sided.scenario_id} does not ask how many fight", name)
        return list(entries), []
    low, high = sided.headcount.bounds
    key = sided.key(sided.headcount.name)
    if budget is None:
        if count == OWN and isinstance(count, str):
            return list(entries), []
        if type(count) is not int or not low <= count <= high:
            raise InputError(f"count is {OWN} or {low} to {high}, not {brief_value(count)}", "count")
        return [each if key in each.values else each.with_values({key: count}) for each in entries], []
    if count != OWN:
        raise InputError("count: a budget buys as many as it can; say one of them", "count")
    whole = positive("budget", budget)
    taken: list[Entry] = []
    none: list[Entry] = []
    for each, cost in zip(entries, _costs(sided, entries, costs), strict=True):
        if key in each.values:
            raise InputError(f"budget: {shown_name(each.name)} says itself how many fight ({key})", "budget")
        number = int(whole // cost)
        one = replace(each, cost=cost, bought=number)
        if number < low:
            none.append(one)
        else:
            taken.append(one.with_values({key: min(number, high)}))
    if len(taken) < 2:
        left = f"only {shown_name(taken[0].name)}" if taken else "nobody"
        raise InputError(f"budget: {brief_value(budget)} buys {left}, and two at least play", "budget")
    return taken, none


def _costs(sided: Sided, entries: Sequence[Entry], costs: Any) -> list[Fraction]:
    """What one of each entry costs, by the reader or else by the table."""
    if costs is not None and not isinstance(costs, Mapping):
        raise InputError(
            f'costs are points by entry, like {{"{entries[0].name}": 10}}, not {brief_value(costs)}', "costs"
        )
    said = dict(costs or {})
    known = {each.name for each in entries}
    for name in said:
        if name not in known and not sided.is_choice(name):
            raise InputError(f"costs: {unknown_name('entry', str(name), known)}", "costs")
    printed = points_of(sided.scenario_id, sided.table) if sided.table is not None else {}
    found: list[Fraction] = []
    for each in entries:
        own = each.values.get(sided.key(sided.table.name)) if sided.table is not None else None
        cost = said.get(each.name, printed.get(own) if isinstance(own, str) else None)
        if cost is None:
            raise InputError(f"costs: say what {shown_name(each.name)} costs, one for each entry", "costs")
        found.append(positive("costs", cost, f" of {shown_name(each.name)}"))
    return found


def positive(name: str, value: Any, whose: str = "") -> Fraction:
    """A number above 0: whole, a fraction, or the text of one.

    >>> positive("budget", "125/2")
    Fraction(125, 2)

    Raises:
        InputError: naming what it is.
    """
    found = number_given(value)
    if found is None or not 0 < found <= MOST_WEIGHT:
        raise InputError(f"{name}{whose}: a number above 0, at most {MOST_WEIGHT:,}, not {brief_value(value)}", name)
    return found


def weights_of(field: Any, names: Sequence[str], left_out: Sequence[str] = ()) -> list[Fraction]:
    """The weight of each entry in the field of opponents, together 1.

    >>> weights_of({"troll": 3, "ogre": "1/2"}, ["troll", "ogre", "elf"])
    [Fraction(6, 7), Fraction(1, 7), Fraction(0, 1)]

    Raises:
        InputError: naming `field`.
    """
    if field is None:
        return [Fraction(1, len(names))] * len(names)
    if not isinstance(field, Mapping):
        raise InputError(f'field is weights by entry, like {{"{names[0]}": 2}}, not {brief_value(field)}', "field")
    weights = dict.fromkeys(names, Fraction(0))
    for name, value in field.items():
        if name not in weights and name not in left_out:
            raise InputError(f"field: {unknown_name('entry', str(name), names)}", "field")
        weight = number_given(value)
        if weight is None or not 0 <= weight <= MOST_WEIGHT:
            raise InputError(f"field: a weight must be 0 to {MOST_WEIGHT:,}, not {brief_value(value)}", "field")
        if name in weights:
            weights[name] = weight
    whole = sum(weights.values())
    if not whole:
        raise InputError("field: one weight at least is above 0", "field")
    return [weight / whole for weight in weights.values()]


def require_known(sided: Sided, parameters: Mapping[str, Any]) -> None:
    """Refuse what is given beside the entries, where the scenario knows no such thing.

    Raises:
        InputError: naming the parameter.
    """
    validate(sided.model, parameters)
