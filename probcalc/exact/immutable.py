"""Classes whose instances never change and are made in little time: one answer is made of thousands of steps."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class _Made:
    """Stands for a default that is made anew for every instance."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE = _Made()


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def immutable(cls: type[T]) -> type[T]:
    """`dataclass(frozen=True, slots=True, eq=False)`, with instances made in about half the time.

    The `__init__` of a frozen dataclass looks up anew, for every field of every instance, how a field is set; here the
    setter of each slot is at hand.

    >>> @immutable
    ... class Pair:
    ...     first: int
    ...     others: list[int] = field(default_factory=list)
    >>> Pair(1)
    Pair(first=1, others=[])
    >>> Pair(1).first = 2
    Traceback (most recent call last):
        ...
    dataclasses.FrozenInstanceError: cannot assign to field 'first'
    """
    made: Any = dataclass(frozen=True, slots=True, eq=False, init=False)(cls)
    listed = fields(made)
    known: dict[str, Any] = {"_made": _MADE}
    lines = []
    for each in listed:
        name = each.name
        known[f"_set_{name}"] = getattr(made, name).__set__
        if each.default_factory is MISSING:
            lines.append(f"    _set_{name}(self, {name})")
        else:
            known[f"_make_{name}"] = each.default_factory
            lines.append(f"    _set_{name}(self, _make_{name}() if {name} is _made else {name})")
    if hasattr(made, "__post_init__"):
        lines.append("    self.__post_init__()")
    names = ", ".join(each.name for each in listed)
    # Written out as dataclasses write theirs: from the names of the fields alone.
    exec(f"def __init__(self, {names}):\n" + "\n".join(lines), known)  # noqa: S102
    init = known["__init__"]
    defaults = [each.default if each.default_factory is MISSING else _MADE for each in listed]
    init.__defaults__ = tuple(value for value in defaults if value is not MISSING)
    init.__annotations__ = {**{each.name: each.type for each in listed}, "return": None}
    init.__qualname__, init.__module__ = f"{made.__qualname__}.__init__", made.__module__
    made.__init__ = init
    return made  # type: ignore[no-any-return]
