"""From the parameters of a sheet to the fields of its scenarios: kinds, ranges, defaults, labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from probcalc.scenarios.fields import Section
from probcalc.scenarios.kinds import Nothing, Numbers, OneOf, Truth, Whole
from probcalc.scenarios.models import Declared as FieldDeclared
from probcalc.scenarios.models import Field, Nested
from probcalc.scenarios.parameters import NOTHING
from probcalc.sheets.declarations import Declared
from probcalc.sheets.question import Question
from probcalc.sheets.sheet import Ruling
from probcalc.sheets.words import is_plural, label_of


class _OwnNames(Section):
    """Fields that are called like something that a section or a scenario is asked for: strikes, notes."""

    def __getattribute__(self, name: str) -> Any:
        if name[:1] != "_" and (found := getattr(type(self), name, None)) is not None:
            return found.__get__(self, type(self)) if hasattr(found, "__get__") else found
        return object.__getattribute__(self, name)


class _SheetSection(Section):
    """The parameters of a side."""

    _fields: ClassVar[Mapping[str, Field]] = {}

    @classmethod
    def fields(cls) -> Mapping[str, Field]:
        """The fields by name."""
        return cls._fields


def fields_of(question: Question) -> dict[str, Field]:
    """The fields of a question by name: its sides, its parameters of nobody in particular, its rulings."""
    found: dict[str, Field] = {}
    for side, key in enumerate(question.scope.sides):
        model = _section(question, side)
        found[key] = Field(model, (Nested(model),), FieldDeclared(made=model, help=question.scope.shown_sides[side]))
    for declared, own in question.parameters:
        if own is None:
            found[declared.name] = _field(declared, question)
    for ruling in question.rulings:
        found[ruling.name] = _ruling(ruling)
    return found


def bases_of(model: type[Any], fields: Mapping[str, Field]) -> tuple[type[Any], ...]:
    """The classes of a model with these fields; what tells clashing names apart takes its time at each look-up."""
    return (_OwnNames, model) if any(hasattr(model, name) for name in fields) else (model,)


def _section(question: Question, side: int) -> type[Section]:
    fields = {declared.name: _field(declared, question) for declared, own in question.parameters if own == side}
    name = question.scope.shown_sides[side]
    return type(
        name, bases_of(_SheetSection, fields), {"_fields": fields, "__module__": __name__, "__annotations__": {}}
    )


def _field(declared: Declared, question: Question) -> Field:
    role = "modifier" if declared.group == "given" else "stat"
    label = declared.label
    extra: dict[str, Any] = {"label": label, "role": role}
    what = declared.what
    common: dict[str, Any] = {"help": label}
    if what in ("number", "more", "less"):
        whole = Whole(declared.low, declared.high)
        kinds = (whole, Nothing()) if declared.optional else (whole,)
        made = FieldDeclared(declared.default, low=declared.low, high=declared.high, extra=extra, **common)
        return Field(int | None if declared.optional else int, kinds, made)
    if what == "switch":
        return Field(
            bool, (Truth(),), FieldDeclared(bool(declared.default), extra=extra | {"role": "modifier"}, **common)
        )
    if what == "list":
        assert isinstance(declared.default, tuple)
        most = Whole(declared.low, declared.high)
        made = FieldDeclared(
            list(declared.default),
            low=declared.low,
            high=declared.high,
            shortest=1,
            longest=declared.most,
            extra=extra | {"role": "setting"},
            **common,
        )
        return Field(list[int], (Numbers(1, declared.most, most),), made)
    if what == "dice":
        texts = tuple(text for text, _ in declared.dice)
        return Field(
            str, (OneOf(texts),), FieldDeclared(declared.default, extra=extra | {"choice_labels": texts}, **common)
        )
    if what == "choice":
        words = tuple(word for word, _ in declared.options)
        shown = tuple(word.replace("_", " ") for word in words)
        made = FieldDeclared(declared.default, extra=extra | {"choice_labels": shown, "role": "modifier"}, **common)
        return Field(str, (OneOf(words),), made)
    table = question.tables[declared.table]
    names = {row[0].text: row[0].text for row in table.rows}
    default = next((name for name in names if name.lower() == str(declared.default).lower()), NOTHING)
    extra = {
        "label": label,
        "role": "preset",
        "preset": names,
        "table": label_of(table.shown),
        "words": {name: (name, name if is_plural(name) else f"{name}s") for name in names},
        "absent": NOTHING,
        # Where weapons are ranked and nothing is said, they are those called so.
        "varied": int("weapon" in (declared.name, declared.table.lower().removesuffix("s"))),
    }
    return Field(str, (OneOf((NOTHING, *names)),), FieldDeclared(default, extra=extra, **common))


def _ruling(ruling: Ruling) -> Field:
    extra = {
        "label": label_of(ruling.shown),
        "role": "ruling",
        "choice_labels": tuple(o.replace("_", " ") for o in ruling.options),
    }
    return Field(str, (OneOf(ruling.options),), FieldDeclared(ruling.options[0], help=ruling.question, extra=extra))
