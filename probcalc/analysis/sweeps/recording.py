"""What a rule reads of a scenario, noted while it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, wraps
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias

from probcalc.scenarios.fields import Section
from probcalc.scenarios.models import MOST_MODELS, Declared, Model
from probcalc.scenarios.scenario import Scenario

_READS, _ORIGINAL, _CHANGED = "_reads_of_a_sweep", "_original_in_a_sweep", "_changed_in_a_sweep"
_ASKED = "_asked_in_a_sweep"
_PART = object()
_YES, _NO = (bool, True), (bool, False)
_MOST_READS = 5_000

Parts = Mapping[str, Section]
"""A scenario part by part: the whole by "", each of its sections by its name."""


class Read(NamedTuple):
    """A field that was read, or a property of a section in place of the fields behind it, or whether it was given.

    Attributes:
        part: the section, "" for the whole scenario.
        name: the field or property.
        whether_given: whether it was asked if the field was given, rather than its value.
    """

    part: str
    name: str
    whether_given: bool = False

    @property
    def reads(self) -> tuple[Read, ...]:
        """Itself: what a step reads."""
        return (self,)

    def of(self, parts: Parts) -> Any:
        """What it reads of other parts, as a key: True and 1 are equal in Python, and not the same here."""
        part = parts[self.part]
        if self.whether_given:
            return part.was_given(self.name)
        values = part.__dict__
        return as_key(values[self.name] if self.name in values else getattr(part, self.name))


@lru_cache(maxsize=_MOST_READS)
def _read(part: str, name: str, whether_given: bool = False) -> Read:
    """The same object for what is read again and again: thousands of them are kept."""
    return Read(part, name, whether_given)


def as_key(value: Any) -> Any:
    """A value as a key that no value of another kind is equal to.

    >>> as_key(True) == as_key(1), as_key([4, 4]) == as_key([4, 4])
    (False, True)
    """
    kind = type(value)
    if kind is int or kind is str:
        return value
    if kind is bool:
        return _YES if value else _NO
    if isinstance(value, Section):
        # A section within a section is read as a whole.
        return kind, tuple(map(as_key, value.by_name().values()))
    return (kind, tuple(value)) if kind is list else (kind, value)


def parts_of(scenario: Section) -> dict[str, Section]:
    """A scenario part by part."""
    sections = {name: value for name, value in scenario.by_name().items() if isinstance(value, Section)}
    return {"": scenario, **sections}


Asked: TypeAlias = "Callable[[Any, str, Callable[..., Any], Sequence[Any]], Any]"
"""What a method of a copy gives: of the copy, the name of the method, itself, and with what it is called."""


class Called(tuple[Any, ...]):
    """With what a method is called, as a key: plain values, and parts of the scenario whatever they are."""

    __slots__ = ()

    def of(self, copy: Any) -> list[Any]:
        """The arguments when it is called of another copy."""
        return [_part_of(copy, each[1]) if type(each) is tuple and each[0] is _PART else each for each in self]


def call_on_parts(copy: Any, args: Sequence[Any]) -> Called | None:
    """With what a method of a copy is called; None where that is neither a plain value nor a part of the copy."""
    found: list[Any] = []
    for each in args:
        if type(each) is int or type(each) is str:
            found.append(each)
            continue
        part = each.__dict__.get(_READS, (None,))[0] if isinstance(each, Section) else None
        if part is None or _part_of(copy, part) is not each:
            return None
        found.append((_PART, part))
    return Called(found)


def _part_of(copy: Any, part: str) -> Any:
    return copy.__dict__.get(part) if part else copy


def record(scenario: Section, reads: list[Any], asked: Asked | None = None) -> Any:
    """A copy of a scenario that notes each field of it, and of its sections, when it is read for the first time.

    What its own methods give is what `asked` says, if that is given.
    """
    sections = {
        name: _copy(value, name, reads, {}) for name, value in scenario.by_name().items() if isinstance(value, Section)
    }
    return _copy(scenario, "", reads, sections if asked is None else {**sections, _ASKED: asked})


def _copy(
    model: Section,
    part: str,
    reads: list[Any],
    values: Mapping[str, Any],
    changed: bool = False,
    kind: type[Model] | None = None,
) -> Any:
    copy: Any = object.__new__(_recording(kind or type(model)))
    copy.__dict__.update(values)
    copy.__dict__.update({_READS: (part, reads), _ORIGINAL: model, _CHANGED: changed})
    object.__setattr__(copy, "_given", model.names_given())
    return copy


class _Noted:
    """A field of a copy; once it is read the copy has its value itself."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, copy: Any, owner: type | None = None) -> Any:
        return self if copy is None else _value(copy, self.name)


class _NotedProperty:
    """A property of a section of a copy: a plain value of it is all that is known of the fields behind it."""

    __slots__ = ("name", "read")

    def __init__(self, name: str, read: Callable[[Any], Any]) -> None:
        self.name, self.read = name, read

    def __get__(self, copy: Any, owner: type | None = None) -> Any:
        if copy is None:
            return self
        values = copy.__dict__
        if self.name in values:
            return values[self.name]
        part, reads = values[_READS]
        if part and not values[_CHANGED]:
            value = getattr(values[_ORIGINAL], self.name)
            if type(value) in (bool, int, str):
                reads.append(_read(part, self.name))
                values[self.name] = value
                return value
        values[self.name] = value = self.read(copy)
        return value


def _value(copy: Any, name: str) -> Any:
    values = copy.__dict__
    if name not in values:
        part, reads = values[_READS]
        values[name] = values[_ORIGINAL].__dict__[name]
        reads.append(_read(part, name))
    return values[name]


@lru_cache(maxsize=MOST_MODELS)
def _recording(model: type[Model]) -> type[Model]:
    fields = tuple(model.fields())

    def value_of(self: Any, name: str) -> Any:
        first, _, rest = name.partition(".")
        found = _value(self, first)
        return _value(found, rest) if rest else found

    def with_values(self: Any, values: Mapping[str, Any]) -> Any:
        part, reads = self.__dict__[_READS]
        own = {name: value for name, value in self.__dict__.items() if name in fields}
        return _copy(self.__dict__[_ORIGINAL], part, reads, {**own, **values}, True, model)

    def seen_as(self: Any, seen: type[Model]) -> Any:
        part, reads = self.__dict__[_READS]
        own = {name: value for name, value in self.__dict__.items() if name in seen.fields()}
        return _copy(self.__dict__[_ORIGINAL], part, reads, own, True, seen)

    def by_name(self: Any) -> dict[str, Any]:
        return {name: _value(self, name) for name in fields}

    def was_given(self: Any, name: str) -> bool:
        part, reads = self.__dict__[_READS]
        reads.append(_read(part, name, True))
        return name in self.names_given()

    def parties(self: Any, *called: Any) -> Any:
        # What rolls are called decides no number, so names are not noted as read.
        return self.__dict__[_ORIGINAL].parties(*called)

    def name_of(self: Any, key: str) -> str:
        return key

    members: dict[str, Any] = {name: _method_asked(name, method) for name, method in _methods(model).items()}
    members |= {name: _Noted(name) for name in fields if _is_no_method(model, name)}
    members |= {name: _NotedProperty(name, read) for name, read in _properties(model).items()}
    members |= {each.__name__: each for each in (with_values, seen_as, by_name, was_given)}
    members |= {each.__name__: each for each in (value_of, parties, name_of) if hasattr(model, each.__name__)}
    return type(model.__name__, (model,), {**members, "__module__": model.__module__})


def _methods(model: type[Model]) -> dict[str, Callable[..., Any]]:
    """The methods that a rule has of its own; a part of it has none that are asked."""
    if not issubclass(model, Scenario):
        return {}
    found: dict[str, Callable[..., Any]] = {}
    for part in reversed(model.__mro__):
        found |= {name: member for name, member in vars(part).items() if isinstance(member, FunctionType)}
        for name in found.keys() & vars(part).keys():
            if not isinstance(vars(part)[name], FunctionType):
                del found[name]
    return {name: method for name, method in found.items() if not hasattr(Scenario, name)}


def _method_asked(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def ask(copy: Any, *args: Any, **named: Any) -> Any:
        asked: Asked | None = copy.__dict__.get(_ASKED)
        return method(copy, *args, **named) if asked is None or named else asked(copy, name, method, args)

    return ask


def _properties(model: type[Model]) -> dict[str, Callable[[Any], Any]]:
    """What is read of a section without arguments that is no field of it."""
    found: dict[str, Callable[[Any], Any]] = {}
    for part in reversed(model.__mro__):
        for name, member in vars(part).items():
            if isinstance(member, cached_property):
                found[name] = member.func
            elif isinstance(member, property) and member.fget is not None:
                found[name] = member.fget
            else:
                found.pop(name, None)
    return found


def _is_no_method(model: type[Model], name: str) -> bool:
    """A field of a sheet may be called like a method; such a one is asked for by `value_of` alone."""
    found = getattr(model, name, None)
    return isinstance(found, Declared) or not (callable(found) or hasattr(found, "__get__"))
