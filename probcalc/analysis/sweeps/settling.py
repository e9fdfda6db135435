"""The cells of a sweep settled part by part: a side is settled once for each different thing that is said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from probcalc.analysis.sweeps.known import Known
from probcalc.analysis.sweeps.recording import Parts, Read, as_key, parts_of, record
from probcalc.scenarios.errors import InputError, LargeFight
from probcalc.scenarios.fields import Section
from probcalc.scenarios.resolve import validate
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.settling import given_names, settle

_MOST_KEPT = 100_000
Stage = Literal["fills", "derived"]
Allowed = Literal["allowed", "large", "refused"]
Values = Mapping[str, Any]
Said: TypeAlias = "tuple[Section | None, Section | None]"


class _Group(NamedTuple):
    """The parameters of a part: those that vary, the others with their values, and what was made of them."""

    part: str
    varied: tuple[str, ...]
    fixed: Values
    said: dict[Any, Said]


class Settling:
    """Settles cells of one scenario.

    >>> from probcalc.scenarios import registry
    >>> settling = Settling(registry.scenario("oathmark.combat"), {"b.unit": "troll"})
    >>> parts = settling.parts({"a.figures": 3})
    >>> parts["a"].front, parts["b"].fight
    (3, 4)
    """

    def __init__(self, model: type[Scenario], parameters: Mapping[str, Any]) -> None:
        self._model, self._given = model, dict(parameters)
        self._names: dict[tuple[str, ...], list[_Group] | None] = {}
        self._said: dict[Any, dict[Any, Said]] = {}
        self._kept_said = 0
        self._changed: dict[tuple[int, int], tuple[Section, Section, Any]] = {}
        self._stages: dict[Stage, Known[Mapping[str, Values]]] = {"fills": Known(), "derived": Known()}
        self._values: dict[Any, Values] = {}
        self._allowed: Known[Allowed] = Known()
        self._by_parts = self._is_flat() and VARIANT.name not in parameters

    def parts(self, cell: Mapping[str, Any], *, large: bool = False) -> Parts | None:
        """The settled parts of a cell; None where the rules refuse it. Equal parts are the same object.

        With `large` a fight that is refused for its size alone is settled too.
        """
        grouped = self._group_names(cell) if self._by_parts else None
        try:
            if grouped is None:
                made = validate(self._model, {**self._given, **cell})
                made = settle(made, given_names(made))
                return parts_of(made)
            parts: dict[str, Section] = {}
            is_filled = self._model.fills is Scenario.fills
            for group in grouped:
                first, own = self._part(group, cell)
                if first is None or own is None:
                    return None
                parts[group.part] = own if is_filled else first
            staged = self._fill_in_stages(parts)
            if staged is None:
                return None
            allowed = self._are_allowed(staged)
            return staged if allowed == "allowed" or (large and allowed == "large") else None
        except InputError:
            return None

    def whole(self, parts: Parts) -> Any:
        """The scenario of these parts, which may come from several cells."""
        whole = parts[""]
        if all(getattr(whole, name) is part for name, part in parts.items() if name):
            return whole
        copy = whole.with_values({name: part for name, part in parts.items() if name})
        given = {name for name, part in parts.items() if name and part.names_given()}
        object.__setattr__(copy, "_given", whole.names_given() | given)
        return copy

    def _is_flat(self) -> bool:
        """Whether no section has sections of its own."""
        sections = [own.annotation for own in self._model.fields().values() if _is_section(own.annotation)]
        return not any(_is_section(own.annotation) for each in sections for own in each.fields().values())

    def _group_names(self, cell: Mapping[str, Any]) -> list[_Group] | None:
        """The names of a cell by part, first the sections."""
        shape = tuple(cell)
        if shape not in self._names:
            fields = self._model.fields()
            sections = [name for name, own in fields.items() if _is_section(own.annotation)]
            found: dict[str, list[str]] = {name: [] for name in (*sections, "")}
            for name in {**self._given, **cell}:
                part, dot, _ = name.partition(".")
                place = part if dot else ""
                if name == VARIANT.name or place not in found or name in sections:
                    self._names[shape] = None
                    break
                found[place].append(name)
            else:
                self._names[shape] = [self._group(part, names, shape) for part, names in found.items()]
        return self._names[shape]

    def _group(self, part: str, names: list[str], shape: tuple[str, ...]) -> _Group:
        varied = tuple(name for name in names if name in shape)
        fixed = {name: self._given[name] for name in names if name not in shape}
        return _Group(part, varied, fixed, self._said.setdefault((part, varied, *fixed), {}))

    def _part(self, group: _Group, cell: Mapping[str, Any]) -> Said:
        """A part with what its own presets fill, and the same with what follows from that; None where it is refused."""
        values = [cell[name] for name in group.varied]
        key = tuple([value if type(value) is str else as_key(value) for value in values])
        found = group.said.get(key)
        if found is None:
            if self._kept_said > _MOST_KEPT:
                self._kept_said = 0
                for each in self._said.values():
                    each.clear()
            self._kept_said += 1
            said = {**group.fixed, **dict(zip(group.varied, values, strict=True))}
            found = group.said[key] = self._make(group.part, said)
        return found

    def _make(self, part: str, said: Mapping[str, Any]) -> Said:
        try:
            made = validate(self._model, said)
            if not part:
                return made, made
            filled = _with(own := getattr(made, part), own.fills())
            derived = _with(filled, filled.derived())
            if self._model.fills is Scenario.fills and self._model.derived is Scenario.derived:
                derived.check()
        except InputError:
            return None, None
        return filled, derived

    def _fill_in_stages(self, parts: dict[str, Section]) -> Parts | None:
        """What the whole scenario fills and derives, and what its parts derive in between."""
        if self._model.fills is not Scenario.fills:
            parts = self._with_stage("fills", parts)
            parts = {name: self._remember_part(part, "derived") if name else part for name, part in parts.items()}
        elif self._model.derived is Scenario.derived:
            return parts
        if self._model.derived is not Scenario.derived:
            parts = self._with_stage("derived", parts)
        for name, part in parts.items():
            if name and isinstance(self._remember_part(part, "check"), _Refused):
                return None
        return parts

    def _are_allowed(self, parts: Parts) -> Allowed:
        """Whether the whole scenario allows what its parts are together."""
        if self._model.check is Scenario.check:
            return "allowed"
        found = self._allowed.look_up(parts)
        if found is not None:
            return found[0]
        reads: list[Read] = []
        allowed: Allowed = "allowed"
        try:
            record(self.whole(parts), reads).check()
        except LargeFight:
            allowed = "large"
        except InputError:
            allowed = "refused"
        self._allowed.keep(reads, parts, allowed)
        return allowed

    def _with_stage(self, stage: Stage, parts: dict[str, Section]) -> dict[str, Section]:
        known = self._stages[stage].look_up(parts)
        by_part = self._values_of_stage(stage, parts) if known is None else known[0]
        return {name: self._replace(part, by_part[name]) if name in by_part else part for name, part in parts.items()}

    def _values_of_stage(self, stage: Stage, parts: Parts) -> Mapping[str, Values]:
        """What a stage of the whole scenario says of each part; equal values are the same object."""
        reads: list[Read] = []
        found: dict[str, dict[str, Any]] = {}
        for name, value in getattr(record(self.whole(parts), reads), stage)().items():
            part, dot, rest = name.partition(".")
            found.setdefault(part if dot else "", {})[rest if dot else name] = value
        if len(self._values) > _MOST_KEPT:
            self._values.clear()
        same = self._values.setdefault
        by_part = {
            part: same(tuple((name, as_key(value)) for name, value in values.items()), values)
            for part, values in found.items()
        }
        self._stages[stage].keep(reads, parts, by_part)
        return by_part

    def _replace(self, part: Section, values: Values) -> Section:
        """A part with other values where they were not given; the same object for the same values."""
        found = self._changed.get((id(part), id(values)))
        return self._make_once(part, values, lambda: _with(part, values)) if found is None else found[0]

    def _remember_part(self, part: Section, what: Literal["derived", "check"]) -> Section:
        """A part with what follows from its fields, or as it is checked."""
        found = self._changed.get((id(part), id(what)))
        if found is not None:
            return found[0]

        def make() -> Section:
            if what == "derived":
                return _with(part, part.derived())
            try:
                part.check()
            except InputError:
                return _Refused()
            return part

        return self._make_once(part, what, make)

    def _make_once(self, part: Section, what: Any, made: Callable[[], Section]) -> Section:
        if len(self._changed) > _MOST_KEPT:
            self._changed.clear()
        found = made()
        # Of what it was made is kept beside it, so that its identity is not taken over.
        self._changed[id(part), id(what)] = found, part, what
        return found


class _Refused(Section):
    """In place of a part that the rules refuse."""


def _with(part: Section, values: Mapping[str, Any]) -> Section:
    """A part with these values where nothing was given."""
    wanted = {name: value for name, value in values.items() if not part.was_given(name)}
    return part.with_values(wanted) if wanted else part


def _is_section(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Section)
