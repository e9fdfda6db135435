"""From a question of a sheet to a scenario like any other: parameters, parties, results, and its play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, ClassVar

from probcalc.exact.budget.bounds import Budget
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.steps import Constant, Event, Mapped, Tree
from probcalc.scenarios.decisions import Best, OpenPlay, Plan
from probcalc.scenarios.fields import Section
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.kinds import Nothing, Numbers, OneOf, Truth, Whole
from probcalc.scenarios.models import Declared as FieldDeclared
from probcalc.scenarios.models import Field
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.parties import NOBODY, Party, one_of, unnamed
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.scenarios.tables import Row
from probcalc.sheets.advice import advising_of, costly_of
from probcalc.sheets.choices import HELD, OPEN
from probcalc.sheets.codes import PLAY, Play, Values
from probcalc.sheets.declarations import Declared
from probcalc.sheets.kinds import ABOVE, BELOW, Kind, Lacking
from probcalc.sheets.question import Question, Shown
from probcalc.sheets.rows import filled_by
from probcalc.sheets.sheet import Ruling
from probcalc.sheets.words import is_plural, label_of

_MOST_PLANS = 12


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


class SheetScenario(Scenario):
    """A question of a sheet."""

    _fields: ClassVar[Mapping[str, Field]] = {}
    _question: ClassVar[Question]
    _sentence: ClassVar[str] = ""

    @classmethod
    def fields(cls) -> Mapping[str, Field]:
        """The fields by name."""
        return cls._fields

    @classmethod
    def question(cls) -> str:
        """The question it answers."""
        return cls._sentence

    def value_of(self, name: str) -> Any:
        """The value of a parameter by its flat name."""
        first, dot, rest = name.partition(".")
        found = self.__dict__[first]
        return found.__dict__[rest] if dot else found

    def fills(self) -> Mapping[str, Any]:
        """What the chosen rows fill, by flat name."""
        return filled_by(type(self)._question, self.value_of)

    def check(self) -> None:
        """Refuse the combinations that the sheet refuses.

        Raises:
            InputError: with the sheet's sentence.
        """
        values: Values | None = None
        for refusal, code in type(self)._question.refusals:
            values = values or self.values(None)
            if code.run(values):
                name = next((key for key in sorted(code.free)), "")
                raise refused(name, refusal.why)

    def values(self, budget: Budget | None) -> Values:
        """What each parameter's name stands for."""
        question = type(self)._question
        play = Play(budget)
        values: Values = {PLAY: play}
        for declared, side in question.parameters:
            key = declared.name if side is None else f"{question.scope.sides[side]}.{declared.name}"
            values[key] = _played_as(declared, self.value_of(key))
        for ruling in question.rulings:
            values[ruling.name] = str(self.value_of(ruling.name)).lower()
        for fixed in question.fixed:
            values[fixed.name] = _fixed(type(self), fixed)
        play.known = set(values)
        if all(isinstance(value, (int, str, tuple, Lacking)) for name, value in values.items() if name != PLAY):
            play.kept = question.rolls
        return values

    def play(self) -> Mapping[str, Played]:
        """The results as trees."""
        return self.played()[0]

    def played(self, budget: Budget | None = None) -> tuple[Mapping[str, Played], Callable[[], Sequence[str]]]:
        """The results as trees; what has to be worked out for it counts in the budget."""
        values = self.values(budget)
        question = type(self)._question
        return {
            result_name(shown): _result(shown.code.kind, question.played(shown, values)) for shown in question.results
        }, tuple

    def open_play(self, side: str, opponent: str) -> OpenPlay:
        """The results that may be aimed at, and what the choices are for, with the choices of a side left open."""
        return self._aimed({OPEN: (side,)})

    def plans(self, side: str, opponent: str, best: Best) -> Iterator[Plan]:
        """One option of each choice of the side, taken wherever it may be; nothing of very many choices."""
        own = [choice for choice in type(self)._question.choices() if choice.purpose == side]
        if prod(len(choice.options) for choice in own) > _MOST_PLANS:
            return
        for words in product(*([word for word, _ in choice.options] for choice in own)):
            held = {choice.keys[0]: word for choice, word in zip(own, words, strict=True)}
            said = (f"{choice.moment}: {held[choice.keys[0]].replace('_', ' ')}" for choice in own)
            yield Plan("; ".join(said), plays=partial(self._aimed, {HELD: held}))

    def _aimed(self, chosen: Mapping[str, Any]) -> OpenPlay:
        """What may be aimed at, where that is said of the choices."""
        question, values = type(self)._question, self.values(None)
        values |= chosen
        advising = type(self).advising
        assert advising is not None
        shown = {result_name(each): each for each in question.results}
        return {
            aim: _result(shown[aim].code.kind, question.played(shown[aim], values))
            if aim in shown
            else _result(question.scope.entries[aim].kind, question.course.value(aim, values))
            for aim in advising.aims
        }

    def decided(self) -> Mapping[str, Played]:
        """The results of one play of the lines, read off what they are together; how long rounds last stands alone."""
        values, question = self.values(None), type(self)._question
        together = [shown for shown in question.results if not shown.lasts]
        keys = tuple(dict.fromkeys(shown.key for shown in together))
        whole = question.course.values(keys, values)
        if not isinstance(whole, Tree):
            return self.play()
        found: dict[str, Played] = {}
        for shown in question.results:
            alone = question.played(shown, values) if shown.lasts else Mapped(whole, itemgetter(keys.index(shown.key)))
            found[result_name(shown)] = _result(shown.code.kind, alone)
        return found

    def lasting_given(
        self,
        name: str,
        known: Sequence[str],
        holds: Callable[[Mapping[str, Any]], bool],
        budget: Budget | None = None,
    ) -> Distribution | None:
        """How long rounds without a last one are where a condition holds of other results."""
        question = type(self)._question
        shown = {result_name(each): each for each in question.results}
        if not shown[name].lasts:
            return None
        looked_at = [shown[each] for each in known]
        return question.lasting_given(
            looked_at, lambda outcomes: holds(dict(zip(known, outcomes, strict=True))), self.values(budget)
        )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        """Who takes part: the groups, or the two sides."""
        question = type(self)._question
        if question.scope.sides:
            return tuple(
                self._party(question.scope.sides[side], f"the {shown}", side, called)
                for side, shown in enumerate(question.scope.shown_sides)
            )
        words = dict.fromkeys(
            group.word for group in question.groups if group.word not in ("given", "fixed", "each", "sides")
        )
        return tuple(self._party(word, f"the {word}", word, called) for word in words)

    def _party(self, key: str, role: str, group: str | int, called: Mapping[str, str]) -> Party:
        for declared, side in type(self)._question.parameters:
            if declared.what != "row" or group not in (declared.group, side):
                continue
            flat = declared.name if side is None else f"{type(self)._question.scope.sides[side]}.{declared.name}"
            chosen = self.value_of(flat)
            if own := called.get(flat):
                return one_of(key, role, own)
            if chosen not in (None, NOTHING):
                # A side goes by its own name: both may have chosen the same row.
                return unnamed(key, role, bears=chosen) if side is not None else _of_row(key, role, chosen)
        return unnamed(key, role)

    def notes(self) -> list[str]:
        """The sheet's own sentences, and how its choices are made."""
        question, advising = type(self)._question, type(self).advising
        found = list(question.text.notes)
        for choice in question.choices():
            how = f"{choice.moment} is decided as well as can be, for the {choice.purpose_words}; "
            said = advising is not None and choice.purpose in advising.sides
            found.append(
                how + ("advice says when." if said else "there is no advice on it, as that ends with a round.")
            )
        return found


def _of_row(key: str, role: str, chosen: str) -> Party:
    """Who is called like a row: one of that name, or those whose name is a plural."""
    if is_plural(chosen):
        the = f"the {chosen}"
        return Party(key, role, chosen, the, the, the, plural=True, named=True, heads_many=True)
    return one_of(key, role, Row(name=chosen, short=chosen, plural=f"{chosen}s"))


def _fixed(model: type[Scenario], declared: Declared) -> Any:
    for owner in model.__mro__:
        found = vars(owner).get(declared.name)
        if isinstance(found, Fixed):
            return found.value
        if isinstance(found, int):
            return found
    return declared.default


def _played_as(declared: Declared, value: Any) -> Any:
    """A parameter's value as the lines know it."""
    what = declared.what
    if value is None:
        return BELOW if what == "less" else ABOVE if what == "more" else NOTHING
    if what == "switch":
        return int(value) if isinstance(value, bool) else value
    if what == "list":
        return tuple(value)
    if what in ("choice", "row"):
        return str(value).lower()
    return value


def result_name(shown: Shown) -> str:
    """The name of a result in answers and links."""
    return shown.name.lower()


def _result(kind: Kind, found: Any) -> Tree | Event:
    tree = found if isinstance(found, Tree) else Constant(found)
    return Event(tree, bool) if kind.what == "condition" else tree


# -- fields ----------------------------------------------------------------------------------------------------------


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


def _section(question: Question, side: int) -> type[Section]:
    fields = {declared.name: _field(declared, question) for declared, own in question.parameters if own == side}
    name = question.scope.shown_sides[side]
    return type(name, _bases(_SheetSection, fields), {"_fields": fields, "__module__": __name__, "__annotations__": {}})


def _results(question: Question) -> tuple[Result, ...]:
    return tuple(map(partial(_result_of, question), question.results))


def _result_of(question: Question, shown: Shown) -> Result:
    text, kind = shown.text, shown.code.kind
    label = label_of(text.name.name)
    if shown.side is not None:
        label = f"{label}, {question.scope.shown_sides[shown.side]}"
    better: Any = text.better
    says = _said(text.says.text) if text.says is not None else ""
    if kind.what == "word":
        ordered = tuple(word for word, _ in text.order)
        words = (*ordered, *(word for word in kind.words or () if word not in ordered))
        each = {word: _said(sentence.text) for word, _, sentence in text.each}
        ranked: Any = "rising" if ordered and set(kind.words or ()) <= set(ordered) else ""
        lead = ordered[-1] if better == "more" and ordered else ordered[0] if better == "less" and ordered else ""
        return Result(result_name(shown), label, words, better if lead else "", "", lead, ranked, "", each)
    if kind.what == "number":
        return Result(result_name(shown), label, better=better, unit=text.unit, says=says)
    return Result(result_name(shown), label, better=better, says=says)


def _said(text: str) -> str:
    return text.strip()


def scenario_of(question: Question, system: str, name: str) -> type[SheetScenario]:
    """The scenario of a question, under the id `system.name`."""
    fields: dict[str, Field] = {}
    for side, key in enumerate(question.scope.sides):
        model = _section(question, side)
        fields[key] = Field(model, (_nested(model),), FieldDeclared(made=model, help=question.scope.shown_sides[side]))
    for declared, own in question.parameters:
        if own is None:
            fields[declared.name] = _field(declared, question)
    for ruling in question.rulings:
        fields[ruling.name] = _ruling(ruling)
    groups = [group for group in question.groups if group.word not in ("given", "fixed", "each")]
    first = groups[0].word if groups else ""
    results = _results(question)
    body: dict[str, Any] = {
        "__doc__": question.text.sentence or question.text.title,
        "__module__": __name__,
        "__annotations__": {},
        "_fields": fields,
        "_question": question,
        "_sentence": question.text.sentence or question.text.title,
        "id": f"{system}.{name}",
        "title": question.text.title,
        "results": results,
        "headline": results[0].name,
        "advising": advising_of(question),
        "costly": costly_of(question),
        "of_attacker": (question.scope.sides[0],)
        if question.scope.sides
        else tuple(each.name for group in groups if group.word == first for each in group.parameters),
        "of_target": (question.scope.sides[1],)
        if question.scope.sides
        else tuple(each.name for group in groups if group.word != first for each in group.parameters),
    }
    for fixed in question.fixed:
        assert isinstance(fixed.default, int)
        body[fixed.name] = Fixed(fixed.default, fixed.low, fixed.high, fixed.label)
    return type("SheetQuestion", _bases(SheetScenario, fields), body)


def _bases(model: type[Any], fields: Mapping[str, Field]) -> tuple[type[Any], ...]:
    """The classes of a model with these fields; what tells clashing names apart takes its time at each look-up."""
    return (_OwnNames, model) if any(hasattr(model, name) for name in fields) else (model,)


def _nested(model: type[Section]) -> Any:
    from probcalc.scenarios.models import Nested

    return Nested(model)


__all__ = ["Event", "SheetScenario", "result_name", "scenario_of"]
