"""What a page, or a part of it, says in place of what it would show, when that is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from probcalc.exact.budget.bounds import TooLarge
from probcalc.present.words.phrases import capital
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.state.answered_request import Standing

_MOST_DOUBTS = 3
T = TypeVar("T")


@contextmanager
def tell_in_one_line(stands: Standing) -> Iterator[None]:
    """What is refused while it is drawn is said in one line, with names in place of ids; the page goes on behind it."""
    try:
        yield
    except (InputError, TooLarge) as error:
        # Which question it is stands at the head of the page.
        st.info(plain(capital(stands.in_words(str(error).removeprefix(f"{stands.model.id}: ")))))


def refusal_of_lines(lines: Sequence[str]) -> str:
    """What of a link cannot be read, as one refusal.

    >>> refusal_of_lines(("Ignored: cc must be 1 to 30, not 99.",))
    'This link cannot be read: cc must be 1 to 30, not 99.'
    """
    told = " ".join(line.removeprefix("Ignored: ") for line in lines[:_MOST_DOUBTS])
    more = f" And {len(lines) - _MOST_DOUBTS} more." if len(lines) > _MOST_DOUBTS else ""
    return f"This link cannot be read: {told}{more}"


def found_or_why(find: Callable[[], T]) -> tuple[T | None, str]:
    """What is found, or why that is refused."""
    try:
        return find(), ""
    except InputError as error:
        return None, str(error)
