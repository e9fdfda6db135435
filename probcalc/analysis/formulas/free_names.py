"""What a formula leaves free, as a person writes it: parameters, narrower ranges, entries of lists, probabilities."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from probcalc.scenarios.errors import InputError, unknown_name, unknown_parameter
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.symbolic.cases.boxes import Side, value_text

_RANGE = re.compile(r"(-?[0-9]{1,7})\.\.(-?[0-9]{1,7})")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")


class RollChances(NamedTuple):
    """The free probabilities of a roll's bands, all but the last."""

    roll: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class FreeNames:
    """What is free: the sides of the parameters, and the rolls with free probabilities.

    Attributes:
        sides: the values of each free name; an entry of a list is named "list.2", counted from 1.
        rolls: the rolls whose bands have free probabilities.
        whole: the parameters that are no longer as given.
        lists: the values of the lists of which an entry is free.
    """

    sides: Mapping[str, tuple[Side, ...]]
    rolls: tuple[RollChances, ...]
    whole: frozenset[str]
    lists: Mapping[str, list[int]]

    def values(self, counts: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters' values when the free names have these."""
        found: dict[str, Any] = {name: list(entries) for name, entries in self.lists.items()}
        for name, count in counts.items():
            owner, _, entry = name.rpartition(".")
            if owner in self.lists:
                found[owner][int(entry) - 1] = count
            else:
                found[name] = count
        return found


def free_names(model: type[Scenario], parameters: Mapping[str, Any], free: Sequence[str] | str) -> FreeNames:
    """What a person's words leave free.

    Raises:
        InputError: for a name that does not exist or cannot be free, a wrong range, or nothing at all.
    """
    sides: dict[str, tuple[Side, ...]] = {}
    rolls: list[RollChances] = []
    whole: set[str] = set()
    lists: dict[str, list[int]] = {}
    for words in _words(model, free):
        left, equals, right = (part.strip() for part in words.partition("="))
        if equals and not _RANGE.fullmatch(right) and not _has_names(model, left):
            rolls.append(_chances(model, left, right, rolls))
            continue
        parameter = model.parameter(left) or _entry(model, left)
        if parameter is None:
            raise unknown_parameter(model.id, left, [p.name for p in model.parameters()])
        if parameter.name != left:
            if parameter.name not in lists:
                scenario, _ = resolve(model, parameters)
                lists[parameter.name] = list(scenario.value_of(parameter.name))
            _require_entry(parameter, left, lists[parameter.name])
        whole.add(parameter.name)
        if left in sides:
            raise InputError(f"{left} is left free twice", left)
        sides[left] = _sides(parameter, left, right)
    if not sides and not rolls:
        raise InputError(f"a formula leaves at least one parameter free, as in {_example(model)}")
    return FreeNames(sides, tuple(rolls), frozenset(whole), lists)


def _words(model: type[Scenario], free: Sequence[str] | str) -> list[str]:
    """The single wishes of a text: apart by semicolons, and by commas where no probabilities are named."""
    if not isinstance(free, str):
        if not isinstance(free, Iterable) or not all(isinstance(words, str) for words in free):
            raise InputError(f"free names what is left free, in a text or a list of texts, not {free!r}", "free")
        return [str(words).strip() for words in free]
    found: list[str] = []
    for part in free.split(";"):
        found += _apart(model, part)
    return [words.strip() for words in found if words.strip()]


def _apart(model: type[Scenario], part: str) -> list[str]:
    """The wishes of a text without semicolons; names after a choice that are no parameters narrow it too."""
    words = [word.strip() for word in part.split(",")]
    narrowed = [word.partition("=")[0].strip() for word in words if "=" in word]
    if not all(model.parameter(name) or _entry(model, name) for name in narrowed):
        # The name of a roll may hold commas, and several probabilities stand before it.
        return [part] if not _RANGE.match(part.partition("=")[2].strip()) else words
    found: list[str] = []
    for word in words:
        choice, equals, _ = found[-1].partition("=") if found else ("", "", "")
        goes_on = equals and "=" not in word and _has_names(model, choice.strip()) and not model.parameter(word)
        found[-1:] = [f"{found[-1]},{word}"] if goes_on else [*found[-1:], word]
    return found


def _has_names(model: type[Scenario], name: str) -> bool:
    """Whether what a name stands for is chosen among names, and narrowed to some of them."""
    parameter = model.parameter(name)
    return parameter is not None and parameter.kind in ("boolean", "choice")


def _chances(model: type[Scenario], left: str, right: str, earlier: Sequence[RollChances]) -> RollChances:
    names = tuple(name.strip() for name in left.split(","))
    taken = {name for roll in earlier for name in roll.names}
    for name in names:
        if model.parameter(name) is not None:
            raise InputError(f"{name}={right}: {name} is a parameter; a range is written {name}=1..5", name)
        if not _NAME.fullmatch(name):
            raise InputError(f'"{name[:40]}" cannot name a probability; use a letter, as in "p = {right[:40]}"', name)
        if name in taken or names.count(name) > 1:
            raise InputError(f"{name} is named twice", name)
    if any(roll.roll == right for roll in earlier):
        raise InputError(f"{right} is left free twice", names[0])
    return RollChances(right, names)


def _entry(model: type[Scenario], name: str) -> Parameter | None:
    """The list of which a name like "a_commands.2" is an entry."""
    owner, _, entry = name.rpartition(".")
    parameter = model.parameter(owner)
    return parameter if parameter is not None and parameter.kind == "list" and entry.isdigit() else None


def _require_entry(parameter: Parameter, name: str, entries: Sequence[int]) -> None:
    number = name.rpartition(".")[2]
    if not 1 <= int(number) <= len(entries):
        raise InputError(f"{parameter.name} has the entries 1..{len(entries)} here, not {number}", name)


def _sides(parameter: Parameter, name: str, narrower: str) -> tuple[Side, ...]:
    if parameter.kind == "text":
        raise InputError(f"{name} is a text and cannot be left free", name)
    if parameter.kind == "list" and name == parameter.name:
        raise InputError(f"{name} is a list; leave one of its entries free, as in {name}.1", name)
    if parameter.kind in ("boolean", "choice"):
        whole: Side = (False, True) if parameter.kind == "boolean" else parameter.choices
        return (_side_of_names(parameter, narrower, whole) if narrower else whole,)
    least, most = parameter.bounds
    if not narrower:
        numbers: Side = range(least, most + 1)
        return ((None,), numbers) if parameter.optional else (numbers,)
    match = _RANGE.fullmatch(narrower)
    assert match is not None
    low, high = int(match[1]), int(match[2])
    if not least <= low <= high <= most:
        raise InputError(f"{name} ranges within {least}..{most}, not {narrower}", name)
    return (range(low, high + 1),)


def _side_of_names(parameter: Parameter, names: str, whole: Side) -> Side:
    """Some of the names of a parameter, in its own order."""
    if _RANGE.fullmatch(names):
        some = ",".join(map(value_text, whole[:2]))
        line = (
            f"{parameter.name} is {parameter.values_in_words} and has no range; a few names are {parameter.name}={some}"
        )
        raise InputError(line, parameter.name)
    known = {value_text(value): value for value in whole}
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in known:
            raise unknown_name("value", name, known, f" of {parameter.name}")
    return tuple(value for name, value in known.items() if name in wanted)


def _example(model: type[Scenario]) -> str:
    return next((p.name for p in model.parameters() if p.kind == "integer"), model.parameters()[0].name)
