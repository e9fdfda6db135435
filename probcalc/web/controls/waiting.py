"""A bar for what takes long: it appears only when something does, and leaves when it is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from probcalc.analysis.trial import Progress
from probcalc.web.controls.spoken import st

_PATIENCE, _BETWEEN = 0.7, 0.2


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Within this block the callback shows how many requests of how many are answered."""
    place = st.empty()
    shown = [monotonic() + _PATIENCE]

    def told(done: int, total: int) -> None:
        now = monotonic()
        if now >= shown[0]:
            shown[0] = now + _BETWEEN
            place.progress(min(1.0, done / total), text=f"{done} of {total} answers")

    try:
        yield told
    except Exception:
        # What is refused after a while leaves no bar beside the reason.
        place.empty()
        raise
    place.empty()
