"""The cells of a sweep settled part by part: a side is settled once for each different thing that is said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from probcalc.analysis.sweeps.recording import Parts, Read, Ways, as_key, parts_of, recorded
from probcalc.scenarios.errors import InputError, LargeFight
from probcalc.scenarios.fields import Section
from probcalc.scenarios.resolve import validated
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.settling import given_names, settled

_MOST_KEPT = 100_000
Stage = Literal["fills", "derived"]
Allowed = Literal["allowed", "large", "refused"]
Values = Mapping[str, Any]


class Settling:
    """Settles cells of one scenario.

    >>> from probcalc.scenarios import registry
    >>> settling = Settling(registry.scenario("oathmark.combat"), {"b.unit": "troll"})
    >>> parts = settling.parts({"a.figures": 3})
    >>> parts["a"].front, parts["b"].fight
    (3, 4)
    """

    def __init__(self, model: type[Scenario], given: Mapping[str, Any]) -> None:
        self._model, self._given = model, dict(given)
        self._names: dict[tuple[str, ...], list[tuple[str, list[tuple[str, str]]]] | None] = {}
        self._said: dict[Any, tuple[Section | None, Section | None]] = {}
        self._changed: dict[Any, tuple[Section, Section]] = {}
        self._ways: dict[Stage, Ways[Values]] = {"fills": Ways(), "derived": Ways()}
        self._allowed: Ways[Allowed] = Ways()
        self._by_parts = self._is_flat() and VARIANT.name not in given

    def parts(self, cell: Mapping[str, Any], *, large: bool = False) -> Parts | None:
        """The settled parts of a cell; None where the rules refuse it. Equal parts are the same object.

        With `large` a fight that is refused for its size alone is settled too.
        """
        grouped = self._grouped(cell) if self._by_parts else None
        try:
            if grouped is None:
                made = validated(self._model, {**self._given, **cell})
                made = settled(made, given_names(made))
                return parts_of(made)
            parts: dict[str, Section] = {}
            for part, names in grouped:
                first, own = self._part(part, names, cell)
                if first is None or own is None:
                    return None
                parts[part] = own if self._model.fills is Scenario.fills else first
            staged = self._staged(parts)
            if staged is None:
                return None
            allowed = self._asked_whether_allowed(staged)
            return staged if allowed == "allowed" or (large and allowed == "large") else None
        except InputError:
            return None

    def whole(self, parts: Parts) -> Any:
        """The scenario of these parts, which may come from several cells."""
        whole = parts[""]
        if all(getattr(whole, name) is part for name, part in parts.items() if name):
            return whole
        copy = whole.with_values({name: part for name, part in parts.items() if name})
        given = {name for name, part in parts.items() if name and part.fields_given()}
        object.__setattr__(copy, "_given", whole.fields_given() | given)
        return copy

    def _is_flat(self) -> bool:
        """Whether no section has sections of its own."""
        sections = [own.annotation for own in self._model.fields().values() if _is_section(own.annotation)]
        return not any(_is_section(own.annotation) for each in sections for own in each.fields().values())

    def _grouped(self, cell: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str]]]] | None:
        """The names of a cell by part, first the sections, each with the name within it."""
        shape = tuple(cell)
        if shape not in self._names:
            fields = self._model.fields()
            sections = [name for name, own in fields.items() if _is_section(own.annotation)]
            found: dict[str, list[tuple[str, str]]] = {name: [] for name in (*sections, "")}
            for name in {**self._given, **cell}:
                part, dot, _ = name.partition(".")
                place = part if dot else ""
                if name == VARIANT.name or place not in found or name in sections:
                    self._names[shape] = None
                    break
                found[place].append((name, name.removeprefix(f"{place}.") if place else name))
            else:
                self._names[shape] = list(found.items())
        return self._names[shape]

    def _part(
        self, part: str, names: list[tuple[str, str]], cell: Mapping[str, Any]
    ) -> tuple[Section | None, Section | None]:
        """A part with what its own presets fill, and the same with what follows from that; None where it is refused."""
        given = self._given
        values = [cell[name] if name in cell else given[name] for name, _ in names]
        key: Any = (part, *(as_key(value) for value in values), *(name for name, _ in names))
        found = self._said.get(key)
        if found is None:
            if len(self._said) > _MOST_KEPT:
                self._said.clear()
            found = self._said[key] = self._made(
                part, {name: value for (name, _), value in zip(names, values, strict=True)}
            )
        return found

    def _made(self, part: str, said: Mapping[str, Any]) -> tuple[Section | None, Section | None]:
        try:
            made = validated(self._model, said)
            if not part:
                return made, made
            filled = _with(own := getattr(made, part), own.fills())
            derived = _with(filled, filled.derived())
            if self._model.fills is Scenario.fills and self._model.derived is Scenario.derived:
                derived.check()
        except InputError:
            return None, None
        return filled, derived

    def _staged(self, parts: dict[str, Section]) -> Parts | None:
        """What the whole scenario fills and derives, and what its parts derive in between."""
        late = False
        if self._model.fills is not Scenario.fills:
            late = True
            parts = self._with_stage("fills", parts)
            parts = {name: self._kept(part, "derived") if name else part for name, part in parts.items()}
        if self._model.derived is not Scenario.derived:
            late = True
            parts = self._with_stage("derived", parts)
        if late and any(name and isinstance(self._kept(part, "check"), _Refused) for name, part in parts.items()):
            return None
        return parts

    def _asked_whether_allowed(self, parts: Parts) -> Allowed:
        """Whether the whole scenario allows what its parts are together."""
        if self._model.check is Scenario.check:
            return "allowed"
        found = self._allowed.found(parts)
        if found is not None:
            return found[0]
        reads: list[Read] = []
        allowed: Allowed = "allowed"
        try:
            recorded(self.whole(parts), reads).check()
        except LargeFight:
            allowed = "large"
        except InputError:
            allowed = "refused"
        self._allowed.keep(reads, parts, allowed)
        return allowed

    def _with_stage(self, stage: Stage, parts: dict[str, Section]) -> dict[str, Section]:
        found = self._ways[stage].found(parts)
        if found is None:
            reads: list[Read] = []
            values: Values = dict(getattr(recorded(self.whole(parts), reads), stage)())
            self._ways[stage].keep(reads, parts, values)
        else:
            values = found[0]
        by_part: dict[str, dict[str, Any]] = {}
        for name, value in values.items():
            part, dot, rest = name.partition(".")
            by_part.setdefault(part if dot else "", {})[rest if dot else name] = value
        return {name: self._replaced(part, by_part[name]) if name in by_part else part for name, part in parts.items()}

    def _replaced(self, part: Section, values: dict[str, Any]) -> Section:
        """A part with other values where they were not given; the same object for the same values."""
        key = id(part), *((name, as_key(value)) for name, value in values.items())
        return self._remembered(key, part, lambda: _with(part, values))

    def _kept(self, part: Section, what: Literal["derived", "check"]) -> Section:
        """A part with what follows from its fields, or as it is checked."""

        def made() -> Section:
            if what == "derived":
                return _with(part, part.derived())
            try:
                part.check()
            except InputError:
                return _Refused()
            return part

        return self._remembered((id(part), what), part, made)

    def _remembered(self, key: Any, part: Section, made: Callable[[], Section]) -> Section:
        found = self._changed.get(key)
        if found is None:
            if len(self._changed) > _MOST_KEPT:
                self._changed.clear()
            # The part is kept beside it, so that its identity is not taken over.
            found = self._changed[key] = (made(), part)
        return found[0]


class _Refused(Section):
    """In place of a part that the rules refuse."""


def _with(part: Section, values: Mapping[str, Any]) -> Section:
    """A part with these values where nothing was given."""
    wanted = {name: value for name, value in values.items() if not part.was_given(name)}
    return part.with_values(wanted) if wanted else part


def _is_section(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Section)
