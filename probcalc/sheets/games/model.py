"""A question of a sheet as a scenario: what its names stand for, and its play, plans, parties and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any, ClassVar

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.records.fields import Fields, Memo
from probcalc.exact.records.record import Record
from probcalc.exact.tree.die import Die
from probcalc.exact.tree.steps import Event, Mapped, Tree, step_of
from probcalc.scenarios.decisions import Best, OpenPlay, Plan
from probcalc.scenarios.fields import Section
from probcalc.scenarios.models import Field
from probcalc.scenarios.named_rolls import notes_on_unused_dice
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Scenario, refused
from probcalc.scenarios.variants import read_variant
from probcalc.sheets.parties import Role
from probcalc.sheets.playing.choices import HELD, OPEN
from probcalc.sheets.playing.codes import PLAY, Play, Values
from probcalc.sheets.playing.expression_types import ABOVE, BELOW, ExpressionType, Lacking
from probcalc.sheets.questions.question import Question, Shown
from probcalc.sheets.questions.rows import values_of_rows
from probcalc.sheets.reading.declarations import Declared

_MOST_PLANS = 12


class SheetSection(Section):
    """Fields that a sheet declares."""

    _fields: ClassVar[Mapping[str, Field]] = {}

    @classmethod
    def fields(cls) -> Mapping[str, Field]:
        """The fields by name."""
        return cls._fields


class SheetScenario(SheetSection, Scenario):
    """A question of a sheet."""

    _question: ClassVar[Question]
    _roles: ClassVar[tuple[Role, ...]] = ()
    other_dice: ClassVar[Mapping[str, Die] | None] = {}
    _sentence: ClassVar[str] = ""

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
        return values_of_rows(type(self)._question, self.value_of)

    def check(self) -> None:
        """Refuse the combinations that the sheet refuses.

        Raises:
            InputError: with the sheet's sentence.
        """
        values: Values | None = None
        for refusal, code in type(self)._question.refusals:
            values = values or self.values()
            if code.run(values):
                name = next((key for key in sorted(code.free)), "")
                raise refused(name, refusal.why)

    def values(self) -> Values:
        """What each parameter's name stands for."""
        question = type(self)._question
        dice = type(self).other_dice or {}
        play = Play(dice=dice)
        values: Values = {PLAY: play}
        for declared, side in question.parameters:
            key = question.scope.key(declared.name, side)
            values[key] = _value_in_lines(declared, self.value_of(key))
        for fixed in question.fixed:
            values[fixed.name] = getattr(type(self), fixed.name)
        play.known = set(values)
        if all(isinstance(value, (int, str, tuple, Lacking)) for name, value in values.items() if name != PLAY):
            # Rolls with other dice are kept for this reading alone.
            play.kept = {} if dice else question.rolls
        return values

    def play(self) -> Mapping[str, Played]:
        """The results as trees."""
        return self.play_results()[0]

    def play_results(self) -> tuple[Mapping[str, Played], Callable[[], Sequence[str]]]:
        """The results as trees; what has to be worked out for it counts in the meter."""
        values = self.values()
        question = type(self)._question
        results = Record(Lines(question, values), {result_name(shown): shown.key for shown in question.results})
        if not type(self).other_dice:
            return results, tuple
        met: set[str] = values[PLAY].met
        return results, lambda: notes_on_unused_dice(read_variant(self.variant).dice, met)

    def open_play(self, side: str, opponent: str) -> OpenPlay:
        """The results that may be aimed at, and what the choices are for, with the choices of a side left open."""
        return self._aims({OPEN: (side,)})

    def plans(self, side: str, opponent: str, best: Best) -> Iterator[Plan]:
        """One option of each choice of the side, taken wherever it may be; nothing of very many choices."""
        own = [choice for choice in type(self)._question.choices() if choice.purpose == side]
        if prod(len(choice.options) for choice in own) > _MOST_PLANS:
            return
        for words in product(*([word for word, _ in choice.options] for choice in own)):
            held = {choice.keys[0]: word for choice, word in zip(own, words, strict=True)}
            said = (f"{choice.moment}: {held[choice.keys[0]].replace('_', ' ')}" for choice in own)
            yield Plan("; ".join(said), plays=partial(self._aims, {HELD: held}))

    def _aims(self, chosen: Mapping[str, Any]) -> OpenPlay:
        """What may be aimed at, where that is said of the choices."""
        question, values = type(self)._question, self.values()
        values |= chosen
        advising = type(self).advising
        assert advising is not None
        shown = {result_name(each): each for each in question.results}
        return {
            aim: _result(shown[aim].code.kind, question.play_result(shown[aim], values))
            if aim in shown
            else _result(question.scope.entries[aim].kind, question.course.value(aim, values))
            for aim in advising.aims
        }

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        """Who takes part: the groups, or the two sides."""
        return tuple([role.party(self.value_of, called) for role in type(self)._roles])

    def notes(self) -> list[str]:
        """The sheet's own sentences, and how its choices are made."""
        question, advising = type(self)._question, type(self).advising
        found = list(question.text.notes)
        for shown, result in zip(question.results, type(self).results, strict=True):
            if shown.unordered:
                found.append(f"{result.label} has no order: {shown.unordered}.")
        for choice in question.choices():
            how = f"{choice.moment} is decided as well as can be, for the {choice.purpose_words}; "
            said = advising is not None and choice.purpose in advising.sides
            found.append(
                how + ("advice says when." if said else "there is no advice on it, as that ends with a round.")
            )
        return found


def _value_in_lines(declared: Declared, value: Any) -> Any:
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


class Lines(Fields):
    """The lines of a question, for what its names stand for: each result by its key."""

    __slots__ = ("question", "shown", "values")
    is_whole = True

    def __init__(self, question: Question, values: Values) -> None:
        self.question, self.values = question, values
        self.shown = {shown.key: shown for shown in question.results}

    def only(self, *names: str, memo: Memo | None = None) -> Tree:
        """The tree of the lines that these results need."""
        if len(names) == 1:
            return step_of(self.question.play_result(self.shown[names[0]], self.values))
        return step_of(self.question.course.values(names, self.values))

    def read(self, name: str, memo: Memo | None = None) -> Tree | Event:
        """The tree of a result, or the event where it happens or not."""
        return _result(self.shown[name].code.kind, self.only(name))

    def is_event(self, name: str) -> bool:
        """Whether the result happens or not."""
        return self.shown[name].code.kind.what == "condition"

    def is_endless(self, name: str) -> bool:
        """Whether it says how long rounds without a last one are."""
        return self.shown[name].lasts

    def law_where(self, name: str, known: Sequence[str], holds: Callable[[Sequence[Any]], bool]) -> Distribution | None:
        """How long such rounds are where a condition holds of other results."""
        return self.question.lasting_law(self.values, known, holds)


def result_name(shown: Shown) -> str:
    """The name of a result in answers and links."""
    return shown.name.lower()


def _result(kind: ExpressionType, found: Any) -> Tree | Event:
    tree = step_of(found)
    if kind.what != "condition":
        return tree
    if not isinstance(tree, Mapped):
        return Event(tree, bool)
    # A yes or no that is read off a roll is a condition on the roll itself.
    holds: Callable[[Any], Any] = tree.function
    return Event(tree.source, holds)
