"""From a question of a sheet to the class of its scenario: fields, results, who takes part, what advice there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from probcalc.notation.walking import inside, walk
from probcalc.scenarios import fields as builders
from probcalc.scenarios.carryover import Carryover, Losses
from probcalc.scenarios.decisions import Advising
from probcalc.scenarios.fields import Section
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.kinds import Nothing, Numbers, OneOf, Truth, Whole
from probcalc.scenarios.models import Declared as FieldDeclared
from probcalc.scenarios.models import Field, Nested
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.scenario import Result
from probcalc.scenarios.tables import Row
from probcalc.sheets.games.model import SheetScenario, SheetSection, result_name
from probcalc.sheets.parties import roles_of
from probcalc.sheets.questions.question import Question, Shown
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.declarations import Declared
from probcalc.sheets.reading.words import is_plural, label_of


def scenario_of(question: Question, system: str, name: str) -> type[SheetScenario]:
    """The scenario of a question, under the id `system.name`."""
    fields = fields_of(question)
    groups = [group for group in question.groups if group.takes_part]
    first = groups[0].word if groups else ""
    results = tuple(_result_of(question, shown) for shown in question.results)
    sides: list[tuple[str, ...]] = [(side,) for side in question.scope.sides] or [
        tuple(each.name for group in groups if (group.word == first) is own for each in group.parameters)
        for own in (True, False)
    ]
    body: dict[str, Any] = {
        "__doc__": question.text.sentence or question.text.title,
        "__module__": __name__,
        "__annotations__": {},
        "_fields": fields,
        "_question": question,
        "_roles": roles_of(question),
        "_sentence": question.text.sentence or question.text.title,
        "id": f"{system}.{name}",
        "title": question.text.title,
        "results": results,
        "headline": results[0].name,
        "advising": advising_of(question),
        "costly": costly_of(question),
        "of_attacker": sides[0],
        "of_target": sides[1],
    }
    for fixed in question.fixed:
        assert isinstance(fixed.default, int)
        body[fixed.name] = Fixed(fixed.default, fixed.low, fixed.high, fixed.label)
    if question.carried is not None:
        body["carryover"] = _carryover
    return type("SheetQuestion", bases_of(SheetScenario, fields), body)


def _carryover(asked: SheetScenario) -> Carryover:
    """What is left of the parameter that is carried: below its range, the target is gone."""
    question = type(asked)._question
    assert question.carried is not None
    parameter, less = question.carried
    result = question.result_called(less.name)
    assert result is not None
    [low] = (each.low for each, side in question.parameters if question.scope.key(each.name, side) == parameter)
    given = asked.value_of(parameter)
    return Losses(result_name(result), given - low + 1, parameter, given, ending="gone", steady=False)


def _result_of(question: Question, shown: Shown) -> Result:
    text, kind = shown.text, shown.code.kind
    label = label_of(text.name.name)
    if shown.side is not None:
        label = f"{label}, {question.scope.shown_sides[shown.side]}"
    better: Any = text.better
    says = text.says.text.strip() if text.says is not None else ""
    if kind.what == "word":
        ordered = tuple(word for word, _ in text.order)
        words = (*ordered, *(word for word in kind.words or () if word not in ordered))
        each = {word: sentence.text.strip() for word, _, sentence in text.each}
        ranked: Any = "rising" if ordered and not shown.unordered else ""
        lead = ordered[-1] if better == "more" and ordered else ordered[0] if better == "less" and ordered else ""
        return Result(result_name(shown), label, words, better if lead else "", "", lead, ranked, "", each)
    return Result(result_name(shown), label, better=better, unit=text.unit, says=says)


def costly_of(question: Question) -> str:
    """The first number that says how many dice are rolled, itself or by a step: with less of it less is played."""
    steps = question.steps()
    pools = [part for step in steps for part in walk(step.of) if isinstance(part, (nodes.Pool, nodes.Times))]
    waiting: list[Any] = [pool.count for pool in pools if pool.count is not None]
    made = {name: step.of for step in steps if not step.is_next for name in step.names}
    numbers = {declared.name: side for declared, side in reversed(question.parameters) if declared.what == "number"}
    for node in waiting:
        if isinstance(node, nodes.Name):
            name = node.name.lower()
            if name in numbers:
                return question.scope.key(name, numbers[name])
            if name in made:
                waiting.append(made.pop(name))
        waiting += inside(node)
    return ""


def advising_of(question: Question) -> Advising | None:
    """What advice there is: for each thing that is chosen for, those choices are one side."""
    given = {key for line in question.lines for key in line.keys}
    choices = [choice for choice in question.choices() if choice.aim in given]
    if not choices:
        return None
    others = (shown.name.lower() for shown in question.results if not shown.lasts)
    aims = dict.fromkeys([*(choice.aim for choice in choices), *others])
    sides = {choice.purpose: () for choice in choices}
    return Advising(tuple(aims), sides, wants={purpose: (purpose,) for purpose in sides})


class _OwnNames(Section):
    """Fields that are called like something that a section or a scenario is asked for: strikes, notes."""

    def __getattribute__(self, name: str) -> Any:
        if name[:1] != "_" and (found := getattr(type(self), name, None)) is not None:
            return found.__get__(self, type(self)) if hasattr(found, "__get__") else found
        return object.__getattribute__(self, name)


def fields_of(question: Question) -> dict[str, Field]:
    """The fields of a question by name: its sides, its parameters of nobody in particular, its rulings."""
    found: dict[str, Field] = {}
    for side, key in enumerate(question.scope.sides):
        model = _section(question, side)
        found[key] = Field(model, (Nested(model),), FieldDeclared(made=model, help=question.scope.shown_sides[side]))
    for declared, own in question.parameters:
        if own is None:
            found[declared.name] = _field(declared, question)
    return found


def bases_of(model: type[Any], fields: Mapping[str, Field]) -> tuple[type[Any], ...]:
    """The classes of a model with these fields; what tells clashing names apart takes its time at each look-up."""
    return (_OwnNames, model) if any(hasattr(model, name) for name in fields) else (model,)


def _section(question: Question, side: int) -> type[Section]:
    fields = {declared.name: _field(declared, question) for declared, own in question.parameters if own == side}
    name = question.scope.shown_sides[side]
    return type(
        name, bases_of(SheetSection, fields), {"_fields": fields, "__module__": __name__, "__annotations__": {}}
    )


class Declaring(NamedTuple):
    """How a parameter is declared in Python: by which builder of fields, what that is given, and the field's type."""

    builder: str
    given: tuple[Any, ...]
    options: dict[str, Any]
    type: str


def declaring_of(declared: Declared, question: Question) -> Declaring:
    """How a parameter of a sheet is declared in Python."""
    what, label, default = declared.what, declared.label, declared.default
    named: dict[str, Any] = {"label": label}
    role = {"role": "modifier"} if declared.group == "given" else {}
    if what in ("number", "more", "less"):
        ends = declared.low, declared.high, label
        if declared.optional:
            return Declaring("optional_integer", ends, {"default": default, **named, **role}, "int | None")
        return Declaring("integer", (default, *ends), named | role, "int")
    if what == "switch":
        return Declaring("flag", (label,), named | ({"default": True} if default else {}), "bool")
    if what == "list":
        assert isinstance(default, tuple)
        return Declaring(
            "integers", (default, declared.low, declared.high, 1, declared.most, label), named, "list[int]"
        )
    if declared.group == "ruling":
        return Declaring("ruling", (default, declared.question), named, f"Literal{question.words_of(declared)!r}")
    if what in ("dice", "choice"):
        own = (role or {"role": "stat"}) if what == "dice" else {}
        return Declaring("choice", (default, label), named | own, f"Literal{question.words_of(declared)!r}")
    table = question.tables[declared.table]
    names = [row[0].text for row in table.rows]
    entries = {name: Row(name=name, short=name, plural=name if is_plural(name) else f"{name}s") for name in names}
    begins = [name for name in names if name.lower() == str(default).lower()]
    return Declaring(
        "preset", (entries, label_of(table.shown), label), named | ({"default": begins[0]} if begins else {}), "str"
    )


def _field(declared: Declared, question: Question) -> Field:
    """A parameter as a field, declared as one is in Python."""
    what, whole = declared.what, Whole(declared.low, declared.high)
    builder, given, options, _ = declaring_of(declared, question)
    if what == "dice":
        options["labels"] = tuple(question.words_of(declared))
    elif what == "row":
        # Where weapons are ranked and nothing is said, they are those called so.
        options["varied"] = int("weapon" in (declared.name, declared.table.lower().removesuffix("s")))
    made = getattr(builders, builder)(*given, **options)
    if what == "switch":
        return Field(bool, (Truth(),), made)
    if what == "list":
        return Field(list[int], (Numbers(1, declared.most, whole),), made)
    if what in ("dice", "choice"):
        return Field(str, (OneOf(tuple(question.words_of(declared))),), made)
    if what == "row":
        return Field(str, (OneOf((NOTHING, *given[0])),), made)
    return Field(int | None, (whole, Nothing()), made) if declared.optional else Field(int, (whole,), made)
