"""Rosters as JSON: read with every size capped and every figure checked, written, and made one out of two."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value
from probcalc.scenarios.registry import system_ids
from probcalc.scenarios.rosters.roster import (
    MOST_ENTRIES,
    Entry,
    OwnKind,
    Roster,
    check_entry,
    check_id,
    check_name,
    check_references,
    figures_of_entry,
    kinds_of,
)

VERSION = 1
VERSION_KEY = "probcalc_roster"
LONGEST_TEXT = 200_000


def imported(text: str) -> Roster:
    """The roster of a JSON text.

    An entry may say `"like": "spearmen"` and then only what is different; it can be like a built-in entry, or like one
    that stands before it.

    Raises:
        InputError: one line that names the entry and the field.
    """
    if len(text) > LONGEST_TEXT:
        raise InputError(f"a roster has at most {LONGEST_TEXT:,} characters, not {len(text):,}")
    try:
        data = json.loads(text, object_pairs_hook=_group, parse_constant=_refuse_constant)
    except InputError:
        raise
    except (ValueError, RecursionError):
        raise InputError("not a roster: the file is not JSON") from None
    if not isinstance(data, dict) or VERSION_KEY not in data:
        raise InputError(f'not a roster: it lacks "{VERSION_KEY}": {VERSION}')
    version = data.pop(VERSION_KEY)
    if type(version) is not int or not 1 <= version <= VERSION:
        raise InputError(f"the roster is of version {brief_value(version)}, and version {VERSION} is read here")
    system = data.pop("system", None)
    if not isinstance(system, str):
        raise InputError(f"the roster names no system; it is one of {', '.join(system_ids())}")
    kinds = kinds_of(system)
    name = check_name(data.pop("name", "Roster"), "the roster")
    for key in data:
        if key not in kinds:
            raise unknown_name("part", key, [*kinds, "name", "system"], f" of a roster of {system}")
    roster = Roster(system, name, {kind: _entries(system, kinds[kind], data.get(kind, {})) for kind in kinds})
    if sum(map(len, roster.entries.values())) > MOST_ENTRIES:
        raise InputError(f"a roster has at most {MOST_ENTRIES} entries")
    return check_references(roster)


def _group(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"the roster says {brief_value(key)} twice in one place")
        found[key] = value
    return found


def _refuse_constant(text: str) -> Any:
    raise InputError(f"the roster holds {text}, which is no number")


def _entries(system: str, kind: OwnKind, data: Any) -> dict[str, Entry]:
    if not isinstance(data, dict):
        raise InputError(f"{kind.id}: entries stand under their ids in braces, not {brief_value(data)}")
    if len(data) > MOST_ENTRIES:
        raise InputError(f"a roster has at most {MOST_ENTRIES} entries, and there are {len(data)} under {kind.id}")
    found: dict[str, Entry] = {}
    for key, figures in data.items():
        check_id(kind, key)
        if not isinstance(figures, dict):
            raise InputError(f"entry {key}: its figures stand in braces, not {brief_value(figures)}")
        given = dict(figures)
        name = given.pop("name", None)
        if "like" in given:
            given = {**_like(system, kind, key, given.pop("like"), found), **given}
        found[key] = check_entry(kind, key, name, given)
    return found


def _like(system: str, kind: OwnKind, key: str, other: Any, before: Mapping[str, Entry]) -> Mapping[str, Any]:
    if isinstance(other, str) and other in before:
        return before[other].figures
    if isinstance(other, str) and other in kind.table:
        return figures_of_entry(system, kind.id, other)
    refusal = unknown_name("unit or weapon", brief_value(other), [*before, *kind.table], " that it could be like")
    raise InputError(f"entry {key}, field like: {refusal}", nearest=refusal.nearest)


def exported(roster: Roster) -> str:
    """The roster as JSON, an entry a line; `imported` gives it back."""
    lines = [f'  "{VERSION_KEY}": {VERSION}', f'  "system": {_text(roster.system)}', f'  "name": {_text(roster.name)}']
    for kind, entries in roster.entries.items():
        rows = [f"    {_text(key)}: {_text({'name': e.name, **e.figures})}" for key, e in entries.items()]
        if rows:
            lines.append(f"  {_text(kind)}: {{\n" + ",\n".join(rows) + "\n  }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


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
