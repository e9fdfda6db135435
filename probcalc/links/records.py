"""A record of what was asked and what came, as text, and its luck.

    [@SIDE ]REQUEST -> [RESULT = ]CAME[, CAME...][ ; wants less][ ; weight 3/2][ ; at_least 7][ ; order b < draw < a]

A request is a scenario with its parameters as on the command line, a link, or else a roll.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from probcalc.analysis.luck.asked import Asked, check_entry
from probcalc.analysis.luck.series import Luck, luck_of
from probcalc.links.addresses import from_url
from probcalc.links.commands import read_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value

MOST_CHARACTERS = 200_000
OPTIONS = ("wants", "weight", "at_least", "at_most", "order")
_SETTINGS = ("statistic", "looked")
_KEYS = ("lines", *_SETTINGS)
_SETTING = re.compile(r"(statistic|looked)\s*:\s*(\S*)")
_SCENARIO = re.compile(r"[a-z_][a-z0-9_]*\.[a-z0-9_]+(\s|$)")
_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


def luck(record: Any, statistic: Any = "auto", looked: Any = 1) -> Luck:
    """How lucky a record is: for every line, every side and the whole, P(as good or better) and P(as bad or worse).

    A record is text, a list of lines, or {"lines", "statistic", "looked"}; what counts is said before the first roll.

    >>> import probcalc
    >>> found = probcalc.luck("12d6 >= 4 -> 3")
    >>> found["sides"][0]["or_worse"], found["sides"][0]["percentile"]
    (Fraction(299, 4096), Fraction(189, 4096))

    Raises:
        InputError: one line that names the line of the record, the key, and what is wrong with it.
    """
    entries, said, notes = read_record(record)
    chosen = said.get("statistic", "auto") if statistic == "auto" else statistic
    number = said.get("looked", 1) if looked == 1 and not isinstance(looked, bool) else looked
    return luck_of(entries, chosen, number, notes)


def read_record(record: Any) -> tuple[list[Asked], dict[str, Any], list[str]]:
    """The entries of a record, what it says of itself, and what is to be said of it.

    Raises:
        InputError: for what cannot be read, with its line in front.
    """
    said: dict[str, Any] = {}
    notes: list[str] = []
    if isinstance(record, Mapping):
        for key in record:
            if key not in _KEYS:
                raise unknown_name("key", str(key), _KEYS, " of a record")
        said = {key: record[key] for key in _SETTINGS if record.get(key) is not None}
        record = record.get("lines", [])
    if isinstance(record, str):
        if len(record) > MOST_CHARACTERS:
            raise InputError(f"record has at most {MOST_CHARACTERS:,} characters, not {len(record):,}", "record")
        entries: list[Asked] = []
        for number, text in enumerate(record.splitlines(), 1):
            line = without_remark(text)
            setting = _SETTING.fullmatch(line)
            if setting and not entries:
                said.setdefault(setting[1], setting[2])
            elif line:
                entries.append(_entry_asked(line, len(entries) + 1, number, notes))
        return entries, said, notes
    if not isinstance(record, (list, tuple)):
        raise InputError(
            f"record is text, a list of lines, or a mapping with lines, not {brief_value(record)}", "record"
        )
    return [_entry_asked(entry, place, place, notes) for place, entry in enumerate(record, 1)], said, notes


def _entry_asked(entry: Any, place: int, number: int, notes: list[str]) -> Asked:
    where = f"line {number}"
    try:
        read = entry_of(entry, notes) if isinstance(entry, str) else entry
        return check_entry(read, place, where)
    except InputError as error:
        raise InputError(f"{where}: {error}", error.parameter, error.nearest) from error


def without_remark(line: str) -> str:
    """A line without its remark: what follows a # that is neither in quotes nor in a link.

    >>> without_remark('d6 -> 6  # at last'), without_remark("# an evening")
    ('d6 -> 6', '')
    >>> without_remark("https://example.org/custom?s=custom.roll&roll=d6#top -> 6  # from a chat")
    'https://example.org/custom?s=custom.roll&roll=d6#top -> 6'
    """
    quoted = False
    for at, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted and "://" not in line[line.rfind(" ", 0, at) + 1 : at]:
            return line[:at].strip()
    return line.strip()


class Parts(NamedTuple):
    """The side, the request, the result, what came, and the options of a line of text, as they are written."""

    side: str
    request: str
    result: str
    came: Sequence[str]
    options: str


def parts_of(line: str) -> Parts:
    """The parts of a line.

    >>> parts_of("@ben chronopia.melee -> wounds = 2, 1 ; wants less")
    Parts(side='ben', request='chronopia.melee', result='wounds', came=['2', '1'], options='; wants less')
    """
    side = ""
    if line.startswith("@"):
        side, _, line = line[1:].partition(" ")
    request, _, rest = line.rpartition("->")
    seen, semicolon, options = rest.partition(";")
    result, _, came = seen.rpartition("=")
    outcomes = [part.strip() for part in came.split(",")]
    return Parts(side, request.strip(), result.strip(), outcomes, f"{semicolon}{options}".strip())


def entry_of(line: str, notes: list[str]) -> dict[str, Any]:
    """A line of text as an entry; what a link says that cannot be used is noted.

    >>> entry_of("@ben d20 >= 11 -> yes, no ; weight 3/2", [])
    {'roll': 'd20 >= 11', 'came': ['yes', 'no'], 'weight': '3/2', 'side': 'ben'}

    Raises:
        InputError: when it cannot be read.
    """
    side, request, result, outcomes, rest = parts_of(line)
    if not request:
        raise InputError(f"a line reads REQUEST -> CAME, as in 2d6 -> 7, and not {brief_value(line)}", "record")
    entry = _request(request, notes)
    if result:
        entry["result"] = result
    if not all(outcomes):
        raise InputError("came: an outcome stands behind the arrow, and between two commas", "came")
    entry["came"] = outcomes if len(outcomes) > 1 else outcomes[0]
    for option in rest.split(";")[1:]:
        key, _, value = option.strip().partition(" ")
        if key not in OPTIONS:
            raise unknown_name("option", key, OPTIONS, " of a line")
        if key in entry:
            raise InputError(f"{key} is given twice", key)
        if not value.strip():
            raise InputError(f"{key} has no value", key)
        entry[key] = _order(value) if key == "order" else value.strip()
    # A side without a name is refused as one, not taken for nobody.
    return entry | ({"side": side} if line.startswith("@") else {})


def _order(text: str) -> list[Any]:
    groups = [[name.strip() for name in part.split("=")] for part in text.split("<")]
    return [group if len(group) > 1 else group[0] for group in groups]


def _request(text: str, notes: list[str]) -> dict[str, Any]:
    if re.match(r"https?://\S+$|\?\S+$", text):
        asked_by = from_url(text)
        if asked_by.scenario_id is None:
            raise InputError("; ".join(asked_by.notices) or "the link asks for no scenario", "record")
        notes.extend(asked_by.notices)
        return {"scenario": asked_by.scenario_id, "parameters": asked_by.given}
    if _SCENARIO.match(text):
        scenario, *words = _WORD.findall(text)
        registry.scenario(scenario)
        return {"scenario": scenario, "parameters": read_words(scenario, [w.replace('"', "") for w in words])}
    return {"roll": text}
