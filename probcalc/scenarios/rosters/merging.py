"""One roster out of two that were changed at the same time."""

from __future__ import annotations

from probcalc.scenarios.rosters.roster import Entry, Roster


def merge(base: Roster | None, mine: Roster, theirs: Roster) -> Roster:
    """What another tab keeps, with what was changed here: entries made, changed or taken away since both were `base`.

    >>> maul, fork = Entry("Maul", {}), Entry("Fork", {})
    >>> base = Roster("chronopia", "Mine", {"weapons": {"maul": maul}})
    >>> mine = Roster("chronopia", "Mine", {"weapons": {}})
    >>> theirs = Roster("chronopia", "Mine", {"weapons": {"maul": maul, "fork": fork}})
    >>> list(merge(base, mine, theirs).entries["weapons"]), list(merge(base, base, theirs).entries["weapons"])
    (['fork'], ['maul', 'fork'])
    """
    entries: dict[str, dict[str, Entry]] = {}
    for kind in dict.fromkeys((*theirs.entries, *mine.entries)):
        before = base.entries.get(kind, {}) if base is not None else {}
        own = mine.entries.get(kind, {})
        found = {k: e for k, e in theirs.entries.get(kind, {}).items() if k in own or k not in before}
        entries[kind] = found | {k: e for k, e in own.items() if before.get(k) != e}
    name = theirs.name if base is not None and mine.name == base.name else mine.name
    return Roster(mine.system, theirs.name if not any(mine.entries.values()) else name, entries)
