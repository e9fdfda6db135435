"""`Model`: annotated fields that are checked when one is made, once and for all, and cannot be changed afterwards.

A declaration is an annotation with what `Declared` says beside it. The annotation is a class of this kind, or `int`,
`bool`, `str`, `list[int]`, a `Literal`, or several of them with `|`: the kinds of value that the field takes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import NoneType, SimpleNamespace, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Self,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from probcalc.scenarios.kinds import Nothing, Numbers, OneOf, Text, Truth, Whole, Wrong

MOST_MODELS = 1024
"""Of how many models something is kept: variants make classes of their own, as many as are asked for."""

M = TypeVar("M", bound="Model")
REQUIRED = object()
"""The default of a field that has to be given."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What is said of a field beside its annotation.

    Attributes:
        default: the value of a field that is not given.
        made: makes the default instead, where each model needs one of its own.
        help: what it is, for people.
        low, high: bounds of a number, or of each entry of a list.
        shortest, longest: bounds on the length of a list or text.
        extra: what else those who show the field want to know.
    """

    default: Any = REQUIRED
    made: Callable[[], Any] | None = None
    help: str = ""
    low: int | None = None
    high: int | None = None
    shortest: int = 0
    longest: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def start(self) -> Any:
        """The value of a field that is not given."""
        if self.made is not None:
            return self.made()
        return list(self.default) if isinstance(self.default, list) else self.default


@dataclass(frozen=True, slots=True)
class Nested:
    """Another model, or a mapping with its fields."""

    model: type[Model]

    def checked(self, value: Any) -> Model:
        """The model."""
        if isinstance(value, self.model):
            return value
        if not isinstance(value, Mapping):
            raise Wrong(f"Input should be a mapping with the fields of {self.model.__name__}")
        return self.model(**value)


FieldKind: TypeAlias = Whole | Truth | Text | Nothing | OneOf | Numbers | Nested
"""A kind of value: what is of another is refused as `Wrong`."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a model: what its annotation allows, any of several kinds, and what is declared beside it."""

    annotation: Any
    kinds: tuple[FieldKind, ...]
    declared: Declared

    def checked(self, name: str, value: Any) -> Any:
        """The value, when it is of one of the kinds.

        Raises:
            Wrong: naming the field, and why the first kind does not take it.
        """
        first: Wrong | None = None
        for kind in self.kinds:
            try:
                return kind.checked(value)
            except Wrong as wrong:
                first = first or wrong
        assert first is not None, f"{name} takes some kind of value"
        raise Wrong(first.why, (name, *first.path))


class Seen:
    """A part of a model: fields of it that stand among its own, seen as a model of themselves."""

    def __init__(self, part: type[Model]) -> None:
        self.part = part

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, whole: Any, owner: type | None = None) -> Any:
        if whole is None:
            return self
        seen = whole.__dict__[self.name] = whole.seen_as(self.part)
        return seen


class _Given:
    """Where a model notes which of its fields were given."""

    __slots__ = ("_given",)
    _given: frozenset[str]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class _Models(type):
    """What tells type checkers that a model is made of its fields."""


class Model(_Given, metaclass=_Models):
    """A class whose annotated fields are checked when one is made.

    >>> class Shield(Model):
    ...     name: str
    ...     rating: int = 1
    >>> small = Shield(name="Small shield")
    >>> small, small.was_given("rating")
    (Shield(name='Small shield', rating=1), False)
    >>> Shield(name="Small shield", rating="1")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.kinds.Wrong: rating: Input should be a valid integer

    Raises:
        Wrong: for a field that is unknown, missing, or not of its kind.
    """

    def __init_subclass__(cls) -> None:
        # Before anything is asked of the class: a field called `fields` would stand in place of what gives them.
        for name in cls.__annotations__:
            if hasattr(Model, name):
                raise TypeError(f"{cls.__name__}: a field cannot be called {name}")

    def __init__(self, **values: Any) -> None:
        fields = type(self).fields()
        object.__setattr__(self, "_given", frozenset(values))
        for name, own in fields.items():
            if name in values:
                self.__dict__[name] = own.checked(name, values[name])
            else:
                self.__dict__[name] = own.declared.start()
                if self.__dict__[name] is REQUIRED:
                    raise Wrong("Field required", (name,))
        for name in values:
            if name not in fields:
                raise Wrong("Extra inputs are not permitted", (name,))

    @classmethod
    def fields(cls) -> Mapping[str, Field]:
        """The fields by name, those of the classes it is made of first."""
        return _fields(cls)

    def names_given(self) -> frozenset[str]:
        """The names of the fields that were given when the model was made."""
        return self._given

    def was_given(self, name: str) -> bool:
        """Whether the field was given when the model was made, rather than left at its default."""
        return name in self._given

    @classmethod
    def make_unchecked(cls, **values: Any) -> Self:
        """A model of values that are known to be right; none of them counts as given."""
        made = object.__new__(cls)
        for name, own in cls.fields().items():
            made.__dict__[name] = values[name] if name in values else own.declared.start()
        object.__setattr__(made, "_given", frozenset())
        return made

    def with_values(self, values: Mapping[str, Any]) -> Self:
        """A copy with other values, unchecked; which fields were given stays what it was."""
        copy = object.__new__(type(self))
        copy.__dict__.update({name: self.__dict__[name] for name in type(self).fields()})
        copy.__dict__.update(values)
        object.__setattr__(copy, "_given", self._given)
        return copy

    def seen_as(self, part: type[M]) -> M:
        """The values of the fields that a part has."""
        seen = object.__new__(part)
        seen.__dict__.update({name: self.__dict__[name] for name in part.fields()})
        object.__setattr__(seen, "_given", self._given)
        return seen

    def by_name(self) -> dict[str, Any]:
        """The values of the fields by their names."""
        return {name: self.__dict__[name] for name in type(self).fields()}

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __getstate__(self) -> tuple[dict[str, Any], frozenset[str]]:
        return self.by_name(), self._given

    def __setstate__(self, state: tuple[dict[str, Any], frozenset[str]]) -> None:
        values, given = state
        self.__dict__.update(values)
        object.__setattr__(self, "_given", given)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Model)
        return self.by_name() == other.by_name()

    def __hash__(self) -> int:
        return hash((type(self), *self.by_name().values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.by_name().items())})"


@lru_cache(maxsize=MOST_MODELS)
def _fields(model: type[Model]) -> Mapping[str, Field]:
    """Read on first use: a command that asks one scenario should not wait for the declarations of the others."""
    said: dict[str, tuple[Any, Declared]] = {}
    for part in reversed(model.__mro__):
        if not issubclass(part, Model) or part is Model:
            continue
        own = {name: text for name, text in part.__annotations__.items() if "ClassVar[" not in str(text)}
        for name, value in vars(part).items():
            if isinstance(value, Declared | Seen) and name not in part.__annotations__:
                raise TypeError(f"{model.__name__}: say of what type {name} is, as in `{name}: int = integer(...)`")
        names = vars(sys.modules[part.__module__])
        hints = get_type_hints(SimpleNamespace(__annotations__=own), names, include_extras=True)
        for name, annotation in hints.items():
            value = vars(part).get(name, REQUIRED)
            if not isinstance(value, Seen):
                said[name] = annotation, value if isinstance(value, Declared) else Declared(value)
                continue
            inner = {each: (field.annotation, field.declared) for each, field in value.part.fields().items()}
            if twice := said.keys() & inner.keys():
                raise TypeError(f"{model.__name__}: {name} has a field {min(twice)}, and there is one already")
            if hidden := {each for each in inner if hasattr(part, each)} - own.keys():
                raise TypeError(f"{model.__name__}: {name} has a field {min(hidden)}, which {part.__name__} has itself")
            said |= inner
    return {name: _field(model, name, *each) for name, each in said.items()}


def _field(model: type[Model], name: str, annotation: Any, declared: Declared) -> Field:
    if isinstance(getattr(model, name, None), Seen):
        raise TypeError(f"{model.__name__}: a field cannot be called {name}")
    kinds = tuple(_kinds(annotation, declared))
    if None in kinds:
        raise TypeError(f"{model.__name__}, field {name}: no field is declared as {annotation}")
    return Field(annotation, tuple(kind for kind in kinds if kind is not None), declared)


def _kinds(annotation: Any, declared: Declared) -> list[FieldKind | None]:
    """The kinds of value that an annotation allows, in its order; None for what no field is."""
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return [kind for part in get_args(annotation) for kind in _kinds(part, declared)]
    if origin is Annotated:
        return [bounds for bounds in annotation.__metadata__ if isinstance(bounds, Whole)]
    if origin is Literal:
        return [OneOf(get_args(annotation))]
    if origin is list:
        return [Numbers(declared.shortest, declared.longest, Whole(declared.low, declared.high))]
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return [Nested(annotation)]
    plain: dict[Any, FieldKind] = {
        bool: Truth(),
        int: Whole(declared.low, declared.high),
        str: Text(declared.longest),
        NoneType: Nothing(),
    }
    return [plain.get(annotation)]
