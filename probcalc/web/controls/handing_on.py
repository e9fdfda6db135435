"""What a reader hands on: a link with its QR code, and files."""

from __future__ import annotations

from typing import Any

import streamlit as st

from probcalc.present.pictures import qr_svg

_LONGEST_QR = 1200
"""In characters: of a longer link the code is too fine for the camera of a phone."""


def show_link(link: str) -> None:
    """A link, to be copied."""
    st.markdown("**Link**: it holds everything on this page")
    st.code(link, language=None, wrap_lines=True)


def show_qr(link: str) -> None:
    """The QR code of a link that is not too long for one."""
    if len(link) <= _LONGEST_QR:
        st.image(qr_svg(link), width=220, alt="QR code of the link", caption="For a friend's phone")


def file_button(title: str, data: Any, name: str, kind: str, key: str) -> None:
    """A file to keep; the page is not drawn again for it."""
    st.download_button(title, data, name, kind, key=key, on_click="ignore")
