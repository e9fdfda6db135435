"""A game on a page of text, with every question that a scenario can be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from inspect import Parameter, signature
from typing import Any, TypeVar

from probcalc.catalogue.asked import AskedByName, questions_of
from probcalc.scenarios.given_values import merge_given
from probcalc.sheets.games import game

R = TypeVar("R")


class Sheet(AskedByName, game.Sheet):
    r"""A game on a page of text; every question about a scenario is a method of that name.

    Its first argument names a question of the sheet, or gives its number from 1 (default: the first).
    Parameters may be written as in a table: skill="4+".

    >>> from probcalc import Sheet
    >>> own = Sheet("hero: skill 4+ (2+..6+)\nresult: done = d6 >= skill")
    >>> own.questions, own.odds("my_game", skill="3+")["done"]
    (('my_game',), Fraction(2, 3))
    >>> print(own.formula(free=["skill"])["done"])
    (7 - skill)/6

    Raises:
        SheetError: at the first line that cannot be read or means nothing.
    """

    def _asking(self, function: Callable[..., R]) -> Callable[..., R]:
        own = _own_names(function)

        @wraps(function)
        def ask(*said: Any, **named: Any) -> R:
            question = None
            if said and (said[0] is None or isinstance(said[0], (str, int))):
                question, *said = said  # type: ignore[assignment]
            given = {key: value for key, value in named.items() if key not in own}
            given = merge_given(given.pop("parameters", None), given)
            with self.along():
                values = [self.given(question, each) if isinstance(each, Mapping) else each for each in said]
                read = self.given(question, given)
                if read and not any(isinstance(each, Mapping) for each in said):
                    # One of them may have the name of an option.
                    read = {"parameters": read}
                options = {key: value for key, value in named.items() if key in own}
                return function(self.id_of(question), *values, **options, **read)

        return ask

    def __repr__(self) -> str:
        return f"<Sheet {self.title}: {', '.join(self.questions)}>"

    def __dir__(self) -> list[str]:
        with self.along():
            return self._names(name for model in self.scenarios for name in questions_of(model))


@lru_cache(32)
def _own_names(function: Callable[..., Any]) -> frozenset[str]:
    """The names of what a question takes besides parameters."""
    known = signature(function).parameters.items()
    return frozenset(name for name, each in known if each.kind != Parameter.VAR_KEYWORD) - {"parameters"}


def sheet(text: str) -> Sheet:
    r"""A game on a page of text; the same text is read only once.

    >>> import probcalc
    >>> probcalc.sheet("hero: skill 4+\nresult: done = d6 >= skill").odds(skill="5+")["done"]
    Fraction(1, 3)

    Raises:
        SheetError: one line with the line and the character, as `.line` and `.character` too.
    """
    return _kept(text) if isinstance(text, str) else Sheet(text)


_kept = lru_cache(32)(Sheet)
