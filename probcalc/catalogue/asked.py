"""The questions of the library as methods of whatever can be asked them: a scenario, a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

import probcalc
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.tables.needed import find_needed
from probcalc.analysis.tables.presets import presets
from probcalc.present import questions
from probcalc.present.declared.question import Of
from probcalc.present.declared.question import Question as Declared
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.scenario import Scenario

P = ParamSpec("P")
R = TypeVar("R")


class Question(Generic[P, R]):
    """A question of the library as a method: the same function with the scenario named already.

    Attributes:
        load: gives the function, whose rooms are loaded when it is first asked for.
        applies: whether a scenario can be asked it, where no declaration says so.
    """

    def __init__(
        self,
        load: Callable[[], Callable[Concatenate[str, P], R]],
        applies: Callable[[type[Scenario]], Any] = lambda _: True,
    ) -> None:
        self.load, self.applies = load, applies

    def __set_name__(self, owner: type[Asked], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, asked: None, owner: type[Asked]) -> Self: ...

    @overload
    def __get__(self, asked: AskedByName, owner: type[Asked]) -> Callable[..., R]: ...

    @overload
    def __get__(self, asked: Asked, owner: type[Asked]) -> Callable[P, R]: ...

    def __get__(self, asked: Asked | None, owner: type[Asked]) -> Self | Callable[..., R]:
        """The question put to what is asked; it is made once."""
        if asked is None:
            return self
        made = asked.__dict__[self.name] = asked._asking(self.load())
        return made


class Asked:
    """What every question of a scenario can be put to."""

    odds = Question(lambda: probcalc.odds)
    joint = Question(lambda: probcalc.joint)
    table = Question(lambda: probcalc.table)
    needed = Question(lambda: find_needed)
    ranking = Question(lambda: presets)
    modifiers = Question(lambda: modifiers)
    sweep = Question(lambda: probcalc.sweep)
    variant = Question(lambda: probcalc.variant)
    formula = Question(lambda: probcalc.formula)
    solve = Question(lambda: probcalc.solve)
    overtake = Question(lambda: probcalc.overtake)
    advise = Question(lambda: probcalc.advise)
    by_round = Question(lambda: probcalc.by_round, lambda model: issubclass(model, Fight))
    # Its scenario may be said by name, which stands beside the names of parameters.
    balance = Question(lambda: probcalc.balance)  # type: ignore[arg-type, return-value]

    def _asking(self, function: Callable[..., R]) -> Callable[..., R]:
        """A function of a scenario as one of what is asked."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A question that is declared, and has no line above.

        >>> probcalc.scenario("chronopia.armour").steps(over="armour", damage=30, measured="any_wound").flats
        ((-10, 31),)
        """
        if name.startswith("_") or name not in declarations():
            raise AttributeError(f"{name} is no question of a scenario", name=name, obj=self)
        function = declarations()[name].function
        function.__name__ = name
        return self._asking(function)

    def _names(self, questions: Iterable[str]) -> list[str]:
        """What can be looked up, with those of the questions that apply."""
        return sorted({*(name for name in object.__dir__(self) if name not in _QUESTIONS), *questions})


class AskedByName(Asked):
    """What several scenarios stand in: the first argument of a question may say which of them is asked."""


_OF_NO_SCENARIO: tuple[Of, ...] = ("system", "nothing")
_QUESTIONS = {name: each for name, each in vars(Asked).items() if isinstance(each, Question)}


@cache
def declarations() -> Mapping[str, Declared[Any]]:
    """The questions that are declared, by their names in Python."""
    every = questions.all_questions(but=_OF_NO_SCENARIO).items()
    return {each.method or name: each for name, each in every if each.of != "requests"}


def questions_of(model: type[Scenario]) -> tuple[str, ...]:
    """The questions that a scenario can be asked, by name."""
    declared = questions.all_questions(but=_OF_NO_SCENARIO).items()
    left_out = {each.method or name for name, each in declared if not each.can_ask(model)}
    left_out |= {name for name, each in _QUESTIONS.items() if not each.applies(model)}
    return tuple(name for name in dict.fromkeys((*_QUESTIONS, *declarations())) if name not in left_out)
