"""What a part of a page says in place of what it would show, when that is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from probcalc.exact.budget.bounds import TooLarge
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.state.answered_request import Standing


@contextmanager
def told_in_one_line(stands: Standing) -> Iterator[None]:
    """What is refused while it is drawn is said in one line, with names in place of ids; the page goes on behind it."""
    try:
        yield
    except (InputError, TooLarge) as error:
        st.info(plain(stands.in_words(str(error))))
