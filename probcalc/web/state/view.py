"""How a scenario's answer is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class View:
    """How a scenario's answer is looked at: what counts, from which number on, and what is laid out in tables.

    Attributes:
        result: the result that counts, "" for the headline.
        at_least: the threshold of a law over numbers, None for its mean.
        outcome: the outcome that counts of a law over names, "" for the first.
        entries: the preset parameter whose entries are ranked, "" for the first.
        rows, columns: the parameters of the grid, "" for the first that fit.
        change: "yes" where the grid shows the difference to the present number.
        each: the parameter that differs from one small map to the next, "" for the first that fits.
        amount: the parameter that is raised to reach a chance, "" for the first.
        over: the figure whose whole curve is shown, "" for the first.
        that: the condition that is solved for it, "" for none.
        tail: what the line of the chart adds up, "" for the first.
        room: the group of parts that is open below the answer, "" for none.
        turned: the parts of the page that are open and begin closed, or the other way round, with commas.
        given: what is known when the other results are told, as a condition, "" for nothing.
        together: the results that are shown in one table, the one down and the other across, with a comma.
        aim: what advice is for, as in "slain", "wounds >= 2" or "least wounds", "" for the first.
        points: the points that may be spent, None for as many as are offered at first.
        side: whose decisions are sought, "" for the first.
        opponent: "best" where the other side decides too.
        order: "free" where attackers need not attack in the order listed.
        called: what units of the reader's own are called, by their places: "attacker:Iron Guard".
        who: who plays in everybody against everybody, ids with commas, "" for all.
        budget: the points that each may spend there, "" for none.
        costs: the points of each, as in "troll=20,ogre=15".
        field: how often each is met there, as in "troll=3,ogre=1", "" for all alike.
        places: "first" where the row always stands in first place.
        sort: "given" where the map of everybody is in the order entered, not by rank.
        of: whom of everybody a change is to even, "" for nobody.
        asked: what is open in the laboratory, with commas.
        tried: what its questions ask for, as it was said: "steps.over=armour;unknown.of=cc".
        look: "yes" where the targets are seen before each attack.
    """

    result: str = ""
    at_least: int | None = None
    outcome: str = ""
    entries: str = ""
    rows: str = ""
    columns: str = ""
    change: str = ""
    each: str = ""
    amount: str = ""
    over: str = ""
    that: str = ""
    tail: str = ""
    room: str = ""
    turned: str = ""
    given: str = ""
    together: str = ""
    aim: str = ""
    points: int | None = None
    side: str = ""
    opponent: str = ""
    order: str = ""
    look: str = ""
    called: str = ""
    who: str = ""
    budget: str = ""
    costs: str = ""
    field: str = ""
    places: str = ""
    sort: str = ""
    of: str = ""
    asked: str = ""
    tried: str = ""

    def with_fields(self, fields: Mapping[str, Any]) -> View:
        """The same with other values of some fields, by their names."""
        return replace(self, **fields)
