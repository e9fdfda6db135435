"""The bar for what takes long is there while it does, and gone however it ends."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from probcalc.web.controls import waiting


def page(*, goes_on: bool, refused: bool) -> None:
    import streamlit as st

    from probcalc.web.controls.waiting import progress_bar

    try:
        with progress_bar() as told:
            told(1, 4)
            if goes_on:
                st.stop()
            if refused:
                raise ValueError("too much")
    except ValueError:
        st.info("refused")


@pytest.mark.parametrize(("goes_on", "refused", "bars"), [(False, False, 0), (False, True, 0), (True, False, 1)])
def test_the_bar_goes_with_the_work(goes_on: bool, refused: bool, bars: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "_PATIENCE", -1)
    drawn = AppTest.from_function(page, kwargs={"goes_on": goes_on, "refused": refused}, default_timeout=60).run()
    assert not drawn.exception
    assert len(drawn.get("progress")) == bars
    assert [info.value for info in drawn.info] == ["refused"] * refused


def stoppable(asked: str) -> None:
    import streamlit as st

    from probcalc.scenarios.errors import InputError
    from probcalc.web.controls.waiting import progress_bar

    try:
        with progress_bar("work:stop", asked) as told:
            told(1, 4)
            told(2, 4)
            st.stop()
    except InputError as refusal:
        st.info(str(refusal))


def test_work_is_stopped_and_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "_PATIENCE", -1)
    page = AppTest.from_function(stoppable, kwargs={"asked": "much"}, default_timeout=60).run()
    page.button(key="work:stop").click().run()
    page.run()
    assert [info.value for info in page.info] == ["stopped before all was answered"]
    assert not page.get("progress")
    page.button(key="work:stop again").click().run()
    assert not page.info
    assert len(page.get("progress")) == 1
    assert not page.exception
