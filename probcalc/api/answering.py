"""Asking a question within a program: its command, run in this thread, with what it writes kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any

import click

from probcalc.api.asked import Asked
from probcalc.cli.group import refusal
from probcalc.cli.output import writing_to_program
from probcalc.exact.budget.bounds import TooLarge, watch_budgets

_OPTION_NAME = re.compile(r"(?<!\w)--([a-z][\w-]*)")


class Refusal(ValueError):
    """A question that is refused, in one line.

    Attributes:
        parameter: the field it is about, "" when it is about the question as a whole.
        nearest: the valid name to suggest, "" when none is near.
        is_too_large: whether it is refused for what it would cost.
    """

    def __init__(self, line: str, parameter: str = "", nearest: str = "", is_too_large: bool = False) -> None:
        super().__init__(line)
        self.parameter, self.nearest, self.is_too_large = parameter, nearest, is_too_large

    @property
    def status(self) -> int:
        """As HTTP counts: 422 for what is too large, else 400."""
        return 422 if self.is_too_large else 400

    @property
    def to_mend(self) -> dict[str, str]:
        """What to mend: the parameter and the nearest name, where there are any."""
        found = {"parameter": self.parameter, "nearest": self.nearest}
        return {key: value for key, value in found.items() if value}


def refusal_of(error: Exception) -> Refusal | None:
    """An error as a refusal; None when it is not one of the input's.

    >>> from probcalc.scenarios.errors import unknown_name
    >>> found = refusal_of(unknown_name("parameter", "armor", ["armour"], " of chronopia.melee"))
    >>> str(found), found.nearest
    ('armor is not a parameter of chronopia.melee; did you mean armour?', 'armour')
    """
    if isinstance(error, Refusal):
        return error
    line = refusal(error)
    if line is None:
        return None
    parameter, nearest = str(getattr(error, "parameter", "")), str(getattr(error, "nearest", ""))
    if isinstance(error, click.UsageError):
        # Where to look is the command line's help, which nobody has here.
        line = _OPTION_NAME.sub(lambda found: found[1].replace("-", "_"), error.format_message())
        named = getattr(error, "param", None)
        parameter = str(named.name) if isinstance(named, click.Parameter) else str(getattr(error, "option_name", ""))
        if isinstance(error, click.MissingParameter) and isinstance(named, click.Option):
            parameter = max(named.opts, key=len).lstrip("-").replace("-", "_")
            line = f"{parameter} is missing: say it as {parameter}=..."
    return Refusal(" ".join(line.split()), parameter, nearest, isinstance(error, TooLarge))


@contextmanager
def refusing() -> Iterator[None]:
    """Within this block whatever is wrong with the input is refused in one line.

    Raises:
        Refusal: in one line.
    """
    try:
        yield
    except Exception as error:
        found = refusal_of(error)
        if found is None:
            raise
        raise found from None


def answer(asks: Asked, watch: Callable[[], None] | None = None) -> str:
    """The answer to a question; what `watch` raises, now and then while it is computed, ends it.

    >>> from probcalc.api.asked import asked
    >>> answer(asked("odds", "chronopia.armour", {"damage": "11"}, "text")).splitlines()[0]
    'One hit against armour (chronopia.armour)'

    Raises:
        Refusal: in one line.
    """
    with asks.along(), writing_to_program(asks.given) as exchange, watch_budgets(watch), refusing():
        _run(asks)
    return "\n".join(exchange.written)


def _run(asks: Asked) -> Any:
    """Run the command itself, which spares reading the options of the groups that it lies in."""
    names = asks.question.name.split("/")
    words, called = list(asks.words[len(names) :]), " ".join(("probcalc", *names))
    command = _with_said_options(asks.question.command, asks.question.flags.intersection(words))
    return command.main(words, prog_name=called, standalone_mode=False)


@lru_cache(maxsize=1000)
def _with_said_options(command: click.Command, flags: frozenset[str]) -> click.Command:
    """A command with those of its options that are said; the others are as they are when nobody says them.

    Reading an option takes as long unsaid as said, and most are not said.
    """
    kept = [p for p in command.params if not isinstance(p, click.Option) or p.required or flags.intersection(p.opts)]
    unsaid = click.Command(command.name, params=[p for p in command.params if p not in kept], add_help_option=False)
    assert command.callback is not None
    callback = partial(command.callback, **unsaid.make_context(command.name, []).params)
    return click.Command(command.name, params=kept, callback=callback, add_help_option=False)
