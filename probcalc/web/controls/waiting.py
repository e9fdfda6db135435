"""A bar for what takes long: it appears only when something does, and leaves when it is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from probcalc.analysis.numbers.trial import Progress
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.spoken import st

_PATIENCE, _BETWEEN = 0.7, 0.2


@contextmanager
def progress_bar(stopped_by: str = "", asked: str = "") -> Iterator[Progress]:
    """Within this block the callback shows how many requests of how many are answered.

    With the key of a button to stop it this stands below the bar. Whoever presses it has the page drawn anew, and that
    ends the work. However often the page is drawn then, it begins only when it is asked for again, or something else
    is asked.

    Raises:
        InputError: when it was stopped.
    """
    stopped = f"{stopped_by} was pressed"
    if stopped_by and st.session_state.get(stopped) == asked:
        st.button("Ask again", key=f"{stopped_by} again", on_click=_note, args=(stopped, None))
        raise InputError("stopped before all was answered")
    place, stop = st.empty(), st.empty()
    begun = shown = monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal shown
        now = monotonic()
        if now - begun >= _PATIENCE and (shown == begun or now - shown >= _BETWEEN):
            if stopped_by and shown == begun:
                stop.button("Stop", key=stopped_by, on_click=_note, args=(stopped, asked))
            shown = now
            place.progress(min(1.0, done / total), text=f"{done} of {total} answers")

    try:
        yield tell
    except Exception:
        # What is refused after a while leaves no bar beside the reason.
        place.empty()
        stop.empty()
        raise
    place.empty()
    stop.empty()


def _note(key: str, asked: str | None) -> None:
    """What was asked when it was stopped, None where nothing is stopped."""
    st.session_state[key] = asked
